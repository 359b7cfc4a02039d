/** Tables whose columns stand so close together that pdf.js joins the values of a line by single spaces. */
import { expect, test } from 'vitest'
import { readReceiptText } from '../../../../../lib/services/accounting/receipts/reading/read.ts'

test.each([
  {
    // the same by Chromium 156 and typst.ts 0.7.0
    what: 'a table that WeasyPrint 57.2 printed with the gaps of HTML',
    lines: ['請求日  支払期限  請求書番号', '2026/10/31 2026/11/30 2026-0042'],
    want: { date: '2026-10-31' },
  },
  {
    what: 'the last bill beside this one',
    lines: ['前回請求額  入金額  今回請求額', '55,000円 55,000円 18,260円'],
    want: { total: 18_260 },
  },
  {
    what: 'a table of which only some columns are narrow',
    lines: ['前回請求額  入金額  今回請求額', '55,000円  55,000円 18,260円'],
    want: { total: 18_260 },
  },
  {
    what: 'fewer words than columns',
    lines: ['請求日  支払期限  請求書番号', '2026/11/30 2026-0042'],
    want: {},
  },
  { what: 'more words than columns', lines: ['請求日  支払期限', '2026/11/30 から 2026/12/31'], want: {} },
  {
    what: 'a name of two words under two labels',
    lines: ['請求元  請求先', '株式会社 金山'],
    want: { issuer: '株式会社 金山' },
  },
  {
    what: 'a name of two words beside a day',
    lines: ['発行日  発行者', '2026/10/31 株式会社 金山'],
    want: { date: '2026-10-31', issuer: '株式会社 金山' },
  },
  {
    what: 'a day with spaces under three labels',
    lines: ['請求書番号  請求日  件名', '2026年 10月 31日'],
    want: { date: '2026-10-31' },
  },
  {
    what: 'two days with spaces under two labels',
    lines: ['請求日  支払期限', '令和 8年 10月 31日 令和 8年 11月 30日'],
    want: { date: '2026-10-31' },
  },
  {
    what: 'an amount behind its sign under two labels',
    lines: ['ご請求金額  備考', '¥ 980'],
    want: { total: 980 },
  },
  {
    what: 'a table of rates that WeasyPrint 57.2 printed',
    lines: ['合計  18,260円', '税率 対象額  消費税', '10% 15,000円 1,500円', '8% 1,630円 130円'],
    want: {
      total: 18_260,
      rates: [
        { rate: '10', amount: 16_500 },
        { rate: '8', amount: 1_760 },
      ],
    },
  },
  {
    what: 'a table of rates that does not sum up to the total',
    lines: ['合計  18,260円', '税率 対象額  消費税', '10% 15,000円 1,500円', '8% 1,000円 80円'],
    want: { total: 18_260 },
  },
  {
    what: 'a table of one rate that is not of all goods',
    lines: ['合計  18,260円', '税率  対象額  消費税', '10%  15,000円  1,500円'],
    want: { total: 18_260 },
  },
])('$what', ({ lines, want }) => {
  expect(readReceiptText(lines)).toEqual({ rates: [], ...want })
})
