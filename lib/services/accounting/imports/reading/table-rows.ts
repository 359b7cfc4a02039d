/**
 * Reads the rows of a table: of a CSV file with a header, or of a JSON array of objects whose members are the columns.
 */
import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod'
import { AppError } from '../../../../core/errors.ts'
import { parseJson } from '../../../../core/json.ts'
import { type Cells, cellsOf, readHeader } from './columns.ts'
import { type Titles, titlesOf } from './titles.ts'

/** A row of the source, and its place as people see it. */
export interface SourceRow {
  /** The place of the row: `row 3`, counted as in a spreadsheet, or the name of a file. */
  readonly at: string
  readonly cells: Cells
  /** The names of the row's columns, as shown to people. */
  readonly titles: Titles
}

/**
 * Reads the rows of a table, by its name as JSON or else as CSV.
 * @throws AppError `usage` if it is no table, is a workbook, or its header has an unknown column
 */
export function readTableBytes(bytes: Uint8Array, name: string): SourceRow[] {
  if (isWorkbook(bytes, name))
    throw new AppError('usage', `Cannot read "${name}": it is a workbook, expected CSV`, {
      hint: 'open it, choose "Save As" (名前を付けて保存), and the type "CSV UTF-8 (コンマ区切り) (*.csv)"',
    })
  const text = decodeTable(bytes, name)
  return name.toLowerCase().endsWith('.json') ? readJsonRows(text, name) : readCsv(text, name)
}

/** Whether a table is a workbook of a spreadsheet program, by its name or by the first bytes of a ZIP archive. */
function isWorkbook(bytes: Uint8Array, name: string): boolean {
  return /\.(?:xlsx?|xlsm|ods|numbers)$/i.test(name) || Buffer.from(bytes.subarray(0, 4)).equals(ZIP)
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1')

const ENCODINGS = ['utf-8', 'shift_jis'] as const

/**
 * Decodes a table.
 * @throws AppError `usage` if the bytes are in neither encoding
 */
export function decodeTable(bytes: Uint8Array, name: string): string {
  for (const encoding of ENCODINGS) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // the text is not in this encoding, so the next one is tried
    }
  }
  throw new AppError('usage', `Cannot read "${name}": it is neither in UTF-8 nor in Shift_JIS`, {
    hint: 'save it as "CSV UTF-8" or as "CSV"',
  })
}

/**
 * Reads the rows of a CSV text.
 * @throws AppError `usage` if the text is no table, or the header contains an unknown column
 */
export function readCsv(text: string, name: string): SourceRow[] {
  const [header, ...records] = parseCsv(text, name)
  if (!header)
    throw new AppError('usage', `Cannot read "${name}": it is empty`, {
      hint: 'make a table to fill in: kura accounting import --template',
    })
  const columns = readHeader(header)
  const titles = titlesOf(header, columns)
  return records.flatMap((record, index) => {
    if (record.every(cell => cell.trim() === '')) return []
    const at = `row ${index + 2}`
    if (record.slice(columns.length).some(cell => cell.trim() !== ''))
      throw new AppError('usage', `Cannot read "${name}": ${at} has more cells than the header`, {
        hint: 'put a text that has a comma into quotes',
      })
    const cells = columns.map((column, at) => [column, record[at] ?? ''])
    return [{ at, cells: cellsOf(Object.fromEntries(cells)), titles }]
  })
}

function parseCsv(text: string, name: string): string[][] {
  try {
    return parse(text, {
      relax_column_count: true,
      skip_empty_lines: false,
      // several programs may have written the lines of one table
      record_delimiter: ['\r\n', '\n', '\r'],
    })
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new AppError('usage', `Cannot read "${name}" as CSV: ${cause.message}`, { cause })
  }
}

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
const jsonRows = z.array(z.record(z.string(), cell))

/**
 * Reads the rows of a JSON text.
 * @throws AppError `usage` as readCsv does
 */
export function readJsonRows(text: string, name: string): SourceRow[] {
  const parsed = jsonRows.safeParse(parseJson(text))
  if (!parsed.success)
    throw new AppError('usage', `Cannot read "${name}": expected a JSON array of objects`, {
      hint: '[{"date": "2026-10-05", "account_item": "消耗品費", "rate": 10, "qualified": true, "amount": 2200}]',
    })
  return parsed.data.map((row, index) => {
    const members = Object.keys(row)
    const columns = readHeader(members)
    const cells = Object.values(row).map((value, at) => [columns[at], textOf(value)])
    const titles = titlesOf(members, columns)
    return { at: `row ${index + 1}`, cells: cellsOf(Object.fromEntries(cells)), titles }
  })
}

function textOf(value: z.infer<typeof cell>): string {
  return value === null ? '' : String(value)
}
