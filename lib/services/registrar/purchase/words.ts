/** The texts of the errors of a purchase. None of them is stored, so only the function that buys has them. */
import { catalogue } from '../../../core/language/catalogue.ts'

/** The reasons why a purchase is refused. */
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

/** The ways in which a purchase fails. */
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

/** What was bought, although its claim does not record it. */
export const BOUGHT = catalogue('registrar.bought', {
  bought: { en: '"{domain}" was bought', ja: '「{domain}」を購入しました' },
  boughtAs: {
    en: '"{domain}" was bought as {orderId}',
    ja: '「{domain}」を購入しました（注文ID {orderId}）',
  },
  lookThere: {
    en: "look at the registrar's own page, and see kura registrar orders {domain}",
    ja: 'レジストラのページを確認してください（注文：kura registrar orders {domain}）',
  },
})
