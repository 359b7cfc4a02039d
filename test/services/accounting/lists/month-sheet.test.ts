/**
 * The sheet of a month: which approval of a case sent its deal, and whether the deal in the books has changed since.
 */
import { expect, test } from 'vitest'
import { CLAIM_REASONS } from '../../../../lib/core/claims/words.ts'
import type { CaseReport } from '../../../../lib/services/accounting/deals/cases/report.ts'
import {
  approvalsOf,
  asRegistered,
  isChanged,
  taxTotals,
} from '../../../../lib/services/accounting/lists/month-sheet.ts'
import type { ServiceDeal } from '../../../../lib/services/accounting/lists/pages.ts'

const by = (name: string) => `${name} (approval ${'a'.repeat(64)})`
const flagged = { state: 'review', by: 'hana' }
const first = (name: string) => ({
  state: 'review',
  by: by(name),
  reason: { id: CLAIM_REASONS.firstApproved.id, text: '' },
})
const released = (name: string) => ({
  state: 'review',
  by: by(name),
  reason: { id: CLAIM_REASONS.released.id, text: '' },
})
const freed = { state: 'refused', by: by('Mei'), reason: { id: 'claims.declined', text: '' } }
const sent = [
  { state: 'claimed', by: 'Ken' },
  { state: 'done', by: 'Ken' },
]

test.each([
  ['one person', [flagged, released('Ken'), ...sent], ['Ken']],
  ['two people', [flagged, first('Mei'), released('Ken'), ...sent], ['Mei', 'Ken']],
  [
    'a first approval that ran out',
    [flagged, first('Mei'), first('Hana'), released('Ken'), ...sent],
    ['Hana', 'Ken'],
  ],
  ['a person who declined it', [flagged, freed, ...sent], []],
  ['a person who freed it after a release', [flagged, released('Ken'), freed, ...sent], []],
  [
    'another body than the one that was approved first',
    [flagged, first('Mei'), flagged, released('Ken')],
    ['Ken'],
  ],
  ['a key without a passkey', [flagged, { ...released('x'), by: 'Mei (key hana)' }, ...sent], []],
  ['a deal that needed no review', sent, []],
])('the approvals of a deal: %s', (_, steps, names) => {
  const report = {
    steps: steps.map(step => ({ at: '2026-04-08T01:02:03Z', ...step })),
  } as unknown as CaseReport
  expect(approvalsOf({ report }).map(({ name }) => name)).toEqual(names)
})

const body = { issue_date: '2026-04-07', details: [{ amount: 1000 }, { amount: 100 }] }
test.each([
  ['an expense of -2,200 as an income of 2,200', { type: 'income', amount: 2200 }, false],
  ['an expense of -2,200', { type: 'expense', amount: -2200 }, false],
  ['an expense of 2,200', { type: 'expense', amount: 2200 }, true],
  ['an income of 2,100', { type: 'income', amount: 2100 }, true],
])('a refund that the books have as %s', (_, inBooks, is) => {
  const deal = { issue_date: '2026-04-07', ...inBooks } as unknown as ServiceDeal
  const refund = { issue_date: '2026-04-07', type: 'expense', details: [{ amount: -2200 }] }
  expect(isChanged({ deal, report: { body: refund } as unknown as CaseReport })).toBe(is)
})

test('the totals count a refund that the service turned around among the expenses', () => {
  const line = (amount: number, vat: number) => ({ account_item_id: 1, tax_code: 136, amount, vat })
  const bought = { type: 'expense', amount: 1100, details: [line(1100, 100)] } as unknown as ServiceDeal
  const turned = { type: 'income', amount: 220, details: [line(220, 20)] } as unknown as ServiceDeal
  const report = { body: { type: 'expense', details: [{ amount: -220 }] } } as unknown as CaseReport
  const deals = [{ deal: bought }, { deal: turned, report }].map(asRegistered)
  expect(taxTotals(deals)).toEqual([{ type: 'expense', code: 136, lines: 2, amount: 880, vat: 80 }])
  expect(asRegistered({ deal: turned })).toBe(turned)
})

test.each([
  ['the same', {}, {}, false],
  ['the same partner', { partner_id: 7 }, { partner_id: 7 }, false],
  ['no partner', { partner_id: null }, {}, false],
  ['another day', { issue_date: '2026-05-07' }, {}, true],
  ['another amount', { amount: 9999 }, {}, true],
  ['another partner', { partner_id: 8 }, { partner_id: 7 }, true],
])('the books have %s as kura registered it', (_, inBooks, registered, is) => {
  const deal = { issue_date: '2026-04-07', amount: 1100, ...inBooks } as unknown as ServiceDeal
  const report = { body: { ...body, ...registered } } as unknown as CaseReport
  expect(isChanged({ deal, report })).toBe(is)
  expect(isChanged({ deal })).toBe(false)
})
