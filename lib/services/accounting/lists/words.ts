/** The words about the books that the command line and the console share. */
import { catalogue } from '../../../core/language/catalogue.ts'

export const LABELS = catalogue('deal.labels', {
  deal: { en: 'deal', ja: '取引ID' },
  issueDate: { en: 'issue date', ja: '日付' },
  type: { en: 'type', ja: '種類' },
  amount: { en: 'amount', ja: '金額' },
  status: { en: 'status', ja: '決済' },
  reference: { en: 'reference', ja: '管理番号' },
  partner: { en: 'partner', ja: '取引先' },
  line: { en: 'line {line}', ja: '明細{line}' },
  flag: { en: 'flag', ja: '要確認' },
  alike: { en: 'looks like', ja: '似ている取引' },
  paid: { en: 'paid', ja: '支払い' },
  taxCodes: { en: 'tax codes', ja: '税区分コード' },
  accountItems: { en: 'account items', ja: '科目' },
  booked: { en: 'booked as', ja: '科目・税区分' },
  file: { en: 'file', ja: '証憑' },
  case: { en: 'case', ja: '番号' },
  state: { en: 'state', ja: '状態' },
  since: { en: 'since', ja: 'いつから' },
  why: { en: 'why', ja: '理由' },
})

export const WORDS = catalogue('deal.rows', {
  texts: { en: '{texts}', ja: '{texts}' },
  yen: { en: '{amount, number} yen', ja: '{amount, number}円' },
  unread: { en: 'not read', ja: '読み取れません' },
  unreadText: { en: '"{text}" was not read', ja: '「{text}」を読み取れません' },
  readFrom: { en: '{date}, read from "{text}"', ja: '{date}（「{text}」から）' },
  booked: { en: '{accounts} {taxes}', ja: '{accounts} {taxes}' },
  noTax: { en: 'no tax category', ja: '税区分なし' },
  deduction: {
    en: '{percent} % by schedule "{schedule}"',
    ja: '控除割合{percent}%（適用ルール「{schedule}」）',
  },
  listing: { en: "from the company's listing", ja: '会計サービスの一覧による' },
  learned: { en: 'as learned for this company', ja: 'この事業所で調べた結果による' },
  expense: { en: 'expense', ja: '支出' },
  income: { en: 'income', ja: '収入' },
  ofIncome: { en: '{items} (income)', ja: '{items}（収入）' },
  settled: { en: 'settled', ja: '決済済み' },
  unsettled: { en: 'unsettled', ja: '未決済' },
  paidOn: { en: '{amount} on {date}, {walletable}', ja: '{date}に{amount}、{walletable}' },
  paidFromUnknown: {
    en: '{amount} on {date}, the service names no account for it',
    ja: '{date}に{amount}、口座の記載なし',
  },
  dealNumber: { en: 'deal {deal}', ja: '取引{deal}' },
  perhapsCorrected: { en: 'perhaps corrected', ja: '修正した可能性あり' },
  anotherDeal: { en: 'perhaps another deal', ja: 'ほかにもう1件の可能性あり' },
  alsoDeal: { en: 'also deal {deal}', ja: 'ほかに取引{deal}' },
})
