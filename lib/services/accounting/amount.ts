/** Amounts of yen as people write them, on receipts and in spreadsheets. */

/** Shift_JIS has the yen sign in the place of the backslash, so a backslash counts as a yen sign. */
const FORM = /^(?<before>[-▲△]?)[¥\\]?(?<after>-?)(?<digits>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)円?$/

const MOST_DIGITS = 12

/**
 * Whole yen: `2200`, `2,200`, `¥2,200`, `2,200円`, in full-width characters too; negative with `-`, `▲` or `△`.
 * Undefined for anything else: `2.200`, `2,20` or `1,100.5` may mean several amounts.
 */
export function readAmount(text: string): number | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll(/[‐-―−]/g, '-')
  const { before = '', after = '', digits = '' } = FORM.exec(plain)?.groups ?? {}
  const number = digits.replaceAll(',', '')
  if (number === '' || number.length > MOST_DIGITS || (before !== '' && after !== '')) return undefined
  return before + after === '' || Number(number) === 0 ? Number(number) : -Number(number)
}
