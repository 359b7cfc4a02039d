/** Reads lines with widely spaced letters, whose gaps a PDF reader takes for spaces. */
import { expect, test } from 'vitest'
import { readReceiptText } from '../../../../../lib/services/accounting/receipts/reading/read.ts'

const NUMBER = 'T7000012050002'

test.each([
  {
    what: 'a receipt that WeasyPrint 57.2 printed',
    lines: [
      'N o . 0 0 4 2  発 行 日 2 0 2 6 年 1 0 月 3 1 日',
      '株 式 会 社 青 木 商 会  御 中',
      '合 計 金 額 ￥ 1 8 , 2 6 0 -',
      '1 0 % 対 象 1 6 , 6 0 0 円 消 費 税 1 , 6 6 0 円',
      '株 式 会 社 長 野 文 具',
      '登 録 番 号 T 7 0 0 0 0 1 2 0 5 0 0 0 2',
    ],
    want: {
      date: '2026-10-31',
      total: 18_260,
      number: NUMBER,
      issuer: '株式会社長野文具',
      rates: [{ rate: '10', amount: 18_260 }],
    },
  },
  {
    what: 'a receipt that Chromium 156 printed',
    lines: ['N o . 0 0 4 2  発⾏⽇ 2 0 2 6 年 1 0⽉3 1⽇', '合 計⾦額 ￥1 8 , 2 6 0 -'],
    want: { date: '2026-10-31', total: 18_260 },
  },
  {
    what: 'a day before an amount',
    lines: ['2 0 2 6 年 1 0 月 3 1 日 合 計 1 8 , 2 6 0 円'],
    want: { date: '2026-10-31', total: 18_260 },
  },
  {
    what: 'a telephone number before an amount',
    lines: ['電 話 0 3 - 1 2 3 4 - 5 6 7 8 合 計 3 , 3 0 0 円'],
    want: { total: 3_300 },
  },
  { what: 'a sign between a count and a total', lines: ['合 計 2 ¥ 1 9 8 0'], want: { total: 1_980 } },
  { what: 'the same after a short label', lines: ['計 2 ¥ 1 9 8 0'], want: { total: 1_980 } },
  { what: 'the same in full width', lines: ['合 計 ２ ￥ １ ９ ８ ０'], want: { total: 1_980 } },
  { what: 'two amounts with signs', lines: ['合 計 ¥ 1 9 8 0 ¥ 2 1 7 8'], want: {} },
  { what: 'a year that stands together', lines: ['2026 年 1 0 月 3 日'], want: { date: '2026-10-03' } },
  { what: 'a day of two digits', lines: ['発 行 日 2026 年 1 0 月 3 1 日'], want: { date: '2026-10-31' } },
  {
    what: 'a month and a day of a year in full width',
    lines: ['２０２６ 年 １ １ 月 ２ ０ 日'],
    want: { date: '2026-11-20' },
  },
  { what: 'no month of two cells', lines: ['2026 年 1  0 月 3 日'], want: {} },
  { what: 'no day of three digits', lines: ['2026 年 1 0 月 1 2 3 日'], want: {} },
])('wide letters: $what', ({ lines, want }) => {
  expect(readReceiptText(lines)).toEqual({ rates: [], ...want })
})

test.each([
  { what: 'a digit before a total', lines: ['合 計 1 100 円 也'], want: { total: 100 } },
  { what: 'a digit before a total in full width', lines: ['合 計 １ １００ 円 也'], want: { total: 100 } },
  { what: 'a count before a total', lines: ['お 買 上 計 2 1,980 円'], want: { total: 1_980 } },
  { what: 'a quantity before an amount', lines: ['合 計 金 額 3 5,940 円'], want: { total: 5_940 } },
  {
    what: 'a day before an amount',
    lines: ['発 行 日 2026/10/3 1 1,980 円 也', '合 計 1,980 円'],
    want: { date: '2026-10-03', total: 1_980 },
  },
  {
    what: 'a telephone number before a count and a total',
    lines: ['T E L 03-1234-5678 合 計 3 300 円'],
    want: { total: 300 },
  },
  {
    what: 'a registration number before a telephone number',
    lines: [`登 録 番 号 ${NUMBER} 0 3 - 1 2 3`],
    want: { number: NUMBER },
  },
  {
    what: 'a registration number behind its issuer',
    lines: [`株 式 会 社 山 田 文 具 ${NUMBER}`],
    want: { number: NUMBER, issuer: '株式会社山田文具' },
  },
  {
    what: 'a rate before amounts',
    lines: ['合 計 18,260 円', '10 % 対 象 1 6 , 6 0 0 円 消 費 税 1 , 6 6 0 円'],
    want: { total: 18_260, rates: [{ rate: '10', amount: 18_260 }] },
  },
])('a number that stands together keeps its spaces: $what', ({ lines, want }) => {
  expect(readReceiptText(lines)).toEqual({ rates: [], ...want })
})
