/**
 * A row and its file stay until a person removes the row; a registered row keeps its cells, and is removed
 * automatically later.
 */
import { describe, expect, test } from 'vitest'
import { NOTICE_KINDS } from '../../../../../lib/app/notice-kinds.ts'
import { readDrafts } from '../../../../../lib/console/drafts/drafts.ts'
import { draftNotices } from '../../../../../lib/console/drafts/notices.ts'
import { pageOfNotice } from '../../../../../lib/console/frame/addresses.ts'
import {
  addDraft,
  changeDraft,
  listDrafts,
  readDraft,
  removeDraft,
} from '../../../../../lib/console/pages/accounting/receipts/drafts.ts'
import { keepFile, readFile } from '../../../../../lib/console/pages/accounting/receipts/files.ts'
import { english } from '../../../../../lib/core/language/text.ts'
import { createMemoryStore } from '../../../../helpers/memory-store.ts'
import { createReceiptsWorld, FILES } from './world.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-24T00:00:00Z')
const DRAFT = { case: 'console a', lines: [{ amount: '1' }], by: 'Mei' }
const bytes = new Uint8Array(1_000_000).fill(7)

/** A store with a row and its file; `now` is the store's time. */
async function createWorld() {
  const clock = { now: START }
  const store = createMemoryStore({ now: () => clock.now })
  const sha256 = await keepFile(bytes, store)
  const file = { sha256, name: 'lunch.jpg', size: bytes.length, type: 'image/jpeg' } as const
  await addDraft('a', { ...DRAFT, file }, store)
  const hasFile = async () => (await readFile(file, store)) !== undefined
  return { clock, store, hasFile, notices: () => draftNotices(store, clock.now) }
}

test('a file named on a Mac (NFD) has its composed name in the row and in the list', async () => {
  const { signIn, own } = await createReceiptsWorld()
  const { send, text } = await signIn('Mei')
  const { row } = await send(['ガス代.pdf'.normalize('NFD'), FILES['train.pdf']])
  expect((await readDraft(row, own))?.file?.name).toBe('ガス代.pdf'.normalize('NFC'))
  for (const path of ['/console/receipts', `/console/receipts/row?row=${row}`]) {
    const page = await text(path)
    expect(page).toContain('ガス代.pdf'.normalize('NFC'))
    expect(page).not.toContain('ガス代.pdf'.normalize('NFD'))
  }
})

test('a row that nobody fills in stays, with its file', async () => {
  const { clock, store, hasFile } = await createWorld()
  expect(await addDraft('a', { ...DRAFT, lines: [{}] }, store)).toBe(false)
  clock.now += 31 * DAY
  expect((await changeDraft('a', { lines: [{ amount: '2' }] }, store))?.lines).toEqual([{ amount: '2' }])
  clock.now += 1000 * DAY
  expect(await listDrafts(store)).toHaveLength(1)
  expect(await hasFile()).toBe(true)
  await removeDraft('a', store)
  expect(await readDraft('a', store)).toBe(undefined)
  expect(await hasFile()).toBe(false)
  expect(await changeDraft('a', { lines: [{}] }, store)).toBe(undefined)
})

describe('a row', () => {
  const lives = [
    { state: 'done', days: 30 },
    { state: 'review', days: 366 },
  ]
  test.each(lives)('in the state $state ends after $days days, and its file a day later', async row => {
    const { clock, store, hasFile } = await createWorld()
    clock.now += 100 * DAY
    await changeDraft('a', { outcome: { state: row.state, at: '' } }, store)
    clock.now += row.days * DAY - 1
    expect([await readDraft('a', store), await hasFile()]).toEqual([expect.anything(), true])
    clock.now += 1
    expect([await readDraft('a', store), await hasFile()]).toEqual([undefined, true])
    clock.now += DAY
    expect(await hasFile()).toBe(false)
  })

  test('whose deal was declined stays again, with its file', async () => {
    const { clock, store, hasFile } = await createWorld()
    await changeDraft('a', { outcome: { state: 'review', at: '' } }, store)
    await changeDraft('a', { outcome: { state: 'refused', at: '' } }, store)
    clock.now += 1000 * DAY
    expect([await readDrafts(store, { open: true }), await hasFile()]).toEqual([[expect.anything()], true])
  })
})

test('a row is an open item from the seventh day until it is registered or removed', async () => {
  const { clock, store, notices } = await createWorld()
  clock.now += 7 * DAY - 1
  expect(await notices()).toEqual([])
  clock.now += 1
  const [notice, other] = await notices()
  expect(other).toBeUndefined()
  expect(notice).toMatchObject({ key: 'accounting/draft/a', kind: 'receipt_left', step: 'left' })
  expect(pageOfNotice(notice?.key ?? '')).toBe('/console/receipts/row?row=a')
  expect(notice && english(NOTICE_KINDS.receipt_left.line(notice.facts))).toMatch(
    /"lunch.jpg", sent by Mei on/,
  )
  await changeDraft('a', { lines: [{ amount: '2' }] }, store)
  expect(await notices()).toHaveLength(1)
  await changeDraft('a', { outcome: { state: 'review', at: '' } }, store)
  expect(await notices()).toEqual([])
  await changeDraft('a', { outcome: { state: 'refused', at: '' } }, store)
  expect(await notices()).toHaveLength(1)
  await removeDraft('a', store)
  expect(await notices()).toEqual([])
})

test.each(['done', 'review'])(
  'a row in the state %s keeps its cells, whatever another tab sends',
  async state => {
    const store = createMemoryStore({ now: () => START })
    await addDraft('a', DRAFT, store)
    await changeDraft('a', { outcome: { state, at: '' } }, store)
    expect((await changeDraft('a', { lines: [{}] }, store))?.lines).toEqual(DRAFT.lines)
    await changeDraft('a', { outcome: { state: 'refused', at: '' } }, store)
    expect((await changeDraft('a', { lines: [{}] }, store))?.lines).toEqual([{}])
  },
)

test('a file of which a part is gone is not offered', async () => {
  const store = createMemoryStore()
  const sha256 = await keepFile(bytes, store)
  const key = `console/file/${sha256}/001`
  await store.remove(key, (await store.read(key)).record?.version ?? '')
  expect(await readFile({ sha256, size: bytes.length }, store)).toBe(undefined)
})
