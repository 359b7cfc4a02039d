import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../lib/core/errors.ts'
import type { ChatDeps } from '../../../../lib/services/chat/deps.ts'
import type { SandboxUser } from '../../../../sandbox/chat/state.ts'
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

/** The end of the process, as an error that no code under test may catch and continue after. */
class Killed extends AppError {
  constructor() {
    super('internal', 'killed by the test')
  }
}

/**
 * The dependencies of a process that is killed at step `at`. There is a step before and one after each use of the store
 * and the network. After the kill, no act of the process has an effect.
 */
function mortal(deps: ChatDeps, at: number): { deps: ChatDeps; died: () => boolean } {
  let steps = 0
  const step = () => {
    steps += 1
    if (steps >= at) throw new Killed()
  }
  const watched = <A extends unknown[], R>(work: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      step()
      const result = await work(...given)
      step()
      return result
    }
  }
  const { read, readMany, swap, remove, keys, close } = deps.store
  const store = {
    read: watched(read),
    readMany: watched(readMany),
    swap: watched(swap),
    remove: watched(remove),
    keys: watched(keys),
    close,
  }
  return { deps: { ...deps, store, fetch: watched(deps.fetch) as typeof fetch }, died: () => steps >= at }
}

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
)('$name with $bots, killed between any two steps and run again', ({ order, sick }) => {
  test('reaches each person once', async () => {
    let at = 1
    for (let dying = true; dying && at < 400; at++) {
      const world = await worldOfTwo({ sick })
      const { deps, died } = mortal(world.deps, at)
      await world
        .chat(deps)
        .deliver(order, ACTING)
        .catch(() => undefined)
      dying = died()
      if (dying) await rerun(world)
      expect(copies(world, world.people), `killed at step ${at}`).toEqual([1, 1])
      expect(world.remote.sandbox.state.channels.size, `killed at step ${at}`).toBe('way' in order ? 1 : 2)
    }
    expect(at).toBeGreaterThan(20)
    expect(at).toBeLessThan(400)

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
