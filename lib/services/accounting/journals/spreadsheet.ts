/**
 * A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@`, even after a tab, a CR or an LF. Outsiders may have
 * written such a cell. An apostrophe in front makes it a text (OWASP, CSV injection). A number stays a number.
 */
import { asInWindows31j } from '../../../core/language/windows-31j.ts'
import { createCsvSplitter } from './csv-splitter.ts'

const FORMULA = /^[=+\-@\t\r\n]/
const NUMBER = /^[+-]?[0-9][0-9,]*(?:\.[0-9]+)?%?$/

/** Full-width `＝`, `＋`, `－` and `＠` begin a formula too. So does `−`, which Windows-31J writes as `－`. */
export function inertCell(text: string): string {
  const [first = ''] = text
  return FORMULA.test(asInWindows31j(first).normalize('NFKC')) && !NUMBER.test(text) ? `'${text}` : text
}

/** Returns CSV in which no cell can run as a formula. @throws AppError as the splitter does */
export async function* inertCsv(texts: AsyncIterable<string>, journal: string): AsyncGenerator<string> {
  const splitter = createCsvSplitter(journal)
  for await (const text of texts) yield splitter.push(text).map(inertRecord).join('')
  yield splitter.end().map(inertRecord).join('')
}

/** Returns a line of CSV with its line end. No cell can run as a formula. */
export function inertRecord(fields: readonly string[]): string {
  return `${fields.map(field => quoted(inertCell(field))).join(',')}\r\n`
}

/** Returns CSV for spreadsheets: it begins with a byte order mark, and no cell can run as a formula. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map(inertRecord).join('')}`
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
