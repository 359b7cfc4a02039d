import { describe, expect, test } from 'vitest'
import { failedAfterCommit, failedBeforeCommit, limitReached } from '../../lib/sandbox/chat/errors.ts'
import { CREATE_CHANNEL, POST_MESSAGE } from '../../lib/sandbox/chat/sandbox.ts'
import { PERMISSION } from '../../lib/sandbox/chat/state.ts'
import { answered, lostAnswer } from '../../lib/sandbox/faults.ts'
import { ACTING, createChatWorld, MINUTE } from '../helpers/chat.ts'

const writes = (requests: readonly string[]) => requests.filter(line => !line.startsWith('GET'))

describe('bot tokens', () => {
  test("a person's token is found out and nothing else is done with it", async () => {
    const { world, remote, chat, guild } = await createChatWorld()
    const hana = world.person('hana', { guild })
    const channel = world.channel(guild)
    const token = `${Buffer.from(hana.id).toString('base64url')}.sandbo.${'p'.repeat(38)}`
    remote.sandbox.state.tokens.set(token, hana.id)
    const check = await chat({ settings: { ...(await settingsOf(token)) } }).checkChannel(channel.id)
    expect(check.decision).toMatchObject({ use: 'other', cause: 'no_bot' })
    expect(check.refused).toEqual([{ token: 1, reason: expect.stringContaining('401') }])
    expect(remote.requests).toEqual(['GET /api/v10/users/@me'])

    async function settingsOf(token: string) {
      return { tokens: [token], baseUrl: remote.url, guildId: guild.id, noticesChannelId: undefined }
    }
  })

  test('an account that answers and is no bot is refused by name of the reason', async () => {
    const { world, remote, chat, guild } = await createChatWorld()
    remote.sandbox.faults.arm('GET /api/v10/users/@me', {
      after: async answer => {
        const person = (await answer.json()) as object
        return Response.json({ ...person, bot: false })
      },
    })
    const { refused } = await chat().checkChannel(world.channel(guild).id)
    expect(refused).toEqual([
      { token: 1, reason: expect.stringContaining("a person's token: it is not used") },
    ])
    expect(remote.requests).toHaveLength(1)
  })

  test('every token is tried, and the one that sees the channel is used', async () => {
    const { world, remote, chat, guild, parts } = await createChatWorld()
    const other = world.guild('other')
    const second = world.bot('second', { guild: other })
    const settings = { ...parts.settings, tokens: [...parts.settings.tokens, second.token] }
    const channel = world.channel(other)
    const check = await chat({ settings }).checkChannel(channel.id)
    expect(check.decision).toMatchObject({ use: 'channel', bot: second.user.id })
    expect(check.observations).toMatchObject([{ saw: { code: 50001 }, inServer: true }, { saw: { type: 0 } }])
    expect(guild.members.size).toBe(1)
    expect(writes(remote.requests)).toEqual([])
  })
})

describe('bots that cannot be used', () => {
  const locked = answered(() => Response.json({ code: 40002, message: 'no' }, { status: 403 }))

  test('one that the platform locks out does not hold up the others', async () => {
    const { world, remote, chat, guild, parts } = await createChatWorld()
    const second = world.bot('second', { guild })
    const settings = { ...parts.settings, tokens: [second.token, ...parts.settings.tokens] }
    remote.sandbox.faults.arm('GET /api/v10/users/@me', locked)
    const { decision, refused } = await chat({ settings }).checkChannel(world.channel(guild).id)
    expect(decision.use).toBe('channel')
    expect(refused).toMatchObject([{ reason: expect.stringContaining('403') }])
  })

  test.each(['deliver', 'tell'] as const)('%s() says of each token why it is not used', async way => {
    const { world, remote, chat, guild } = await createChatWorld()
    const channel = world.channel(guild).id
    remote.sandbox.faults.arm('GET /api/v10/users/@me', locked)
    const sent =
      way === 'tell'
        ? chat().tell({ caseName: 'x', channel, text: 'x', by: 'hana' })
        : chat().deliver({ name: 'x', channel, text: 'x' }, ACTING)
    await expect(sent).rejects.toMatchObject({
      code: 'remote_refused',
      message: expect.stringContaining('token 1: the platform locks this bot out (403)'),
    })
  })

  test('a group that one bot sees is refused at once: no other bot asks', async () => {
    const { world, remote, chat, guild, parts } = await createChatWorld()
    const second = world.bot('second', { guild })
    const settings = { ...parts.settings, tokens: [...parts.settings.tokens, second.token] }
    let asked = 0
    const member: typeof fetch = async (input, init) => {
      if (!String(input).endsWith('/channels/9')) return fetch(input, init)
      asked += 1
      return Response.json({ id: '9', type: 3 })
    }
    const { decision } = await chat({ settings, fetch: member }).checkChannel('9')
    expect(decision).toMatchObject({ use: 'other', cause: 'group' })
    expect([asked, writes(remote.requests)]).toEqual([1, []])
  })
})

