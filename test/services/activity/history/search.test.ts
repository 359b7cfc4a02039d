/** Searching the log from its end; and the words for its acts. */
import { expect, test } from 'vitest'
import { SERVICES } from '../../../../lib/app/contracts/services.ts'
import type { Entry } from '../../../../lib/services/activity/contract-schemas.ts'
import { entryLine } from '../../../../lib/services/activity/entry.ts'
import { wordsOf } from '../../../../lib/services/activity/history/act-words.ts'
import { searchEntries } from '../../../../lib/services/activity/history/search.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import { chainOf } from '../exports.ts'

const keyOf = (seq: number) => `activity/entry/${String(seq).padStart(10, '0')}`

async function createLog(count: number, change?: (entry: Entry) => Entry) {
  const store = createMemoryStore()
  const entries = chainOf(count, change)
  for (const entry of entries)
    await store.swap(keyOf(entry.seq), undefined, { value: entryLine(entry), version: 'v' })
  const find = async (search: object = {}) => {
    const { entries, next } = await searchEntries({ limit: 3, ...search }, store)
    return { found: entries.map(({ seq }) => seq), next }
  }
  return { store, entries, find }
}

test('shows the newest entries first, page by page', async () => {
  const { find } = await createLog(7)
  expect(await find()).toEqual({ found: [7, 6, 5], next: 5 })
  expect(await find({ before: 5 })).toEqual({ found: [4, 3, 2], next: 2 })
  expect(await find({ before: 2 })).toEqual({ found: [1], next: undefined })
  expect(await (await createLog(0)).find()).toEqual({ found: [], next: undefined })
})

const APPROVAL = 'a'.repeat(64)
const CHANGES: Readonly<Record<number, Partial<Entry>>> = {
  2: { person: 'Ｍei' },
  4: { by: 'mei:admin:1', endpoint: 'POST /api/chat/deliveries' },
  5: { approval: APPROVAL },
  6: { by: 'meiko:admin:1', endpoint: 'POST /console/sign-in' },
}

test.each([
  { search: { person: ' MEI ' }, found: [4, 2] },
  { search: { kind: 'chat' }, found: [4] },
  { search: { kind: 'console' }, found: [6] },
  { search: { kind: 'approved' }, found: [5] },
  { search: { approval: APPROVAL }, found: [5] },
  { search: { approval: 'b'.repeat(64) }, found: [] },
  { search: { since: '2026-10-01T03:00:00.000Z', until: '2026-10-01T05:00:00.000Z' }, found: [4, 3] },
  { search: { since: '2026-10-01T07:00:00.000Z' }, found: [7] },
  { search: { until: '2026-10-01T01:00:00.000Z' }, found: [] },
] as const)('finds $found by $search', async ({ search, found }) => {
  const { find } = await createLog(7, entry => ({ ...entry, ...CHANGES[entry.seq] }))
  expect(await find({ limit: 100, ...search })).toEqual({ found, next: undefined })
})

test('begins after the entries that were removed', async () => {
  const { store, entries, find } = await createLog(7)
  const anchor = {
    seq: 4,
    digest: 'd',
    at: entries[3]?.at,
    first: 1,
    count: 4,
    export: 'e',
    by: 'k',
    person: 'p',
  }
  await store.swap('activity/anchor', undefined, { value: JSON.stringify(anchor), version: 'v' })
  expect(await find({ limit: 100 })).toEqual({ found: [7, 6, 5], next: undefined })
})

test('one call reads a bounded part of a long log, and the next call goes on', async () => {
  const { find } = await createLog(5_300, entry => (entry.seq === 1 ? { ...entry, person: 'Ken' } : entry))
  const { found, next } = await find({ person: 'Ken' })
  expect(found).toEqual([])
  expect(next).toBeLessThan(400)
  expect(await find({ person: 'Ken', before: next })).toEqual({ found: [1], next: undefined })
})

const rows = SERVICES.flatMap(({ name, contract }) =>
  Object.entries(contract.endpoints)
    .filter(([, { changes }]) => changes !== 'never')
    .map(([act, { method, path }]) => ({ name, act, endpoint: `${method} ${path}` })),
)

test.each(rows)('$name: the act $act has words', row => {
  expect(wordsOf(row), 'lib/services/activity/history/act-words.ts needs a row').toBeDefined()
})
