import { beforeEach, describe, expect, test } from 'vitest'
import { limitReached } from '../../../sandbox/chat/errors.ts'
import { CHANNEL, PERMISSION, type SandboxGuild, type SandboxUser } from '../../../sandbox/chat/state.ts'
import { chatApi, type RunningChat, startChatSandbox } from '../../helpers/remotes/chat-sandbox.ts'

let chat: RunningChat
let guild: SandboxGuild
let bot: SandboxUser
let token: string
let hana: SandboxUser

beforeEach(async () => {
  chat = await startChatSandbox()
  const { world } = chat.sandbox
  guild = world.guild('company')
  ;({ user: bot, token } = world.bot('kura', { guild }))
  hana = world.person('hana', { guild, nick: 'Hana' })
})

const read = (id: string, as = token) => chat.call('GET', `/channels/${id}`, { token: as })
const post = (id: string, json: object) => chat.call('POST', `/channels/${id}/messages`, { token, json })

test.skipIf(!chatApi)('the description of the platform is at hand', () => {
  expect(chatApi).toBeDefined()
})

describe('who calls', () => {
  test('a bot learns that it is one', async () => {
    const { status, body } = await chat.call('GET', '/users/@me', { token })
    expect([status, body.bot, body.id]).toEqual([200, true, bot.id])
  })

  test.each([
    { name: 'a token of no account', given: () => 'unknown' },
    {
      name: "a person's token",
      given: () => {
        chat.sandbox.state.tokens.set('of-a-person', hana.id)
        return 'of-a-person'
      },
    },
  ])('$name is 401', async ({ given }) => {
    expect((await chat.call('GET', '/users/@me', { token: given() })).status).toBe(401)
  })

  test('a call without a proper user agent is turned away', async () => {
    const answer = await chat.call('GET', '/users/@me', { token, headers: { 'user-agent': 'node' } })
    expect(answer).toMatchObject({ status: 403, body: { code: 40333 } })
  })
})

