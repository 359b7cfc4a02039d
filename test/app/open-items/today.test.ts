import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { createClaims } from '../../../lib/core/claims/claims.ts'
import type { ReplyOf } from '../../../lib/core/http/contract.ts'
import type { adminContract } from '../../../lib/services/admin/contract.ts'
import { storeDelivery } from '../../../lib/services/chat/delivery/stored-delivery.ts'
import { recordedJob } from '../../../lib/services/notices/daily-jobs.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { createMemoryStore, OUTAGE } from '../../helpers/memory-store.ts'
import { createTestPublisher, TEST_NOW, type TestPublisher } from '../../helpers/publishing/release.ts'

type Today = ReplyOf<typeof adminContract, 'today'>

const HOUR = 3_600_000
const DAY = 24 * HOUR

let publisher: TestPublisher

beforeAll(async () => {
  publisher = await createTestPublisher()
  await publisher.publish({ 'a.json': '{}' })
})
afterAll(() => publisher.remove())

async function createWorld() {
  const clock = { now: TEST_NOW }
  const now = () => clock.now
  const store = createMemoryStore({ now })
  const { call } = await serveFunction(routesOfAdmin, {
    env: { KURA_RELEASE_DIR: publisher.releaseDir, KURA_LANGUAGE: 'en', KURA_TIMEZONE: 'Asia/Tokyo' },
    openStore: async () => store,
    now,
  })
  const today = async () => {
    const response = await call('/api/admin/today', { scopes: ['admin'], name: 'hana' })
    expect(response.status).toBe(200)
    return (await response.json()) as Today
  }
  const claims = createClaims<number>({ store, kind: 'deal', parseResult: Number })
  const review = (name: string) =>
    claims.request(name, {
      digest: 'body',
      body: '{}',
      operation: name,
      by: 'hana',
      lease: 60_000,
      flags: ['date'],
    })
  const seen = async (name: string, at: number) => {
    const moment = new Date(at).toISOString()
    const state = { expected: 1, installed: 1, indexed: 1, line: 'x', sequence: 0, since: moment, at: moment }
    const value = JSON.stringify({ ...state, name, keyid: `${name}:device:1` })
    await store.swap(`device/${name}`, undefined, { value, version: name })
  }
  return { clock, store, today, review, seen, call }
}

