/**
 * Makes a journal's CSV safe for spreadsheets. A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a
 * formula, even after a tab, a CR or an LF, and people outside the company may have written that text. An apostrophe in front
 * makes the spreadsheet read the cell as text (OWASP, CSV injection). A number stays a number.
 */
import { asInWindows31j } from '../../../core/language/windows-31j.ts'
import { createCsvSplitter } from './csv-splitter.ts'

const FORMULA = /^[=+\-@\t\r\n]/
const NUMBER = /^[+-]?[0-9][0-9,]*(?:\.[0-9]+)?%?$/

/**
 * Returns the text of a cell in a form that no spreadsheet runs as a formula; full-width `＝`, `＋`, `－` and `＠` count
 * too, and `−`, which Windows-31J writes as `－`.
 */
export function inertCell(text: string): string {
  const [first = ''] = text
  return FORMULA.test(asInWindows31j(first).normalize('NFKC')) && !NUMBER.test(text) ? `'${text}` : text
}

/**
 * Rewrites the CSV `texts` so that no cell can run as a formula. @throws AppError as the splitter does
 */
export async function* inertCsv(texts: AsyncIterable<string>, journal: string): AsyncGenerator<string> {
  const splitter = createCsvSplitter(journal)
  for await (const text of texts) yield splitter.push(text).map(inertRecord).join('')
  yield splitter.end().map(inertRecord).join('')
}

/** Returns a CSV record in which no cell can run as a formula, with its line end. */
export function inertRecord(fields: readonly string[]): string {
  return `${fields.map(field => quoted(inertCell(field))).join(',')}\r\n`
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
