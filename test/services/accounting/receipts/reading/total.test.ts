/** The total among counts, offers, prices without tax, other currencies and misread commas. */
import { expect, test } from 'vitest'
import { readReceiptText } from '../../../../../lib/services/accounting/receipts/reading/read.ts'

test.each([
  { what: 'a total a little above its subtotal', lines: ['小計 900円', '合計 980'], total: 980 },
  { what: 'a total equal to its subtotal', lines: ['小計 900円', '合計 900'], total: 900 },
  {
    what: 'a total that is the money given without the change',
    lines: ['用紙 600円', '合計 980', 'お預り 1,000円', 'お釣り 20円'],
    total: 980,
  },
  { what: 'a count below a subtotal', lines: ['小計 900円', '合計 3'] },
  { what: 'a number above what tax can add', lines: ['小計 900円', '合計 1200'] },
  { what: 'a number beside a price alone', lines: ['用紙 500円', '合計 980'] },
])('a total without a mark beside amounts with one: $what', ({ lines, total }) => {
  expect(readReceiptText(lines).total).toBe(total)
})

test.each([
  ['合計 1,000円（税別）'],
  ['合計 ¥1,000 (税抜)'],
  ['合計金額 1,000円+税'],
  ['ご請求金額 1,000円（消費税別途）'],
  ['合計 ¥1,000', '（税込 ¥1,100）'],
  ['合計 ¥1,000', '税込金額 ¥1,100'],
  ['Net total ¥1,000'],
])('an amount to which the tax is added is no total: %j %j', (...lines) => {
  expect(readReceiptText(lines).total).toBeUndefined()
})

test.each([
  ['合計 ¥1,100(税抜 ¥1,000)'],
  ['合計 ¥1,100 税抜価格 1,000円'],
  ['合計 ¥1,100 千葉店'],
  ['合計 ¥1,100 毎度ありがとうございます'],
  ['ご請求金額 ¥1,100 引落日 10/27'],
])('words behind the total of %j say nothing about it', line => {
  expect(readReceiptText([line]).total).toBe(1_100)
})

test.each([
  ['合計 1万円'],
  ['合計 12千円'],
  ['（単位：千円）', '合計 1,200'],
  ['合計 20ドル'],
  ['合計 500元'],
  ['合計 ₩5000'],
  ['Total HKD 500'],
  ['合計 ￥1、980'],
  ['合計 ¥1’980'],
  ['合計 ￥1･980'],
  ['約1,000円'],
  ['返金合計 ¥1,100'],
  ['Total saved ¥100'],
  ['Total points 100'],
])('no yen, not all digits, or no sum that was paid: %j %j', (...lines) => {
  expect(readReceiptText(lines).total).toBeUndefined()
})

test.each([
  ['合計 ¥1, 980'],
  ['合計 ¥1 ,980'],
  ['お買上3,000円以上で駐車場無料', '合計 ¥1,980'],
  ['100円につき1ポイント', '¥1,980'],
  ['契約 ¥1,980'],
  ['合計 1,980 元払い'],
])('the total of %j %j is 1,980 yen', (...lines) => {
  expect(readReceiptText(lines).total).toBe(1_980)
})