describe('delivery to a channel', () => {
  test('is a dry run unless it is meant', async () => {
    const { world, remote, chat, guild } = await createChatWorld()
    const channel = world.channel(guild)
    const order = { name: 'hello', text: 'hello', channel: channel.id }
    expect(await chat().dryRun(order)).toMatchObject({ mode: 'dry-run', way: 'channel', channel: channel.id })
    expect(writes(remote.requests)).toEqual([])
  })

  test('goes once, however often it is run, and mentions nobody', async () => {
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

  test('a group without people is sent back to ask who is meant', async () => {
    const { world, remote, chat, guild } = await createChatWorld()
    const group = world.group([world.person('hana', { guild })])
    const order = { name: 'hello', text: 'hello', channel: group.id }
    await expect(chat().deliver(order, ACTING)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('invites nobody again'),
      hint: expect.stringContaining('ask who shall get it'),
    })
    expect(writes(remote.requests)).toEqual([])
  })

  test('a group with people goes to each of them, and says why', async () => {
    const { world, chat, guild, direct } = await createChatWorld()
    const hana = world.person('hana', { guild })
    const group = world.group([hana])
    const summary = await chat().deliver(
      { name: 'hello', text: 'hello', channel: group.id, people: ['hana'] },
      ACTING,
    )
    expect(summary).toMatchObject({
      way: 'direct_messages',
      why: expect.stringContaining('group direct message'),
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

describe('private channel', () => {
  const order = {
    name: 'Books 2026',
    text: 'hello',
    people: ['hana', 'ken'],
    way: 'private_channel',
  } as const

  async function worldWithPeople() {
    const world = await createChatWorld()
    const { guild } = world
    return {
      ...world,
      hana: world.world.person('hana', { guild }),
      ken: world.world.person('ken', { guild }),
    }
  }

  test('everyone is denied, each member and the bot itself are allowed', async () => {
    const { remote, chat, guild, bot, hana, ken } = await worldWithPeople()
    const summary = await chat().deliver(order, ACTING)
    const [made] = [...remote.sandbox.state.channels.values()]
    expect(made).toMatchObject({ name: 'books-2026', type: 0 })
    expect(made?.overwrites).toEqual([
      { id: guild.id, type: 0, allow: 0n, deny: PERMISSION.viewChannel },
      { id: hana.id, type: 1, allow: PERMISSION.viewChannel, deny: 0n },
      { id: ken.id, type: 1, allow: PERMISSION.viewChannel, deny: 0n },
      {
        id: bot.id,
        type: 1,
        allow: PERMISSION.viewChannel | PERMISSION.sendMessages | PERMISSION.readMessageHistory,
        deny: 0n,
      },
    ])
    expect(summary).toMatchObject({
      way: 'private_channel',
      complete: true,
      silent: [{ label: 'hana' }, { label: 'ken' }],
    })
    expect(remote.texts(made?.id ?? '')).toEqual(['hello'])
  })

  test('another delivery to the same people, named the other way round, finds it too', async () => {
    const { remote, chat } = await worldWithPeople()
    await chat().deliver(order, ACTING)
    const again = { ...order, name: 'books 2026', text: 'again', people: ['ken', 'hana'] }
    expect(await chat().deliver(again, ACTING)).toMatchObject({ complete: true })
    expect(remote.sandbox.state.channels.size).toBe(1)
  })

  test('a repeat finds the existing one', async () => {
    const { remote, chat } = await worldWithPeople()
    await chat().deliver(order, ACTING)
    await chat().deliver(order, ACTING)
    expect(remote.sandbox.state.channels.size).toBe(1)
  })

  test.each([
    { name: 'its answer was lost', fault: lostAnswer },
    { name: 'the platform broke after making it', fault: failedAfterCommit },
  ])('is found again where $name', async ({ fault }) => {
    const { remote, chat } = await worldWithPeople()
    remote.sandbox.faults.arm(CREATE_CHANNEL, fault())
    await expect(chat().deliver(order, ACTING)).rejects.toMatchObject({ code: 'remote_silent' })
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(remote.sandbox.state.channels.size).toBe(1)
  })

  test('is made ten minutes later where it was not made', async () => {
    const { remote, chat, pass } = await worldWithPeople()
    remote.sandbox.faults.arm(CREATE_CHANNEL, failedBeforeCommit())
    await expect(chat().deliver(order, ACTING)).rejects.toMatchObject({ code: 'remote_silent' })
    pass(10 * MINUTE - 1)
    await expect(chat().deliver(order, ACTING)).rejects.toMatchObject({ code: 'remote_silent' })
    expect(remote.sandbox.state.channels.size).toBe(0)
    pass(1)
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(remote.sandbox.state.channels.size).toBe(1)
  })

  test('without MANAGE_CHANNELS it names exactly that, and makes nothing', async () => {
    const { remote, chat, guild, world, parts } = await worldWithPeople()
    const weak = world.bot('weak', { guild, permissions: 0n })
    const settings = { ...parts.settings, tokens: [weak.token] }
    await expect(chat({ settings }).deliver(order, ACTING)).rejects.toMatchObject({
      code: 'permission_missing',
      message: expect.stringMatching(/lacks MANAGE_CHANNELS in the server$/),
      details: { permissions: ['MANAGE_CHANNELS'] },
    })
    expect(writes(remote.requests)).toEqual([])
  })

  test('of two bots the one that may makes it', async () => {
    const { remote, chat, guild, world, parts } = await worldWithPeople()
    const weak = world.bot('weak', { guild, permissions: 0n })
    const settings = { ...parts.settings, tokens: [weak.token, ...parts.settings.tokens] }
    expect(await chat({ settings }).deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(remote.sandbox.state.channels.size).toBe(1)
  })

  test('other people under the same name are a conflict, and told what to do', async () => {
    const { chat } = await worldWithPeople()
    await chat().deliver(order, ACTING)
    const other = { ...order, name: 'books 2026', people: ['hana'] }
    await expect(chat().deliver(other, ACTING)).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('a name of its own'),
    })
  })

  test('ambiguous and missing names are asked back, and not quoted in the message that is logged', async () => {
    const { remote, chat, guild, world } = await worldWithPeople()
    world.person('yuki.a', { guild, nick: 'Yuki' })
    world.person('yuki.b', { guild, globalName: 'Yuki' })
    const asked = chat().deliver({ ...order, people: ['hana', 'yuki', 'nobody'] }, ACTING)
    await expect(asked).rejects.toMatchObject({
      code: 'bad_request',
      message: 'Cannot tell who is meant: ambiguous names: 1, names that nobody in the server has: 1',
      details: { ambiguous: [expect.stringMatching(/^yuki: yuki\.a.*\/ yuki\.b/)], missing: ['nobody'] },
    })
    expect(writes(remote.requests)).toEqual([])
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
      unreached: [{ label: 'closed', state: 'refused', reason: expect.stringContaining('50007') }],
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
  ])('a message is not sent again where $name', async ({ fault }) => {
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

describe('a message of unknown outcome, settled by a person', () => {
  /** One that was sent into a channel whose history the bot may not read; its answer was lost. */
  async function unreadable() {
    const world = await createChatWorld()
    world.guild.roles.set(world.guild.id, PERMISSION.viewChannel | PERMISSION.sendMessages)
    const channel = world.world.channel(world.guild).id
    const order = { name: 'once', text: 'once', channel }
    return { ...world, channel, order, caseName: `delivery/once/${channel}` }
  }

  test('who sees it there names it, and the delivery is complete', async () => {
    const { remote, chat, channel, order, caseName } = await unreadable()
    remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
    await chat().deliver(order, ACTING)
    expect(await chat().messages(['unknown'])).toMatchObject([{ case: caseName, state: 'unknown', channel }])
    const message = remote.sandbox.state.messages.get(channel)?.at(-1)?.id ?? ''
    const decided = await chat().decideMessage({ caseName, message, by: 'Mei (key hana)' })
    expect(decided).toMatchObject({ state: 'done', message })
    expect(await chat().deliver(order, ACTING)).toMatchObject({ reached: [{ message }], complete: true })
    expect(await chat().messages(['unknown'])).toEqual([])
    expect(remote.texts(channel)).toEqual(['once'])
  })

  test('who sees that it is not there frees it, after the settling time, and it is sent', async () => {
    const { remote, chat, channel, order, caseName, pass } = await unreadable()
    remote.sandbox.faults.arm(POST_MESSAGE, failedBeforeCommit())
    await chat().deliver(order, ACTING)
    const free = () => chat().decideMessage({ caseName, by: 'Mei (key hana)' })
    await expect(free()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('minutes'),
    })
    pass(20 * MINUTE)
    expect(await free()).toMatchObject({ state: 'refused', reason: expect.stringContaining('a person saw') })
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(remote.texts(channel)).toEqual(['once'])
    await expect(free()).rejects.toMatchObject({ code: 'conflict' })
  })

  test('the claim says who decided', async () => {
    const { remote, chat, order, caseName, store } = await unreadable()
    remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
    await chat().deliver(order, ACTING)
    await chat().decideMessage({ caseName, message: '1', by: 'Mei (key hana)' })
    const { record } = await store.read(`claim/message/${encodeURIComponent(caseName)}`)
    expect(JSON.parse(record?.value ?? '').steps.at(-1)).toMatchObject({
      state: 'done',
      by: 'Mei (key hana)',
    })
  })

  test('a case that is not known is said to be so', async () => {
    const { chat } = await unreadable()
    await expect(chat().decideMessage({ caseName: 'none', by: 'Mei' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('rate limits', () => {
  const people = ['hana', 'ken', 'yuki']

  async function worldOfThree() {
    const world = await createChatWorld()
    const persons = people.map(name => world.world.person(name, { guild: world.guild }))
    return { ...world, persons }
  }

  test('a short limit is waited for', async () => {
    const { remote, chat, persons, direct } = await worldOfThree()
    remote.sandbox.faults.arm(POST_MESSAGE, limitReached(3))
    expect(await chat().deliver({ name: 'x', text: 'x', people }, ACTING)).toMatchObject({ complete: true })
    expect(persons.map(direct)).toEqual([['x'], ['x'], ['x']])
  })

  test('the headers are obeyed, so that no call is one too many', async () => {
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

test('no text and no name stands in what is noted', async () => {
  const { world, chat, guild, notes } = await createChatWorld()
  world.person('hana-q7', { guild })
  await chat().deliver({ name: 'ask', text: 'secret-q7', people: ['hana-q7'] }, ACTING)
  expect(notes.length).toBeGreaterThan(0)
  expect(JSON.stringify(notes)).not.toContain('q7')
})
