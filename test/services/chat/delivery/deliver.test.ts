import { describe, expect, test } from 'vitest'
import { failedAfterCommit } from '../../../../sandbox/chat/errors.ts'
import { POST_MESSAGE } from '../../../../sandbox/chat/sandbox.ts'
import { answered } from '../../../../sandbox/faults.ts'
import { UNREACHABLE } from '../../../helpers/http/unreachable.ts'
import { ACTING, createChatWorld, MINUTE } from '../../../helpers/remotes/chat.ts'

const OPEN_DIRECT = 'POST /api/v10/users/@me/channels'
const READ_MESSAGES = 'GET /api/v10/channels/{channel}/messages'

const refusal = (status: number, code: number) =>
  answered(() => Response.json({ code, message: 'no' }, { status }))

async function worldOf(...names: string[]) {
  const world = await createChatWorld()
  const people = names.map(name => world.world.person(name, { guild: world.guild }))
  const order = { name: 'ask', text: 'Coming?', people: names }
  const posted = () => world.remote.requests.filter(line => line.startsWith('POST'))
  return { ...world, people, order, posted }
}

test('a delivery sends nothing if a setting of its summary is not valid', async () => {
  const { chat, order, people, direct } = await worldOf('hana')
  const locale = () => {
    throw new Error('no such language')
  }
  await expect(chat({ locale }).deliver(order, ACTING)).rejects.toThrow('no such language')
  expect(people.map(direct)).toEqual([[]])
})

describe('a delivery that is run again', () => {
  test('sends nothing to people who were reached, and those who have left since stay reached', async () => {
    const { remote, chat, order, posted } = await worldOf('hana', 'ken')
    const first = await chat().deliver(order, ACTING)
    remote.requests.length = 0
    remote.sandbox.faults.arm(OPEN_DIRECT, refusal(404, 10013), { times: Number.POSITIVE_INFINITY })
    expect(await chat().deliver(order, ACTING)).toEqual(first)
    expect(posted()).toEqual([])
  })

  test('looks for a message of unknown outcome in its channel, even if the person takes no more messages', async () => {
    const { remote, chat, order, people, direct } = await worldOf('hana')
    remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
    await chat().deliver(order, ACTING)
    remote.sandbox.faults.arm(OPEN_DIRECT, refusal(404, 10013))
    expect(await chat().deliver(order, ACTING)).toMatchObject({
      reached: [{ label: 'hana' }],
      complete: true,
    })
    expect(people.map(direct)).toEqual([['Coming?']])
  })
})

describe('a delivery in another spelling', () => {
  const spellings = ['ＡＳＫ', ' ask', 'ask\u3000', '\u200b ask', 'a\u00adsk']

  test.each(spellings)('%j is the same delivery, and sends nothing again', async name => {
    const { chat, order, people, direct } = await worldOf('hana')
    const first = await chat().deliver(order, ACTING)
    expect(await chat().deliver({ ...order, name }, ACTING)).toEqual(first)
    expect(await chat().summary(name)).toEqual(first)
    expect(people.map(direct)).toEqual([['Coming?']])
  })
})

