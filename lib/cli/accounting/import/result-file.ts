/**
 * The result of an import as a CSV file for spreadsheets: a line for each row, with the ids of its deal and its file.
 */
import { writeFileAtomic } from '../../../core/disk/atomic-file.ts'
import { AppError } from '../../../core/errors.ts'
import { csvText } from './source/csv-text.ts'

/** The result of one row of the import. */
export interface RowResult {
  readonly row: string
  readonly case: string
  readonly state: string
  readonly deal?: number | undefined
  /** The id of the row's file at the service. */
  readonly receipt?: number | undefined
  readonly why: string
}

const HEAD = ['row', 'case', 'state', 'deal', 'receipt', 'why']

/**
 * Replaces the file atomically, so that it is complete whenever the process ends.
 * @throws AppError `usage` if it cannot be written
 */
export async function writeResultFile(path: string, results: readonly RowResult[]): Promise<void> {
  const rows = results.map(({ row, case: name, state, deal, receipt, why }) =>
    [row, name, state, deal ?? '', receipt ?? '', why].map(String),
  )
  try {
    await writeFileAtomic(path, csvText([HEAD, ...rows]))
  } catch (cause) {
    throw new AppError('usage', `Cannot write the result file "${path}"`, {
      hint: 'name another one with --out',
      cause,
    })
  }
}
