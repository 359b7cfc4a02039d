/**
 * Reads the rows of a table: of a CSV file with a header, or of a JSON array of objects whose members are the columns.
 */
import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod'
import { parseJson } from '../../../../core/json/json.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { type Cells, cellsOf, readHeader } from './columns.ts'
import { type Titles, titlesOf } from './titles.ts'
import { placePhrase } from './words.ts'

const WORDS = catalogue('import.tables', {
  workbook: {
    en: 'Cannot read "{name}": it is a workbook, expected CSV',
    ja: '「{name}」は表計算ソフトのブックのため読み取れません（CSVが必要です）',
  },
  saveAs: {
    en: 'open it, choose "Save As" (名前を付けて保存), and the type "CSV UTF-8 (コンマ区切り) (*.csv)"',
    ja: '開いて「名前を付けて保存」を選び、種類を「CSV UTF-8 (コンマ区切り) (*.csv)」にしてください',
  },
  encoding: {
    en: 'Cannot read "{name}": it is neither in UTF-8 nor in Shift_JIS',
    ja: '「{name}」の文字コードがUTF-8でもShift_JISでもありません',
  },
  saveAsCsv: {
    en: 'save it as "CSV UTF-8" or as "CSV"',
    ja: '「CSV UTF-8」か「CSV」の形式で保存してください',
  },
  empty: { en: 'Cannot read "{name}": it is empty', ja: '「{name}」を読み取れません：中身が空です' },
  template: {
    en: 'make a table to fill in: kura accounting import --template',
    ja: 'ひな形の作成：kura accounting import --template',
  },
  moreCells: {
    en: 'Cannot read "{name}": {at} has more cells than the header',
    ja: '「{name}」を読み取れません：{at}の欄が見出しより多くなっています',
  },
  quotes: {
    en: 'put a text that has a comma into quotes',
    ja: 'カンマを含む文字は引用符「"」で囲んでください',
  },
  notCsv: {
    en: 'Cannot read "{name}" as CSV: {reason}',
    ja: '「{name}」をCSVとして読み取れません：{reason}',
  },
  notRows: {
    en: 'Cannot read "{name}": expected a JSON array of objects',
    ja: '「{name}」を読み取れません（JSONのオブジェクトの配列ではありません）',
  },
})

/** A row of the source, and its place as people see it. */
export interface SourceRow {
  /** The place of the row: `row 3`, counted as in a spreadsheet, or the name of a file. */
  readonly at: string
  readonly cells: Cells
  /** The names of the row's columns, as shown to people. */
  readonly titles: Titles
}

/**
 * Reads the rows of a table: as JSON if its name ends so, else as CSV.
 * @throws AppError `usage` if the bytes are not a table or are a workbook, or if the header has an unknown column
 */
export function readTableBytes(bytes: Uint8Array, name: string): SourceRow[] {
  if (isWorkbook(bytes, name))
    throw phraseError('usage', phrase(WORDS.workbook, { name }), { hint: phrase(WORDS.saveAs) })
  const text = decodeTable(bytes, name)
  return name.toLowerCase().endsWith('.json') ? readJsonRows(text, name) : readCsv(text, name)
}

/**
 * Whether a table is a workbook of a spreadsheet program, which its name or the first bytes (of a ZIP archive) show.
 */
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
  throw phraseError('usage', phrase(WORDS.encoding, { name }), { hint: phrase(WORDS.saveAsCsv) })
}

/**
 * Reads the rows of a CSV text.
 * @throws AppError `usage` if the text is no table, or the header contains an unknown column
 */
export function readCsv(text: string, name: string): SourceRow[] {
  const [header, ...records] = parseCsv(text, name)
  if (!header) throw phraseError('usage', phrase(WORDS.empty, { name }), { hint: phrase(WORDS.template) })
  const columns = readHeader(header)
  const titles = titlesOf(header, columns)
  return records.flatMap((record, index) => {
    if (record.every(cell => cell.trim() === '')) return []
    const at = `row ${index + 2}`
    if (record.slice(columns.length).some(cell => cell.trim() !== ''))
      throw phraseError('usage', phrase(WORDS.moreCells, { name, at: placePhrase(at) }), {
        hint: phrase(WORDS.quotes),
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
    throw phraseError('usage', phrase(WORDS.notCsv, { name, reason: cause.message }), { cause })
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
    throw phraseError('usage', phrase(WORDS.notRows, { name }), {
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
