import { describe, expect, test } from 'vitest'
import { failedAfterCommit, failedBeforeCommit, limitReached } from '../../../sandbox/chat/errors.ts'
import { POST_MESSAGE } from '../../../sandbox/chat/sandbox.ts'
import { PERMISSION } from '../../../sandbox/chat/state.ts'
import { lostAnswer } from '../../../sandbox/faults.ts'
import { ACTING, createChatWorld, MINUTE } from '../../helpers/remotes/chat.ts'

const writes = (requests: readonly string[]) => requests.filter(line => !line.startsWith('GET'))

describe('delivery to a channel', () => {
  test('is a dry run unless it is to be sent', async () => {
    const { world, remote, chat, guild } = await createChatWorld()
    const channel = world.channel(guild)
    const order = { name: 'hello', text: 'hello', channel: channel.id }
    expect(await chat().dryRun(order)).toMatchObject({ mode: 'dry-run', way: 'channel', channel: channel.id })
    expect(writes(remote.requests)).toEqual([])
  })

  test('is sent once, however often it runs, and mentions no person', async () => {
    const { world, remote, chat, guild } = await createChatWorld()
    const channel = world.channel(guild)
    const order = { name: 'hello', text: '@everyone hello', channel: channel.id }
    const first = await chat().deliver(order, ACTING)
    expect(await chat().deliver(order, ACTING)).toEqual(first)
    expect(first).toMatchObject({
      way: 'channel',
      complete: true,
      reached: [{ id: channel.id }],
      unreached: [],
    })
    expect(remote.sandbox.state.messages.get(channel.id)).toMatchObject([
      { content: '@everyone hello', mentions: false, nonce: expect.stringMatching(/^[\w-]{25}$/) },
    ])
  })

  test('another text under the same name is a conflict', async () => {
    const { world, chat, guild } = await createChatWorld()
    const channel = world.channel(guild).id
    await chat().deliver({ name: 'hello', text: 'a', channel }, ACTING)
    await expect(chat().deliver({ name: 'hello', text: 'b', channel }, ACTING)).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('a group without people is refused, and the hint asks who is meant', async () => {
    const { world, remote, chat, guild } = await createChatWorld()
    const group = world.group([world.person('hana', { guild })])
    const order = { name: 'hello', text: 'hello', channel: group.id }
    await expect(chat().deliver(order, ACTING)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('invites nobody again'),
      hint: expect.stringContaining('ask who should receive it'),
    })
    expect(writes(remote.requests)).toEqual([])
  })

  test('a group with people is delivered to each of them, with the reason', async () => {
    const { world, chat, guild, direct } = await createChatWorld()
    const hana = world.person('hana', { guild })
    const group = world.group([hana])
    const summary = await chat().deliver(
      { name: 'hello', text: 'hello', channel: group.id, people: ['hana'] },
      ACTING,
    )
    expect(summary).toMatchObject({
      way: 'direct_messages',
      why: { text: expect.stringContaining('group direct message') },
    })
    expect(direct(hana)).toEqual(['hello'])
  })

  test.each([0, 2001])('a text of %i characters is refused before anything is asked', async length => {
    const { remote, chat } = await createChatWorld()
    const order = { name: 'x', text: 'x'.repeat(length), channel: '1' }
    await expect(chat().deliver(order, ACTING)).rejects.toMatchObject({ code: 'bad_request' })
    expect(remote.requests).toEqual([])
  })
})

describe('direct messages', () => {
  test('who was reached, who was not and why, who answered and who did not', async () => {
    const { world, remote, chat, guild, direct } = await createChatWorld()
    const hana = world.person('hana', { guild })
    const ken = world.person('ken', { guild })
    world.person('closed', { guild, acceptsMessages: false })
    const order = { name: 'ask', text: 'Are you coming?', people: ['hana', 'ken', 'closed'] }
    const sent = await chat().deliver(order, ACTING)
    expect(sent).toMatchObject({
      reached: [{ label: 'hana' }, { label: 'ken' }],
      unreached: [{ label: 'closed', state: 'refused', reason: { text: expect.stringContaining('50007') } }],
      complete: true,
    })
    const dm = [...remote.sandbox.state.channels.values()].find(({ recipients }) =>
      recipients.includes(ken.id),
    )
    world.says(ken, dm?.id ?? '', 'yes')
    const summary = await chat().summary('ask')
    expect(summary).toMatchObject({
      answered: [{ label: 'ken', at: expect.any(String) }],
      silent: [{ label: 'hana' }],
    })
    expect([direct(hana), direct(ken)]).toEqual([['Are you coming?'], ['Are you coming?', 'yes']])
  })

  test('answers are read on from the cursor, and an answer stays one', async () => {
    const { world, remote, chat, guild } = await createChatWorld()
    const hana = world.person('hana', { guild })
    await chat().deliver({ name: 'ask', text: 'x', people: ['hana'] }, ACTING)
    const [dm] = [...remote.sandbox.state.channels.keys()]
    world.says(hana, dm ?? '', 'yes')
    const answer = remote.sandbox.state.messages.get(dm ?? '')?.at(-1)?.id
    await chat().summary('ask')
    remote.requests.length = 0
    expect(await chat().summary('ask')).toMatchObject({ answered: [{ label: 'hana' }], silent: [] })
    expect(remote.requests).toContain(`GET /api/v10/channels/${dm}/messages?after=${answer}&limit=100`)
  })

  test.each([
    { name: 'its answer was lost', fault: lostAnswer },
    { name: 'the platform broke after taking it', fault: failedAfterCommit },
  ])('a message is not sent again if $name', async ({ fault }) => {
    const { world, remote, chat, guild, direct, pass } = await createChatWorld()
    const hana = world.person('hana', { guild })
    remote.sandbox.faults.arm(POST_MESSAGE, fault())
    const order = { name: 'once', text: 'once', people: ['hana'] }
    expect(await chat().deliver(order, ACTING)).toMatchObject({
      unreached: [{ state: 'unknown' }],
      complete: false,
    })
    pass(20 * MINUTE)
    expect(await chat().deliver(order, ACTING)).toMatchObject({
      reached: [{ label: 'hana' }],
      complete: true,
    })
    expect(direct(hana)).toEqual(['once'])
  })

  test('a message that cannot have arrived is sent ten minutes later', async () => {
    const { world, remote, chat, guild, direct, pass } = await createChatWorld()
    const hana = world.person('hana', { guild })
    remote.sandbox.faults.arm(POST_MESSAGE, failedBeforeCommit())
    const order = { name: 'once', text: 'once', people: ['hana'] }
    await chat().deliver(order, ACTING)
    expect(await chat().deliver(order, ACTING)).toMatchObject({ unreached: [{ state: 'unknown' }] })
    pass(10 * MINUTE)
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(direct(hana)).toEqual(['once'])
  })

  test('a history that the bot may not read proves nothing, so nothing is sent again', async () => {
    const { world, remote, chat, guild, pass } = await createChatWorld()
    guild.roles.set(guild.id, PERMISSION.viewChannel | PERMISSION.sendMessages)
    const channel = world.channel(guild).id
    remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
    const order = { name: 'once', text: 'once', channel }
    await chat().deliver(order, ACTING)
    pass(20 * MINUTE)
    expect(await chat().deliver(order, ACTING)).toMatchObject({ unreached: [{ state: 'unknown' }] })
    expect(remote.texts(channel)).toEqual(['once'])
  })
})

describe('rate limits', () => {
  const people = ['hana', 'ken', 'yuki']

  async function worldOfThree() {
    const world = await createChatWorld()
    const persons = people.map(name => world.world.person(name, { guild: world.guild }))
    return { ...world, persons }
  }

  test('it waits for a short limit', async () => {
    const { remote, chat, persons, direct } = await worldOfThree()
    remote.sandbox.faults.arm(POST_MESSAGE, limitReached(3))
    expect(await chat().deliver({ name: 'x', text: 'x', people }, ACTING)).toMatchObject({ complete: true })
    expect(persons.map(direct)).toEqual([['x'], ['x'], ['x']])
  })

  test('it obeys the headers, so that no call exceeds the limit', async () => {
    const { remote, chat } = await worldOfThree()
    remote.sandbox.state.routeLimit = { limit: 1, window: 2000 }
    const statuses: number[] = []
    const observe = ({ status }: { status: unknown }) => void statuses.push(Number(status))
    await chat({ observe }).deliver({ name: 'x', text: 'x', people }, ACTING)
    expect(statuses).not.toContain(429)
  })

  test('a limit that outlives the function is left to the next run, by every instance', async () => {
    const { remote, chat, persons, direct, pass } = await worldOfThree()
    remote.sandbox.faults.arm(POST_MESSAGE, limitReached(120), { skip: 1 })
    const order = { name: 'x', text: 'x', people }
    expect(await chat().deliver(order, ACTING)).toMatchObject({
      reached: [{ label: 'hana' }],
      unreached: [
        { label: 'ken', state: 'limited' },
        { label: 'yuki', state: 'waiting' },
      ],
      complete: false,
    })
    remote.requests.length = 0
    await expect(chat().deliver(order, ACTING)).rejects.toMatchObject({
      code: 'limited',
      details: { retryAfter: 120 },
    })
    expect(remote.requests).toEqual([])
    pass(120_000)
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(persons.map(direct)).toEqual([['x'], ['x'], ['x']])
  })
})

test('the log has no text and no name', async () => {
  const { world, chat, guild, notes } = await createChatWorld()
  world.person('hana-q7', { guild })
  await chat().deliver({ name: 'ask', text: 'secret-q7', people: ['hana-q7'] }, ACTING)
  expect(notes.length).toBeGreaterThan(0)
  expect(JSON.stringify(notes)).not.toContain('q7')
})

test('a request checks a channel once, however many messages go to it', async () => {
  const { world, guild, remote, chat } = await createChatWorld()
  const channel = world.channel(guild).id
  const run = chat()
  for (const text of ['one', 'two', 'three']) await run.post({ caseName: text, channel, text, by: 'notices' })
  const asked = remote.requests.filter(line => line === `GET /api/v10/channels/${channel}`)
  expect({ asked: asked.length, posted: remote.sandbox.state.messages.get(channel)?.length }).toEqual({
    asked: 1,
    posted: 3,
  })
})
