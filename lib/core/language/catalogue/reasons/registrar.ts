/** What became of a purchase, and what the registrar says of an order. Its codes are quoted. */
import { sentence } from '../../sentence.ts'

export const REGISTRAR_REASONS = {
  noAnswer: sentence('no answer', '応答がありませんでした'),
  unreadable: sentence('an answer that could not be read', '応答を読み取れませんでした'),
  withoutOrder: sentence('accepted without an order', '受け付けられましたが、注文IDがありません'),
  status: sentence('status {status}', 'HTTP {status}'),
  statusAndCode: sentence('status {status} {reason}', 'HTTP {status}、{reason}'),
  field: sentence('the field {reason}', '入力項目{reason}'),
  language: sentence('the name is in the language {reason}', 'ドメイン名の言語は{reason}'),
  price: sentence('the price is {actual}', '価格は{actual}'),
  priceNot: sentence('the price is {actual}, not {expected}', '価格は{expected}ではなく{actual}'),
  notPrice: sentence('the price is not {expected}', '価格は{expected}ではありません'),
  outage: sentence('.{tld} is out of service until {until}', '.{tld}は{until}まで停止中'),
}
