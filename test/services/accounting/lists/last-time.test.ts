/** What the last deal with a partner says about the next receipt: the partner, the deal, and its cells. */
import { describe, expect, test } from 'vitest'
import { cellsOfDeal, newestOf, partnerOfRow } from '../../../../lib/services/accounting/lists/last-time.ts'
import type { RecordNames } from '../../../../lib/services/accounting/lists/names.ts'
import { rateNamedBy } from '../../../../lib/services/accounting/taxes/choose-code.ts'

const PARTNERS = [
  { id: 1, name: '株式会社金山', invoice_registration_number: 'T7000012050002' },
  { id: 2, name: '山田食堂', invoice_registration_number: null },
  { id: 3, name: '双子' },
  { id: 4, name: '双子' },
]

test.each([
  { what: 'by its name, however it is typed', name: '山田 食堂', number: undefined, id: 2 },
  { what: 'by its number, whatever its name', name: '金山', number: 'T7000012050002', id: 1 },
  { what: 'by its name if no partner has the number', name: '山田食堂', number: 'T1234567890123', id: 2 },
  { what: 'not if two have the name', name: '双子', number: undefined, id: undefined },
  { what: 'not without name and number', name: '', number: undefined, id: undefined },
])('a partner is found $what', ({ name, number, id }) => {
  expect(partnerOfRow({ name, number }, PARTNERS)?.id).toBe(id)
})

test('the newest deal is that of the latest day, and of one day the one registered last', () => {
  const deals = [
    { id: 1, issue_date: '2026-04-01' },
    { id: 3, issue_date: '2026-03-01' },
    { id: 2, issue_date: '2026-04-01' },
  ].map(deal => ({ ...deal, amount: 1 as never, status: 'settled' }))
  expect(newestOf(deals)?.id).toBe(2)
  expect(newestOf([])).toBeUndefined()
})

test.each([
  ['課対仕入10%', { rate: 10, qualified: true }],
  ['課対仕入8%（軽）', { rate: 8, qualified: true }],
  ['課対仕入（控80）10%', { rate: 10, qualified: false }],
  ['課対仕入（控50）8%（軽）', { rate: 8, qualified: false }],
  // the rate of 2014 to 2019, which no receipt has today
  ['課対仕入8%', undefined],
  ['対象外', undefined],
] as const)('the category %s names %j', (name, found) => {
  expect(rateNamedBy(name)).toEqual(found)
})

const NAMES: Record<string, string> = {
  'account item 503': '会議費',
  'tax code 1': '課対仕入（控80）10%',
  'tax code 2': '対象外',
  'walletable 601': '現金',
  'section 701': '営業部',
}
const names = { find: (kind, id) => NAMES[`${kind} ${id}`] } as RecordNames
const words = { yes: 'はい', no: 'いいえ' }

describe('the cells of a deal', () => {
  const line = { account_item_id: 503, tax_code: 1, amount: 1100 as never }

  test('are account item, rate, qualified, payment, section and description of each line', () => {
    const payments = [{ date: '2026-04-07', amount: 1100 as never, from_walletable_id: 601 }]
    const details = [
      { ...line, section_id: 701, description: '打合せ' },
      { ...line, tax_code: 2 },
    ]
    expect(cellsOfDeal({ details, payments }, { names, words })).toEqual([
      {
        account_item: '会議費',
        rate: '10',
        qualified: 'いいえ',
        payment: '現金',
        section: '営業部',
        description: '打合せ',
      },
      { account_item: '会議費', rate: '対象外', payment: '現金' },
    ])
  })

  test('lack what has no name any more', () => {
    expect(cellsOfDeal({ details: [{ ...line, account_item_id: 9 }] }, { names, words })).toEqual([
      { rate: '10', qualified: 'いいえ' },
    ])
  })
})
