import { expect, test } from 'vitest'
import { entryLines } from '../../../lib/cli/log/show.ts'
import { displayWidth } from '../../../lib/cli/terminal/rows.ts'
import { readConfig } from '../../../lib/config.ts'

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
    '2026-10-06 00:03  ops',
    '    accounting registerDeal, case=receipt-17, issue_date=202',
    '    6-10-05, type=expense',
  ])
})

test('it names the person, and how the call failed', () => {
  const failed = { ...entry, person: 'Hana Mori', what: {}, status: 409, code: 'conflict' }
  expect(entryLines(failed, context)).toEqual([
    '2026-10-06 00:03  Hana Mori with ops',
    '    accounting registerDeal: conflict',
  ])
})

test('no line of what was done is wider than 60 columns', () => {
  const long = { ...entry, what: { case: '領収書'.repeat(60) } }
  for (const line of entryLines(long, context).slice(1)) expect(displayWidth(line)).toBeLessThanOrEqual(60)
})
