/** The first digit is a check digit, which the National Tax Agency defines for corporate numbers. */
import { foldNumber } from '../../../core/language/typed-text.ts'

/** Reads a number as people type it: in full width, with hyphens, or without the T. The check digit is not checked. */
export function readRegistrationNumber(text: string): string | undefined {
  const plain = foldNumber(text).replaceAll('-', '').toUpperCase()
  const digits = /^T?(?<digits>[1-9]\d{12})$/.exec(plain)?.groups?.['digits']
  return digits === undefined ? undefined : `T${digits}`
}

export function hasCheckDigit(number: string): boolean {
  const digits = [...number.replace(/^T/, '')].map(Number)
  const [check, ...base] = digits
  // from the right: the first digit counts once, the second twice, the third once, and so on
  const sum = base.toReversed().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 2), 0)
  return check === 9 - (sum % 9)
}
