/**
 * Reads a folder of receipt files named by date and amount: `2026-10-05_2200_コピー用紙.pdf`, or in the order of the
 * National Tax Agency's example, `20261005_㈱国税商事_110,000.pdf`. The rest of a name is the description.
 */
import { readdir } from 'node:fs/promises'
import { cellsOfName } from '../../../../../services/accounting/imports/reading/file-name.ts'
import type { SourceRow } from '../../../../../services/accounting/imports/reading/table-rows.ts'
import { type Titles, USUAL_TITLES } from '../../../../../services/accounting/imports/reading/titles.ts'
import { isReceiptName } from '../../../../../services/accounting/receipts/media-type.ts'

export interface FolderRows {
  readonly rows: readonly SourceRow[]
  /** The names of files that are ignored because their extensions are not those of receipts. */
  readonly ignored: readonly string[]
}

/** The rows of a folder, sorted by name. Subfolders and hidden files are skipped. */
export async function readFolder(folder: string, titles: Titles = USUAL_TITLES): Promise<FolderRows> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter(entry => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted()
  return {
    rows: names.filter(isReceiptName).map(name => ({ at: name, cells: cellsOfName(name), titles })),
    ignored: names.filter(name => !isReceiptName(name)),
  }
}
