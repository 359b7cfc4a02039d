/** kura leaves out a field if the receipt has no value for it, or several possible ones. */
import type { Yen } from '../../fields/amount.ts'
import { hasCheckDigit, readRegistrationNumber } from '../../fields/registration-number.ts'
import { findDay } from './day.ts'
import { findIssuer } from './issuer.ts'
import { type AtRate, findRates } from './rates.ts'
import { cellsOfLines } from './text.ts'
import { findTotal } from './total.ts'

export interface ReceiptText {
  /** YYYY-MM-DD */
  readonly date?: string
  readonly total?: Yen
  /** The registration number: T and 13 digits with a right check digit. */
  readonly number?: string
  /** The only registration number, if its check digit is wrong because of a misread letter or a misprint. */
  readonly misread?: string
  readonly issuer?: string
  readonly rates: readonly AtRate[]
}

/** In `lines`, two spaces separate the columns. */
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

/** A registration number: T and 13 digits, also in groups. */
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
