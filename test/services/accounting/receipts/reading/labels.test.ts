/** The words by which shops, hotels and web services name days, amounts and issuers. */
import { expect, test } from 'vitest'
import { readReceiptText } from '../../../../../lib/services/accounting/receipts/reading/read.ts'

test.each([
  ['ご購入日 2026年04月07日', '2026-04-07'],
  ['お買い上げ日：2026/04/07', '2026-04-07'],
  ['決済日  2026/04/07', '2026-04-07'],
  // a receipt of a web service, and an invoice of a cloud provider, which has a space before the comma
  ['Date paid  October 5, 2026', '2026-10-05'],
  ['Invoice Date: October 3 , 2026', '2026-10-03'],
  ['印刷日時：2026/11/29 17:42', undefined],
  ['ご予約日時：2026/11/29 17:42', undefined],
  ['お申込日時 2026/11/29 17:42', undefined],
  ['再発行日 2026/11/29', undefined],
  // what stands behind a day
  ['2026年10月1日生', undefined],
  ['2026年10月1日改定', undefined],
  ['2026年10月1日支払期限', undefined],
  ['2026/10/01 予約', undefined],
  ['2026-10-01 (due)', undefined],
  ['2026年10月1日 予約番号 123', '2026-10-01'],
  ['2026年10月1日・2日', undefined],
  ['2026-10-01T12:00:00Z', '2026-10-01'],
  // in Japan, this is the next day
  ['Date: 2026-10-01T23:30:00Z', undefined],
  ['2026-10-01 15:00 UTC', undefined],
  // pdf.js for a PDF of reportlab 3.6.12 with HeiseiKakuGo-W5: the tilde is U+0303
  ['2026/10/01\u0303', undefined],
  ['令和8年10月1日\u030310月31日', undefined],
])('the day of %j is %s', (line, date) => {
  expect(readReceiptText([line]).date).toBe(date)
})

test.each([
  'ご予約ありがとうございます',
  '領収書（再発行）',
  'チェックイン',
  'キャンセル',
  'ご宿泊',
  '公演',
  'Departure',
  'Next billing',
])('the day below %j is not that of the deal', above => {
  expect(readReceiptText([above, '2026/10/01']).date).toBeUndefined()
})

test.each([
  { what: 'the number of the shop', lines: ['登録番号 T7000012050002', '2026/10/01'], date: '2026-10-01' },
  { what: 'the issue of a copy', lines: ['領収書（再発行）', '発行日 2026/11/29'] },
  {
    what: 'the issue of a copy beside the day of use',
    lines: ['領収書（再発行）', '発行日 2026/11/29', 'ご利用日 2026/10/01'],
    date: '2026-10-01',
  },
  {
    what: 'the issue of a paper that has no copy',
    lines: ['本領収書の再発行はいたしません', '発行日 2026/11/29'],
    date: '2026-11-29',
  },
])('$what', ({ lines, date }) => {
  expect(readReceiptText(lines).date).toBe(date)
})

test.each([
  { lines: ['合計 5冊', 'お支払 ¥1,100'], total: 1100 },
  { lines: ['合計 3 アイテム', '商品 ¥1,100', '送料 ¥500'], total: undefined },
  { lines: ['合計 2,200 本体 2,000'], total: 2200 },
  { lines: ['合計 ¥150 缶コーヒー'], total: 150 },
  { lines: ['合計 3,000円 セット割引後'], total: 3000 },
  { lines: ['合計 2 缶 ¥300'], total: 300 },
  { lines: ['合計（消費税込） 1,100円'], total: 1100 },
  { lines: ['合計（消費税等含む） 1,100円'], total: 1100 },
  { lines: ['合計（消費税含まず） 1,000円'], total: undefined },
  { lines: ['合計 ¥2,200(10% ¥2,200 税¥200)'], total: 2200 },
  { lines: ['お支払額確定日 11/11'], total: undefined },
  { lines: ['合計 12:12', '合計 980'], total: 980 },
  { lines: ['ご請求額 980 お支払期限 2026/11/30'], total: 980 },
])('the total of $lines is $total', ({ lines, total }) => {
  expect(readReceiptText(lines).total).toBe(total)
})

test.each([
  '適格請求書発行事業者 株式会社金山',
  '販売元：株式会社金山',
  '商号：株式会社金山',
  '株式会社金山（登録番号 T7000012050002）',
  '株式会社金山 代表取締役 山田太郎',
  '株式会社金山 東京都千代田区千代田1-1',
  '株式会社金山 TEL 03-1234-5678',
])('the issuer of %j is the name alone', line => {
  expect(readReceiptText([line]).issuer).toBe('株式会社金山')
})

test.each(['株式会社 東京都市計画', '株式会社 代表電機', '(株) TELサービス', 'NPO法人 電話相談室'])(
  'the issuer of %j is the whole line',
  line => {
    expect(readReceiptText([line]).issuer).toBe(line)
  },
)
