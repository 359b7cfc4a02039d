import { phrase } from '../../../../core/language/catalogue.ts'
import { foldName } from '../../../../core/language/nearest-name.ts'
import { foldDashes, readYesNo } from '../../../../core/language/typed-text.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import { readAmount, type Yen } from '../../fields/amount.ts'
import { hasCheckDigit, readRegistrationNumber } from '../../fields/registration-number.ts'
import { daysAfter, readDay } from '../../taxes/issue-date.ts'
import { type Cells, COLUMNS, type Column } from './columns.ts'
import type { Titles } from './titles.ts'
import { IMPORT } from './words.ts'

/** The rate, from which the issue date determines the tax category, or the name of a category. */
export type RowTax =
  | { readonly rate: 10 | 8; readonly qualified: boolean }
  | { readonly tax_category: string }

/** The document types of the file box, with the texts of a cell that mean them. */
const DOCUMENTS = {
  receipt: ['領収書', '領収証', 'レシート', 'receipt'],
  invoice: ['請求書', 'invoice'],
  other: ['その他', 'other'],
} as const
export type DocumentType = keyof typeof DOCUMENTS

function readDocument(text: string): DocumentType | undefined {
  const kinds = Object.entries(DOCUMENTS) as [DocumentType, readonly string[]][]
  return kinds.find(([, words]) => words.includes(foldName(text)))?.[0]
}

export interface ReadRow {
  readonly date: string
  readonly accountItem: string
  readonly tax: RowTax
  readonly amount: Yen
  /** Whether the consumption tax has to be added to the amount. */
  readonly excludesTax: boolean
  readonly total: Yen | undefined
  readonly description: string
  readonly partner: string
  /** The issuer's registration number, if the column `qualified` has a number instead of a yes. */
  readonly registration: string | undefined
  readonly file: string
  readonly document: DocumentType | undefined
  readonly payment: string
  readonly number: string
  readonly section: string
  readonly item: string
  readonly tags: readonly string[]
}

/** A problem names the column with the title that the person knows. */
export function readRow(cells: Cells, titles: Titles): ReadRow | { readonly problems: Phrase[] } {
  const lost = COLUMNS.flatMap(column => lostIn(cells[column], { column, title: titles[column] }))
  if (lost.length > 0) return { problems: lost }
  const amount = readAmount(cells.amount)
  const tax = readTax(cells, titles)
  const excludesTax = readBasis(cells.basis)
  const total = readAmount(cells.total)
  const problems = [
    ...(cells.date === '' ? [empty(titles.date)] : []),
    ...(cells.account_item === '' ? [empty(titles.account_item)] : []),
    ...('problem' in tax ? [tax.problem] : []),
    ...amountProblems(cells.amount, { amount, title: titles.amount }),
    ...(cells.total === '' || total !== undefined ? [] : [notAmount(cells.total, titles.total)]),
    ...(excludesTax === undefined
      ? [phrase(IMPORT.notBasis, { title: titles.basis, text: cells.basis })]
      : excludesTax && 'tax_category' in tax
        ? [phrase(IMPORT.basisWithoutRate, { title: titles.basis, rate: titles.rate })]
        : []),
    ...(cells.document !== '' && readDocument(cells.document) === undefined
      ? [phrase(IMPORT.notDocument, { title: titles.document, text: cells.document })]
      : []),
  ]
  if (problems.length > 0 || 'problem' in tax || amount === undefined) return { problems }
  const { account_item: accountItem, description, partner, file, payment, number, section, item } = cells
  const facts = {
    date: dateText(cells.date),
    accountItem,
    tax,
    amount,
    excludesTax: excludesTax === true,
    total,
    registration: readRegistrationNumber(cells.qualified),
    document: readDocument(cells.document),
  }
  const tags = cells.tags
    .split(/[、,，;；]/)
    .map(tag => tag.trim())
    .filter(tag => tag !== '')
  return { ...facts, description, partner, file, payment, number, section, item, tags }
}

