/** Amounts of yen as people write them, on receipts and in spreadsheets. */

/** In Shift_JIS the yen sign has the code of the backslash, so a backslash counts as a yen sign. */
const FORM = /^(?<before>[-▲△]?)[¥\\]?(?<after>-?)(?<digits>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)円?$/

const MOST_DIGITS = 12

/**
 * Returns the amount in whole yen: of `2200`, `2,200`, `¥2,200` or `2,200円`, also in full-width characters; negative
 * with `-`, `▲` or `△`. Undefined for any other text: `2.200`, `2,20` or `1,100.5` may mean several amounts.
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
