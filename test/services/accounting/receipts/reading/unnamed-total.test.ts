/** The total of a receipt that calls no amount its total: a receipt by hand, a ticket, a price alone. */
import { expect, test } from 'vitest'
import { readReceiptText } from '../../../../../lib/services/accounting/receipts/reading/read.ts'

test.each([
  {
    // pdf-lib 1.17.1, in the layout of a receipt by hand
    what: 'the sum of a receipt by hand, above its parts',
    lines: [
      '領収証',
      '￥18,260－',
      '但 コピー用紙代として',
      '10%対象 16,500円 (内消費税 1,500円)',
      '8%対象 1,760円',
    ],
    total: 18_260,
  },
  { what: 'a sum that a long vowel mark closes', lines: ['￥18,260ー', '消費税 1,660円'], total: 18_260 },
  {
    // pdf.js for the em dash of upLaTeX 3.141592653 (Debian 12) in a font that is not embedded
    what: 'a sum that an overlaid stroke closes',
    lines: ['￥18,260\u0336', '消費税 1,660円'],
    total: 18_260,
  },
  { what: 'a sum in the words of a receipt', lines: ['金 18,260 円也', '消費税額 1,660円'], total: 18_260 },
  { what: 'a sum with its tax', lines: ['金額 ¥18,260（税込）', '内消費税 ¥1,660'], total: 18_260 },
  { what: 'a fare alone', lines: ['乗車券 東京 → 大阪', '運賃 13,870円'], total: 13_870 },
  { what: 'a price beside its tax', lines: ['コピー用紙 1 ¥1,500-', '消費税 ¥150-'] },
  { what: 'a price with tax beside postage', lines: ['コピー用紙', '¥1,500（税込）', '送料 ¥500'] },
  { what: 'two sums', lines: ['￥18,260－', '￥1,660－'] },
  { what: 'a tax alone', lines: ['消費税等 100円'] },
  { what: 'a subtotal alone', lines: ['小計 1,000円'] },
  { what: 'money given alone', lines: ['お預り 5,000円'] },
  { what: 'a fee alone', lines: ['振込手数料 330円'] },
  { what: 'a price above points of which nothing is said', lines: ['¥1,000', 'ポイント 10'] },
  { what: 'a price above points that a buyer gets', lines: ['¥1,000', '獲得ポイント 10'], total: 1_000 },
  { what: 'a price above points that are used', lines: ['¥1,000', 'ポイント利用 100P'] },
  { what: 'a price above used points', lines: ['¥1,000', 'ご利用ポイント 100P'] },
  { what: 'a price above a coupon', lines: ['¥1,000', 'クーポン -100円'] },
  { what: 'a price above an amount behind a minus', lines: ['¥1,000', '▲100円'] },
  { what: 'a price above a share that is taken off', lines: ['¥1,000', '会員様10%OFF'] },
  {
    what: 'a sum above what no return is taken for',
    lines: ['¥3,300-', '返品・返金はできません'],
    total: 3_300,
  },
  { what: 'a sum above a telephone number', lines: ['¥3,300-', 'TEL (03)-1234-5678'], total: 3_300 },
  { what: 'a price above a sum that is paid back', lines: ['¥3,300', '返金 ¥300'] },
  { what: 'a part at one rate alone', lines: ['10%対象 16,500円'] },
])('$what', ({ lines, total }) => {
  expect(readReceiptText(lines).total).toBe(total)
})
