/** The columns of a table of receipts; each has a Japanese and an English name, matched loosely. */

import { AppError } from '../../../../core/errors.ts'
import { nearestNames } from '../../../../core/language/nearest-name.ts'

/** The names of each column; the first name of each is the one that people see. */
const NAMES = {
  date: ['日付', 'date', 'issue_date'],
  account_item: ['科目', '勘定科目', 'account_item'],
  rate: ['税率', 'rate', '税区分', 'tax_category'],
  qualified: ['適格', 'qualified'],
  amount: ['金額', 'amount'],
  description: ['摘要', 'description'],
  partner: ['取引先', 'partner'],
  file: ['ファイル', 'file'],
  payment: ['支払方法', 'payment'],
  number: ['番号', 'number'],
  total: ['合計', '合計金額', 'total'],
  basis: ['税込税抜', '内外税', 'basis'],
  document: ['書類', '書類の種類', 'document'],
  section: ['部門', 'section'],
  item: ['品目', 'item'],
  tags: ['メモタグ', 'tags'],
} as const

export type Column = keyof typeof NAMES

export const COLUMNS = Object.keys(NAMES) as Column[]

/** The texts of a row's cells by column; an empty or missing cell is ''. */
export type Cells = Readonly<Record<Column, string>>

/** The columns of the template, in their order. Columns that only some users need are left out. */
export const TEMPLATE_COLUMNS = COLUMNS.slice(0, COLUMNS.indexOf('number') + 1)

/** The names of the columns in the first line of the template. */
export const TEMPLATE_HEADER: readonly string[] = TEMPLATE_COLUMNS.map(column => NAMES[column][0])

/** Returns the name of a column for people: `適格 (qualified)`. */
export function titleOf(column: Column): string {
  return `${NAMES[column][0]} (${column})`
}

const BY_NAME = new Map(COLUMNS.flatMap(column => NAMES[column].map(name => [fold(name), column] as const)))

/**
 * Reads the columns of a header, in its order.
 * @throws AppError `usage` for an unknown or repeated name
 */
export function readHeader(header: readonly string[]): Column[] {
  const columns = header.map(name => BY_NAME.get(fold(name)) ?? unknownColumn(name))
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice) throw cannotRead(`the column ${titleOf(twice)} is there twice`)
  return columns
}

/**
 * Returns the cells of a row by column. @throws AppError `usage` as readHeader does
 */
export function cellsOf(values: Readonly<Partial<Record<Column, string>>>): Cells {
  const cells = COLUMNS.map(column => [column, (values[column] ?? '').trim()])
  return Object.fromEntries(cells) as Record<Column, string>
}

function fold(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\s_-]/g, '')
    .toLowerCase()
}

function unknownColumn(name: string): never {
  const names = Object.values(NAMES).flat()
  const [near] = nearestNames(name, names)
  throw cannotRead(`"${name.slice(0, 40)}" is no column`, near === undefined ? undefined : `perhaps ${near}`)
}

function cannotRead(why: string, help?: string): AppError {
  const hint = `the columns are ${COLUMNS.map(column => NAMES[column][0]).join(', ')}; kura accounting import --template prints a table`
  return new AppError('usage', `Cannot read the table: ${why}`, {
    hint: help === undefined ? hint : `${help}; ${hint}`,
  })
}
