import type * as z from 'zod'
import { foldDashes } from '../../../core/language/typed-text.ts'

/**
 * Whole yen, made only by `readAmount`, the schemas of `yen.ts` and the sums in this file: no other number compiles.
 */
export type Yen = number & z.$brand<'Yen'>

const DIGITS = String.raw`(?<digits>\d{1,3}(?:,\d{3})+|\d+)(?:\.0{1,2})?`
/** The sign of yen before an amount; a backslash counts as one, because Shift_JIS has the same code for both. */
const SIGN = String.raw`\s*(?:(?:JP)?[¥\\]|JPY)\s*`
const UNIT = String.raw`\s*(?:円|JPY)?`

/** The forms of an amount in half-width characters. A dash after `¥2,200` closes the number, as on a receipt. */
const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`^(?<before>[-▲△]?)(?:${SIGN})?(?<after>[-▲△]?)\s*${DIGITS}${UNIT}$`),
  new RegExp(String.raw`^${SIGN}${DIGITS}\s*-$`),
  new RegExp(String.raw`^(?:${SIGN})?(?<before>\()(?:${SIGN})?\s*${DIGITS}${UNIT}\s*\)$`),
]

const MOST_DIGITS = 12

/**
 * Reads forms such as `2200`, `2,200`, `2,200.00`, `¥2,200`, `JPY 2,200`, `¥2,200-` or `2,200円`, also in full-width
 * characters. `-2,200`, `▲2,200`, `△2,200` and `(2,200)` are negative. Any other form is undefined, because `2.200`,
 * `2,20`, `1,100.5` and `1 1,100` may mean several amounts.
 */
export function readAmount(text: string): Yen | undefined {
  const plain = foldDashes(halfWidth(text)).trim()
  const found = FORMS.map(form => form.exec(plain)).find(match => match !== null)
  const { before = '', after = '', digits = '' } = found?.groups ?? {}
  const number = digits.replaceAll(',', '')
  if (number === '' || number.length > MOST_DIGITS || (before !== '' && after !== '')) return undefined
  const isNegative = before + after !== '' && Number(number) !== 0
  return (isNegative ? -Number(number) : Number(number)) as Yen
}

/** Folds only full-width forms. `①` stays, because it is no digit of an amount. */
function halfWidth(text: string): string {
  return text.replaceAll(/[\uff01-\uff5e\uffe5]/g, character => character.normalize('NFKC'))
}

export function sumOf(amounts: readonly Yen[]): Yen
export function sumOf(amounts: readonly number[]): number
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

export function taxIn(amount: Yen, net: Yen): Yen {
  return (amount - net) as Yen
}

export function plusTax(net: Yen, tax: number): Yen {
  return (net + tax) as Yen
}
