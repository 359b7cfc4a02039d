/** Reading the log while another process removes entries. */
import { expect, test } from 'vitest'
import { createChainCheck, entryLines } from '../../../../lib/cli/commands/activity/show.ts'
import { type logClient, readStoredLog } from '../../../../lib/cli/commands/activity/stored.ts'
import { displayWidth } from '../../../../lib/cli/terminal/fitting.ts'
import { readConfig } from '../../../../lib/core/config/config.ts'
import { digestOf } from '../../../../lib/services/activity/entry.ts'
import { verifyExports } from '../../../../lib/services/activity/verify/exports.ts'
import { chainOf } from '../../../services/activity/exports.ts'

const context = { config: readConfig({ KURA_TIMEZONE: 'Asia/Tokyo' }) }
const entry = {
  seq: 1,
  at: '2026-10-05T15:03:07.000Z',
  by: 'ops:accounting.write:1',
  act: 'registerDeal',
  endpoint: 'POST /api/accounting/deals',
  what: { case: 'receipt-17', issue_date: '2026-10-05', type: 'expense' },
  status: 201,
  request: 'r',
  prev: '',
  digest: 'd',
}

test('an entry shows who and when in the company zone, then what', () => {
  expect(entryLines(entry, context)).toEqual([
    '2026-10-06 00:03  key ops:accounting.write:1',
    '    Registered a deal, case=receipt-17,',
    '    issue_date=2026-10-05, type=expense',
  ])
})

test('it names the person, and how the call failed', () => {
  const failed = { ...entry, person: 'Hana Mori', what: {}, status: 409, code: 'conflict' }
  expect(entryLines(failed, context)).toEqual([
    '2026-10-06 00:03  Hana Mori with key ops:accounting.write:1',
    '    Registered a deal, not done (conflict)',
  ])
  const japanese = { config: readConfig({ KURA_TIMEZONE: 'Asia/Tokyo', KURA_LANGUAGE: 'ja' }) }
  expect(entryLines(failed, japanese)).toEqual([
    '2026-10-06 00:03  Hana Mori（鍵 ops:accounting.write:1）',
    '    取引を登録、実行されず（conflict）',
  ])
})

test('no text of a caller begins a line of its own or moves the cursor', () => {
  const forged = { ...entry, person: 'Hana\n2026-10-06 00:04  Mori', what: { case: 'a\u001b[2K\r\nb\u202e' } }
  const lines = entryLines(forged, context)
  expect(lines.slice(0, 2)).toEqual([
    '2026-10-06 00:03  Hana<U+000A>2026-10-06 00:04  Mori with',
    '    key ops:accounting.write:1',
  ])
  expect(lines.slice(1).filter(line => !line.startsWith('    '))).toEqual([])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these control characters are meant
  expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u202e]/)
})

test('no line of what was done is wider than 60 columns', () => {
  const long = { ...entry, what: { case: '領収書'.repeat(60) }, person: 'Hana Mori '.repeat(9) }
  for (const line of entryLines(long, context)) expect(displayWidth(line)).toBeLessThanOrEqual(60)
})

const ENTRIES = chainOf(6).map(entry => ({ ...entry, digest: digestOf(entry) }))
const [, , , four] = ENTRIES
const ANCHOR = {
  seq: 4,
  digest: four?.digest ?? '',
  at: '',
  first: 1,
  count: 4,
  export: 'e',
  by: 'b',
  person: 'p',
}
const anchor = { ...ANCHOR, removedAt: '' }
const head = { seq: 1, digest: ENTRIES[0]?.digest ?? '' }

/** The test reads two entries; then the first four are removed. */
const PAGES = [
  { entries: ENTRIES.slice(0, 2), next: 2, head },
  { entries: ENTRIES.slice(4), head, anchor },
]

test('the store is read as it is after the removal', async () => {
  const pages = PAGES.values()
  const admin = { activity: async () => pages.next().value } as unknown as Awaited<
    ReturnType<typeof logClient>
  >
  const stored = await readStoredLog(admin)
  expect(stored.entries.map(({ seq }) => seq)).toEqual([5, 6])
  expect(verifyExports([], { roots: [], stored }).filter(({ state }) => state === 'wrong')).toEqual([])
})

test('no entry is shown as missing that was removed in the meantime', () => {
  const chain = createChainCheck()
  chain.begin(undefined)
  for (const page of PAGES) {
    chain.removed(page.anchor)
    for (const entry of page.entries) chain.add(entry, page.head)
  }
  expect(chain.faults).toEqual([])
  chain.end({ seq: 8, digest: '' })
  expect(chain.faults).toEqual(['entries 7 to 8 are missing'])
})
