/**
 * Reads a folder of receipt files named by date and amount: `2026-10-05_2200_コピー用紙.pdf`, or in the order of the
 * National Tax Agency's example, `20261005_㈱国税商事_110,000.pdf`. The rest of a name is the description.
 */
import { readdir } from 'node:fs/promises'
import { readAmount } from '../../../../services/accounting/amount.ts'
import { type Cells, cellsOf } from '../../../../services/accounting/imports/reading/columns.ts'
import type { SourceRow } from '../../../../services/accounting/imports/reading/table-rows.ts'
import { isReceiptName } from '../../../../services/accounting/receipts/media-type.ts'
import { readDay } from '../../../../services/accounting/taxes/issue-date.ts'
import { FOLDER_TITLES } from './option-titles.ts'

export interface FolderRows {
  readonly rows: readonly SourceRow[]
  /** The names of files that are ignored because their extensions are not those of receipts. */
  readonly ignored: readonly string[]
}

/** Reads the receipts of a folder, sorted by name. Subfolders and hidden files are skipped. */
export async function readFolder(folder: string): Promise<FolderRows> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter(entry => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted()
  return {
    rows: names
      .filter(isReceiptName)
      .map(name => ({ at: name, cells: cellsOfName(name), titles: FOLDER_TITLES })),
    ignored: names.filter(name => !isReceiptName(name)),
  }
}

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
