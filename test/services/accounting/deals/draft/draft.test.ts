import { describe, expect, test } from 'vitest'
import { english } from '../../../../../lib/core/language/text.ts'
import { draftDeal } from '../../../../../lib/services/accounting/deals/draft/draft.ts'
import { dealRequest } from '../../../../../lib/services/accounting/deals/schema.ts'

const COMPANY = 1_234_567
const master = {
  companyId: COMPANY,
  accountItems: [
    { id: 501, name: '消耗品費', taxCode: 136, available: true },
    { id: 502, name: '旅費交通費', taxCode: 136, available: true },
    { id: 503, name: '会議費', taxCode: 163, available: true },
  ],
  taxTable: [
    { code: 136, name: '課対仕入10%' },
    { code: 163, name: '課対仕入8%（軽）' },
    { code: 189, name: '課対仕入（控80）10%' },
    { code: 190, name: '課対仕入（控50）10%' },
    { code: 2, name: '対象外' },
  ],
  partners: [{ id: 21, name: '㈱髙﨑商店', available: true }],
  walletables: [
    { id: 601, name: '現金', type: 'wallet' },
    { id: 603, name: '試験カード', type: 'credit_card' },
  ],
  groups: {
    items: [{ id: 31, name: '文房具', available: true }],
    sections: [{ id: 701, name: '営業部', available: true }],
    tags: [
      { id: 801, name: '出張', available: true },
      { id: 802, name: '展示会', available: true },
    ],
  },
}
const question = { master, today: '2026-11-20', schedule: 'document-1', reference: 'kura-1' }

type Line = Record<string, unknown>
const draft = (line: Line = {}, deal: Line = {}, asked = {}) =>
  draftDeal(
    dealRequest.parse({
      company_id: COMPANY,
      issue_date: '2026-06-15',
      details: [{ account_item: '消耗品費', tax_code: 136, amount: 1100, ...line }],
      ...deal,
    }),
    { ...question, ...asked },
  )
const unnamed = { tax_code: undefined }

