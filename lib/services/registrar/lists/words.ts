/** The words of the lists of domains, quotes and spending, which the command line and the console share. */
import { catalogue } from '../../../core/language/catalogue.ts'

/** The names of columns and rows. */
export const LABELS = catalogue('registrar.labels', {
  domain: { en: 'domain', ja: 'ドメイン' },
  state: { en: 'state', ja: '状態' },
  order: { en: 'order', ja: '注文番号' },
  registrar: { en: 'registrar', ja: 'レジストラの表示' },
  unread: { en: 'not read', ja: '確認できません' },
  price: { en: 'price', ja: '価格' },
  renewal: { en: 'price of a renewal', ja: '更新の価格' },
  term: { en: 'term', ja: '期間' },
  autoRenew: { en: 'auto-renew', ja: '自動更新' },
  bought: { en: 'bought', ja: '購入日時' },
  expires: { en: 'registered until', ja: '登録の期限' },
  email: { en: 'e-mail', ja: 'メール確認' },
  incident: { en: 'incident', ja: '異常' },
  operation: { en: 'operation', ja: '処理番号' },
  confirmBy: { en: 'confirm by', ja: '確認の期限' },
  source: { en: 'says', ja: '期限の根拠' },
  contact: { en: 'contact', ja: '登録者の情報' },
  quote: { en: 'quote', ja: '見積もり' },
  until: { en: 'good until', ja: '有効期限' },
  wouldBuy: { en: 'would buy', ja: '購入の内容' },
  spentDay: { en: 'spent today', ja: '今日の支出' },
  spentMonth: { en: 'spent this month', ja: '今月の支出' },
  cap: { en: 'cap', ja: '上限' },
  spent: { en: 'spent', ja: '支出' },
  amount: { en: 'amount', ja: '金額' },
  when: { en: 'when', ja: '日時' },
})

export const WORDS = catalogue('registrar.lists', {
  texts: { en: '{texts}', ja: '{texts}' },
  why: { en: '{state} ({reason})', ja: '{state}（{reason}）' },
  unread: { en: 'since {at, date, time}: {reason}', ja: '{at, date, time}から：{reason}' },
  incident: { en: 'it was sold although the price was wrong', ja: '誤った価格のまま購入されました' },
  stale: { en: 'as it was last known: {reason}', ja: '最後に分かった状態です（{reason}）' },
  staleAt: { en: 'as it was on {at, date, time}: {reason}', ja: '{at, date, time}の状態です（{reason}）' },
  // the terms
  years: { en: '{years, plural, one {one year} other {# years}}', ja: '{years}年' },
  on: { en: 'on', ja: 'する' },
  off_: { en: 'off', ja: 'しない' },
  unstated: { en: 'not stated', ja: '未指定' },
  notRenewable: { en: 'not renewable for this term', ja: 'この期間では更新できません' },
  complete: { en: 'complete', ja: '入力済み' },
  incomplete: {
    en: '{missing} missing, {invalid} not usable, {unknown} unknown',
    ja: '不足{missing}件、形式の誤り{invalid}件、不明な項目{unknown}件',
  },
  terms: {
    en: '{domain} for {years}, {price}, auto-renew {renew}',
    ja: '{domain}、{years}、{price}、自動更新{renew}',
  },
  // the e-mail of the registrant
  open: { en: 'open', ja: '未確認' },
  verified: { en: 'confirmed', ja: '確認済み' },
  ended: { en: 'not registered', ja: '登録なし' },
  overdue: { en: 'overdue, may be suspended', ja: '期限切れ（停止のおそれがあります）' },
  by: { en: '{state} by {person}', ja: '{state}（{person}）' },
  contradicted: {
    en: '{state}, although {person} said that it is confirmed',
    ja: '{state}（{person}は確認済みと記録）',
  },
  reopened: { en: '{state}, reopened by a reminder', ja: '{state}（督促のメールで再開）' },
  emailBy: { en: '{state}, by {at, date, day}', ja: '{state}（{at, date, day}まで）' },
  rule: { en: '15 days from the purchase', ja: '購入から15日' },
  byRegistrar: { en: 'the registrar', ja: 'レジストラ' },
  // spending
  capOrder: { en: 'an order', ja: '1件あたり' },
  capDay: { en: 'today', ja: '今日' },
  capMonth: { en: 'this month', ja: '今月' },
  noCap: { en: 'not set', ja: '未設定' },
  reserved: { en: 'reserved', ja: '確保済み' },
  spent: { en: 'spent', ja: '支払済み' },
  released: { en: 'released', ja: '解除済み' },
  afterRelease: { en: '{state}, after it was released', ja: '{state}（解除後に購入が判明）' },
})
