import { resolve } from 'node:path'
import { catalogue, phrase } from '../../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../../core/language/phrase-error.ts'
import {
  TEMPLATE_COLUMNS,
  TEMPLATE_HEADER,
} from '../../../../../services/accounting/imports/reading/columns.ts'
import { csvText } from '../../../../../services/accounting/journals/spreadsheet.ts'
import type { CliContext } from '../../../../context.ts'
import { readFolder } from './folder.ts'

const WORDS = catalogue('import.template', {
  notFolder: {
    en: 'Cannot read "{folder}": it is not a folder',
    ja: '「{folder}」を読み取れません：フォルダーではありません',
  },
})

/**
 * Returns a table to fill in, as CSV for spreadsheets; with `folder`, the table has the rows of this folder.
 * @throws AppError `usage` if `folder` is not a folder
 */
export async function templateOf(folder: string | undefined, { cwd }: CliContext): Promise<Uint8Array> {
  const rows = folder === undefined ? [] : await rowsOf(resolve(cwd, folder))
  return new TextEncoder().encode(csvText([TEMPLATE_HEADER, ...rows]))
}

async function rowsOf(folder: string): Promise<string[][]> {
  const { rows } = await readFolder(folder).catch(cause => {
    throw phraseError('usage', phrase(WORDS.notFolder, { folder }), { cause })
  })
  return rows.map(({ cells }) => TEMPLATE_COLUMNS.map(column => cells[column]))
}
