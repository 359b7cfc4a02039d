/** An unfinished delivery shows in the open items, and its name alone is enough to continue it. */
import { describe, expect, test } from 'vitest'
import { FUNCTION_LIFE } from '../../../../lib/core/claims/lease.ts'
import { chatClaims } from '../../../../lib/services/chat/acts/claims.ts'
import { SETTLING } from '../../../../lib/services/chat/acts/once.ts'
import { chatNotices, readChatState } from '../../../../lib/services/chat/notices.ts'
import { failedAfterCommit, limitReached } from '../../../../sandbox/chat/errors.ts'
import { CREATE_CHANNEL, POST_MESSAGE } from '../../../../sandbox/chat/sandbox.ts'
import { answered } from '../../../../sandbox/faults.ts'
import { worded } from '../../../helpers/notice-words.ts'
import { ACTING, createChatWorld, MINUTE } from '../../../helpers/remotes/chat.ts'

const HOUR = 60 * MINUTE
const NAME = 'Friday, 2026'
const COMMAND = `: kura chat deliver "${NAME}" --write`

async function worldOf(...names: string[]) {
  const world = await createChatWorld()
  const people = names.map(name => world.world.person(name, { guild: world.guild }))
  const order = { name: NAME, text: 'Coming?', people: names }
  const stored = () => ({ ...world.deps, ...chatClaims(world.deps) })
  const notices = async () => worded(chatNotices(await readChatState(stored())))
  const indexed = async () => (await world.deps.store.keys('chat/delivery/', { open: true })).keys
  return { ...world, people, order, stored, notices, indexed }
}

const noPermission = answered(() => Response.json({ code: 50013, message: 'no' }, { status: 403 }))
const PRIVATE = { way: 'private_channel' } as const
const noAccess = answered(() => Response.json({ code: 50001, message: 'no' }, { status: 403 }))

