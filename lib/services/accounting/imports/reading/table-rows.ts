import * as z from 'zod'
import { parseJson } from '../../../../core/json/json.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { type Cells, type Column, cellsOf, readColumns, readHeader } from './columns.ts'
import { parseCsv } from './csv.ts'
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
  noName: {
    en: 'Cannot read "{name}": the column {column} has no name, but {at} has "{text}" in it',
    ja: '「{name}」を読み取れません：{column}列に見出しがないのに、{at}に「{text}」とあります',
  },
  nameIt: { en: 'name the column, or empty it', ja: '見出しを書くか、その列を空にしてください' },
  tooLong: {
    en: 'Cannot read "{name}": {at} has a number with too many digits for JSON',
    ja: '「{name}」を読み取れません：{at}にJSONで扱えない桁数の数があります',
  },
  quoteIt: { en: 'put it into quotes', ja: '数を引用符「"」で囲んでください' },
  notRows: {
    en: 'Cannot read "{name}": expected a JSON array of objects',
    ja: '「{name}」を読み取れません（JSONのオブジェクトの配列ではありません）',
  },
})

export interface SourceRow {
  /** The place of the row: `row 3`, counted as in a spreadsheet, or the name of a file. */
  readonly at: string
  readonly cells: Cells
  readonly titles: Titles
}

/** Reads a file as JSON if its name ends in `.json`, else as CSV. @throws AppError `usage` */
export function readTableBytes(bytes: Uint8Array, name: string): SourceRow[] {
  if (isWorkbook(bytes, name))
    throw phraseError('usage', phrase(WORDS.workbook, { name }), { hint: phrase(WORDS.saveAs) })
  const text = decodeTable(bytes, name)
  return name.toLowerCase().endsWith('.json') ? readJsonRows(text, name) : readCsv(text, name)
}

function isWorkbook(bytes: Uint8Array, name: string): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  return /\.(?:xlsx?|xlsm|ods|numbers)$/i.test(name) || WORKBOOKS.includes(start)
}

/** The first bytes of a ZIP archive (.xlsx) and of a compound file (.xls). */
const WORKBOOKS = ['PK\x03\x04', '\xd0\xcf\x11\xe0']

/** Programs of the DOS era end a file with this byte, which is no part of the table. */
const END_OF_FILE = 0x1a

/** Decodes UTF-16 with its mark (a spreadsheet's "Unicode text"), UTF-8 or Shift_JIS. @throws AppError `usage` */
export function decodeTable(bytes: Uint8Array, name: string): string {
  const end = bytes.findLastIndex(byte => byte !== END_OF_FILE) + 1
  for (const encoding of encodingsOf(bytes)) {
    try {
      const whole = encoding.startsWith('utf-16') ? bytes : bytes.subarray(0, end)
      return new TextDecoder(encoding, { fatal: true }).decode(whole)
    } catch {
      // the next encoding is tried
    }
  }
  throw phraseError('usage', phrase(WORDS.encoding, { name }), { hint: phrase(WORDS.saveAsCsv) })
}

function encodingsOf([first, second]: Uint8Array): readonly string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  return ['utf-8', 'shift_jis']
}

/** @throws AppError `usage` if the text is no table, or the header contains an unknown column */
export function readCsv(text: string, name: string): SourceRow[] {
  const records = parseCsv(text, name)
  const top = records.findIndex(record => !isBlank(record))
  const header = records[top]
  if (!header) throw phraseError('usage', phrase(WORDS.empty, { name }), { hint: phrase(WORDS.template) })
  const columns = readColumns(header)
  const titles = titlesOf(header, columns)
  return records.flatMap((record, index) => {
    if (index <= top || isBlank(record)) return []
    const at = `row ${index + 1}`
    refuseUnnamed(record, { columns, at, name })
    const cells = columns.flatMap((column, at) => (column ? [[column, record[at] ?? '']] : []))
    return [{ at, cells: cellsOf(Object.fromEntries(cells)), titles }]
  })
}

function isBlank(record: readonly string[]): boolean {
  return record.every(cell => cell.trim() === '')
}

/** @throws AppError `usage` if a cell with text is in a column without a name */
function refuseUnnamed(
  record: readonly string[],
  { columns, at, name }: { columns: readonly (Column | undefined)[]; at: string; name: string },
): void {
  const unnamed = record.findIndex((cell, index) => columns[index] === undefined && cell.trim() !== '')
  if (unnamed === -1) return
  const facts = { name, at: placePhrase(at) }
  if (unnamed >= columns.length)
    throw phraseError('usage', phrase(WORDS.moreCells, facts), { hint: phrase(WORDS.quotes) })
  const text = (record[unnamed] ?? '').trim().slice(0, 40)
  throw phraseError('usage', phrase(WORDS.noName, { ...facts, column: letterOf(unnamed), text }), {
    hint: phrase(WORDS.nameIt),
  })
}

/** Returns the letters with which a spreadsheet names the column: A, Z, AA. */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last
}

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
const jsonRows = z.array(z.record(z.string(), cell))

export function readJsonRows(text: string, name: string): SourceRow[] {
  const parsed = jsonRows.safeParse(parseJson(text))
  if (!parsed.success)
    throw phraseError('usage', phrase(WORDS.notRows, { name }), {
      hint: '[{"date": "2026-10-05", "account_item": "消耗品費", "rate": 10, "qualified": true, "amount": 2200}]',
    })
  return parsed.data.map((row, index) => {
    const members = Object.keys(row)
    const columns = readHeader(members)
    const at = `row ${index + 1}`
    if (Object.values(row).some(isTooLong))
      throw phraseError('usage', phrase(WORDS.tooLong, { name, at: placePhrase(at) }), {
        hint: phrase(WORDS.quoteIt),
      })
    const cells = Object.values(row).map((value, column) => [columns[column], textOf(value)])
    const titles = titlesOf(members, columns)
    return { at, cells: cellsOf(Object.fromEntries(cells)), titles }
  })
}

/** Whether JavaScript may have changed the digits with which the number was written. */
function isTooLong(value: z.infer<typeof cell>): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
}

function textOf(value: z.infer<typeof cell>): string {
  return value === null ? '' : String(value)
}
