import { readdir } from 'node:fs/promises'
import { cellsOfName } from '../../../../../services/accounting/imports/reading/file-name.ts'
import type { SourceRow } from '../../../../../services/accounting/imports/reading/table-rows.ts'
import { type Titles, USUAL_TITLES } from '../../../../../services/accounting/imports/reading/titles.ts'
import { isReceiptName } from '../../../../../services/accounting/receipts/media-type.ts'

export interface FolderRows {
  readonly rows: readonly SourceRow[]
  readonly ignored: readonly string[]
}

/** Returns the rows sorted by name. Subfolders and hidden files are skipped. */
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
