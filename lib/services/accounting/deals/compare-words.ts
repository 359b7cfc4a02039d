import { catalogue } from '../../../core/language/catalogue.ts'

export const DIFFERS = catalogue('deals.differs', {
  otherwise: {
    en: 'the service stored the deal otherwise: {facts}',
    ja: '会計サービスに登録された内容が、送った内容と違います（{facts}）',
  },
  day: { en: 'the day {stored} instead of {sent}', ja: '日付 {stored}（送信 {sent}）' },
  amount: {
    en: '{stored, number} yen instead of {sent, number} yen, as an expense',
    ja: '支出として{stored, number}円（送信 {sent, number}円）',
  },
  company: { en: 'the company {stored} instead of {sent}', ja: '事業所 {stored}（送信 {sent}）' },
  partner: { en: 'the partner {stored} instead of {sent}', ja: '取引先 {stored}（送信 {sent}）' },
  reference: { en: 'another reference number', ja: '管理番号' },
  unpaid: { en: 'not paid', ja: '未決済' },
  lines: { en: '{stored} lines instead of {sent}', ja: '明細{stored}行（送信 {sent}行）' },
  line: {
    en: 'no line like line {line} with its account item, tax code, amount, tax, description, item and section',
    ja: '明細{line}と同じ勘定科目・税区分・金額・税額・備考・品目・部門の行なし',
  },
  due: { en: 'due on {stored} instead of {sent}', ja: '期日 {stored}（送信 {sent}）' },
  payment: { en: 'no payment of {amount, number} yen on {date}', ja: '{date}の{amount, number}円の決済なし' },
  file: { en: 'without the file {file}', ja: 'ファイル{file}の添付なし' },
})