/** A formula's error, or the `###` of a spreadsheet whose column is too narrow for its day or number. */
const ERROR = /^(?:#(?:N\/A|[A-Z0-9/_]+[!?])|Err:\d{3}|#{2,})$/
/** Texts for a missing value: of R, SQL, pandas, a dump of MySQL, and of people. */
const MISSING = ['na', 'n/a', '<na>', 'null', '(null)', '[null]', 'nan', 'none', '\\n', '-', 'なし']
/** The columns whose text would become the name of a case or of a new partner. */
const NAMING: readonly Column[] = ['number', 'partner']

/** A long number as spreadsheets shorten it: 2.03E+11. */
const SHORTENED = /^\d(?:\.\d+)?E\+\d+$/i

/**
 * Finds lost values. Receipts with one shortened number, or one word for a missing number, would become one receipt.
 */
function lostIn(text: string, { column, title }: { column: Column; title: string }): Phrase[] {
  if (column === 'number' && SHORTENED.test(text)) return [phrase(IMPORT.shortened, { title, text })]
  const isMissing = NAMING.includes(column) && MISSING.includes(foldDashes(foldName(text)))
  return ERROR.test(text) || isMissing ? [phrase(IMPORT.noValue, { title, text })] : []
}

const INCLUDED = ['', '税込', '税込み', '内税', '込']
const EXCLUDED = ['税抜', '税抜き', '外税', '抜']

function readBasis(text: string): boolean | undefined {
  const word = foldName(text)
  if (EXCLUDED.includes(word)) return true
  return INCLUDED.includes(word) ? false : undefined
}

function amountProblems(
  text: string,
  { amount, title }: { amount: Yen | undefined; title: string },
): Phrase[] {
  if (text === '') return [empty(title)]
  if (amount === undefined) return [notAmount(text, title)]
  return amount === 0 ? [phrase(IMPORT.zero, { title })] : []
}

function notAmount(text: string, title: string): Phrase {
  return phrase(IMPORT.notAmount, { title, text })
}

function empty(title: string, expected?: Phrase): Phrase {
  return expected === undefined
    ? phrase(IMPORT.empty, { title })
    : phrase(IMPORT.emptyExpected, { title, expected })
}

/** A rate as a person types it or a spreadsheet saves it: 10, 10.00%, 0.1. */
const RATE = /^(?:軽減?)?(?:(?<rate>10|8)(?:\.0+)?%?|0\.(?<hundredths>10?|08)0*)(?:\(軽減?\))?$/
/** Words for yes and no besides those of `readYesNo`. */
const YES = ['true', '1', '○', '〇', '◯', '有', 'あり', '適格']
const NO = ['false', '0', '×', '✕', '✗', '無', 'なし', '非適格']

function readTax(
  { rate: text, qualified: given }: Cells,
  titles: Titles,
): RowTax | { readonly problem: Phrase } {
  if (text === '') return { problem: empty(titles.rate, phrase(IMPORT.expectedTax)) }
  const registration = readRegistrationNumber(given)
  if (registration !== undefined && !hasCheckDigit(registration))
    return { problem: phrase(IMPORT.wrongCheckDigit, { title: titles.qualified, number: registration }) }
  const { rate, hundredths } = RATE.exec(foldName(text))?.groups ?? {}
  if (rate === undefined && hundredths === undefined) return { tax_category: text }
  if (given === '') return { problem: empty(titles.qualified, phrase(IMPORT.expectedQualified)) }
  const qualified = registration !== undefined || readQualified(given)
  if (qualified === undefined)
    return { problem: phrase(IMPORT.notQualified, { title: titles.qualified, text: given }) }
  return { rate: (rate ?? hundredths)?.startsWith('1') ? 10 : 8, qualified }
}

function readQualified(text: string): boolean | undefined {
  const word = foldName(text)
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : readYesNo(text)
}

/** Returns YYYY-MM-DD if the text names one certain day; else only its width and letter case are normalised. */
export function plainDate(text: string): string {
  const read = readDay(text)
  return 'date' in read ? read.date : foldName(text)
}

/** A spreadsheet's day 0, a day earlier than expected, because spreadsheets count 1900-02-29, a day that never was. */
const DAY_ZERO = '1899-12-30'

/** Five digits are a day as a spreadsheet counts days: 46119 is 2026-04-07. */
function dateText(text: string): string {
  const plain = text.normalize('NFKC')
  return /^[1-9]\d{4}$/.test(plain) ? daysAfter(DAY_ZERO, Number(plain)) : text
}
