import { describe, expect, test } from 'vitest'
import type { SandboxUser } from '../../../../sandbox/chat/state.ts'
import { createMortalProcess } from '../../../helpers/processes/mortal-process.ts'
import {
  ACTING,
  brokenAnswer,
  type ChatWorld,
  createChatWorld,
  MINUTE,
  SICK,
} from '../../../helpers/remotes/chat.ts'
import { drawn } from '../../../helpers/run/sampled.ts'

const ORDERS = [
  { name: 'direct messages', order: { name: 'd', text: 'once', people: ['hana', 'ken'] } },
  {
    name: 'a private channel',
    order: { name: 'p', text: 'once', people: ['hana', 'ken'], way: 'private_channel' as const },
  },
]

/** Answers 500 to each request with the failing bot's token. */
const sickFetch: typeof fetch = async (input, init) =>
  new Headers(init?.headers).get('authorization') === `Bot ${SICK}` ? brokenAnswer() : fetch(input, init)

/** Two people; with `sick`, a bot that always fails comes before the good one. */
async function worldOfTwo({ sick = false } = {}) {
  const well = await createChatWorld()
  const tokens = [SICK, ...well.deps.settings.tokens]
  const deps = { ...well.deps, fetch: sickFetch, settings: { ...well.deps.settings, tokens } }
  const chat: ChatWorld['chat'] = changes => well.chat({ ...deps, ...changes })
  const world = sick ? { ...well, deps, chat } : well
  const people = ['hana', 'ken'].map(name => world.world.person(name, { guild: world.guild }))
  return { ...world, people }
}

/** The number of copies of the text that each person can read. */
function copies({ remote, direct }: ChatWorld, people: readonly SandboxUser[]): number[] {
  const shared = [...remote.sandbox.state.channels.values()]
    .filter(({ guildId }) => guildId !== undefined)
    .flatMap(({ id }) => remote.texts(id)).length
  return people.map(person => direct(person).length + shared)
}

const BOTS = [
  { bots: 'one bot', sick: false },
  { bots: 'two bots of which one is sick', sick: true },
]

describe.each(
  drawn(
    ORDERS.flatMap(row => BOTS.map(bots => ({ ...row, ...bots }))),
    2,
  ),
)('$name with $bots, killed before and after each outside call and run again', ({ order, sick }) => {
  test('reaches each person once', async () => {
    let at = 0
    for (let dying = true; dying; ) {
      at += 1
      for (const when of ['before', 'after'] as const) {
        const world = await worldOfTwo({ sick })
        const { store, fetch, run } = createMortalProcess(world.deps, { at, what: 'dies', when })
        dying = 'died' in (await run(() => world.chat({ store, fetch }).deliver(order, ACTING)))
        if (dying) await rerun(world)
        const killed = `killed ${when} call ${at}`
        expect(copies(world, world.people), killed).toEqual([1, 1])
        expect(world.remote.sandbox.state.channels.size, killed).toBe('way' in order ? 1 : 2)
      }
    }
    expect(at).toBeGreaterThan(10)
    expect(at).toBeLessThan(200)

    /**
     * Repeats the delivery at once; after five minutes, when no message may be sent twice; and when every unknown
     * outcome can be settled.
     */
    async function rerun(world: Awaited<ReturnType<typeof worldOfTwo>>) {
      await world
        .chat()
        .deliver(order, ACTING)
        .catch(() => undefined)
      for (const count of copies(world, world.people)) expect(count).toBeLessThanOrEqual(1)
      world.pass(5 * MINUTE)
      await world
        .chat()
        .deliver(order, ACTING)
        .catch(() => undefined)
      for (const count of copies(world, world.people)) expect(count).toBeLessThanOrEqual(1)
      world.pass(20 * MINUTE)
      const last = await world.chat().deliver(order, ACTING)
      expect(last).toMatchObject({ complete: true, unreached: [] })
    }
  })
})

test('two runs at once send one message to each person', async () => {
  const world = await worldOfTwo()
  const order = { name: 'd', text: 'once', people: ['hana', 'ken'] }
  await Promise.all([1, 2, 3].map(() => world.chat().deliver(order, ACTING)))
  expect(copies(world, world.people)).toEqual([1, 1])
  expect(await world.chat().deliver(order, ACTING)).toMatchObject({ complete: true })
})
