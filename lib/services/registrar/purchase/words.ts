/** Texts of purchases. None is stored, so only the function that buys has them. */
import { actTexts, because, lookFor } from '../../../core/claims/act-words.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import type { Phrase } from '../../../core/phrase.ts'

export const REFUSALS = catalogue('registrar.refusals', {
  off: { en: 'REGISTRAR_PURCHASES is off', ja: '許可されていません' },
  noCaps: { en: 'the caps are not set', ja: '購入の上限額が設定されていません' },
  bought: { en: 'it was bought already', ja: 'すでに購入済みです' },
  boughtAs: { en: 'it was bought already ({order})', ja: 'すでに購入済みです（注文ID {order}）' },
  unknown: { en: 'the outcome of the last attempt is unknown', ja: '前回の購入の結果が分かっていません' },
  underWay: { en: 'another attempt is under way', ja: '別の購入を処理中です' },
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

export const FAILURES = catalogue('registrar.failures', {
  contact: {
    en: "the registrar refused the contact's {fields}",
    ja: 'レジストラが登録者の情報を受け付けませんでした（{fields}）',
  },
  fields: { en: 'the registrar refused {fields}', ja: 'レジストラが受け付けませんでした（{fields}）' },
  code: { en: 'the registrar refused it ({code})', ja: 'レジストラが受け付けませんでした（{code}）' },
  payment: { en: 'the team has no payment method', ja: '支払い方法が登録されていません' },
  notSent: { en: 'nothing was sent', ja: '送信できませんでした' },
})

/** The hints by the registrar's code. */
export const HINTS = catalogue('registrar.hints', {
  expected_price_mismatch: {
    en: 'the price has changed: ask for a new quote',
    ja: '価格が変わりました。見積もりを取り直してください',
  },
  domain_not_available: {
    en: 'it is taken; kura registrar orders shows whether the team bought it',
    ja: 'すでに取得されています。このチームが購入したかどうか：kura registrar orders',
  },
  tld_not_supported: {
    en: 'the registrar does not sell names with this ending: choose another',
    ja: 'この末尾のドメインは販売されていません。別の名前にしてください',
  },
  order_too_expensive: {
    en: 'the registrar does not sell names of this price by its API: buy it on its own page, or choose another',
    ja: 'この価格のドメインはAPIでは購入できません。レジストラのページで購入するか、別の名前にしてください',
  },
  additional_contact_info_required: {
    en: 'this ending needs more contact data: kura registrar quote says which',
    ja: 'この末尾のドメインには登録者の追加情報が必要です。必要な項目：kura registrar quote',
  },
  invalid_additional_contact_info: {
    en: 'correct the additional contact data: kura registrar quote says what each field must be',
    ja: '登録者の追加情報を直してください。各項目の形式：kura registrar quote',
  },
  language_code_required: {
    en: 'an international name needs its language: --language-code',
    ja: '国際化ドメインには言語コードが必要です：--language-code',
  },
  domain_too_short: {
    en: 'names with this ending must be longer: choose another',
    ja: 'この末尾のドメインとしては短すぎます。別の名前にしてください',
  },
  emoji_tld_not_supported: {
    en: 'emoji are not sold with this ending: choose another name',
    ja: 'この末尾では絵文字のドメインを購入できません。別の名前にしてください',
  },
  unauthorized: {
    en: 'REGISTRAR_TOKEN must be a valid token of the team',
    ja: 'REGISTRAR_TOKENが有効ではありません。このチームのトークンを設定してください',
  },
  forbidden: {
    en: 'REGISTRAR_TOKEN must be allowed to buy for the team of REGISTRAR_TEAM_ID',
    ja: 'REGISTRAR_TOKENに、REGISTRAR_TEAM_IDのチームで購入する権限が必要です',
  },
  not_authorized_for_scope: {
    en: 'REGISTRAR_TOKEN must have access to the team of REGISTRAR_TEAM_ID',
    ja: 'REGISTRAR_TOKENに、REGISTRAR_TEAM_IDのチームを使う権限が必要です',
  },
  too_many_requests: {
    en: 'nothing was bought: try again later',
    ja: '購入していません。しばらくしてから、もう一度実行してください',
  },
})

/** The purchases that the claim does not record. */
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

const PURCHASE = catalogue('registrar.purchase', {
  what: { en: '"{domain}"', ja: '「{domain}」' },
  buy: { en: 'buy', ja: '購入' },
})

export function buying(domain: string) {
  const what = phrase(PURCHASE.what, { domain })
  const remedy = lookFor(`kura settle ${domain}`)
  return actTexts({ what, verb: phrase(PURCHASE.buy), done: 'bought', remedy })
}

/** Says `Cannot buy "example.com": {why}`. */
export function cannotBuy(domain: string, why: Phrase): Phrase {
  return because(buying(domain).cannot, why)
}
