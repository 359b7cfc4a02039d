import { describe, expect, onTestFinished, test } from 'vitest'
import { routesOfAdmin } from '../../lib/app/admin.ts'
import { routesOfChat } from '../../lib/app/chat.ts'
import type { Core } from '../../lib/app/core.ts'
import { routesOfCron } from '../../lib/app/cron.ts'
import { handlerDepsOfCron } from '../../lib/app/cron-caller.ts'
import { chatClaims } from '../../lib/chat/claims.ts'
import type { Route } from '../../lib/http/router.ts'
import { type ServeOptions, serveFunction } from '../helpers/functions.ts'
import { startChatSandbox } from '../helpers/remotes/chat-sandbox.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const CHAT = { scopes: ['chat.send'] } as const
const ADMIN = { scopes: ['admin'] } as const
const FINDING = {
  url: 'https://kura.example',
  at: '2026-06-15T03:00:00Z',
  conclusion: 'open',
  open: ['/lib/.env'],
}

/** The functions, a chat platform with one bot, one channel for notices, and hana. */
async function serve(
  routes: (core: Core) => readonly Route[],
  { env = {}, ...options }: ServeOptions & { env?: Record<string, string | undefined> } = {},
) {
  const remote = await startChatSandbox()
  onTestFinished(async () => {
    await remote[Symbol.asyncDispose]()
    expect(remote.problems).toEqual([])
  })
  const { world } = remote.sandbox
  const guild = world.guild('company')
  const { token } = world.bot('kura', { guild })
  const channel = world.channel(guild, { name: 'notices' })
  const hana = world.person('hana', { guild })
  const settings = {
    KURA_RELEASE_DIR: await temporaryDirectory(),
    CHAT_BOT_TOKENS: token,
    CHAT_BASE_URL: remote.url,
    CHAT_GUILD_ID: guild.id,
    CHAT_NOTICES_CHANNEL_ID: channel.id,
    CRON_SECRET: 'what-the-host-sends-along',
    KURA_LANGUAGE: 'en',
    ...env,
  }
  const served = await serveFunction(routes, { env: settings, ...options })
  return { ...served, remote, channel, hana, world }
}

