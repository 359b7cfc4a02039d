import { readAmount, sumOf, type Yen } from '../../fields/amount.ts'
import { AMOUNT, isYen } from './amounts.ts'
import { findAll } from './text.ts'

export interface AtRate {
  readonly rate: '10' | '8'
  readonly amount: Yen
}

/** A tax rate, but not the rate of a discount, of points, or of the share that a patient pays. */
const RATE =
  /(?<![\d.]|(?:引|割合|負担率?|還元率?)\s*:?\s*)(?<rate>10|8)(?:\.0+)?\s?%(?!\s*(?:off|[割引]|値引|還元|ポイント|増量))/i

/** Returns the stated amounts if they add up to the total. A rate that applies to all goods gets the whole total. */
export function findRates(lines: readonly (readonly string[])[], total: Yen | undefined): AtRate[] {
  if (total === undefined) return []
  const texts = lines.map(cells => cells.join('  '))
  const rates = new Set(
    texts.flatMap(text => [...text.matchAll(new RegExp(RATE, 'gi'))].map(match => match.groups?.['rate'])),
  )
  const [only] = rates
  const rows = texts.flatMap(stated)
  if (rates.size === 1 && (only === '10' || only === '8')) {
    const isWhole = rows.some(({ amounts }) => amounts.length > 0)
      ? isStated(only, rows, total)
      : only === '10' && !texts.some(text => OTHER_GOODS.test(text))
    return isWhole ? [{ rate: only, amount: total }] : []
  }
  const found = (['10', '8'] as const).map(rate =>
    rows.filter(row => row.rate === rate && row.amounts.length > 0),
  )
  const [ten, eight] = found.map(of => of.find(({ isTax }) => !isTax))
  if (!ten || !eight) return []
  const pairs = found.map(of => {
    const [net] = of.filter(({ isTax }) => !isTax)
    const tax = of.find(({ isTax }) => isTax)?.amounts[0] ?? net?.amounts[1]
    return { net: net?.amounts[0] as Yen, tax }
  })
  const gross = pairs.map(({ net }) => net)
  const withTax = pairs.map(({ net, tax }) => sumOf([net, tax ?? (0 as Yen)]))
  const fit = [gross, withTax].find(amounts => sumOf(amounts) === total)
  return fit
    ? [
        { rate: '10', amount: fit[0] as Yen },
        { rate: '8', amount: fit[1] as Yen },
      ]
    : []
}

/** Words for goods that are not at the standard rate, even if the receipt does not name their rate. */
const OTHER_GOODS = /軽減|非課税|不課税|免税|対象外/

/**
 * Whether amounts with or without tax, or the tax alone, fit the total. A rounded tax may differ by less than a yen.
 */
function isStated(rate: AtRate['rate'], rows: readonly Stated[], total: Yen): boolean {
  const share = Number(rate) / 100
  const isNear = (one: number, other: number) => Math.abs(one - other) < 1
  const amountsOf = (isTax: boolean) => {
    const found = rows.filter(row => row.isTax === isTax).flatMap(({ amounts }) => amounts.slice(0, 1))
    return found.length === 0 ? [] : [...found, sumOf(found)]
  }
  return (
    amountsOf(false).some(amount => amount === total || isNear(amount * (1 + share), total)) ||
    amountsOf(true).some(tax => isNear(tax, (total * share) / (1 + share)))
  )
}

interface Stated {
  readonly rate: string
  readonly isTax: boolean
  readonly amounts: readonly Yen[]
}

function stated(text: string): Stated[] {
  const match = RATE.exec(text)
  const rate = match?.groups?.['rate']
  // a row of a table of rates begins with the rate: only the header says 税 or 対象
  if (!match || rate === undefined || (match.index > 0 && !/対象|税/.test(text))) return []
  const rest = text.slice(match.index + match[0].length)
  const found = findAll(AMOUNT, [[rest]]).filter(isYen)
  const amounts = found.flatMap(({ text: amount }) => readAmount(amount.replaceAll(/\s/g, '')) ?? [])
  const isTax = /消費税|税額|内税/.test(text) && !/対象/.test(text)
  return [{ rate, isTax, amounts }]
}
