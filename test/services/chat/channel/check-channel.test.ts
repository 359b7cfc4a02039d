/** The check of a channel with several bots, one of which fails. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { TimeLimit } from '../../../../lib/core/remote/time-limit.ts'
import { limitReached } from '../../../../sandbox/chat/errors.ts'
import { PERMISSION } from '../../../../sandbox/chat/state.ts'
import { answered, type Fault } from '../../../../sandbox/faults.ts'
import { ACTING, brokenAnswer, createChatWorld, SICK, withSickBot } from '../../../helpers/remotes/chat.ts'

const CHANNEL = 'GET /api/v10/channels/{channel}'
const OWN_USER = 'GET /api/v10/users/@me'
const broken = answered(brokenAnswer)

/** A server whose first bot fails and whose second one works. */
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
      expect(refused).toMatchObject([
        {
          token: 1,
          reason: {
            id: 'chat.unusedTokens.unanswered',
            text: expect.stringContaining('no answer about it: '),
          },
        },
      ])
      const { reached } = await chat({ settings }).deliver({ name: 'x', text: 'x', channel }, ACTING)
      expect(reached).toHaveLength(1)
    },
  )

  /** A bot whose requests are never answered; each times out as soon as it has arrived. */
  async function hangingBot(answersFor: (path: string) => boolean) {
    const expiries = new WeakMap<AbortSignal, () => void>()
    const limits = new Set<number>()
    vi.spyOn(TimeLimit.prototype, 'start').mockImplementation(milliseconds => {
      const controller = new AbortController()
      expiries.set(controller.signal, () => {
        limits.add(milliseconds)
        controller.abort(new DOMException('The operation timed out', 'TimeoutError'))
      })
      return controller.signal
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const world = await createChatWorld()
    const asked: string[] = []
    let expire: (() => void) | undefined
    const settings = await withSickBot(world, ({ url }) => {
      const path = new URL(url).pathname.replace('/api/v10', '')
      asked.push(path)
      if (answersFor(path)) return Response.json({ id: '77', username: 'sick', bot: true })
      expire?.()
      return new Promise<never>(() => undefined)
    })
    const watched: typeof fetch = (input, init) => {
      if (new Headers(init?.headers).get('authorization') === `Bot ${SICK}`)
        expire = init?.signal ? expiries.get(init.signal) : undefined
      return fetch(input, init)
    }
    return { ...world, asked, limits, chat: () => world.chat({ settings, fetch: watched }) }
  }

  test.each([
    {
      name: 'hangs on its socket',
      answersFor: () => false,
      ways: ['/users/@me', '/users/@me'],
      refused: [1],
    },
    {
      name: 'hangs on its socket about all but itself',
      answersFor: (path: string) => path === '/users/@me',
      ways: ['/users/@me', '/channels/{id}', '/users/@me', '/users/@me/guilds'],
      refused: [],
    },
  ])(
    '$name is given up after five seconds, and the others deliver',
    async ({ answersFor, ways, refused }) => {
      const { chat, world, guild, asked, limits, direct } = await hangingBot(answersFor)
      const channel = world.channel(guild).id
      const hana = world.person('hana', { guild })
      const check = await chat().checkChannel(channel)
      expect({ use: check.decision.use, refused: check.refused.map(({ token }) => token) }).toEqual({
        use: 'channel',
        refused,
      })
      asked.length = 0
      await expect(chat().deliver({ name: 'c', text: 'x', channel }, ACTING)).resolves.toMatchObject({
        complete: true,
      })
      await expect(chat().deliver({ name: 'd', text: 'y', people: ['hana'] }, ACTING)).resolves.toMatchObject(
        { complete: true },
      )
      expect(direct(hana)).toEqual(['y'])
      expect(asked.map(path => path.replace(/\d+$/, '{id}'))).toEqual(ways)
      expect([...limits]).toEqual([5_000])
    },
  )
})

test('if no bot gets an answer, the check fails', async () => {
  const { remote, chat, settings, channel } = await twoBots()
  remote.sandbox.faults.arm(CHANNEL, broken, { times: 2 })
  await expect(chat({ settings }).checkChannel(channel)).rejects.toMatchObject({ code: 'remote_answer' })
})

test('a delivery that a sick bot began waits for that bot, and its summary shows what is stored', async () => {
  const { remote, chat, settings, channel } = await twoBots()
  const order = { name: 'x', text: 'x', channel }
  await chat({ settings }).deliver(order, ACTING)
  remote.sandbox.faults.arm(OWN_USER, broken)
  await expect(chat({ settings }).deliver(order, ACTING)).rejects.toMatchObject({
    code: 'remote_refused',
    message: expect.stringMatching(/began this and cannot be used now: token 1: the platform gave no answer/),
  })
  remote.sandbox.faults.arm(OWN_USER, broken)
  expect((await chat({ settings }).summary('x')).reached).toHaveLength(1)
})

describe('a channel that the bot sees and may not write to', () => {
  test('is not used: the people named are reached, and the summary names the missing permission', async () => {
    const { world, guild, chat, direct } = await createChatWorld()
    const hana = world.person('hana', { guild })
    const overwrites = [{ id: guild.id, type: 0 as const, allow: 0n, deny: PERMISSION.sendMessages }]
    const channel = world.channel(guild, { overwrites }).id
    const order = { name: 'x', text: 'x', channel, people: ['hana'] }
    const summary = await chat().deliver(order, ACTING)
    expect(summary).toMatchObject({
      way: 'direct_messages',
      why: { text: expect.stringContaining('lacks SEND_MESSAGES') },
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

test.each([
  { what: 'no threads', deny: PERMISSION.sendMessagesInThreads, use: 'other' },
  { what: 'threads alone', deny: PERMISSION.sendMessages, use: 'channel' },
])(
  'a thread is as open as its channel is for threads: the channel lets the bot write in $what',
  async ({ deny, use }) => {
    const { chat, world, guild } = await createChatWorld()
    const overwrites = [{ id: guild.id, type: 0 as const, allow: 0n, deny }]
    const parent = world.channel(guild, { overwrites })
    const thread = world.channel(guild, { type: 11, parent })
    expect((await chat().checkChannel(thread.id)).decision).toMatchObject({ use })
    const sent = chat().deliver({ name: 'x', text: 'x', channel: thread.id }, ACTING)
    if (use === 'channel') expect((await sent).reached).toHaveLength(1)
    else await expect(sent).rejects.toThrow('lacks SEND_MESSAGES_IN_THREADS there')
  },
)
