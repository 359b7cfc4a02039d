/** 履歴 / History over real HTTP with 5,000 entries: the size of the page, its files, and the page in Chromium. */
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { digestOfApproval } from '../../../../lib/core/passkey/approval.ts'
import type { Entry } from '../../../../lib/services/activity/contract-schemas.ts'
import { digestOf, entryLine } from '../../../../lib/services/activity/entry.ts'
import { readContents } from '../../../../lib/services/activity/export.ts'
import { describeInChromium } from '../../../helpers/chromium.ts'
import { chainOf } from '../../../services/activity/exports.ts'
import { problemsOfPages, signIn } from '../../browser.ts'
import { servedConsole } from '../to-do/world.ts'

/** The maximum size of a first page in bytes, as the host compresses it. */
const MOST_BYTES = 10_000
const ENDPOINTS = [
  ['registerDeal', 'POST /api/accounting/deals'],
  ['releaseCase', 'POST /api/accounting/cases/{case}/release'],
  ['deliver', 'POST /api/chat/deliveries'],
  ['changeRevocation', 'POST /api/admin/revocations'],
] as const

/**
 * Creates a log of `count` entries in October, of which some name an approval. The last entries name one approval that
 * is stored.
 */
async function createHistory(count: number) {
  const world = await servedConsole({ env: { KURA_TIMEZONE: 'UTC' } })
  const { store } = world
  for (const { key, version } of await storedEntries(store)) await store.remove(key, version)
  const statement = '{"statement":"as it was signed"}'
  const parts = { authenticatorData: 'AA', clientDataJSON: 'BB', signature: 'CC', publicKey: 'DD' }
  const approval = { statement, ...parts, credential: 'Mei', vouches: [], at: timeOf(count - 2) }
  const digest = digestOfApproval(approval)
  await store.swap(`approval/${digest}`, undefined, { value: JSON.stringify(approval), version: 'v' })
  const entries = chainOf(count, entry => changed(entry, { digest, isApproved: entry.seq > count - 2 }))
  for (const entry of entries) {
    const key = `activity/entry/${String(entry.seq).padStart(10, '0')}`
    await store.swap(key, undefined, { value: entryLine(entry), version: 'v' })
  }
  const last = entries.at(-1)
  const head = last && { seq: last.seq, digest: digestOf(last), at: last.at }
  await store.swap('activity/head', undefined, { value: JSON.stringify(head), version: 'v' })
  return { ...world, digest, entries }
}

async function storedEntries(store: Awaited<ReturnType<typeof servedConsole>>['store']) {
  const { keys } = await store.keys('activity/', {})
  const { records } = await store.readMany(keys)
  return keys.map((key, at) => ({ key, version: records[at]?.version ?? '' }))
}

/** Returns the time of the entry with this number; there is one entry each minute. */
const timeOf = (seq: number) => new Date(Date.parse('2026-10-01T00:00:00Z') + seq * 60_000).toISOString()

function changed(entry: Entry, { digest, isApproved }: { digest: string; isApproved: boolean }): Entry {
  const [act, endpoint] = ENDPOINTS[entry.seq % ENDPOINTS.length] ?? ENDPOINTS[0]
  const at = timeOf(entry.seq)
  const who = isApproved ? { by: 'passkey:0123456789ab', person: 'Mei', approval: digest } : {}
  return { ...entry, at, act, endpoint, request: crypto.randomUUID(), ...who }
}

test('the first page of 5,000 entries is small, finds a person, and leads to the proof and to the month', async () => {
  const { open, digest, store } = await createHistory(5_000)
  const { status, text } = await open('/console/history')
  expect(status).toBe(200)
  expect(brotliCompressSync(text).byteLength).toBeLessThan(MOST_BYTES)
  expect(text).toContain('entries 1 to 5000')
  const found = await open('/console/history?person=mei&day=&kind=')
  expect([...found.text.matchAll(/Details of entry (\d+)/g)].map(([, seq]) => seq)).toEqual(['5000', '4999'])
  const { readMany } = store
  let read = 0
  store.readMany = keys => {
    read += keys.length
    return readMany(keys)
  }
  const proof = await open(`/console/history/approval?digest=${digest}`)
  expect(proof.headers.get('content-disposition')).toBe(
    `attachment; filename="kura-approval-${digest.slice(0, 12)}.jsonl"`,
  )
  const { entries, approvals } = readContents(proof.text) ?? {}
  expect(entries?.map(({ seq }) => seq)).toEqual([4_999, 5_000])
  expect(approvals).toMatchObject([{ statement: '{"statement":"as it was signed"}' }])
  expect((await open(`/console/history/approval?digest=${'0'.repeat(64)}`)).status).toBe(404)
  // only the entries around the time of the approval are read
  expect(read).toBeLessThan(500)
  const month = await open('/console/history/month?month=2026-10')
  const whole = readContents(month.text)
  expect([whole?.entries.length, whole?.approvals.length]).toEqual([5_000, 1])
})

test('what is not there is a page of its own, and so is what the person may not see', async () => {
  const { open } = await createHistory(3)
  for (const address of [
    `/console/history/approval?digest=${'0'.repeat(64)}`,
    '/console/history/month?month=2999-01',
  ])
    expect((await open(address)).status).toBe(404)
  const viewer = await servedConsole({ scopes: ['accounting.read'] })
  expect((await viewer.open('/console/history')).status).toBe(403)
})

describeInChromium('the page History', open => {
  test('fits, axe finds nothing, and reads without script', async () => {
    const world = await createHistory(120)
    const { url } = world
    const page = await open()
    await signIn(page, world)
    expect(await problemsOfPages(page, { url, pages: { history: '/console/history' } })).toEqual([])
    const plain = await open({ javaScriptEnabled: false })
    await signIn(plain, world)
    await plain.goto(`${url}/console/history`)
    await plain.locator('#kind').selectOption('approved')
    await plain.locator('form[action="/console/history"] button').click()
    expect(await plain.locator('tbody tr').count()).toBe(2)
    await plain.locator('summary').first().click()
    expect(await plain.locator('details[open] dl').isVisible()).toBe(true)
    const download = plain.waitForEvent('download')
    await plain.locator('tbody a').first().click()
    expect((await download).suggestedFilename()).toMatch(/^kura-approval-/)
  })
})
