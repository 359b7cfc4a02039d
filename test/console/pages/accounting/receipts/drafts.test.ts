/** A row and its file are kept for 30 days; a registered row keeps its cells. */
import { expect, test } from 'vitest'
import {
  addDraft,
  changeDraft,
  listDrafts,
  readDraft,
} from '../../../../../lib/console/pages/accounting/receipts/drafts.ts'
import { keepFile, readFile } from '../../../../../lib/console/pages/accounting/receipts/files.ts'
import { createMemoryStore } from '../../../../helpers/memory-store.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-24T00:00:00Z')
const DRAFT = { case: 'console a', lines: [{ amount: '1' }], by: 'Mei' }

test('a change does not lengthen the life of a row, and its file outlives it', async () => {
  let now = START
  const store = createMemoryStore({ now: () => now })
  const bytes = new Uint8Array(1_000_000).fill(7)
  const sha256 = await keepFile(bytes, store)
  now += 10 * DAY
  expect(await keepFile(bytes, store)).toBe(sha256)
  await addDraft('a', DRAFT, store)
  expect(await addDraft('a', { ...DRAFT, lines: [{}] }, store)).toBe(false)
  now += 29 * DAY
  expect((await changeDraft('a', { lines: [{ amount: '2' }] }, store))?.lines).toEqual([{ amount: '2' }])
  now += DAY - 1
  expect(await listDrafts(store)).toHaveLength(1)
  expect(await readFile({ sha256, size: bytes.length }, store)).toEqual(bytes)
  now += 1
  expect(await readDraft('a', store)).toBe(undefined)
  expect(await changeDraft('a', { lines: [{}] }, store)).toBe(undefined)
  now += DAY
  expect(await readFile({ sha256, size: bytes.length }, store)).toBe(undefined)
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
  const bytes = new Uint8Array(1_000_000)
  const sha256 = await keepFile(bytes, store)
  const key = `console/file/${sha256}/001`
  await store.remove(key, (await store.read(key)).record?.version ?? '')
  expect(await readFile({ sha256, size: bytes.length }, store)).toBe(undefined)
})
