/** Rows with the same number, day, partner and file are lines of one deal, such as a line at 8 % and one at 10 %. */
import { foldCaseName } from '../../../../core/claims/case-name.ts'
import { foldName } from '../../../../core/language/nearest-name.ts'
import { asInWindows31j } from '../../../../core/language/windows-31j.ts'
import { plusTax, sumOf, taxIn, type Yen } from '../../fields/amount.ts'
import { plainDate, type ReadRow } from './row-reading.ts'

export interface DigestedRow {
  readonly row: ReadRow
  readonly digest: string
}

/**
 * A row that equals an earlier line of its receipt begins another receipt, which then looks double. People enter a
 * receipt twice more often than a receipt has two equal lines.
 */
export function joinLines<Row extends DigestedRow>(rows: readonly Row[]): Row[][] {
  const receipts: Row[][] = []
  const byKey = new Map<string, Row[][]>()
  for (const row of rows) {
    const key = row.row.number === '' ? undefined : keyOf(row)
    const known = key === undefined ? [] : (byKey.get(key) ?? [])
    const own = known.find(lines => lines.every(line => contentOf(line.row) !== contentOf(row.row)))
    if (own) own.push(row)
    else {
      const lines = [row]
      receipts.push(lines)
      if (key !== undefined) byKey.set(key, [...known, lines])
    }
  }
  return receipts
}

function keyOf({ row, digest }: DigestedRow): string {
  return JSON.stringify([foldCaseName(row.number), plainDate(row.date), foldName(row.partner), digest])
}

/** Returns the same text however a person typed the row. */
export function contentOf({
  accountItem,
  tax,
  amount,
  excludesTax,
  description,
  payment,
  section,
  item,
  tags,
}: ReadRow): string {
  const groups = [section, item, ...tags].map(foldName)
  const said = 'tax_category' in tax ? { tax_category: asInWindows31j(tax.tax_category) } : tax
  return JSON.stringify([
    [accountItem, description, payment].map(foldName),
    said,
    amount,
    excludesTax,
    groups,
  ])
}

/** How issuers of receipts round the tax that they add, the usual way first. */
const ROUNDINGS = [Math.floor, Math.round, Math.ceil] as const

type Line = Pick<ReadRow, 'tax' | 'amount' | 'excludesTax'>

/** Adds the tax, rounded once for each rate as the law demands. @returns `sum` if no rounding results in `total` */
export function amountsOf(
  lines: readonly Line[],
  total: number | undefined,
): { readonly amounts: readonly Yen[] } | { readonly sum: Yen } {
  const [usual = [], ...others] = ROUNDINGS.map(round => withTax(lines, round))
  const fitting = total === undefined ? usual : [usual, ...others].find(amounts => sumOf(amounts) === total)
  return fitting ? { amounts: fitting } : { sum: sumOf(usual) }
}

/** A line of a qualified invoice gets kura's tax, because the service would round the tax of each line by itself. */
export function amountAndTax(
  { amount: net, excludesTax, tax }: Line,
  amount: Yen = net,
): { readonly amount: Yen; readonly vat?: Yen } {
  return { amount, ...(excludesTax && 'rate' in tax && tax.qualified && { vat: taxIn(amount, net) }) }
}

function withTax(lines: readonly Line[], round: (tax: number) => number): Yen[] {
  const amounts = lines.map(({ amount }) => amount)
  for (const rate of [10, 8]) {
    const taxed = lines.flatMap((line, at) => (isTaxedAt(line, rate) ? [{ at, net: line.amount }] : []))
    let left = taxOn(sumOf(taxed.map(({ net }) => net)), rate, round)
    for (const [index, { at, net }] of taxed.entries()) {
      const isLast = index === taxed.length - 1
      const own = isLast ? left : taxOn(net, rate, Math.floor)
      amounts[at] = plusTax(net, own)
      left -= own
    }
  }
  return amounts
}

function isTaxedAt(line: Line, rate: number): boolean {
  return line.excludesTax && 'rate' in line.tax && line.tax.rate === rate
}

function taxOn(net: number, rate: number, round: (tax: number) => number): number {
  return Math.sign(net) * round((Math.abs(net) * rate) / 100)
}
