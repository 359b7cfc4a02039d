/** The name of the issuer among headings, labels, addresses, sentences and other companies. */
import { expect, test } from 'vitest'
import { readReceiptText } from '../../../../../lib/services/accounting/receipts/reading/read.ts'

test.each([
  '社名変更のお知らせ 株式会社金山',
  '移転のお知らせ 株式会社金山',
  '納品書兼請求書 株式会社金山',
  '株式会社金山 領収書',
  '運営：株式会社金山',
  'お支払先 株式会社金山',
  '株式会社金山 北海道札幌市',
  '株式会社金山 横浜市中区1-1',
  '株式会社金山 100-0001 東京都',
  '株式会社金山 03-1234-5678',
  '株式会社金山 info@example.com',
  '株式会社金山T7000012050002',
  '株式会社金山（旧株式会社青木）',
  '株式会社金山㊞',
  '株式会社金山 印',
])('the issuer of %j is the name alone', line => {
  expect(readReceiptText([line]).issuer).toBe('株式会社金山')
})

test.each([
  // 都, 市 and 府 within the name of a department or a branch
  '株式会社金山 国際都市事業部',
  '株式会社金山 東京都庁店',
  '株式会社金山 関西府中店',
  '全国保証 株式会社',
  'GMO Example株式会社',
  'Kanayama Co., Ltd.',
  // 但 within a name, kinds of two words, a place or a business behind the name
  '但馬食品株式会社',
  '税理士法人 金山',
  '弁護士法人 金山',
  '社会福祉法人 金山',
  '医療法人社団 金山会',
  '金山旅客鉄道株式会社 東京駅',
])('the issuer of %j is the whole line', line => {
  expect(readReceiptText([line]).issuer).toBe(line)
})

test.each([
  ['株式会社　金山', '株式会社 金山'],
  ['領収書　金山　株式会社', '金山 株式会社'],
  ['Sold by Kanayama Inc.', 'Kanayama Inc.'],
  ['Kanayama Inc. 123 Main St', 'Kanayama Inc.'],
])('the issuer of %j is %s', (line, issuer) => {
  expect(readReceiptText([line]).issuer).toBe(issuer)
})

test.each([
  '株式会社金山をご利用いただきありがとうございます',
  '株式会社  金山',
  '社名変更 株式会社金山',
  '旧社名 株式会社金山',
  '件名 株式会社金山 Web制作',
  '株式会社金山の領収書',
  '株式会社金山 山田',
  '株式会社金山 各位',
  '株式会社金山 行',
  '株式会社金山 卸中',
  '得意先名 株式会社金山',
  'クレジットカード 金山カード株式会社',
  '配送業者 金山運輸株式会社',
  '© 2026 Kanayama Co., Ltd.',
  'Customer: Kanayama Inc.',
])('a company in %j is not read as the issuer', line => {
  expect(readReceiptText([line]).issuer).toBeUndefined()
})

test.each([
  ['但 文具代として', '株式会社金山'],
  ['件名 Web制作', '株式会社金山'],
  ['クレジットカード売上票', '株式会社金山'],
  ['CUSTOMER COPY', '株式会社金山'],
  ['株式会社金山', '2名様'],
  ['株式会社金山', '上様'],
])('a line above or below the issuer says nothing about it: %j %j', (...lines) => {
  expect(readReceiptText(lines).issuer).toBe('株式会社金山')
})

test.each([
  { what: 'a department below an addressee', lines: ['株式会社青木商会', '経理部 御中'] },
  { what: 'a person below an addressee', lines: ['株式会社青木商会', '経理部', '山田太郎 様'] },
  {
    what: 'an addressee beside the issuer, with 御中 below',
    lines: ['株式会社青木商会  株式会社金山', '御中  登録番号：T7000012050002'],
    issuer: '株式会社金山',
  },
  {
    what: 'a sentence that names the issuer',
    lines: ['株式会社金山', 'この度は株式会社金山をご利用いただき'],
    issuer: '株式会社金山',
  },
  {
    what: 'another company among words without a place',
    lines: ['株式会社金山', '取扱 株式会社青木商会'],
  },
])('$what', ({ lines, issuer }) => {
  expect(readReceiptText(lines).issuer).toBe(issuer)
})
