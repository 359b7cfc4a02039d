import { readAmount, type Yen } from '../../fields/amount.ts'
import type { Found } from './text.ts'

const MISREAD_COMMA = String.raw`\s?[、,'’・]\s?`
const BEHIND_MINUS = String.raw`-[¥\\]|[▲△]\s?[¥\\]?\s?`
/** An amount that is not behind a minus (`-¥1,980`, `▲ 1,980円`) or beside a possibly misread comma (`1、980`). */
export const AMOUNT = new RegExp(
  [
    String.raw`(?<![\d.,-]|\d[/:]|\d${MISREAD_COMMA}|${BEHIND_MINUS})`,
    String.raw`[¥\\]?\s?[-▲△]?(?:\d{1,3}(?:,\d{3})+|\d+)`,
    String.raw`(?!${MISREAD_COMMA}\d{3}(?!\d))(?:\.00?(?!\d))?(?![\d,]|[/:]\d)`,
    String.raw`(?:\s?円|-(?!\d))?`,
  ].join(''),
  'g',
)
export const YEN = /[¥\\円]/
/** The text after a number that counts or measures something other than yen, or after an amount in thousands. */
const NO_YEN =
  /^\s?(?:%|年|月|日|点|個|件|名|枚|本(?!体)|式|時|分|ヶ|か月|人|kg|[千万億]+(?:円|(?!\p{Script=Han}))|[./:-]\d|(?!jpy|yen)[a-z])/iu
const ABOUT = /(?<![契予])約\s?$/
/** The text after an amount in a condition or an offer: `100円につき1ポイント`, `3,000円以上で`. */
const OF_OFFER =
  /^\s?(?:につき|ごと|毎に?(?!度)|以[上下内]|未満|程度|前後|から|まで|~|引(?!き?落)|割引|オフ|お得|クーポン)/
/** The text after a number that counts. It says nothing after a sign of yen: `¥150 缶コーヒー` names the goods. */
const COUNTED = /^\s?(?:[冊台部箱袋回泊室口着足杯缶通組食](?!\p{Script=Han})|セット|ケース|パック|ポイント)/u

const FOREIGN =
  /[$€£₩฿₫₹]\s?\d|\b(?:USD|EUR|GBP|CNY|HKD|TWD|KRW|SGD|AUD|THB|CHF)\b|\d\s?(?:米?ドル|ユーロ|ポンド|元(?!払)|ウォン|バーツ)/
const IN_THOUSANDS = /単位\s?[::]?\s?(?:千|百?万|億)/

export function isForeign(lines: readonly (readonly string[])[]): boolean {
  return lines.some(cells => cells.some(cell => FOREIGN.test(cell) || IN_THOUSANDS.test(cell)))
}

export function isYen({ text, label, after }: Found): boolean {
  if (NO_YEN.test(after) || OF_OFFER.test(after) || ABOUT.test(label)) return false
  return YEN.test(text) || !COUNTED.test(after)
}

export function distinct(found: readonly Found[]): Yen[] {
  const read = found.flatMap(({ text }) => readAmount(text.replaceAll(/\s/g, '')) ?? [])
  return [...new Set(read.filter(amount => amount > 0))]
}

export function onlyOf(found: readonly Found[]): Yen | undefined {
  const [only, another] = distinct(found)
  return another === undefined ? only : undefined
}