describe('/api/chat', () => {
  const order = (channel: string) => JSON.stringify({ name: 'hello', text: 'hello', channel })

  test('a delivery is a dry run unless the signed query says otherwise', async () => {
    const { call, remote, channel } = await serve(routesOfChat)
    const post = (query: string) =>
      call(`/api/chat/deliveries${query}`, { method: 'POST', body: order(channel.id), ...CHAT })
    expect(await (await post('')).json()).toMatchObject({ mode: 'dry-run', way: 'channel' })
    expect(remote.texts(channel.id)).toEqual([])
    expect(await (await post('?mode=write')).json()).toMatchObject({ complete: true })
    expect(remote.texts(channel.id)).toEqual(['hello'])
    const summary = await call('/api/chat/deliveries/hello', CHAT)
    expect(await summary.json()).toMatchObject({ name: 'hello', reached: [{ id: channel.id }] })
  })

  const refused = [
    {
      name: 'another scope',
      path: '/api/chat/channels/1',
      options: ADMIN,
      status: 403,
      code: 'scope_missing',
    },
    {
      name: 'a channel that is no identifier',
      path: '/api/chat/channels/x',
      options: CHAT,
      status: 400,
      code: 'bad_request',
    },
    {
      name: 'an unknown member',
      path: '/api/chat/deliveries',
      options: { ...CHAT, method: 'POST', body: '{"name":"x","text":"x","mention":"all"}' },
      status: 400,
      code: 'bad_request',
    },
    {
      name: 'a delivery that is not known',
      path: '/api/chat/deliveries/x',
      options: CHAT,
      status: 404,
      code: 'not_found',
    },
  ]
  test.each(refused)('$name is refused', async ({ path, options, status, code }) => {
    const { call } = await serve(routesOfChat)
    const response = await call(path, options)
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
  })

  test('without settings it names those that are missing', async () => {
    const { call } = await serve(routesOfChat, {
      env: { CHAT_BOT_TOKENS: undefined, CHAT_GUILD_ID: undefined },
    })
    const response = await call('/api/chat/channels/1', CHAT)
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { missing: ['CHAT_BOT_TOKENS', 'CHAT_GUILD_ID'] },
    ])
  })

  test("a person's token that is set is reported as unused, and neither sent nor logged", async () => {
    const { call, channel, lines, remote } = await serve(routesOfChat, {
      env: { DISCORD_USER_TOKEN: 'of-a-person-q7' },
    })
    const body = await (await call(`/api/chat/channels/${channel.id}`, CHAT)).json()
    expect(body).toMatchObject({
      ignored: [expect.stringContaining('DISCORD_USER_TOKEN is set and not used')],
    })
    expect(lines).toContainEqual(expect.objectContaining({ ignored: 'DISCORD_USER_TOKEN' }))
    expect(JSON.stringify([body, lines, remote.requests])).not.toContain('q7')
  })

  test('both Unicode forms of a name mean the same delivery', async () => {
    const { call, remote, channel } = await serve(routesOfChat)
    for (const form of ['NFC', 'NFD']) {
      const name = '\u30d1\u30f3'.normalize(form)
      const body = JSON.stringify({ name, text: 'hello', channel: channel.id })
      await call('/api/chat/deliveries?mode=write', { ...CHAT, method: 'POST', body })
      const summary = await call(`/api/chat/deliveries/${encodeURIComponent(name)}`, CHAT)
      expect(await summary.json()).toMatchObject({ complete: true })
    }
    expect(remote.texts(channel.id)).toEqual(['hello'])
  })

  test.each(['a/b', 'a\\b', '..', ' '])(
    '%j names no delivery, because no path can contain it',
    async name => {
      const { call, remote, channel } = await serve(routesOfChat)
      const body = JSON.stringify({ name, text: 'hello', channel: channel.id })
      const answer = await call('/api/chat/deliveries?mode=write', { ...CHAT, method: 'POST', body })
      expect([answer.status, remote.requests]).toEqual([400, []])
    },
  )

  const acts = [
    { path: '/api/chat/deliveries', json: { name: 'hello', text: 'hello', people: ['hana'] } },
    { path: '/api/chat/status', json: undefined },
  ]
  test.each(acts)('$path as a dry run spends no nonce, and works in a preview', async ({ path, json }) => {
    const preview = {
      VERCEL: '1',
      VERCEL_ENV: 'preview',
      UPSTASH_REDIS_REST_URL: 'https://store.invalid',
      UPSTASH_REDIS_REST_TOKEN: 'token',
    }
    const { call, store, remote } = await serve(routesOfChat, { env: preview })
    const post = (query: string) =>
      call(`${path}${query}`, { ...CHAT, method: 'POST', body: json ? JSON.stringify(json) : '' })
    expect(await (await post('')).json()).toMatchObject({ mode: 'dry-run' })
    expect(store.calls.swap).toBe(0)
    expect(await (await post('?mode=write')).json()).toMatchObject({ code: 'not_in_preview' })
    expect(remote.requests.filter(line => line.endsWith('/messages'))).toEqual([])
  })

  const seen = { case: 'x', operation: 'o', person: 'Mei' }
  const absent = { not_sent: true, seenAt: '2026-06-15T03:00:00Z' }
  const decisions = [
    { name: 'both', body: { ...seen, ...absent, message: '1' } },
    { name: 'neither', body: seen },
    { name: 'nobody', body: { ...seen, ...absent, person: ' ' } },
    { name: 'somebody who does not say what was shown', body: { ...seen, ...absent, operation: undefined } },
    { name: 'somebody who does not say when', body: { ...seen, not_sent: true } },
    {
      name: 'somebody who saw it on a day, not at a moment',
      body: { ...seen, ...absent, seenAt: '2026-06-15' },
    },
  ]
  test('a message that is settled must be known', async () => {
    const { call } = await serve(routesOfChat)
    const request = {
      scopes: ['approve'],
      method: 'POST',
      body: JSON.stringify({ ...seen, ...absent }),
    } as const
    expect((await call('/api/chat/messages/resolve', request)).status).toBe(404)
  })

  test.each(decisions)('a message is not settled by $name', async ({ body }) => {
    const { call } = await serve(routesOfChat)
    const request = { scopes: ['approve'], method: 'POST', body: JSON.stringify(body) } as const
    const answer = await call('/api/chat/messages/resolve', request)
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad_request' }])
  })

  test('the status message is shown, and posted once a minute', async () => {
    const now = () => Date.UTC(2026, 5, 15, 3)
    const { call, remote, channel } = await serve(routesOfChat, { now })
    expect(await (await call('/api/chat/status', CHAT)).json()).toMatchObject({
      text: 'Devices\nno device has reported',
    })
    for (const sent of [true, false]) {
      const posted = await call('/api/chat/status?mode=write', { ...CHAT, method: 'POST' })
      expect(await posted.json()).toMatchObject({ state: 'done', sent })
    }
    expect(remote.texts(channel.id)).toEqual(['Devices\nno device has reported'])
  })
})

