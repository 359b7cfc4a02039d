/** Reads the name of a receipt's file: `2026-10-05_2200_コピー用紙.pdf`. Pure. */
import { readAmount } from '../../fields/amount.ts'
import { readDay } from '../../taxes/issue-date.ts'
import { type Cells, cellsOf } from './columns.ts'

/** Returns the cells from the name of a file; a date or amount that is missing or ambiguous stays empty. */
export function cellsOfName(name: string): Cells {
  const stem = name.slice(0, name.lastIndexOf('.')).normalize('NFC')
  const parts = stem.split(/[_\s]+/).filter(part => part !== '')
  const dates = parts.filter(part => 'date' in readDay(part))
  const [date] = dates
  const others = parts.filter(part => part !== date)
  const amounts = others.filter(part => readAmount(part) !== undefined)
  const amount = amounts.length === 1 ? amounts[0] : undefined
  return cellsOf({
    date: dates.length === 1 ? (date ?? '') : '',
    amount: amount ?? '',
    description: others.filter(part => part !== amount).join(' '),
    file: name,
  })
}