describe('GET /api/admin/today', () => {
  test('of a company without matters', async () => {
    const { today } = await createWorld()
    expect(await today()).toMatchObject({
      language: 'en',
      timezone: 'Asia/Tokyo',
      needs: { count: 0, groups: [] },
      due: [],
      ran: {
        jobs: [{ state: 'never' }, { state: 'never' }, { state: 'never' }],
        release: { version: 1 },
        devices: { count: 0, seen: 0, names: [] },
      },
      failed: [],
    })
  })

  test('has the matters of a kind together, the oldest ones with their commands', async () => {
    const { today, review } = await createWorld()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await review(`receipt ${name}`)
    const { needs } = await today()
    expect(needs).toMatchObject({
      count: 7,
      groups: [{ kind: 'deal_review', urgency: 'money', count: 7, title: '7 deals wait for a person' }],
    })
    expect(needs.groups[0]?.first).toHaveLength(5)
    const [first] = needs.groups[0]?.first ?? []
    expect(first?.command).toBe(`kura settle "${first?.text.match(/receipt ./)}"`)
  })

  test('leaves out what a person has dealt with', async () => {
    const { today, review, call } = await createWorld()
    await review('receipt a')
    const listed = await call('/api/admin/notices', { scopes: ['admin'], name: 'hana' })
    const { notices } = (await listed.json()) as { notices: { key: string; step: string }[] }
    const body = JSON.stringify({ ...notices.map(({ key, step }) => ({ key, step }))[0], person: 'Hana' })
    const done = { method: 'POST', body, scopes: ['approve'], name: 'hana' } as const
    expect((await call('/api/admin/notices/done', done)).status).toBe(200)
    expect((await today()).needs).toEqual({ count: 0, groups: [] })
  })

  test('a delivery that ended early is a matter, with the command that continues it', async () => {
    const { clock, store, today } = await createWorld()
    const person = { id: '1', label: 'hana' }
    await storeDelivery(
      {
        name: 'Friday',
        text: 'Coming?',
        digest: 'd',
        named: ['hana'],
        bot: '2',
        way: 'direct_messages',
        targets: [{ kind: 'person', ...person, awaits: [person] }],
        by: 'hana',
        at: new Date(clock.now).toISOString(),
      },
      store,
    )
    clock.now += HOUR
    expect((await today()).needs.groups).toMatchObject([
      {
        kind: 'delivery_waiting',
        title: 'A delivery of messages ended early',
        first: [
          {
            text: expect.stringMatching(/^"Friday", begun .*, 1 of 1 not sent \(it has not been sent yet/),
            command: 'kura chat deliver Friday --write',
          },
        ],
      },
    ])
  })

  test('a release that expires is a matter, and has its date', async () => {
    const { clock, today } = await createWorld()
    clock.now += 84 * DAY
    const { needs, due } = await today()
    expect(needs.groups).toMatchObject([{ kind: 'release_expiring', first: [{ by: expect.any(String) }] }])
    expect(due).toMatchObject([{ kind: 'release', at: needs.groups[0]?.first[0]?.by }])
  })

  test('counts the devices in use that called within a day, and names the last ones', async () => {
    const { clock, today, seen } = await createWorld()
    const ages = [23, 25, 1, 2, 3, 4, 5].map(hours => hours * HOUR)
    for (const [index, age] of ages.entries()) await seen(`pc-${index}`, clock.now - age)
    expect((await today()).ran.devices).toEqual({
      count: 7,
      seen: 6,
      names: ['pc-2', 'pc-3', 'pc-4', 'pc-5', 'pc-6'],
    })
  })

  test('says what the daily jobs did', async () => {
    const { clock, store, today } = await createWorld()
    const job = (name: 'refresh' | 'orders', problems: string[]) =>
      recordedJob(
        name,
        { work: async () => undefined, problemsOf: () => problems },
        { store, problemOf: () => undefined },
      )
    await job('refresh', [])
    await job('orders', ['example.com: no answer'])
    clock.now += HOUR
    expect((await today()).ran.jobs).toMatchObject([
      { job: 'refresh', state: 'done' },
      { job: 'orders', state: 'failed', problems: [{ text: 'example.com: no answer' }] },
      { job: 'notices', state: 'never' },
    ])
  })

  test('reads the devices once, and no closed case', async () => {
    const { store, today } = await createWorld()
    const listed: string[] = []
    const { keys } = store
    store.keys = (prefix, page) => {
      listed.push(page?.open ? `open ${prefix}` : prefix)
      return keys(prefix, page)
    }
    await today()
    const open = [
      'chat/delivery/',
      'claim/channel/',
      'claim/deal/',
      'claim/message/',
      'claim/receipt/',
      'console/draft/',
      'enrolment/',
    ]
    expect(listed.toSorted()).toEqual([
      'accounting/learning/',
      'console/person/',
      'device/',
      'exposure/',
      ...open.map(prefix => `open ${prefix}`),
    ])
  })

  test('names each service that fails once, and shows the rest', async () => {
    const { store, today, review } = await createWorld()
    await review('receipt a')
    const { keys } = store
    store.keys = (prefix, page) => (prefix === 'device/' ? Promise.reject(OUTAGE.error) : keys(prefix, page))
    const { needs, failed } = await today()
    expect(needs.count).toBe(1)
    expect(failed).toEqual([
      { owner: 'distribution', reason: { text: expect.stringContaining('Cannot reach the store') } },
    ])
  })
})