describe('notices', () => {
  const report = (finding: object) => ({ ...ADMIN, method: 'POST', body: JSON.stringify(finding) })

  test('an open path is sent to the channel once, and again when it is closed', async () => {
    const { call, remote, channel } = await serve(routesOfAdmin)
    const send = async () => (await call('/api/admin/notices', { ...ADMIN, method: 'POST' })).json()
    await call('/api/admin/exposure', report(FINDING))
    expect(await send()).toMatchObject({ open: 1, outlets: [{ outlet: 'chat', told: 1 }], failed: [] })
    expect(await send()).toMatchObject({ open: 1, outlets: [{ told: 0 }] })
    const listed = await (await call('/api/admin/notices', ADMIN)).json()
    expect(listed).toMatchObject({ notices: [{ owner: 'exposure', told: expect.any(String) }], failed: [] })
    await call(
      '/api/admin/exposure',
      report({ ...FINDING, at: '2026-06-16T03:00:00Z', conclusion: 'closed', open: [] }),
    )
    await send()
    expect(remote.texts(channel.id)).toEqual([
      expect.stringMatching(/^A host is open to strangers\n- https:\/\/kura\.example, \/lib\/\.env, probed/),
      'Over:\n- No longer open to strangers: https://kura.example',
    ])
  })

  test('a message that may be on the platform twice is listed until it is deleted there', async () => {
    const { call, store, channel } = await serve(routesOfAdmin)
    const { messages } = chatClaims({ store, mayStore: true })
    const sent = (message: string) => ({ state: 'done', result: { channel: channel.id, message } }) as const
    await messages.request('x', { digest: '0', operation: 'op', by: 'hana', lease: 1_000, flags: [] })
    await messages.settle('x', { operation: 'op', outcome: sent('11'), by: 'hana' })
    await messages.settle('x', { operation: 'lost', outcome: sent('12'), by: 'hana' })
    expect(await (await call('/api/admin/notices', ADMIN)).json()).toMatchObject({
      notices: [{ owner: 'chat', key: 'chat/message-twice/x' }],
      failed: [],
    })
    await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect((await messages.read('x'))?.strays).toBeUndefined()
  })

  test('if a chat setting is invalid, the log is the outlet, with the error', async () => {
    const { call, lines } = await serve(routesOfAdmin, { env: { CHAT_GUILD_ID: 'x' } })
    await call('/api/admin/exposure', report(FINDING))
    const sent = await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect(await sent.json()).toMatchObject({ outlets: [{ outlet: 'log', told: 1 }] })
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'notices', why: expect.stringContaining('CHAT_GUILD_ID') }),
    )
  })

  test("in the company's language", async () => {
    const env = { KURA_LANGUAGE: undefined }
    const { call, remote, channel } = await serve(routesOfAdmin, { env })
    await call('/api/admin/exposure', report(FINDING))
    await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect(remote.texts(channel.id)).toEqual([
      [
        '外部から誰でも閲覧できる状態のホストが1件あります',
        '- https://kura.example 公開中：/lib/.env（2026年6月15日に検査）',
        '認証なしで、誰でもこれらのファイルを読み取れます。',
        '対応：公開を止めてから、もう一度検査してください',
        '`npx kura probe https://kura.example --report`',
      ].join('\n'),
    ])
  })

  test("a person's token that is set is reported as unused", async () => {
    const { call } = await serve(routesOfAdmin, { env: { DISCORD_TOKEN: 'of-a-person-q7' } })
    const sent = await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect(await sent.json()).toMatchObject({
      ignored: [expect.stringContaining('DISCORD_TOKEN is set and not used')],
    })
  })

  test('without a chat configuration the log is the outlet', async () => {
    const { call, lines } = await serve(routesOfAdmin, { env: { CHAT_BOT_TOKENS: undefined } })
    await call('/api/admin/exposure', report(FINDING))
    const sent = await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect(await sent.json()).toMatchObject({ outlets: [{ outlet: 'log', told: 1 }] })
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'notice', keys: ['exposure/kura.example'] }),
    )
  })

  test('what could not be sent is in the log, with the reason', async () => {
    const { call, lines, remote, channel } = await serve(routesOfAdmin)
    remote.sandbox.state.channels.delete(channel.id)
    await call('/api/admin/exposure', report(FINDING))
    await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect(lines).toContainEqual({
      event: 'notice',
      outlet: 'chat',
      keys: ['exposure/kura.example'],
      untold: expect.stringContaining('There is no channel with this identifier'),
    })
  })

  test('the daily run sends what is due', async () => {
    const { url, lines } = await serve(routesOfCron, { handlerDeps: handlerDepsOfCron })
    const response = await fetch(`${url}/api/cron/notices`, {
      headers: { authorization: 'Bearer what-the-host-sends-along' },
    })
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { open: 0, outlets: [{ outlet: 'chat', told: 0 }], failed: [] },
    ])
    expect(lines.at(-1)).toMatchObject({ path: '/api/cron/notices', told: 0, waiting: 0 })
  })
})
