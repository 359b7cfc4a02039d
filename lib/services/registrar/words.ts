/** Texts that are stored. */
import { catalogue } from '../../core/language/catalogue.ts'

export const REGISTRAR_REASONS = catalogue('registrar', {
  noAnswer: { en: 'no answer', ja: '応答がありませんでした' },
  unreadable: { en: 'an answer that could not be read', ja: '応答を読み取れませんでした' },
  withoutOrder: { en: 'accepted without an order', ja: '受け付けられましたが、注文IDがありません' },
  notSent: { en: 'not_sent', ja: '送信していません' },
  paymentRequired: { en: 'payment_required', ja: '支払い方法が登録されていません' },
  noTime: { en: 'there was no time left', ja: '処理時間が足りませんでした' },
  notCharged: { en: 'nothing was charged', ja: '料金は発生していません' },
  claimGone: {
    en: 'only the record of spending knows this attempt',
    ja: 'この購入は支出の記録にだけ残っています',
  },
  listed: {
    en: 'the registrar lists a purchase that kura does not know',
    ja: 'kuraの記録にない購入がレジストラにあります',
  },
  noOrder: {
    en: 'no order at the registrar, says a person',
    ja: 'レジストラに注文がないことを担当者が確認しました',
  },
  fields: { en: 'fields: {reason}', ja: '入力項目：{reason}' },
  requiredFields: { en: 'required-fields: {reason}', ja: '必須項目の確認：{reason}' },
  status: { en: 'status {status}', ja: 'HTTP {status}' },
  statusAndCode: { en: 'status {status} {reason}', ja: 'HTTP {status}、{reason}' },
  withCode: { en: '{code}: {why}', ja: '{code}：{why}' },
  field: { en: 'the field {field}', ja: '入力項目{field}' },
  language: { en: 'the name is in the language {language}', ja: 'ドメイン名の言語は{language}' },
  price: { en: 'the price is {actual}', ja: '価格は{actual}' },
  priceNot: { en: 'the price is {actual}, not {expected}', ja: '価格は{expected}ではなく{actual}' },
  notPrice: { en: 'the price is not {expected}', ja: '価格は{expected}ではありません' },
  outage: { en: '.{tld} is out of service until {until}', ja: '.{tld}は{until}まで停止中' },
})

/** How the order of a released purchase ended. */
export const ENDED_ORDERS = catalogue('orders.ended', {
  lapsed: { en: 'lapsed', ja: '登録期間の終了' },
  failed: { en: 'failed', ja: '注文の失敗' },
  refunded: { en: 'refunded', ja: '注文が失敗し、返金済み' },
  withError: { en: '{end}: {error}', ja: '{end}（{error}）' },
  ofOrder: { en: '{end}, {order}', ja: '{end}、注文ID {order}' },
})
