/** Reads the text of receipts, layout by layout: only unambiguous values become values. */
import { describe, expect, test } from 'vitest'
import { readReceiptText } from '../../../../../lib/services/accounting/receipts/reading/read.ts'

const NUMBER = 'T7000012050002'

/** The lines of a layout, and the values read from them; two spaces separate columns. */
const LAYOUTS: readonly {
  what: string
  lines: readonly string[]
  date?: string
  total?: number
  number?: string
  misread?: string
  issuer?: string
  rates?: readonly (readonly [string, number])[]
}[] = [
  {
    what: 'an invoice with a due day and a day of delivery',
    lines: [
      '請求書',
      '株式会社さくら商事 御中  請求日：2026年10月31日',
      '支払期限：2026年11月30日  納品日 2026/10/28',
      `株式会社山田文具  登録番号：${NUMBER}`,
      'ご請求金額  ￥18,260（税込）',
      '小計 16,630円',
      '10%対象 16,500円（消費税 1,500円）',
      '8%対象 1,760円（消費税 130円）',
      '合計　18,260円',
    ],
    date: '2026-10-31',
    total: 18_260,
    number: NUMBER,
    issuer: '株式会社山田文具',
    rates: [
      ['10', 16_500],
      ['8', 1_760],
    ],
  },
  { what: 'a day in Reiwa', lines: ['発行日 令和8年10月5日'], date: '2026-10-05' },
  {
    what: 'the day of a till under the name of the shop',
    lines: ['領収書', '喫茶さくら', '令和８年４月７日 12:34'],
    date: '2026-04-07',
  },
  { what: 'a day under a label of another day', lines: ['開始日', '2026-04-07'] },
  { what: 'the first year of Reiwa', lines: ['領収日：令和元年12月3日'], date: '2019-12-03' },
  { what: 'a short Reiwa', lines: ['日付 R8.10.5'], date: '2026-10-05' },
  { what: 'a day in full width', lines: ['発行日：２０２６年１０月　５日'], date: '2026-10-05' },
  {
    what: 'a day of Reiwa padded with spaces',
    lines: ['発行日　令和　８年１０月　５日'],
    date: '2026-10-05',
  },
  {
    what: 'days with the names of their months',
    lines: ['Date of issue  September 30, 2026', 'Date due  October 30, 2026'],
    date: '2026-09-30',
  },
  { what: 'a short name of a month', lines: ['Invoice date: 5-Oct-2026'], date: '2026-10-05' },
  { what: 'an ordinal day', lines: ['Issued on 1st Sept. 2026'], date: '2026-09-01' },
  { what: 'a word that only begins like a month', lines: ['Invoice date', 'Marker 5, 2026'] },
  { what: 'a day set apart', lines: ['請 求 日  2026 年 10 月 5 日'], date: '2026-10-05' },
  { what: 'a day without a label', lines: ['領収書', '2026年10月5日  No. 12'], date: '2026-10-05' },
  {
    what: 'a day of use beside that of issue',
    lines: ['ご利用日 2026/10/01', '発行日 2026/10/05'],
    date: '2026-10-05',
  },
  {
    what: 'a day of use alone',
    lines: ['ご利用日 2026/10/01 12:31', 'お支払期限 2026/11/01'],
    date: '2026-10-01',
  },
  {
    what: 'labels above their days',
    lines: ['請求日  支払期限', '2026/10/31  2026/11/30'],
    date: '2026-10-31',
  },
  { what: 'two days of issue', lines: ['請求日 2026/10/31', '発行日 2026/11/02'] },
  { what: 'two days without labels', lines: ['2026/10/31', '2026/11/02'] },
  {
    what: 'a span of use',
    lines: ['2026/10/01 ～ 2026/10/31', 'ご利用期間 2026年10月1日から2026年10月31日まで'],
  },
  { what: 'only a due day', lines: ['お支払期限：2026年11月30日'] },
  { what: 'a day that does not exist', lines: ['請求日：2026年2月30日'] },
  {
    what: 'a till receipt with money given and change',
    lines: [
      '2026年10月5日(月) 12:31',
      '小計 ¥1,000',
      '合計  ¥1,100',
      '（内消費税等 ¥100）',
      'お預り ¥2,000',
      'お釣り ¥900',
    ],
    date: '2026-10-05',
    total: 1_100,
  },
  {
    what: 'the last bill beside this one',
    lines: ['前回請求額  55,000円', 'ご入金額  55,000円', '今回ご請求額  18,260円'],
    total: 18_260,
  },
  {
    what: 'the last bill above the columns',
    lines: ['前回請求額  入金額  繰越残高  今回請求額', '55,000  55,000  0  18,260'],
    total: 18_260,
  },
  { what: 'a total in full width', lines: ['合　計　￥３，３００'], total: 3_300 },
  { what: 'a receipt by hand', lines: ['領収書', '￥3,300-', '但 文具代として'], total: 3_300 },
  { what: 'a total with its quantity', lines: ['合計  3  18,260'], total: 18_260 },
  { what: 'a total without a mark', lines: ['合計 980'], total: 980 },
  { what: 'two totals that differ', lines: ['合計 16,600円', 'ご請求金額 18,260円'] },
  {
    what: 'a total without tax beside the bill',
    lines: ['合計（税抜） 16,600円', '消費税合計 1,660円', 'ご請求金額 18,260円'],
    total: 18_260,
  },
  { what: 'a total of two decimals', lines: ['合計  ¥18,260.00'], total: 18_260 },
  { what: 'a total with the code of the yen', lines: ['合計  ¥1,980 JPY'], total: 1_980 },
  { what: 'a total of something else', lines: ['走行距離合計 120', '合計 ¥3,300'], total: 3_300 },
  { what: 'a count that is called total', lines: ['合計件数 3', 'Total items 3', 'TOTAL QTY 3'] },
  { what: 'fees beside the total', lines: ['手数料合計 ¥330', '合計（手数料込） ¥3,300'], total: 3_300 },
  { what: 'a count beside a total, each alone', lines: ['合計 3 点 600 円'], total: 600 },
  { what: 'digits set apart', lines: ['合 計  １ ８ , ２ ６ ０ 円'], total: 18_260 },
  { what: 'a digit in each column', lines: ['合計  ¥5  5  0  0', '金額  ¥5  5  0  0'] },
  { what: 'a bill of nothing', lines: ['合計 0円'] },
  { what: 'a bill in dollars', lines: ['Total $20.00', 'Date of issue 2026-10-05'], date: '2026-10-05' },
  {
    what: 'a total in English',
    lines: ['Invoice date  2026-10-05', 'Subtotal  ¥3,000', 'Total  ¥3,300'],
    date: '2026-10-05',
    total: 3_300,
  },
  { what: 'only lines of goods', lines: ['コピー用紙 10 1,500 15,000', 'お茶 10 163 1,630'] },
  { what: 'a number in groups', lines: ['登録番号 T 7000-0120-50002'], number: NUMBER },
  {
    what: 'a number in groups of four',
    lines: ['登録番号: T7 0000 1205 0002  TEL 03-1234-5678'],
    number: NUMBER,
  },
  { what: 'a number in full width', lines: ['登録番号：Ｔ７０００－０１２０－５０００２'], number: NUMBER },
  {
    what: 'a number with a wrong check digit',
    lines: ['登録番号 T8000012050002'],
    misread: 'T8000012050002',
  },
  {
    what: 'a right number beside a wrong one',
    lines: [`登録番号 ${NUMBER}`, 'T8000012050002'],
    number: NUMBER,
  },
  { what: 'two wrong numbers', lines: ['T8000012050002', 'T9000012050002'] },
  { what: 'two numbers', lines: [`登録番号 ${NUMBER}`, '登録番号 T8040001999013'] },
  {
    what: 'one rate',
    lines: ['合計 3,300円', '（10%対象 3,300円 内消費税 300円）'],
    total: 3_300,
    rates: [['10', 3_300]],
  },
  {
    what: 'the reduced rate alone',
    lines: ['8%対象  1,080円', '合計  1,080円'],
    total: 1_080,
    rates: [['8', 1_080]],
  },
  {
    what: 'only a note that marks goods at the reduced rate',
    lines: ['麦茶※  ¥1,080', '文具  ¥11,000', '合計  ¥12,080', '※は軽減税率(8%)対象'],
    total: 12_080,
  },
  {
    what: 'a rate of one line of goods',
    lines: ['麦茶（軽減税率８％） ￥1,080', '文具 ￥11,000', '合計  ¥12,080'],
    total: 12_080,
  },
  { what: 'one rate of a part', lines: ['合計  ¥12,080', '(10%対象  ¥11,000)'], total: 12_080 },
  { what: 'one rate and a tax of a part', lines: ['合計  ¥12,080', '消費税(10%)  ¥1,000'], total: 12_080 },
  {
    what: 'the standard rate beside goods without tax',
    lines: ['合計  ¥12,080', '税率10%', '切手（非課税） ¥1,080'],
    total: 12_080,
  },
  {
    what: 'the standard rate alone',
    lines: ['合計  ¥11,000', '税率10%'],
    total: 11_000,
    rates: [['10', 11_000]],
  },
  {
    what: 'a rate with decimals',
    lines: ['合計  ¥3,300', '消費税（10.0％） ¥300'],
    total: 3_300,
    rates: [['10', 3_300]],
  },
  { what: 'a rate of a discount', lines: ['会員様10％OFF  -¥330', '合計  ¥2,970'], total: 2_970 },
  { what: 'a discount of a rate', lines: ['割引 10%  -¥330', '合計  ¥2,970'], total: 2_970 },
  { what: 'a rate of points', lines: ['合計  ¥3,300', '10%還元'], total: 3_300 },
  { what: 'the share of a patient', lines: ['負担割合：10%', '領収金額  ¥1,100'], total: 1_100 },
  {
    what: 'one rate with its tax, rounded down',
    lines: ['合計  ¥1,099', '(内消費税10%  ¥99)'],
    total: 1_099,
    rates: [['10', 1_099]],
  },
  {
    what: 'one rate before tax',
    lines: ['税抜(10%)  ¥10,000', '合計  ¥11,000'],
    total: 11_000,
    rates: [['10', 11_000]],
  },
  {
    what: 'one rate line by line',
    lines: ['用紙（税10%） ¥1,100', 'ペン（税10%） ¥2,200', '合計  ¥3,300'],
    total: 3_300,
    rates: [['10', 3_300]],
  },
  {
    what: 'two rates without tax',
    lines: ['10%対象 15,000円 消費税 1,500円', '8%対象 1,630円 消費税 130円', '合計 18,260円'],
    total: 18_260,
    rates: [
      ['10', 16_500],
      ['8', 1_760],
    ],
  },
  {
    what: 'two rates whose amounts do not fit',
    lines: ['10%対象 15,000円', '8%対象 1,000円', '合計 18,260円'],
    total: 18_260,
  },
  { what: 'the addressee alone', lines: ['株式会社さくら商事  御中'] },
  {
    what: 'an addressee whose 御中 stands below',
    lines: ['株式会社さくら商事', '御中', '発行者：青空サーバー合同会社'],
    issuer: '青空サーバー合同会社',
  },
  {
    what: 'an addressee with a label alone',
    lines: ['請求先：株式会社さくら商事', 'お客様名  株式会社さくら商事', '山田文具店'],
  },
  {
    what: 'an addressee below its label',
    lines: ['Bill to', '株式会社さくら商事', '青空サーバー合同会社'],
    issuer: '青空サーバー合同会社',
  },
  {
    what: 'the corporation of a profession',
    lines: ['株式会社さくら商事 御中', '税理士法人みどり'],
    issuer: '税理士法人みどり',
  },
  { what: 'two companies', lines: ['株式会社山田文具', '株式会社青空サーバー'] },
  {
    what: 'an account at a bank',
    lines: ['振込先 みずほ銀行 株式会社山田文具', '(株)山田文具'],
    issuer: '(株)山田文具',
  },
  {
    what: 'letters that a font gives as radicals',
    lines: ['請求⽇：2026年10⽉31⽇', '⽀払期限：2026年11⽉30⽇', '合計⾦額 18,260円'],
    date: '2026-10-31',
    total: 18_260,
  },
  { what: 'no text', lines: [] },
]

describe('the text of a receipt', () => {
  test.each(LAYOUTS)('$what', ({ what: _, lines, rates = [], ...wanted }) => {
    const { rates: read, ...found } = readReceiptText(lines)
    expect({ ...found, rates: read.map(({ rate, amount }) => [rate, amount]) }).toEqual({ ...wanted, rates })
  })
})

test.each([
  { line: '¥1,980', total: 1_980 },
  { line: '青木商会 様 ¥1,980', total: 1_980 },
  { line: '税込 ¥1,980', total: 1_980 },
  { line: '計 ¥1,980', total: 1_980 },
  { line: '小計 ¥1,980' },
  { line: 'お預り ¥2,000' },
  { line: 'お釣り ¥20' },
  { line: '前回残高 ¥5,000' },
  { line: '合計 ¥-1,980' },
  { line: '合計 -¥1,980' },
  { line: '合計 ▲¥1,980' },
  { line: '合計 △ 1,980円' },
  { line: '合計 ▲1,980円' },
  { line: '合 計 - ¥ 1 9 8 0' },
])('the only amount of a receipt: $line', ({ line, total }) => {
  expect(readReceiptText([line]).total).toBe(total)
})
