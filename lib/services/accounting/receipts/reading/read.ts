/** A field is left out if the receipt has no value for it, or several that may be meant. */
import type { Yen } from '../../fields/amount.ts'
import { hasCheckDigit, readRegistrationNumber } from '../../fields/registration-number.ts'
import { findDay } from './day.ts'
import { cellsOfLines } from './text.ts'
import { type AtRate, findRates, findTotal } from './total.ts'

export interface ReceiptText {
  /** YYYY-MM-DD */
  readonly date?: string
  readonly total?: Yen
  /** T and 13 digits with a right check digit. */
  readonly number?: string
  /** The only number, if its check digit is wrong: a letter that was read wrongly, or a misprint. */
  readonly misread?: string
  readonly issuer?: string
  readonly rates: readonly AtRate[]
}

/** Two spaces separate the columns of a line. */
export function readReceiptText(lines: readonly string[]): ReceiptText {
  const cells = cellsOfLines(lines)
  const [date, total] = [findDay(cells), findTotal(cells)]
  const issuer = findIssuer(cells)
  return {
    ...(date !== undefined && { date }),
    ...(total !== undefined && { total }),
    ...findNumber(cells),
    ...(issuer !== undefined && { issuer }),
    rates: findRates(cells, total),
  }
}

/** T and 13 digits, also in groups. */
const NUMBER = /(?<![A-Za-z])T[\s-]?\d(?:[\s-]{0,2}\d){12}(?!\d)/g

/** `misread` is the only number, with a wrong check digit. If several numbers qualify, both are absent. */
function findNumber(lines: readonly (readonly string[])[]): { number?: string; misread?: string } {
  const texts = lines.flatMap(cells => [...cells, cells.join(' ')])
  const found = texts
    .flatMap(text => text.match(NUMBER) ?? [])
    .flatMap(text => readRegistrationNumber(text) ?? [])
  const right = found.filter(hasCheckDigit)
  const [only, another] = new Set(right.length > 0 ? right : found)
  if (only === undefined || another !== undefined) return {}
  return right.length > 0 ? { number: only } : { misread: only }
}

const KIND =
  /株式会社|有限会社|合[同資名]会社|\((?:株|有|同)\)|(?:社団|財団|医療|学校|福祉|宗教|活動|NPO|行政|監査|[理護書]士|労務士)法人|協同組合|Inc\.|Co\.,? ?Ltd|LLC/
const ADDRESSEE = /御中|様|宛|殿/
/** Before, beside or above the name of the addressee. */
const TO =
  /^(?:ご?請求先|宛[先名]|お客様名?|お?届け?先|送付先|納品先|ご?購入者|ご?注文者|ご?契約者)(?:氏?名)?(?:\s*:|$)|^(?:bill(?:ed)?|sold|ship|invoiced?) to\b/i
const OF_BANK = /銀行|信用金庫|口座|名義|振込|支店/
const LABEL =
  /^(?:(?:適格請求書)?発行(?:事業)?(?:者|元)名?|請求元|販売(?:者|元|会社|店)|運営(?:会社|者)|加盟店名?|事業者名?|会社名|社名|商号|店名|屋号)\s*:?\s*/
/** After the name of a company in its cell. After the kind of company alone, the name itself follows. */
const END = new RegExp(
  String.raw`(?<!^(?:${KIND.source}))(?:\s*\((?=登録|T\d)|\s(?=登録|適格|T\d|TEL|電話|FAX|〒|代表|担当|[^\s]{2,3}[都道府県]))`,
  'i',
)
const LONGEST = 40

/** The only company that is neither the addressee nor the bank. */
function findIssuer(lines: readonly (readonly string[])[]): string | undefined {
  const names = lines.flatMap((cells, row) =>
    cells.filter((cell, at) => {
      const follows = cells[at + 1] ?? (at === cells.length - 1 ? (lines[row + 1]?.[0] ?? '') : '')
      const above = lines[row - 1]?.length === cells.length ? lines[row - 1]?.[at] : undefined
      const isTo = [cell, cells[at - 1], above].some(text => text !== undefined && TO.test(text))
      const isAddressee = isTo || ADDRESSEE.test(cell) || /^(?:御中|様|殿)/.test(follows)
      return KIND.test(cell) && !isAddressee && !OF_BANK.test(cells.join(' ')) && cell.length <= LONGEST
    }),
  )
  const [only, another] = new Set(names.map(name => name.replace(LABEL, '').split(END)[0]?.trim() ?? ''))
  return another === undefined ? only : undefined
}
