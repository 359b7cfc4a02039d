/** Several bots at the platform, of which one is sick. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { limitReached } from '../../../lib/sandbox/chat/errors.ts'
import { PERMISSION } from '../../../lib/sandbox/chat/state.ts'
import { answered, type Fault } from '../../../lib/sandbox/faults.ts'
import { ACTING, brokenAnswer, createChatWorld, withSickBot } from '../../helpers/remotes/chat.ts'

const CHANNEL = 'GET /api/v10/channels/{channel}'
const OWN_USER = 'GET /api/v10/users/@me'
const broken = answered(brokenAnswer)

/** A server with a sick bot first, and one that is well. */
async function twoBots() {
  const world = await createChatWorld()
  const { deps, guild } = world
  const second = world.world.bot('second', { guild })
  const settings = { ...deps.settings, tokens: [...deps.settings.tokens, second.token] }
  return { ...world, settings, second: second.user, channel: world.world.channel(guild).id }
}

const sick: readonly (readonly [string, Fault])[] = [
  ['answers 500', broken],
  ['waits for its limit', limitReached(120, 'shared')],
]

describe('a bot that', () => {
  test.each(sick)('%s about the channel does not stop the others', async (_name, fault) => {
    const { remote, chat, settings, second, channel } = await twoBots()
    remote.sandbox.faults.arm(CHANNEL, fault)
    const { decision, observations } = await chat({ settings }).checkChannel(channel)
    expect(decision).toMatchObject({ use: 'channel', bot: second.id })
    expect(observations).toMatchObject([{ saw: { unanswered: expect.any(String) } }, { saw: { type: 0 } }])
  })

  test.each(sick)(
    '%s about itself is refused by its position, and the other delivers',
    async (_name, fault) => {
      const { remote, chat, settings, channel } = await twoBots()
      remote.sandbox.faults.arm(OWN_USER, fault)
      const { decision, refused } = await chat({ settings }).checkChannel(channel)
      expect(decision.use).toBe('channel')
      expect(refused).toEqual([{ token: 1, reason: expect.stringContaining('no answer about it') }])
      const { reached } = await chat({ settings }).deliver({ name: 'x', text: 'x', channel }, ACTING)
      expect(reached).toHaveLength(1)
    },
  )

  test('hangs on its socket is given up after five seconds, and asked once', async () => {
    const timeouts: { readonly milliseconds: number; run(): void }[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(milliseconds => {
      const controller = new AbortController()
      const run = () => controller.abort(new DOMException('The operation timed out', 'TimeoutError'))
      timeouts.push({ milliseconds, run })
      return controller.signal
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const world = await createChatWorld()
    let asked = 0
    const settings = await withSickBot(world, () => {
      asked += 1
      timeouts[0]?.run()
      return new Promise<never>(() => undefined)
    })
    const channel = world.world.channel(world.guild).id
    const { decision, refused } = await world.chat({ settings }).checkChannel(channel)
    expect({ use: decision.use, refused: refused.map(({ token }) => token), asked }).toEqual({
      use: 'channel',
      refused: [1],
      asked: 1,
    })
    expect(timeouts[0]?.milliseconds).toBe(5_000)
  })
})

test('if no bot gets an answer, the check fails', async () => {
  const { remote, chat, settings, channel } = await twoBots()
  remote.sandbox.faults.arm(CHANNEL, broken, { times: 2 })
  await expect(chat({ settings }).checkChannel(channel)).rejects.toMatchObject({ code: 'remote_answer' })
})

test('a delivery that a sick bot began waits for that bot', async () => {
  const { remote, chat, settings, channel } = await twoBots()
  const order = { name: 'x', text: 'x', channel }
  await chat({ settings }).deliver(order, ACTING)
  remote.sandbox.faults.arm(OWN_USER, broken)
  await expect(chat({ settings }).summary('x')).rejects.toMatchObject({
    code: 'remote_refused',
    message: expect.stringMatching(/began this and cannot be used now: token 1: the platform gave no answer/),
  })
})

describe('a channel that the bot sees and may not write to', () => {
  test('is not used: the people named are reached, and the missing permission is told', async () => {
    const { world, guild, chat, direct } = await createChatWorld()
    const hana = world.person('hana', { guild })
    const overwrites = [{ id: guild.id, type: 0 as const, allow: 0n, deny: PERMISSION.sendMessages }]
    const channel = world.channel(guild, { overwrites }).id
    const order = { name: 'x', text: 'x', channel, people: ['hana'] }
    const summary = await chat().deliver(order, ACTING)
    expect(summary).toMatchObject({
      way: 'direct_messages',
      why: expect.stringContaining('lacks SEND_MESSAGES'),
    })
    expect(direct(hana)).toEqual(['x'])
  })

  test('is used through the bot that may', async () => {
    const { world, guild, chat, settings, second } = await twoBots()
    const overwrites = [
      { id: guild.id, type: 0 as const, allow: 0n, deny: PERMISSION.sendMessages },
      { id: second.id, type: 1 as const, allow: PERMISSION.sendMessages, deny: 0n },
    ]
    const channel = world.channel(guild, { overwrites }).id
    expect((await chat({ settings }).checkChannel(channel)).decision).toMatchObject({ bot: second.id })
  })
})