describe('a delivery that ended early', () => {
  test('at a rate limit has a notice, with the command that continues it, until it is complete', async () => {
    const { remote, chat, order, people, direct, pass, notices } = await worldOf('hana', 'ken', 'yuki')
    remote.sandbox.faults.arm(POST_MESSAGE, limitReached(120))
    await chat().deliver(order, ACTING)
    pass(FUNCTION_LIFE - 1)
    expect(await notices()).toEqual([])
    pass(1)
    expect(await notices()).toEqual([
      {
        key: `chat/delivery/${NAME}`,
        step: 'waiting 3',
        text: expect.stringMatching(/ended early: "Friday, 2026", begun .*, 3 of 3 not sent \(.*rate limit/),
      },
    ])
    expect((await notices())[0]?.text.endsWith(COMMAND)).toBe(true)
    expect(JSON.stringify(await notices())).not.toContain('Coming?')
    pass(2 * MINUTE)
    expect(await chat().dryRun({ name: NAME })).toMatchObject({ characters: 7, begun: expect.any(String) })
    expect(await chat().deliver({ name: ' friday,  2026' }, ACTING)).toMatchObject({ complete: true })
    expect(people.map(direct)).toEqual([['Coming?'], ['Coming?'], ['Coming?']])
    expect(await notices()).toEqual([])
  })

  test('before it reached a person has a notice with the number of people left', async () => {
    const { chat, order, pass, notices } = await worldOf('hana', 'ken')
    const slow: typeof fetch = (input, init) => {
      pass(8_000)
      return fetch(input, init)
    }
    await chat({ fetch: slow, timeBudget: 40_000 }).deliver(order, ACTING)
    pass(HOUR)
    expect(await notices()).toMatchObject([{ text: expect.stringContaining('1 of 2 not sent') }])
  })

  test('has no notice while a run of it is under way', async () => {
    const { remote, chat, order, pass, notices, stored } = await worldOf('hana', 'ken')
    remote.sandbox.faults.arm(POST_MESSAGE, limitReached(120))
    await chat().deliver(order, ACTING)
    pass(HOUR)
    const { messages } = stored()
    const [{ name, claim }] = (await messages.listAll()) as [Awaited<ReturnType<typeof messages.listAll>>[0]]
    const { digest, body } = claim
    await messages.request(name, { digest, body, operation: 'o', by: 'hana', lease: MINUTE, flags: [] })
    expect(await notices()).toEqual([])
    pass(MINUTE + 1)
    // this message's outcome is now unknown; the message to the other person waits
    expect(await notices()).toMatchObject([{ step: 'waiting 1', text: expect.stringContaining('1 of 2') }])
  })

  test('has a notice again if a person saw that a message is not there', async () => {
    const { remote, chat, order, pass, notices, stored } = await worldOf('hana')
    remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
    await chat().deliver(order, ACTING)
    pass(2 * HOUR)
    expect(await notices()).toMatchObject([{ key: expect.stringContaining('chat/message/') }])
    const { messages } = stored()
    for (const { name, claim } of await messages.listOpen())
      await chat().decideMessage({
        caseName: name,
        operation: claim.operation,
        saw: { seenAt: claim.seenAt },
        by: 'hana',
      })
    expect(await notices()).toMatchObject([{ key: `chat/delivery/${NAME}` }])
  })

  test('has no notice if the people left cannot be reached', async () => {
    const { remote, chat, order, pass, notices } = await worldOf('hana')
    remote.sandbox.faults.arm(POST_MESSAGE, noAccess)
    expect(await chat().deliver(order, ACTING)).toMatchObject({ unreached: [{ state: 'refused' }] })
    pass(HOUR)
    expect(await notices()).toEqual([])
  })
})

describe('a channel that refuses the message although the bot could write there a moment ago', () => {
  const refusals = [
    { name: 'read-only', status: 403, code: 50013, reason: 'lacks a permission' },
    { name: 'hidden, or the bot was kicked', status: 403, code: 50001, reason: 'has no access' },
    { name: 'deleted', status: 404, code: 10003, reason: 'no such channel' },
    { name: 'of another kind', status: 400, code: 50008, reason: 'cannot hold a message' },
  ]
  test.each(refusals)('$name: nobody is forgotten', async ({ status, code, reason }) => {
    const { remote, chat, order, world, guild, pass, notices } = await worldOf('hana')
    const channel = world.channel(guild)
    const refusing = answered(() => Response.json({ code, message: 'no' }, { status }))
    remote.sandbox.faults.arm(POST_MESSAGE, refusing)
    const waiting = {
      unreached: [{ id: channel.id, state: 'waiting', reason: { text: expect.stringContaining(reason) } }],
      complete: false,
    }
    expect(await chat().deliver({ ...order, channel: channel.id }, ACTING)).toMatchObject(waiting)
    expect(await chat().summary(NAME)).toMatchObject(waiting)
    pass(FUNCTION_LIFE)
    expect(await notices()).toMatchObject([
      { key: `chat/delivery/${NAME}`, text: expect.stringMatching(`1 of 1 not sent \\(.*${reason}`) },
    ])
    expect(await chat().deliver({ name: NAME }, ACTING)).toMatchObject({ complete: true })
    expect(remote.texts(channel.id)).toEqual(['Coming?'])
    expect(await notices()).toEqual([])
  })
})

describe('the index entry of a delivery', () => {
  test('is dropped by a listing once all messages are sent, unless nothing may be stored', async () => {
    const { chat, order, notices, indexed, stored } = await worldOf('hana')
    await chat().deliver(order, ACTING)
    await readChatState({ ...stored(), mayStore: false })
    expect(await indexed()).toHaveLength(1)
    await notices()
    expect(await indexed()).toEqual([])
  })

  const faults = [
    { name: 'waits', fault: limitReached(120), notified: 1 },
    { name: 'was refused: a later run may send it', fault: noAccess, notified: 0 },
  ]
  test.each(faults)('stays as long as a message $name', async ({ fault, notified }) => {
    const { remote, chat, order, pass, notices, indexed } = await worldOf('hana')
    remote.sandbox.faults.arm(POST_MESSAGE, fault)
    await chat().deliver(order, ACTING)
    pass(2 * HOUR)
    expect(await notices()).toHaveLength(notified)
    expect(await indexed()).toHaveLength(1)
  })

  test('shows a run that tries a refused person again', async () => {
    const { remote, chat, order, pass, notices } = await worldOf('hana')
    remote.sandbox.faults.arm(POST_MESSAGE, noAccess)
    await chat().deliver(order, ACTING)
    pass(2 * HOUR)
    await notices()
    remote.sandbox.faults.arm(POST_MESSAGE, limitReached(120))
    await chat().deliver(order, ACTING)
    expect(await notices()).toMatchObject([{ step: 'waiting 1' }])
  })
})

describe('a private channel', () => {
  const lost = async () => {
    const world = await worldOf('hana', 'ken')
    world.remote.sandbox.faults.arm(CREATE_CHANNEL, failedAfterCommit())
    const order = { ...world.order, ...PRIVATE }
    await expect(world.chat().deliver(order, ACTING)).rejects.toMatchObject({ code: 'remote_silent' })
    return world
  }

  test('of unknown outcome has a notice, with the command that finds it', async () => {
    const { remote, chat, pass, notices } = await lost()
    pass(SETTLING - 1)
    expect(await notices()).toEqual([])
    pass(1)
    expect(await notices()).toMatchObject([
      {
        key: `chat/channel/${NAME}`,
        step: expect.stringMatching(/^unknown /),
        text: expect.stringMatching(
          /whether a private channel was created: "friday,-2026".*continue the deliv/,
        ),
      },
    ])
    expect((await notices())[0]?.text.endsWith(COMMAND)).toBe(true)
    expect(JSON.stringify(await notices())).not.toContain('Coming?')
    expect(await chat().dryRun({ name: NAME })).toMatchObject({
      channelName: 'friday,-2026',
      people: [{ label: 'hana' }, { label: 'ken' }],
    })
    expect(await chat().deliver({ name: NAME }, ACTING)).toMatchObject({
      way: 'private_channel',
      complete: true,
      silent: [{ label: 'hana' }, { label: 'ken' }],
    })
    expect([...remote.sandbox.state.channels.values()].map(({ id }) => remote.texts(id))).toEqual([
      ['Coming?'],
    ])
    expect(await notices()).toEqual([])
  })

  test('that is not created leaves its people unreached in the summary', async () => {
    const { chat } = await lost()
    expect(await chat().summary(NAME)).toMatchObject({
      reached: [],
      unreached: [
        { label: 'hana', state: 'waiting' },
        { label: 'ken', state: 'waiting' },
      ],
      complete: false,
    })
  })

  test('that the platform refused waits, with the reason', async () => {
    const { remote, chat, order, pass, notices } = await worldOf('hana')
    remote.sandbox.faults.arm(CREATE_CHANNEL, noPermission)
    await expect(chat().deliver({ ...order, ...PRIVATE }, ACTING)).rejects.toThrow('Cannot create')
    pass(HOUR)
    expect(await notices()).toMatchObject([
      { step: 'waiting 1', text: expect.stringContaining('lacks a permission') },
    ])
  })

  test('that another run is creating has no notice', async () => {
    const { pass, notices, stored, chat } = await lost()
    pass(HOUR)
    const { channels } = stored()
    for (const { name, claim } of await channels.listOpen()) {
      await channels.free({ name, claim }, { person: 'x', reason: 'x', settling: 0, from: ['unknown'] })
      const { digest } = claim
      await channels.request(name, { digest, operation: 'o', by: 'hana', lease: MINUTE, flags: [] })
    }
    expect(await notices()).toEqual([])
    await expect(chat().deliver({ name: NAME }, ACTING)).rejects.toThrow('another run is doing it')
  })

  test('that was refused for some people may be created for others', async () => {
    const { remote, chat, order } = await worldOf('hana', 'ken')
    remote.sandbox.faults.arm(CREATE_CHANNEL, noPermission)
    await expect(chat().deliver({ ...order, ...PRIVATE }, ACTING)).rejects.toThrow('Cannot create')
    const other = { ...order, ...PRIVATE, name: 'friday,-2026', people: ['hana'] }
    expect(await chat().deliver(other, ACTING)).toMatchObject({ complete: true })
  })

  test('of other people leaves the name of the delivery free', async () => {
    const { chat, order, pass, notices } = await worldOf('hana', 'ken')
    await chat().deliver({ ...order, ...PRIVATE }, ACTING)
    const other = { ...order, name: 'friday,-2026', people: ['hana'] }
    await expect(chat().deliver({ ...other, ...PRIVATE }, ACTING)).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('a name of its own'),
    })
    pass(HOUR)
    expect(await notices()).toEqual([])
    expect(await chat().deliver(other, ACTING)).toMatchObject({ complete: true })
  })
})

test.each(['deliver', 'dryRun'] as const)('%s() of an unknown name alone is not found', async act => {
  const { chat } = await worldOf()
  await expect(chat()[act]({ name: 'x' }, ACTING)).rejects.toMatchObject({ code: 'not_found' })
})
