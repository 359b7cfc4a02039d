/**
 * What the lines of a receipt say, as far as it is unambiguous: a field is left out if the receipt has no value for it,
 * or several that may be meant. Pure.
 */
import type { Yen } from '../../fields/amount.ts'
import { findDay } from './day.ts'
import { findIssuer, findNumber } from './issuer.ts'
import { cellsOfLines } from './text.ts'
import { type AtRate, findRates, findTotal } from './total.ts'

export interface ReceiptText {
  /** YYYY-MM-DD */
  readonly date?: string
  /** The total with tax. */
  readonly total?: Yen
  /** The registration number: T and 13 digits with a right check digit. */
  readonly number?: string
  /** The only number on the receipt, if its check digit is wrong: a letter that was read wrongly, or a misprint. */
  readonly misread?: string
  readonly issuer?: string
  /** The total by rate; empty if the receipt does not say. */
  readonly rates: readonly AtRate[]
}

/** Reads the lines of a receipt, in which two spaces separate columns. */
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
