/** Amounts as people write them. */

const AMOUNT = /^(?<sign>[-▲△]?)[¥\\]?(?<digits>[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})円?$/

/** Whole yen: `2200`, `2,200`, `¥2,200`, `２，２００円`, `-500`, `▲500`; undefined if the text is no such amount. */
export function readAmount(text: string): number | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll(/[‐-―−]/g, '-')
  const { sign, digits } = AMOUNT.exec(plain)?.groups ?? {}
  if (digits === undefined) return undefined
  const amount = Number(digits.replaceAll(',', ''))
  return sign === '' ? amount : -amount
}
