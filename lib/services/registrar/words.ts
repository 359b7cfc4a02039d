/**
 * The texts about the outcome of a purchase, why it is refused or fails, and about the errors of an order. The registrar's
 * codes are inserted as values.
 */
import { catalogue } from '../../core/language/catalogue.ts'

export const REGISTRAR_REASONS = catalogue('registrar', {
  noAnswer: { en: 'no answer', ja: '応答がありませんでした' },
  unreadable: { en: 'an answer that could not be read', ja: '応答を読み取れませんでした' },
  withoutOrder: { en: 'accepted without an order', ja: '受け付けられましたが、注文IDがありません' },
  notSent: { en: 'not_sent', ja: '送信していません' },
  paymentRequired: { en: 'payment_required', ja: '支払い方法が登録されていません' },
  noTime: { en: 'there was no time left', ja: '処理時間が足りませんでした' },
  notCharged: { en: 'nothing was charged', ja: '料金は発生していません' },
  noOrder: {
    en: 'no order at the registrar, says a person',
    ja: 'レジストラに注文がないことを担当者が確認しました',
  },
  fields: { en: 'fields: {reason}', ja: '入力項目：{reason}' },
  requiredFields: { en: 'required-fields: {reason}', ja: '必須項目の確認：{reason}' },
  status: { en: 'status {status}', ja: 'HTTP {status}' },
  statusAndCode: { en: 'status {status} {reason}', ja: 'HTTP {status}、{reason}' },
  field: { en: 'the field {field}', ja: '入力項目{field}' },
  language: { en: 'the name is in the language {language}', ja: 'ドメイン名の言語は{language}' },
  price: { en: 'the price is {actual}', ja: '価格は{actual}' },
  priceNot: { en: 'the price is {actual}, not {expected}', ja: '価格は{expected}ではなく{actual}' },
  notPrice: { en: 'the price is not {expected}', ja: '価格は{expected}ではありません' },
  outage: { en: '.{tld} is out of service until {until}', ja: '.{tld}は{until}まで停止中' },
})

/** Why a purchase was released: how its order ended, with the registrar's code and the id of the order. */
export const ENDED_ORDERS = catalogue('orders.ended', {
  lapsed: { en: 'lapsed', ja: '登録期間の終了' },
  failed: { en: 'failed', ja: '注文の失敗' },
  refunded: { en: 'refunded', ja: '注文が失敗し、返金済み' },
  withError: { en: '{end}: {error}', ja: '{end}（{error}）' },
  ofOrder: { en: '{end}, {order}', ja: '{end}、注文ID {order}' },
})

/** Why a purchase is refused. */
export const REFUSALS = catalogue('registrar.refusals', {
  off: {
    en: 'Cannot buy "{domain}": REGISTRAR_PURCHASES is off',
    ja: 'ドメインの購入は許可されていません：{domain}',
  },
  noCaps: { en: 'the caps are not set', ja: '購入の上限額が設定されていません' },
  bought: { en: 'Cannot buy "{domain}": it was bought already', ja: 'すでに購入済みです：{domain}' },
  boughtAs: {
    en: 'Cannot buy "{domain}": it was bought already ({order})',
    ja: 'すでに購入済みです：{domain}（注文ID {order}）',
  },
  unknown: {
    en: 'Cannot buy "{domain}": the outcome of the last attempt is unknown',
    ja: '前回の購入の結果が分かっていません：{domain}',
  },
  underWay: {
    en: 'Cannot buy "{domain}": another attempt is under way',
    ja: '別の購入を処理中です：{domain}',
  },
  order: {
    en: 'Cannot buy "{domain}" for {amount}{after}: the cap of the order is {cap}',
    ja: '1件あたりの上限{cap}を超えます：{domain}、{amount}{after}',
  },
  day: {
    en: 'Cannot buy "{domain}" for {amount}{after}: the cap of the day is {cap}',
    ja: '1日の上限{cap}を超えます：{domain}、{amount}{after}',
  },
  month: {
    en: 'Cannot buy "{domain}" for {amount}{after}: the cap of the month is {cap}',
    ja: '1か月の上限{cap}を超えます：{domain}、{amount}{after}',
  },
  after: { en: ' after {used}', ja: '（使用済み{used}）' },
  quote: {
    en: 'Cannot use the quote for "{domain}": {why}',
    ja: 'この見積もりは使えません：{domain}、{why}',
  },
  expired: { en: 'it expired after five minutes', ja: '5分の期限が切れました' },
  foreign: { en: 'it is not of this deployment', ja: 'このkuraの見積もりではありません' },
  team: { en: 'it is for another team', ja: '別のチームの見積もりです' },
  domain: { en: 'it is for another domain', ja: '別のドメインの見積もりです' },
  years: { en: 'it is for another number of years', ja: '年数が異なります' },
  autoRenew: { en: 'it is for another auto-renew', ja: '自動更新の指定が異なります' },
  languageCode: { en: 'it is for another language code', ja: '言語コードが異なります' },
  contact: { en: 'it is for other contact data', ja: '登録者の情報が異なります' },
})

/** How a purchase failed. */
export const FAILURES = catalogue('registrar.failures', {
  contact: {
    en: 'Cannot buy "{domain}": the registrar refused the contact\'s {fields}',
    ja: 'レジストラが登録者の情報を受け付けませんでした：{domain}、{fields}',
  },
  fields: {
    en: 'Cannot buy "{domain}": the registrar refused {fields}',
    ja: 'レジストラが受け付けませんでした：{domain}、{fields}',
  },
  code: {
    en: 'Cannot buy "{domain}": the registrar refused it ({code})',
    ja: 'レジストラが受け付けませんでした：{domain}（{code}）',
  },
  payment: {
    en: 'Cannot buy "{domain}": the team has no payment method',
    ja: '支払い方法が登録されていません：{domain}',
  },
  notSent: { en: 'Cannot buy "{domain}": nothing was sent', ja: '送信できませんでした：{domain}' },
  unknown: {
    en: 'Cannot tell whether "{domain}" was bought: {reason}',
    ja: '購入できたかどうか分かりません：{domain}、{reason}',
  },
})
