/** Loads the source of an import, a table (CSV, JSON) or a folder of files, as deals with their files. */
import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { fileFault } from '../../../../core/disk/file-fault.ts'
import { readRegular } from '../../../../core/disk/regular-file.ts'
import { AppError } from '../../../../core/errors.ts'
import type { Column } from '../../../../services/accounting/imports/reading/columns.ts'
import {
  type ImportRow,
  readRows,
  rowFileOf,
} from '../../../../services/accounting/imports/reading/deal-rows.ts'
import { readTableBytes, type SourceRow } from '../../../../services/accounting/imports/reading/table-rows.ts'
import { LARGEST_RECEIPT } from '../../../../services/accounting/receipts/upload.ts'
import type { CliContext } from '../../../context.ts'
import { readConfined } from './confined-file.ts'
import { readFolder } from './folder.ts'
import { OPTIONS } from './option-titles.ts'

/** Values from the command's options. They are used for rows in which the cell is empty. */
export interface Defaults {
  readonly accountItem?: string
  readonly rate?: string
  readonly qualified?: string
  readonly payment?: string
}

export interface LoadOptions extends Defaults {
  /** Whether the function runs in this process. If so, only the service limits the size of a file. */
  readonly local?: boolean | undefined
}

export interface Loaded {
  readonly rows: readonly ImportRow[]
  /** The names of files in the folder that are not receipts. */
  readonly ignored: readonly string[]
}

/** The maximum size in bytes of a file that is sent through the host, which limits a request to 4.5 MB. */
const LARGEST_THROUGH_HOST = 4_000_000
const LARGEST_TABLE = 10_000_000
/** The maximum number of rows, because one dry run shows all of them. */
const MOST_ROWS = 1000

/**
 * Loads `source`; a fault of a single row is reported with that row.
 * @throws AppError `usage` if the source cannot be read
 */
export async function loadImport(source: string, options: LoadOptions, context: CliContext): Promise<Loaded> {
  const path = resolve(context.cwd, source)
  const stats = await stat(path).catch(cause => {
    throw new AppError('usage', `Cannot read "${source}": there is no such file or folder`, {
      hint: 'name a table (.csv or .json), or a folder of receipts',
      cause,
    })
  })
  const folder = stats.isDirectory()
  const { rows, ignored } = folder
    ? await readFolder(path)
    : { rows: await readTable(path, stats), ignored: [] }
  if (rows.length === 0) throw nothing(source, folder)
  if (rows.length > MOST_ROWS)
    throw new AppError(
      'usage',
      `Cannot import "${source}": it has ${rows.length} rows, at most ${MOST_ROWS}`,
      {
        hint: 'split it',
      },
    )
  const filled = rows.map(row => withDefaults(row, options))
  const root = folder ? path : dirname(path)
  const limit = fileLimit(options)
  const fileOf = async (path: string) => rowFileOf({ root, path }, await readConfined({ root, path }, limit))
  return { rows: await readRows(filled, { fileOf }), ignored }
}

function nothing(source: string, folder: boolean): AppError {
  return new AppError('usage', `Cannot import "${source}": it has no ${folder ? 'receipts' : 'rows'}`, {
    hint: folder
      ? 'name each receipt by date and amount: 2026-10-05_2200_コピー用紙.pdf'
      : 'kura accounting import --template prints the header',
  })
}

/** Returns the size limit of a file, and a hint for larger files. */
function fileLimit({ local = false }: LoadOptions): { limit: number; hint: string } {
  return local
    ? { limit: LARGEST_RECEIPT, hint: 'the accounting service takes no larger file' }
    : { limit: LARGEST_THROUGH_HOST, hint: 'the host takes no larger file: use --local' }
}

async function readTable(path: string, { size }: { size: number }): Promise<SourceRow[]> {
  const name = basename(path)
  if (size > LARGEST_TABLE)
    throw new AppError('usage', `Cannot read "${name}": it has ${size} bytes, at most ${LARGEST_TABLE}`)
  const bytes = await readRegular(path).catch((cause: unknown) => {
    throw new AppError('usage', `Cannot read "${name}": ${fileFault(cause)}`, { cause })
  })
  return readTableBytes(bytes, name)
}

/** Fills empty cells from the options; problems then name the option instead of the column. */
function withDefaults(row: SourceRow, { accountItem, rate, qualified, payment }: Defaults): SourceRow {
  const given = { account_item: accountItem, rate, qualified, payment }
  const filled = Object.entries(given).filter(([column, text]) => text && row.cells[column as Column] === '')
  const titles = filled.map(([column]) => [column, OPTIONS[column as keyof typeof OPTIONS]])
  return {
    at: row.at,
    cells: { ...row.cells, ...Object.fromEntries(filled) },
    titles: { ...row.titles, ...Object.fromEntries(titles) },
  }
}
