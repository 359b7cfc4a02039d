/** The rows of deals that the command line and the console share. */
import { expect, test } from 'vitest'
import { textOf } from '../../../../lib/core/language/text.ts'
import { bodyRows, dealCells } from '../../../../lib/services/accounting/lists/deal-rows.ts'
import { NO_NAMES } from '../../../../lib/services/accounting/lists/names.ts'

const LINE = { account_item_id: 501, tax_code: 136, amount: 1100 }
const DEAL = { id: 7, company_id: 1, issue_date: '2026-04-01', amount: 1100, status: 'settled' }

test.each([
  { language: 'en', type: 'income', shown: 'account item 501 (income)' },
  { language: 'ja', type: 'income', shown: '科目 501（収入）' },
  { language: 'ja', type: 'expense', shown: '科目 501' },
] as const)('the list names the account items of an $type in $language', ({ language, type, shown }) => {
  const locale = { language, timezone: 'Asia/Tokyo' }
  const cells = dealCells({ ...DEAL, type, details: [LINE, LINE] }, NO_NAMES)
  expect(cells.map(cell => textOf(cell, locale))).toContain(shown)
})

test('the rows of a deal that was not sent have all that is sent, and no empty row', () => {
  const body = { company_id: 1, issue_date: '2026-04-01', type: 'income', details: [LINE] } as const
  const locale = { language: 'en', timezone: 'Asia/Tokyo' } as const
  const paid = { amount: 1100, date: '2026-04-02', from_walletable_type: 'wallet', from_walletable_id: 9 }
  const shown = (more: object) =>
    bodyRows({ ...body, details: [LINE], ...more }, NO_NAMES).map(row =>
      row.map(part => textOf(part, locale)),
    )
  const own = [
    ['issue date', '2026-04-01'],
    ['type', 'income'],
  ]
  const line = ['line 1', 'account item 501, tax code 136, 1,100 yen']
  expect(shown({})).toEqual([...own, line])
  expect(
    shown({ ref_number: 'kura-1', partner_id: 77, receipt_ids: [9001, 9002], payments: [paid] }),
  ).toEqual([
    ...own,
    ['reference', 'kura-1'],
    ['partner', 'partner 77'],
    line,
    ['paid', '1,100 yen on 2026-04-02, walletable 9'],
    ['file', '9001, 9002'],
  ])
  const { from_walletable_type: _, from_walletable_id: __, ...bare } = paid
  const unnamed = ['paid', '1,100 yen on 2026-04-02, the service names no account for it']
  expect(shown({ payments: [bare] })).toContainEqual(unnamed)
})