describe('draftDeal()', () => {
  test('gives the exact body, ids for names', () => {
    const { body, flags } = draft(
      { tax_code: undefined, tax_category: '課対仕入１０％', description: 'コピー用紙' },
      { partner_id: 9, due_date: '2026-07-31' },
    )
    expect(body).toEqual({
      company_id: COMPANY,
      issue_date: '2026-06-15',
      type: 'expense',
      details: [{ account_item_id: 501, tax_code: 136, amount: 1100, description: 'コピー用紙' }],
      ref_number: 'kura-1',
      partner_id: 9,
      due_date: '2026-07-31',
    })
    expect(flags).toEqual([])
  })

  const chosen = [
    {
      name: 'a qualified purchase of 10 %',
      line: { rate: 10, qualified: true },
      date: '2026-06-15',
      want: 136,
    },
    {
      name: 'a qualified purchase of 8 %',
      line: { rate: 8, qualified: true },
      date: '2026-06-15',
      want: 163,
    },
    { name: 'the last day of 80 %', line: { rate: 10, qualified: false }, date: '2026-09-30', want: 189 },
    { name: 'the first day of 50 %', line: { rate: 10, qualified: false }, date: '2026-10-01', want: 190 },
    {
      name: 'a date in the Japanese calendar',
      line: { rate: 10, qualified: false },
      date: '令和8年10月1日',
      want: 190,
    },
  ]
  test.each(chosen)('chooses the code by the issue date: $name', ({ line, date, want }) => {
    const { body, flags } = draft({ ...unnamed, ...line }, { issue_date: date })
    expect(body?.details[0]?.tax_code).toBe(want)
    expect(flags).toEqual([])
  })

  const flagged = [
    { name: 'an unreadable date', deal: { issue_date: 'yesterday' }, want: 'unreadable', complete: false },
    { name: 'an ambiguous date', deal: { issue_date: '03/04/05' }, want: 'ambiguous', complete: true },
    { name: 'a date to come', deal: { issue_date: '2026-11-21' }, want: 'future', complete: true },
    { name: 'a day long past', deal: { issue_date: '2024-01-31' }, want: 'long_ago', complete: true },
    { name: 'a refund', line: { amount: -1100 }, want: 'refund', complete: true },
    { name: 'a code of another time', line: { tax_code: 190 }, want: 'contradicts_schedule', complete: true },
    {
      name: 'a category that the company lacks',
      line: { ...unnamed, rate: 8, qualified: false },
      want: 'category_missing',
      complete: false,
    },
    {
      name: 'a time without a measure',
      line: { ...unnamed, rate: 10, qualified: false },
      deal: { issue_date: '2029-10-01' },
      asked: { today: '2030-01-01' },
      want: 'no_measure',
      complete: false,
    },
    {
      name: 'schedules that disagree while none is chosen',
      line: { ...unnamed, rate: 10, qualified: false },
      deal: { issue_date: '2026-10-01' },
      asked: { schedule: undefined },
      want: 'schedules_disagree',
      complete: true,
    },
  ]
  test.each(flagged)('flags $name', ({ line, deal, asked, want, complete }) => {
    const { body, flags, issueDate } = draft(line, deal, asked)
    const isRead = want !== 'unreadable'
    expect(issueDate).toEqual(isRead ? expect.stringMatching(/^\d{4}-\d\d-\d\d$/) : undefined)
    expect(flags.map(({ flag }) => flag)).toEqual([want])
    expect(body !== undefined).toBe(complete)
  })

  test('finds items, sections and memo tags by their names', () => {
    const { body } = draft({ item: '文房具', section: '営業部', tags: ['展示会', '出張'] })
    expect(body?.details).toMatchObject([{ item_id: 31, section_id: 701, tag_ids: [802, 801] }])
  })

  test.each([
    { line: { item: '文具' }, want: '`details.0.item` "文具" is not an item' },
    { line: { section: '営業' }, want: '`details.0.section` "営業" is not a section' },
    { line: { tags: ['出張', '出帳'] }, want: '`details.0.tags` "出帳" is not a memo tag' },
  ])('refuses a group that the company does not have: $want', ({ line, want }) => {
    expect(() => draft(line)).toThrow(want)
  })

  test('says which line a flag is about, and what the schedules say', () => {
    const details = [
      { account_item_id: 501, tax_code: 136, amount: 1 },
      { account_item_id: 501, rate: 10, qualified: false, amount: 2 },
    ]
    const { flags, lines } = draft({}, { details, issue_date: '2026-10-01' }, { schedule: undefined })
    expect(flags.map(({ flag, line }) => [flag, line])).toEqual([['schedules_disagree', 1]])
    expect(flags.map(({ reason }) => english(reason))).toEqual([expect.stringContaining('70 %')])
    expect(lines[1]?.deduction).toMatchObject({
      deduction: 50,
      schedule: 'document-1',
      otherwise: [{ schedule: 'amended', deduction: 70 }],
    })
  })

  test('does not hold a code of an income against the schedule of purchases', () => {
    expect(draft({ tax_code: 190 }, { type: 'income' }).flags).toEqual([])
  })

  const refused = [
    { name: 'a misspelt account item', line: { account_item: '消耗費' }, want: /"消耗費"/, hint: /消耗品費/ },
    {
      name: 'an account item that is near none',
      line: { account_item: 'xyz' },
      want: /"xyz"/,
      hint: /旅費交通費/,
    },
    {
      name: 'an unknown account item id',
      line: { account_item: undefined, account_item_id: 9 },
      want: / 9 /,
      hint: /会議費/,
    },
    {
      name: 'a misspelt category',
      line: { ...unnamed, tax_category: '課税仕入10%' },
      want: /課税仕入/,
      hint: /課対仕入10%/,
    },
    { name: 'an unknown tax code', line: { tax_code: 999 }, want: /999/, hint: /136 課対仕入10%/ },
  ]
  test.each(refused)('refuses $name with the names that exist', ({ line, want, hint }) => {
    expect(() => draft(line)).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: expect.stringMatching(want),
        hint: expect.stringMatching(hint),
      }),
    )
  })

  test('names every problem at once', () => {
    const details = [
      { account_item: 'x', tax_code: 1, amount: 1 },
      { account_item: '消耗品費', tax_code: 3, amount: 1 },
    ]
    expect(() => draft({}, { details })).toThrow(
      expect.objectContaining({
        details: { problems: [expect.any(String), expect.any(String), expect.stringMatching(/details\.1/)] },
      }),
    )
  })
})

describe('dealRequest', () => {
  const lines = [
    { name: 'no account item', line: { account_item: undefined } },
    { name: 'an account item twice', line: { account_item_id: 501 } },
    { name: 'no tax', line: unnamed },
    { name: 'a tax code and a rate', line: { rate: 10, qualified: true } },
    { name: 'a rate alone', line: { ...unnamed, rate: 10 } },
    { name: 'another rate', line: { ...unnamed, rate: 5, qualified: true } },
    { name: 'no yen', line: { amount: 0 } },
    { name: 'parts of a yen', line: { amount: 10.5 } },
    { name: 'a member that is not known', line: { vat: 100 } },
  ]
  test.each(lines)('refuses a line with $name', ({ line }) => {
    const details = [{ account_item: 'x', tax_code: 136, amount: 1, ...line }]
    expect(dealRequest.safeParse({ company_id: 1, issue_date: '2026-06-15', details }).success).toBe(false)
  })

  const deals = [
    { name: 'a reference of the caller', deal: { ref_number: 'x' } },
    {
      name: 'a rate for an income',
      deal: { type: 'income', details: [{ account_item: 'x', rate: 10, qualified: true, amount: 1 }] },
    },
    { name: 'no line', deal: { details: [] } },
    { name: 'a case with a slash', deal: { case: 'a/b' } },
    { name: 'a case of dots', deal: { case: '..' } },
    { name: 'an empty case', deal: { case: ' ' } },
  ]
  test.each(deals)('refuses $name', ({ deal }) => {
    const details = [{ account_item: 'x', tax_code: 136, amount: 1 }]
    expect(dealRequest.safeParse({ company_id: 1, issue_date: '2026-06-15', details, ...deal }).success).toBe(
      false,
    )
  })
})