describe('GET /channels/{id}', () => {
  test.each([
    {
      name: 'an ordinary channel',
      make: () => chat.sandbox.world.channel(guild),
      status: 200,
      code: undefined,
    },
    { name: 'a group', make: () => chat.sandbox.world.group([hana]), status: 403, code: 50001 },
    {
      name: 'a channel that everyone is denied',
      make: () =>
        chat.sandbox.world.channel(guild, {
          overwrites: [{ id: guild.id, type: 0, allow: 0n, deny: PERMISSION.viewChannel }],
        }),
      status: 403,
      code: 50001,
    },
    {
      name: 'a channel that only the bot is allowed',
      make: () =>
        chat.sandbox.world.channel(guild, {
          overwrites: [
            { id: guild.id, type: 0, allow: 0n, deny: PERMISSION.viewChannel },
            { id: bot.id, type: 1, allow: PERMISSION.viewChannel, deny: 0n },
          ],
        }),
      status: 200,
      code: undefined,
    },
    { name: 'no channel', make: () => ({ id: '1' }), status: 404, code: 10003 },
  ])('$name is $status', async ({ make, status, code }) => {
    const answer = await read(make().id)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('a bot that is not in the server sees nothing of it', async () => {
    const stranger = chat.sandbox.world.bot('stranger')
    const channel = chat.sandbox.world.channel(guild)
    expect(await read(channel.id, stranger.token)).toMatchObject({ status: 403, body: { code: 50001 } })
  })
})

describe('POST /guilds/{id}/channels', () => {
  const create = (json: object, as = token) =>
    chat.call('POST', `/guilds/${guild.id}/channels`, { token: as, json })
  const deny = { id: '', type: 0, deny: '1024' }

  test('a bot that does not allow itself locks itself out', async () => {
    const overwrites = [{ ...deny, id: guild.id }]
    const { status, body } = await create({ name: 'secret', type: 0, permission_overwrites: overwrites })
    expect(status).toBe(201)
    expect((await read(body.id)).body.code).toBe(50001)
  })

  test('without MANAGE_CHANNELS it is 50013', async () => {
    const weak = chat.sandbox.world.bot('weak', { guild, permissions: 0n })
    expect(await create({ name: 'x' }, weak.token)).toMatchObject({ status: 403, body: { code: 50013 } })
  })

  test('a bit that the bot does not have is 50013', async () => {
    const overwrites = [{ id: bot.id, type: 1, allow: '8192' }]
    expect(await create({ name: 'x', permission_overwrites: overwrites })).toMatchObject({
      body: { code: 50013 },
    })
  })
})

describe('members', () => {
  test('are found by the beginning of a name, one unless more are asked for', async () => {
    chat.sandbox.world.person('hanako', { guild })
    const search = async (query: string) =>
      (await chat.call('GET', `/guilds/${guild.id}/members/search?${query}`, { token })).body.length
    expect(await search('query=HAN')).toBe(1)
    expect(await search('query=HAN&limit=10')).toBe(2)
    expect(await search('query=anako&limit=10')).toBe(0)
  })

  test('one that is not in the server is 10007', async () => {
    const other = chat.sandbox.world.person('other')
    const answer = await chat.call('GET', `/guilds/${guild.id}/members/${other.id}`, { token })
    expect(answer).toMatchObject({ status: 404, body: { code: 10007 } })
  })
})

describe('direct messages', () => {
  const open = (id: string) => chat.call('POST', '/users/@me/channels', { token, json: { recipient_id: id } })

  test('opening one twice answers the same channel', async () => {
    const first = await open(hana.id)
    expect(first.body).toMatchObject({ type: CHANNEL.dm, recipients: [{ id: hana.id }] })
    expect((await open(hana.id)).body.id).toBe(first.body.id)
  })

  test('opening many is too fast', async () => {
    chat.sandbox.state.openings = 0
    expect(await open(hana.id)).toMatchObject({ status: 400, body: { code: 40003 } })
  })

  test('a person who takes none is 50007, one without a shared server is 50278', async () => {
    const closed = chat.sandbox.world.person('closed', { guild, acceptsMessages: false })
    const stranger = chat.sandbox.world.person('stranger')
    const codes = []
    for (const { id } of [closed, stranger])
      codes.push((await post((await open(id)).body.id, { content: 'x' })).body.code)
    expect(codes).toEqual([50007, 50278])
  })
})

describe('messages', () => {
  test('the same nonce gives the earlier message, for minutes only', async () => {
    const { id } = chat.sandbox.world.channel(guild)
    const message = { content: 'once', nonce: 'n', enforce_nonce: true }
    const first = await post(id, message)
    expect((await post(id, message)).body.id).toBe(first.body.id)
    chat.clock.now += chat.sandbox.state.nonceTime
    expect((await post(id, message)).body.id).not.toBe(first.body.id)
    expect(chat.texts(id)).toEqual(['once', 'once'])
  })

  test.each([
    { name: '2001 characters', json: { content: 'x'.repeat(2001) }, code: 50035 },
    { name: 'nothing', json: { content: ' ' }, code: 50006 },
    { name: 'a nonce of 26 characters', json: { content: 'x', nonce: 'n'.repeat(26) }, code: 50035 },
  ])('$name is refused', async ({ json, code }) => {
    const { id } = chat.sandbox.world.channel(guild)
    expect(await post(id, json)).toMatchObject({ status: 400, body: { code } })
  })

  test('a history is read forward from an identifier, the newest first', async () => {
    const { id } = chat.sandbox.world.channel(guild)
    const [first] = [
      await post(id, { content: 'a' }),
      await post(id, { content: 'b' }),
      await post(id, { content: 'c' }),
    ]
    const { body } = await chat.call('GET', `/channels/${id}/messages?after=${first.body.id}&limit=100`, {
      token,
    })
    expect(body.map(({ content }: { content: string }) => content)).toEqual(['c', 'b'])
  })

  test('a bot that may not read the history gets an empty one', async () => {
    guild.roles.set(guild.id, PERMISSION.viewChannel | PERMISSION.sendMessages)
    const { id } = chat.sandbox.world.channel(guild)
    await post(id, { content: 'a' })
    expect((await chat.call('GET', `/channels/${id}/messages`, { token })).body).toEqual([])
  })

  test('a mention notifies unless it is switched off', async () => {
    const { id } = chat.sandbox.world.channel(guild)
    await post(id, { content: '@everyone' })
    await post(id, { content: '@everyone', allowed_mentions: { parse: [] } })
    expect(chat.sandbox.state.messages.get(id)?.map(({ mentions }) => mentions)).toEqual([true, false])
  })
})

describe('what the platform accepts', () => {
  test.each([
    ['GET', '/channels/general'],
    ['GET', '/channels/1/messages/latest'],
    ['GET', '/guilds/company/members/1'],
  ])('%s %s: an identifier that is no number is 400 with 50035', async (method, path) => {
    expect(await chat.call(method, path, { token })).toMatchObject({ status: 400, body: { code: 50035 } })
  })

  test('a message that has embeds alone', async () => {
    const { id } = chat.sandbox.world.channel(guild)
    const embeds = [{ description: 'shown' }]
    expect(await post(id, { embeds })).toMatchObject({ status: 200, body: { content: '', embeds } })
    expect(await post(id, { embeds: [] })).toMatchObject({ status: 400, body: { code: 50006 } })
  })

  test('a reply to a message of the channel, and to no other', async () => {
    const { id } = chat.sandbox.world.channel(guild)
    const first = await post(id, { content: 'first' })
    const reply = (message_id: string) => post(id, { content: 'second', message_reference: { message_id } })
    expect(await reply(first.body.id)).toMatchObject({
      status: 200,
      body: { type: 19, message_reference: { message_id: first.body.id } },
    })
    expect(await reply('1')).toMatchObject({ status: 400, body: { code: 50035 } })
  })
})

describe('limits', () => {
  test('five messages in five seconds to one channel, while another channel counts for itself', async () => {
    const [one, other] = [chat.sandbox.world.channel(guild).id, chat.sandbox.world.channel(guild).id]
    const statuses: number[] = []
    for (const content of ['1', '2', '3', '4', '5', '6']) statuses.push((await post(one, { content })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await post(other, { content: '1' })).status).toBe(200)
    chat.clock.now += 5_000
    expect((await post(one, { content: '6' })).status).toBe(200)
  })

  test('a bucket is named by its route, not by its channel', async () => {
    const ids = [1, 2].map(() => chat.sandbox.world.channel(guild).id)
    const names = []
    for (const id of ids) names.push((await post(id, { content: 'x' })).headers.get('x-ratelimit-bucket'))
    names.push((await read(ids[0] ?? '')).headers.get('x-ratelimit-bucket'))
    expect(new Set(names).size).toBe(2)
    expect(names[0]).toBe(names[1])
  })

  test('a route is counted, and the answer to a call over the limit says how long to wait', async () => {
    chat.sandbox.state.routeLimit = { limit: 1, window: 1500 }
    const { id } = chat.sandbox.world.channel(guild)
    expect((await read(id)).headers.get('x-ratelimit-remaining')).toBe('0')
    const limited = await read(id)
    expect(limited).toMatchObject({ status: 429, body: { retry_after: 1.5, global: false } })
    expect(limited.headers.get('retry-after')).toBe('2')
    chat.clock.now += 1500
    expect((await read(id)).status).toBe(200)
  })

  test('the limit of the whole bot is reported as such', async () => {
    chat.sandbox.faults.arm('* *', limitReached(3))
    const { headers, body } = await read('1')
    expect([headers.get('x-ratelimit-scope'), body.global]).toEqual(['global', true])
  })
})