describe('what was not sent and not refused', () => {
  /** Cuts the connection to the platform just before the message. */
  const cutOff: typeof fetch = (input, init) =>
    fetch(/\/messages$/.test(String(input)) && init?.method === 'POST' ? UNREACHABLE : input, init)

  test('waits for the next run if the platform was not reached, and no summary calls it complete', async () => {
    const { chat, order, people, direct } = await worldOf('hana')
    const waiting = {
      unreached: [
        { label: 'hana', state: 'waiting', reason: { text: expect.stringContaining('nothing was sent') } },
      ],
      complete: false,
    }
    expect(await chat({ fetch: cutOff }).deliver(order, ACTING)).toMatchObject(waiting)
    expect(await chat().summary('ask')).toMatchObject(waiting)
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(people.map(direct)).toEqual([['Coming?']])
  })

  const passing = [
    {
      name: 'a token that ended meanwhile',
      answer: () => Response.json({ message: '401' }, { status: 401 }),
    },
    {
      name: 'something between that refuses',
      answer: () => new Response('<html>no</html>', { status: 403 }),
    },
  ]
  test.each(passing)('waits for the next run after $name', async ({ answer }) => {
    const { chat, order } = await worldOf('hana', 'ken')
    const between: typeof fetch = async (input, init) => {
      const open = String(input).endsWith('/users/@me/channels')
      const late = /\/messages$/.test(String(input)) || (open && opened++ > 0)
      return init?.method === 'POST' && late ? answer() : fetch(input, init)
    }
    let opened = 0
    const waiting = { unreached: [{ state: 'waiting' }, { state: 'waiting' }], complete: false }
    expect(await chat({ fetch: between }).deliver(order, ACTING)).toMatchObject(waiting)
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true, unreached: [] })
  })

  test('waits for the next run if a slow platform leaves no time', async () => {
    const { chat, order, people, direct, pass } = await worldOf('hana', 'ken', 'yuki')
    const slow: typeof fetch = (input, init) => {
      pass(8_000)
      return fetch(input, init)
    }
    const first = await chat({ fetch: slow, timeBudget: 60_000 }).deliver(order, ACTING)
    expect(first).toMatchObject({
      reached: [{ label: 'hana' }, { label: 'ken' }],
      unreached: [{ label: 'yuki', state: 'waiting' }],
      complete: false,
    })
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(people.map(direct)).toEqual([['Coming?'], ['Coming?'], ['Coming?']])
  })
})

test('a person with whom no direct message can be opened is refused in the summary too, and tried again', async () => {
  const { remote, chat, order } = await worldOf('hana', 'ken')
  remote.sandbox.faults.arm(OPEN_DIRECT, refusal(403, 50278))
  const refused = {
    unreached: [{ label: 'hana', state: 'refused', reason: { text: expect.stringContaining('50278') } }],
  }
  expect(await chat().deliver(order, ACTING)).toMatchObject({ ...refused, complete: true })
  expect(await chat().summary('ask')).toMatchObject({ ...refused, complete: true })
  expect(await chat().deliver(order, ACTING)).toMatchObject({ unreached: [], complete: true })
  expect(await chat().summary('ask')).toMatchObject({ unreached: [], complete: true })
})

describe('a summary', () => {
  test('with one unreadable channel reports the others, and the reason', async () => {
    const { remote, chat, order } = await worldOf('hana', 'ken')
    await chat().deliver(order, ACTING)
    remote.sandbox.faults.arm(READ_MESSAGES, refusal(403, 50001))
    expect(await chat().summary('ask')).toMatchObject({
      reached: [{ label: 'hana' }, { label: 'ken' }],
      silent: [{ label: 'ken' }],
      unread: [{ label: 'hana', reason: { text: expect.stringContaining('50001') } }],
    })
  })

  test('does not call a person silent whose channel the bot may not read', async () => {
    const { remote, chat, order, people, world } = await worldOf('hana')
    await chat().deliver(order, ACTING)
    const [direct = ''] = remote.sandbox.state.channels.keys()
    for (const person of people) world.says(person, direct, 'yes')
    remote.sandbox.faults.arm(
      READ_MESSAGES,
      answered(() => Response.json([])),
    )
    expect(await chat().summary('ask')).toMatchObject({ silent: [], unread: [{ label: 'hana' }] })
    expect(await chat().summary('ask')).toMatchObject({ answered: [{ label: 'hana' }], unread: [] })
  })

  test('keeps what was read before if no time is left', async () => {
    const { remote, chat, order, people, world, pass } = await worldOf('hana', 'ken')
    await chat().deliver(order, ACTING)
    const [direct = ''] = remote.sandbox.state.channels.keys()
    for (const person of people.slice(0, 1)) world.says(person, direct, 'yes')
    await chat().summary('ask')
    const slow: typeof fetch = (input, init) => {
      pass(60_000)
      return fetch(input, init)
    }
    expect(await chat({ fetch: slow }).summary('ask')).toMatchObject({
      answered: [{ label: 'hana' }],
      silent: [],
      unread: [{ label: 'ken', reason: { text: expect.stringContaining('no time') } }],
    })
  })
})

