/** Alerts and notices that are sent before the daily run. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { alertingStore } from '../../../lib/app/outlet/store-outage.ts'
import { storeFinding } from '../../../lib/exposure/stored-finding.ts'
import { listen } from '../../../sandbox/listen.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { createMemoryStore, OUTAGE } from '../../helpers/memory-store.ts'
import { FINDING, serve } from '../chat/world.ts'

const ADMIN = { scopes: ['admin'] } as const
const NOON = () => Date.UTC(2026, 5, 15, 3)
const STORE_DOWN = /^The store does not answer/

/** Starts a webhook that accepts every message. */
async function webhook() {
  const received: { kind: string; text: string }[] = []
  const server = await listen(async request => {
    received.push(JSON.parse(await request.text()))
    return new Response(null, { status: 204 })
  })
  onTestFinished(() => server.close())
  return { url: server.url, received }
}

describe('if the store is down, people hear of it', () => {
  test('in the channel and by the webhook', async () => {
    const hook = await webhook()
    const env = { KURA_NOTICES_WEBHOOK: hook.url }
    const { call, remote, channel, store } = await serve(routesOfAdmin, { env, now: NOON })
    store.failure = OUTAGE
    expect((await call('/api/admin/devices', ADMIN)).status).toBe(503)
    await expect.poll(() => remote.texts(channel.id)).toEqual([expect.stringMatching(STORE_DOWN)])
    await expect
      .poll(() => hook.received)
      .toMatchObject([{ kind: 'store_down', text: expect.stringMatching(STORE_DOWN) }])
  })

  test('by the webhook if there is nothing else', async () => {
    const hook = await webhook()
    const env = { KURA_NOTICES_WEBHOOK: hook.url, KURA_LANGUAGE: 'en' }
    const { call, store } = await serveFunction(routesOfAdmin, { env })
    store.failure = OUTAGE
    await call('/api/admin/devices', ADMIN)
    await expect.poll(() => hook.received).toMatchObject([{ kind: 'store_down' }])
  })

  test('and the log says why the webhook failed', async () => {
    const server = await listen(() => new Response(null, { status: 500 }))
    onTestFinished(() => server.close())
    const env = { KURA_NOTICES_WEBHOOK: server.url, KURA_LANGUAGE: 'en' }
    const { call, store, lines } = await serveFunction(routesOfAdmin, { env })
    store.failure = OUTAGE
    await call('/api/admin/devices', ADMIN)
    const reason = 'Cannot tell people: the webhook answered 500'
    await expect
      .poll(() => lines)
      .toContainEqual(expect.objectContaining({ event: 'alert_failed', outlet: 'webhook', reason }))
  })

  const hour = 3_600_000
  test.each([
    { what: 'not of a fault that passes', at: [0], failing: 1, told: [] },
    { what: 'once an hour', at: [0, 1, hour - 1], failing: 99, told: ['2026-06-15T03:00:00.000Z'] },
    {
      what: 'and again an hour later',
      at: [0, hour],
      failing: 99,
      told: ['2026-06-15T03:00:00.000Z', '2026-06-15T04:00:00.000Z'],
    },
  ])('$what', async ({ at, failing, told }) => {
    const names: string[] = []
    const store = createMemoryStore()
    let [now, left] = [0, failing]
    const read = async (key: string) => {
      left -= 1
      if (left >= 0) throw OUTAGE.error
      return store.read(key)
    }
    const alerting = alertingStore(
      { ...store, read },
      {
        now: () => now,
        alerts: async name => [{ outlet: 'chat', send: async () => void names.push(name) }],
        note: () => undefined,
      },
    )
    for (const wait of at) {
      now = Date.UTC(2026, 5, 15, 3) + wait
      await expect(alerting.read('x')).rejects.toBe(OUTAGE.error)
      await new Promise(setImmediate)
    }
    expect(names).toEqual(told.map(hour => `store/down/${hour}`))
  })

  test('an outlet that fails is tried again after a pause that doubles, and no other outlet with it', async () => {
    const store = createMemoryStore()
    store.failure = OUTAGE
    let now = Date.UTC(2026, 5, 15, 3)
    const sent: Record<string, number[]> = { chat: [], webhook: [] }
    const minute = () => (now - Date.UTC(2026, 5, 15, 3)) / 60_000
    const alerting = alertingStore(store, {
      now: () => now,
      alerts: async () => [
        { outlet: 'chat', send: async () => void sent['chat']?.push(minute()) },
        {
          outlet: 'webhook',
          async send() {
            sent['webhook']?.push(minute())
            throw new Error('no')
          },
        },
      ],
      note: () => undefined,
    })
    for (; minute() < 60; now += 15_000) {
      const calls = [1, 2, 3].map(version =>
        alerting.swap('x', undefined, { value: '', version: `${version}` }),
      )
      await Promise.allSettled(calls)
      await new Promise(setImmediate)
    }
    expect(sent).toEqual({ chat: [0], webhook: [0, 1, 3, 7, 15, 31] })
  })
})

test('a finding of the probe is sent at once', async () => {
  const { call, remote, channel } = await serve(routesOfAdmin)
  const report = (finding: object) =>
    call('/api/admin/exposure', {
      ...ADMIN,
      method: 'POST',
      body: JSON.stringify({ ...FINDING, ...finding }),
    })
  expect((await report({})).status).toBe(200)
  expect((await report({ at: '2026-06-15T04:00:00Z', conclusion: 'closed', open: [] })).status).toBe(200)
  expect(remote.texts(channel.id)).toEqual([
    expect.stringMatching(/^A host is open to strangers\n/),
    expect.stringMatching(/^Over:\n/),
  ])
})

test('a finding that cannot be sent is stored, and the next run sends it', async () => {
  const { call, lines } = await serve(routesOfAdmin, { env: { KURA_TIMEZONE: 'Mars' } })
  const report = { ...ADMIN, method: 'POST', body: JSON.stringify(FINDING) }
  expect((await call('/api/admin/exposure', report)).status).toBe(200)
  expect(lines).toContainEqual({
    event: 'notices',
    owner: 'exposure',
    why: expect.stringContaining('KURA_TIMEZONE'),
  })
})

describe('an invalid setting of a way', () => {
  const said = (outlet: string, setting: string) => ({
    outlet,
    messages: 0,
    told: 0,
    waiting: [{ keys: [], reason: { text: expect.stringContaining(setting) } }],
  })
  test.each([
    {
      what: 'of the webhook beside the chat',
      env: { KURA_NOTICES_WEBHOOK: 'ftp://nonsense' },
      outlets: [{ outlet: 'chat', told: 2 }, said('webhook', 'KURA_NOTICES_WEBHOOK')],
    },
    {
      what: 'of the chat: the log is told',
      env: { CHAT_GUILD_ID: 'x' },
      outlets: [{ outlet: 'log', told: 2 }, said('chat', 'CHAT_GUILD_ID')],
    },
    {
      what: 'of both',
      env: { CHAT_GUILD_ID: 'x', KURA_NOTICES_WEBHOOK: 'ftp://nonsense' },
      outlets: [
        { outlet: 'log', told: 3 },
        said('chat', 'CHAT_GUILD_ID'),
        said('webhook', 'KURA_NOTICES_WEBHOOK'),
      ],
    },
  ])('is named in what a run says, and by a notice to the others: $what', async ({ env, outlets }) => {
    const { call, store } = await serve(routesOfAdmin, { env })
    await storeFinding(FINDING, store)
    const sent = await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect(await sent.json()).toMatchObject({ outlets })
  })
})
