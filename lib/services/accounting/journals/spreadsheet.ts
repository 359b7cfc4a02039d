/**
 * A journal's CSV for spreadsheets. A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula,
 * also after a tab or a CR, and outsiders may have written that text. An apostrophe before the text makes the
 * spreadsheet read the cell as text (OWASP, CSV injection). A number stays a number.
 */
import { createCsvSplitter } from './csv-splitter.ts'

const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?[0-9][0-9,]*(?:\.[0-9]+)?%?$/

/** The cell's text in a form that no spreadsheet runs; full-width signs count as signs. */
export function inertCell(text: string): string {
  const [first = ''] = text
  return FORMULA.test(first.normalize('NFKC')) && !NUMBER.test(text) ? `'${text}` : text
}

/** The CSV `texts` rewritten record by record with inert cells. @throws AppError as the splitter does */
export async function* inertCsv(texts: AsyncIterable<string>, journal: string): AsyncGenerator<string> {
  const splitter = createCsvSplitter(journal)
  for await (const text of texts) yield splitter.push(text).map(inertRecord).join('')
  yield splitter.end().map(inertRecord).join('')
}

/** A CSV record with inert cells, including its line end. */
export function inertRecord(fields: readonly string[]): string {
  return `${fields.map(field => quoted(inertCell(field))).join(',')}\r\n`
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
