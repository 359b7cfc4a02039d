import { describe, expect, test } from 'vitest'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { hosted } from '../../helpers/functions.ts'
import { ADMIN, CHAT, serve } from './world.ts'

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
    const preview = hosted('preview')
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
    const { call, remote, channel, url } = await serve(routesOfChat, { now })
    const text = `Devices\nno device has reported\nOn the console: ${url}/console`
    expect(await (await call('/api/chat/status', CHAT)).json()).toMatchObject({ text })
    for (const sent of [true, false]) {
      const posted = await call('/api/chat/status?mode=write', { ...CHAT, method: 'POST' })
      expect(await posted.json()).toMatchObject({ state: 'done', sent })
    }
    expect(remote.texts(channel.id)).toEqual([text])
  })
})
