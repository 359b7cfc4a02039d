/** docs/receipts.md describes these names. Times, counters and page numbers of phones and scanners are no amounts. */
import { foldDashes } from '../../../../core/language/typed-text.ts'
import { readDay } from '../../taxes/issue-date.ts'
import { type Cells, cellsOf } from './columns.ts'

/** Returns the cells that a file name gives. A missing or ambiguous date or amount stays empty. */
export function cellsOfName(name: string): Cells {
  const stem = name.replace(/\.[a-z][a-z0-9]{0,4}$/i, '').normalize('NFC')
  const parts = stem.split(/[_\s]+/).filter(part => part !== '')
  const dates = parts.filter(isDate)
  const [date] = dates
  const amount = amountIn(parts)
  return cellsOf({
    date: dates.length === 1 ? (date ?? '') : '',
    amount: amount ?? '',
    description: parts.filter(part => part !== date && part !== amount).join(' '),
    file: name,
  })
}

const NUMBER = /^[-▲△]?¥?[-▲△]?(?:\d{1,3}(?:,\d{3})+|\d+)円?$/
/** Marks of an amount, which neither a counter nor a time contains. */
const MARK = /[,¥円▲△]/
/** An amount without a mark. Fewer digits may count pages, more may be a date or a telephone number. */
const PLAIN = /^-?\d{3,7}$/
/** A time as hhmmss, perhaps with tenths of a second. */
const TIME = /^(?:[01]\d|2[0-3])[0-5]\d[0-5]\d\d?$/

/**
 * Returns the only number in a name that begins with a date. The number needs a mark, unless it directly follows the
 * date or a Japanese text. A name of digits alone comes from a device, so a number without a mark is no amount there.
 */
function amountIn(parts: readonly string[]): string | undefined {
  if (!parts.slice(0, 1).some(isDate)) return undefined
  const [only, another] = parts.filter(part => NUMBER.test(halfWidth(part)) && !isDate(part))
  if (only === undefined || another !== undefined) return undefined
  const number = halfWidth(only)
  if (/^\D*0/.test(number)) return undefined
  if (MARK.test(number)) return only
  const before = parts[parts.indexOf(only) - 1] ?? ''
  const isOfDevice = parts.every(part => /^\d+$/.test(halfWidth(part)))
  const isAfterDate = isDate(before) && !TIME.test(number)
  return PLAIN.test(number) && !isOfDevice && (isAfterDate || isName(before)) ? only : undefined
}

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\D*$/u
/** Names that Japanese programs give to files. The number behind them is a counter. */
const OF_PROGRAM =
  /(?:スキャン|スクリーンショット|写真|画像|アルバム|ファイル|文書|書類|ドキュメント|のコピー|ページ|頁|枚目?|番号?)$/

function isName(part: string): boolean {
  return JAPANESE.test(part) && !OF_PROGRAM.test(part)
}

function isDate(part: string): boolean {
  return 'date' in readDay(part)
}

function halfWidth(part: string): string {
  return foldDashes(part.normalize('NFKC'))
}
