import { describe, expect, test } from 'vitest'
import { english } from '../../../../lib/core/language/text.ts'
import {
  checkTaxCode,
  chooseTaxCode,
  type TaxRate,
} from '../../../../lib/services/accounting/taxes/choose-code.ts'

/** The tax codes that document 1 observed, and the amended categories. */
const table = [
  { code: 136, name: '課対仕入10%' },
  { code: 163, name: '課対仕入8%（軽）' },
  { code: 189, name: '課対仕入（控80）10%' },
  { code: 187, name: '課対仕入（控80）8%（軽）' },
  { code: 190, name: '課対仕入（控50）10%' },
  { code: 188, name: '課対仕入（控50）8%（軽）' },
  { code: 2, name: '対象外' },
  { code: 34, name: '課対仕入' },
  { code: 108, name: '課対仕入8%' },
  { code: 270, name: '課対仕入（控70）10%' },
]
const BEFORE = '2026-09-30'
const AFTER = '2026-10-01'

describe('chooseTaxCode()', () => {
  const rows: {
    name: string
    rate: TaxRate
    qualified: boolean
    issueDate: string
    chosen?: string
    code: number | undefined
    flags: string[]
  }[] = [
    { name: '10 %, qualified', rate: 10, qualified: true, issueDate: AFTER, code: 136, flags: [] },
    { name: '8 %, qualified', rate: 8, qualified: true, issueDate: AFTER, code: 163, flags: [] },
    { name: '10 %, 80 deducted', rate: 10, qualified: false, issueDate: BEFORE, code: 189, flags: [] },
    { name: '8 %, 80 deducted', rate: 8, qualified: false, issueDate: BEFORE, code: 187, flags: [] },
    {
      name: '10 %, after the first step, document 1 chosen',
      rate: 10,
      qualified: false,
      issueDate: AFTER,
      chosen: 'document-1',
      code: 190,
      flags: [],
    },
    {
      name: '10 %, after the first step, the amendment chosen',
      rate: 10,
      qualified: false,
      issueDate: AFTER,
      chosen: 'amended',
      code: 270,
      flags: [],
    },
    {
      name: '10 %, after the first step, nothing chosen',
      rate: 10,
      qualified: false,
      issueDate: AFTER,
      code: 190,
      flags: ['schedules_disagree'],
    },
    {
      name: 'a category that the company lacks',
      rate: 8,
      qualified: false,
      issueDate: AFTER,
      chosen: 'amended',
      code: undefined,
      flags: ['category_missing'],
    },
    {
      name: 'after the last step',
      rate: 10,
      qualified: false,
      issueDate: '2031-10-01',
      code: undefined,
      flags: ['no_measure'],
    },
  ]
  test.each(rows)('$name', ({ rate, qualified, issueDate, chosen, code, flags }) => {
    const choice = chooseTaxCode({ rate, qualified }, { issueDate, table, chosen })
    expect({ code: choice.code, flags: choice.flags.map(({ flag }) => flag) }).toEqual({ code, flags })
  })

  test('finds a name however it is typed', () => {
    for (const name of ['課対仕入(控80)10%', '課対仕入 （控８０） １０％', '課対仕入(控80) 10%']) {
      const choice = chooseTaxCode(
        { rate: 10, qualified: false },
        { issueDate: BEFORE, table: [{ code: 7, name }] },
      )
      expect(choice.code).toBe(7)
    }
  })

  test('takes none of two categories of one name', () => {
    const twice = [
      { code: 1, name: '課対仕入10%' },
      { code: 2, name: '課対仕入１０％' },
    ]
    const choice = chooseTaxCode({ rate: 10, qualified: true }, { issueDate: BEFORE, table: twice })
    expect(choice.code).toBeUndefined()
    expect(choice.flags).toHaveLength(1)
  })
})

describe('checkTaxCode()', () => {
  const rows = [
    { name: 'a category of the right step', code: 189, issueDate: BEFORE, want: [] },
    { name: 'a category of no step', code: 136, issueDate: AFTER, want: [] },
    { name: 'a code that the table lacks', code: 999, issueDate: AFTER, want: [] },
    {
      name: '80 % after its end',
      code: 189,
      issueDate: AFTER,
      want: ['schedules_disagree', 'contradicts_schedule'],
    },
    { name: '50 % before its begin', code: 190, issueDate: BEFORE, want: ['contradicts_schedule'] },
    { name: '50 % while the schedules disagree', code: 190, issueDate: AFTER, want: ['schedules_disagree'] },
    { name: 'any of them after the end', code: 190, issueDate: '2031-10-01', want: ['contradicts_schedule'] },
  ]
  test.each(rows)('$name', ({ code, issueDate, want }) => {
    expect(checkTaxCode(code, { issueDate, table }).map(({ flag }) => flag)).toEqual(want)
  })

  test('follows the schedule that was chosen', () => {
    const question = { issueDate: AFTER, table, chosen: 'amended' }
    expect(checkTaxCode(270, question)).toEqual([])
    const said = checkTaxCode(190, question).map(({ flag, reason }) => [flag, english(reason)])
    expect(said).toEqual([
      [
        'contradicts_schedule',
        'code 190 is "課対仕入（控50）10%", but on 2026-10-01 schedule "amended" has 70 %',
      ],
    ])
  })
})
