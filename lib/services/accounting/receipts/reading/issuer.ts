/** Who issued a receipt: its registration number and its name. Pure. */
import { hasCheckDigit, readRegistrationNumber } from '../../fields/registration-number.ts'

/** T and 13 digits, also in groups. */
const NUMBER = /(?<![A-Za-z])T[\s-]?\d(?:[\s-]{0,2}\d){12}(?!\d)/g

/**
 * Returns the only registration number with a right check digit, or the only number if its check digit is wrong;
 * neither if there are several.
 */
export function findNumber(lines: readonly (readonly string[])[]): { number?: string; misread?: string } {
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
  /株式会社|有限会社|合同会社|合資会社|\((?:株|有|同)\)|(?:一般|公益)(?:社団|財団)法人|協同組合|Inc\.|Co\.,? ?Ltd|LLC/
const ADDRESSEE = /御中|様|宛|殿/
const OF_BANK = /銀行|信用金庫|口座|名義|振込|支店/
const LABEL = /^(?:発行(?:者|元)|請求元|販売者|事業者名?|会社名|店名|屋号)\s*:?\s*/
const LONGEST = 40

/** Returns the only name of a company that is neither the addressee nor the bank; undefined if there is none, or several. */
export function findIssuer(lines: readonly (readonly string[])[]): string | undefined {
  const names = lines.flatMap((cells, row) =>
    cells.filter((cell, at) => {
      const follows = cells[at + 1] ?? (at === cells.length - 1 ? (lines[row + 1]?.[0] ?? '') : '')
      const isAddressee = ADDRESSEE.test(cell) || /^(?:御中|様|殿)/.test(follows)
      return KIND.test(cell) && !isAddressee && !OF_BANK.test(cells.join(' ')) && cell.length <= LONGEST
    }),
  )
  const [only, another] = new Set(
    names.map(
      name =>
        name
          .replace(LABEL, '')
          .split(/\s(?=登録|T\d|TEL|〒)/)[0]
          ?.trim() ?? '',
    ),
  )
  return another === undefined ? only : undefined
}