test('a lost message is not confused with one of another delivery that has the same text', async () => {
  const { remote, chat, order, people, direct, pass } = await worldOf('hana')
  remote.sandbox.faults.arm(READ_MESSAGES, {
    after: async answer => {
      const messages = (await answer.json()) as object[]
      return Response.json(messages.map(message => ({ ...message, nonce: undefined })))
    },
  })
  await chat().deliver({ ...order, name: 'first' }, ACTING)
  remote.sandbox.faults.arm(
    POST_MESSAGE,
    answered(() => Response.json({ message: 'broken', code: 0 }, { status: 500 })),
  )
  await chat().deliver(order, ACTING)
  expect(await chat().deliver(order, ACTING)).toMatchObject({ unreached: [{ state: 'unknown' }] })
  pass(20 * MINUTE)
  expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
  expect(people.map(direct)).toEqual([['Coming?', 'Coming?']])
})

describe('a message of unknown outcome whose text the platform has changed', () => {
  const strip = (change: (content: string) => string) => ({
    after: async (answer: Response) => {
      const messages = (await answer.json()) as { content: string }[]
      return Response.json(
        messages.map(message => ({ ...message, nonce: undefined, content: change(message.content) })),
      )
    },
  })

  test('beyond what kura leaves out itself is not certain, and is not sent again', async () => {
    const { remote, chat, order, people, direct, pass } = await worldOf('hana')
    remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
    await chat().deliver(order, ACTING)
    pass(20 * MINUTE)
    remote.sandbox.faults.arm(
      READ_MESSAGES,
      strip(content => content.replace('?', '')),
    )
    expect(await chat().deliver(order, ACTING)).toMatchObject({
      unreached: [
        { state: 'unknown', reason: { text: expect.stringContaining('is of that time, with another text') } },
      ],
    })
    expect(people.map(direct)).toEqual([['Coming?']])
  })

  test('only in what kura leaves out is found', async () => {
    const { remote, chat, order, people, direct, pass } = await worldOf('hana')
    const text = 'Coming?\r\n\u200eYes or no'
    remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
    await chat().deliver({ ...order, text }, ACTING)
    pass(20 * MINUTE)
    remote.sandbox.faults.arm(
      READ_MESSAGES,
      strip(content => `${content} \n`),
    )
    expect(await chat().deliver({ ...order, text }, ACTING)).toMatchObject({ complete: true })
    expect(people.map(direct)).toEqual([['Coming?\nYes or no']])
  })
})

test('an answer without a body does not prove that a channel is missing', async () => {
  const { remote, chat, order, pass } = await worldOf('hana')
  const channel = { ...order, way: 'private_channel' } as const
  remote.sandbox.faults.arm('POST /api/v10/guilds/{guild}/channels', failedAfterCommit())
  await expect(chat().deliver(channel, ACTING)).rejects.toMatchObject({ code: 'remote_silent' })
  pass(20 * MINUTE)
  const empty: typeof fetch = async (input, init) =>
    init?.method === 'GET' && /\/guilds\/\d+\/channels$/.test(String(input))
      ? new Response()
      : fetch(input, init)
  await expect(chat({ fetch: empty }).deliver(channel, ACTING)).rejects.toMatchObject({
    code: 'remote_silent',
  })
  expect(await chat().deliver(channel, ACTING)).toMatchObject({ complete: true })
  expect(remote.sandbox.state.channels.size).toBe(1)
})
