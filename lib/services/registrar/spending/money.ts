/** Converts money: kura calculates in integer cents of US dollars, the registrar's API uses dollars. */

/** The largest price in cents, which is ten million dollars. */
const LARGEST = 1_000_000_000

/** The tolerance for rounding errors of binary fractions. */
const NOISE = 1e-6

/** The cents of a price in a reply; undefined for a text that is no number, and for a fraction of a cent. */
export function centsOf(price: number | string): number | undefined {
  const text = String(price).trim()
  if (!/^\d{1,9}(\.\d{1,20})?$/.test(text)) return undefined
  const cents = Number(text) * 100
  const whole = Math.round(cents)
  return Math.abs(cents - whole) <= NOISE && whole <= LARGEST ? whole : undefined
}

export function dollarsOf(cents: number): number {
  return cents / 100
}

/** Returns a text such as `US$11.25`. */
export function moneyText(cents: number): string {
  return `US$${(cents / 100).toFixed(2)}`
}
