import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOf } from '../../../../../lib/services/accounting/fields/amount.ts'
import {
  amountsOf,
  type DigestedRow,
  joinLines,
} from '../../../../../lib/services/accounting/imports/reading/receipt-lines.ts'
import type { ReadRow } from '../../../../../lib/services/accounting/imports/reading/row-reading.ts'
import { yen } from '../../../../helpers/remotes/yen.ts'

const ROW: ReadRow = {
  date: '2026-04-07',
  accountItem: '消耗品費',
  tax: { rate: 10, qualified: true },
  amount: yen(1100),
  excludesTax: false,
  total: undefined,
  description: '',
  partner: '商店',
  registration: undefined,
  document: undefined,
  section: '',
  item: '',
  tags: [],
  file: 'a.pdf',
  payment: '',
  number: '17',
}
const row = (change: Partial<ReadRow> = {}, digest = 'a'): DigestedRow => ({
  row: { ...ROW, ...change },
  digest,
})

describe('joinLines()', () => {
  const rows = [
    { name: 'two rates', other: row({ tax: { rate: 8, qualified: true }, amount: yen(540) }), joined: true },
    { name: 'the number in full width', other: row({ number: '１７', amount: yen(1) }), joined: true },
    { name: 'the day in another form', other: row({ date: '令和8年4月7日', amount: yen(1) }), joined: true },
    { name: 'another number', other: row({ number: '18', amount: yen(1) }), joined: false },
    { name: 'another day', other: row({ date: '2026-04-08', amount: yen(1) }), joined: false },
    { name: 'another partner', other: row({ partner: '書店', amount: yen(1) }), joined: false },
    { name: 'another file', other: row({ amount: yen(1) }, 'b'), joined: false },
    { name: 'the same line twice', other: row({ number: '１７' }), joined: false },
  ]
  test.each(rows)('$name', ({ other, joined }) => {
    const found = joinLines([row(), other])
    expect(found).toEqual(joined ? [[row(), other]] : [[row()], [other]])
  })

  test('joins no rows without a number', () => {
    expect(joinLines([row({ number: '' }), row({ number: '', amount: yen(1) })])).toHaveLength(2)
  })

  test('takes the lines of a receipt that was entered twice for a second receipt, in any order', () => {
    const [one, other] = [row(), row({ amount: yen(540), tax: { rate: 8, qualified: true } })]
    expect(joinLines([one, other, other, one])).toEqual([
      [one, other],
      [other, one],
    ])
  })
})

describe('amountsOf()', () => {
  const at = (rate: 8 | 10, amount: number, excludesTax = true) =>
    row({ tax: { rate, qualified: true }, amount: yen(amount), excludesTax }).row

  const rows = [
    {
      name: 'adds no tax to amounts with tax',
      lines: [at(10, 105, false)],
      total: undefined,
      amounts: [105],
    },
    { name: 'rounds down', lines: [at(8, 105)], total: undefined, amounts: [113] },
    { name: 'rounds once a rate', lines: [at(8, 105), at(8, 105)], total: undefined, amounts: [113, 113] },
    {
      name: 'puts the rest on the last line',
      lines: [at(8, 9), at(8, 9)],
      total: undefined,
      amounts: [9, 10],
    },
    { name: 'rounds as the total has it', lines: [at(8, 105), at(10, 100)], total: 224, amounts: [114, 110] },
    { name: 'mixes both', lines: [at(8, 100), at(10, 110, false)], total: 218, amounts: [108, 110] },
    { name: 'rounds a refund towards 0', lines: [at(8, -105)], total: undefined, amounts: [-113] },
  ]
  test.each(rows)('$name', ({ lines, total, amounts }) => {
    expect(amountsOf(lines, total)).toEqual({ amounts })
  })

  test('gives the sum that differs from the total', () => {
    expect(amountsOf([at(10, 100, false), at(8, 100, false)], 216)).toEqual({ sum: 200 })
  })

  test('adds to each rate the tax on its sum, however it is split into lines', () => {
    const line = fc.record({ rate: fc.constantFrom<8 | 10>(8, 10), amount: fc.integer({ min: 1, max: 1e7 }) })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 9 }), lines => {
        const found = amountsOf(
          lines.map(({ rate, amount }) => at(rate, amount)),
          undefined,
        )
        const netOf = (rate: number) => sumOf(lines.filter(one => one.rate === rate).map(one => one.amount))
        const whole = [8, 10].map(rate => netOf(rate) + Math.floor((netOf(rate) * rate) / 100))
        expect('amounts' in found && sumOf(found.amounts)).toBe(sumOf(whole))
      }),
    )
  })
})
