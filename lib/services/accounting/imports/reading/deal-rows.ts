/** A case without a number gets its name from its day, amount and contents, so that a second import finds the deal. */
import { createHash } from 'node:crypto'
import { foldCaseName } from '../../../../core/claims/case-name.ts'
import { AppError } from '../../../../core/errors.ts'
import type { GivenBody } from '../../../../core/http/contract.ts'
import { expectationOf } from '../../../../core/http/request/expectation.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { foldName } from '../../../../core/language/nearest-name.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { inWords } from '../../../../core/language/typed-words.ts'
import type { Phrase, Reason } from '../../../../core/phrase.ts'
import type { AccountingContract } from '../../contract.ts'
import { importedDeal } from '../../deals/schema.ts'
import { sumOf, type Yen } from '../../fields/amount.ts'
import { sha256Of } from '../../receipts/identity.ts'
import { mediaTypeOf } from '../../receipts/media-type.ts'
import type { Column } from './columns.ts'
import { amountAndTax, amountsOf, contentOf, type DigestedRow, joinLines } from './receipt-lines.ts'
import { type DocumentType, plainDate, type ReadRow, readRow } from './row-reading.ts'
import type { SourceRow } from './table-rows.ts'
import { type Titles, wordsOfRow } from './titles.ts'
import { IMPORT, placePhrase, reasonOf } from './words.ts'

export type GivenDeal = GivenBody<AccountingContract, 'importDeals'>['deals'][number]

export interface RowFile {
  /** The folder of the table; `path` is the file's path as the table spells it. */
  readonly root: string
  readonly path: string
  readonly sha256: string
  readonly size: number
}

export type ImportRow = ReadableRow | UnreadableRow

interface Placed {
  readonly at: string
  readonly places?: readonly string[]
}

export interface ReadableRow extends Placed {
  readonly deal: GivenDeal
  readonly file: RowFile | undefined
  readonly document: DocumentType
  readonly titles: Titles
}

export interface UnreadableRow extends Placed {
  readonly problems: readonly Reason[]
}

export interface ReadRowsDeps {
  /** @throws AppError `usage` */
  fileOf(path: string): Promise<RowFile>
}

interface PlacedRow extends DigestedRow {
  readonly at: string
  readonly titles: Titles
  readonly file: RowFile | undefined
}

/** Joins the rows of one receipt. The receipts are in the order of their first rows. */
export async function readRows(rows: readonly SourceRow[], deps: ReadRowsDeps): Promise<ImportRow[]> {
  const read: (PlacedRow | UnreadableRow)[] = []
  for (const row of rows) read.push(await readPlaced(row, deps))
  const cases = createCases()
  const receipts = joinLines(read.filter(row => 'row' in row))
  const firsts = new Map(receipts.map(lines => [lines[0]?.at, dealOf(lines, cases)]))
  return read.flatMap(row => ('row' in row ? (firsts.get(row.at) ?? []) : row))
}

async function readPlaced(
  { at, cells, titles }: SourceRow,
  { fileOf }: ReadRowsDeps,
): Promise<PlacedRow | UnreadableRow> {
  const row = readRow(cells, titles)
  if ('problems' in row) return { at, ...row }
  try {
    const file = row.file === '' ? undefined : await fileOf(row.file)
    return { at, row, titles, file, digest: file?.sha256 ?? '' }
  } catch (error) {
    return { at, problems: [problemIn(error)] }
  }
}

/** @throws AppError `usage` if the file is neither a PDF nor an image */
export function rowFileOf(file: Pick<RowFile, 'root' | 'path'>, bytes: Uint8Array): RowFile {
  if (mediaTypeOf(bytes) === undefined)
    throw phraseError('usage', phrase(IMPORT.notReceipt, { file: file.path }))
  return { ...file, sha256: sha256Of(bytes), size: bytes.length }
}

/** Returns the reason of a `usage` error. @throws any other error, because only `usage` errors are about a row */
function problemIn(error: unknown): Reason {
  if (!(error instanceof AppError) || error.code !== 'usage') throw error
  return reasonOf(error)
}

function dealOf(lines: readonly PlacedRow[], cases: Cases): ImportRow {
  const places = lines.map(line => line.at)
  const at = placeOf(places, lines[0]?.row.number ?? '')
  const [first] = lines
  if (!first) return { at, places, problems: [] }
  const { file, titles } = first
  try {
    const deal = checked(composed(lines, cases.nameOf(at, lines)), titles)
    return { at, places, deal, file, document: only('document', lines) ?? 'receipt', titles }
  } catch (error) {
    return { at, places, problems: [problemIn(error)] }
  }
}

/** The most rows that a message lists. A receipt with more rows is named by its number. */
const MOST_PLACES = 5

/** Returns `row 3`, `rows 3, 4` or, for many rows, `receipt 17 (101 from row 2)`. */
function placeOf(places: readonly string[], number: string): string {
  const [first = ''] = places
  if (places.length > MOST_PLACES) return `receipt ${number} (${places.length} from ${first})`
  return places.length === 1 ? first : `rows ${places.map(place => place.replace(/^row /, '')).join(', ')}`
}

/** @throws AppError `usage` if the rows of the receipt contradict each other */
function composed(lines: readonly PlacedRow[], name: string): GivenDeal {
  const { date = '', partner = '' } = lines[0]?.row ?? {}
  const amounts = checkedAmounts(lines)
  const payment = only('payment', lines)
  const registration = only('registration', lines)
  const digests = lines.flatMap(({ file }) => file?.sha256 ?? []).slice(0, 1)
  return {
    case: name,
    issue_date: date,
    details: lines.map(({ row: { accountItem, description, section, item, tags, ...row } }, index) => ({
      account_item: accountItem,
      ...row.tax,
      ...amountAndTax(row, amounts[index]),
      ...(description !== '' && { description }),
      ...(item !== '' && { item }),
      ...(section !== '' && { section }),
      ...(tags.length > 0 && { tags: [...tags] }),
    })),
    ...(partner !== '' && { partner }),
    ...(registration !== undefined && { registration_number: registration }),
    ...(payment && { payments: [{ walletable: payment }] }),
    ...(digests.length > 0 && { receipts: digests }),
  }
}

/** Returns the only value of a column. Rows may leave the column empty, but must not have different values. */
function only<Name extends 'payment' | 'total' | 'registration' | 'document'>(
  name: Name,
  lines: readonly PlacedRow[],
): ReadRow[Name] | undefined {
  const values = new Set(
    lines.map(({ row }) => row[name]).filter(value => value !== '' && value !== undefined),
  )
  const [value, other] = values
  if (other === undefined) return value
  const column = name === 'registration' ? 'qualified' : name
  const title = lines[0]?.titles[column as Column] ?? ''
  throw phraseError(
    'usage',
    phrase(IMPORT.otherInReceipt, { title, text: String(other), other: String(value) }),
  )
}

function checkedAmounts(lines: readonly PlacedRow[]): readonly Yen[] {
  const total = only('total', lines)
  const found = amountsOf(
    lines.map(({ row }) => row),
    total,
  )
  if ('amounts' in found) return found.amounts
  const title = lines[0]?.titles.total ?? ''
  throw phraseError('usage', phrase(IMPORT.otherTotal, { title, total: total ?? 0, sum: found.sum }))
}

function checked(deal: GivenDeal, titles: Titles): GivenDeal {
  const parsed = importedDeal.safeParse(deal, { error: expectationOf })
  if (parsed.success) return deal
  const [issue] = parsed.error.issues
  const at = inWords(`\`${issue?.path.join('.')}\``, wordsOfRow(titles))
  throw phraseError('usage', refusalOf(issue, { deal, title: at }))
}

type Issue = NonNullable<ReturnType<typeof importedDeal.safeParse>['error']>['issues'][number]

function refusalOf(issue: Issue | undefined, { deal, title }: { deal: GivenDeal; title: string }): Phrase {
  const member = issue?.path[0]
  if (issue?.code === 'too_big') {
    const most = Number(issue.maximum)
    if (issue.origin === 'string') return phrase(IMPORT.tooLong, { title, most })
    if (issue.path.length === 1 && member === 'details')
      return phrase(IMPORT.tooManyRows, { number: deal.case, count: deal.details.length, most })
    if (issue.origin === 'array') return phrase(IMPORT.tooManyEntries, { title, most })
  }
  if (member === 'case') return phrase(IMPORT.notUsable, { title, expected: phrase(IMPORT.expectedNumber) })
  return phrase(IMPORT.notUsable, { title, expected: issue?.message ?? '' })
}

interface Cases {
  /** @throws AppError `usage` if an earlier receipt has the same number but another day, amount or partner */
  nameOf(at: string, lines: readonly PlacedRow[]): string
}

interface Owner {
  readonly at: string
  readonly looks: string
  count: number
}

/** Rows without a number are different receipts even if their contents are equal. A repeated number becomes `17 #2`. */
function createCases(): Cases {
  const owners = new Map<string, Owner>()
  const count = new Map<string, number>()
  return {
    nameOf(at, lines) {
      const [{ row, digest } = { row: undefined, digest: '' }] = lines
      if (!row) return at
      if (row.number !== '') {
        const looks = looksOf(lines)
        const owner = owners.get(foldCaseName(row.number))
        if (owner === undefined) owners.set(foldCaseName(row.number), { at, looks, count: 1 })
        else if (owner.looks !== looks)
          throw phraseError(
            'usage',
            phrase(IMPORT.numberTwice, {
              title: lines[0]?.titles.number ?? '',
              text: row.number,
              other: placePhrase(owner.at),
            }),
          )
        else owner.count += 1
        return owner === undefined ? row.number : `${row.number} #${owner.count}`
      }
      const said = saidBy(row, digest)
      const before = count.get(said) ?? 0
      count.set(said, before + 1)
      const code = createHash('sha256').update(`${said}\n${before}`).digest('hex').slice(0, DIGEST_LENGTH)
      return `${plainDate(row.date)} ${row.amount} ${code}`.replaceAll(/[/\\]/g, '-')
    },
  }
}

const DIGEST_LENGTH = 16

/** Returns a text that two receipts share if they look double. */
function looksOf(lines: readonly PlacedRow[]): string {
  const { date = '', partner = '' } = lines[0]?.row ?? {}
  const rows = lines.map(({ row }) => row)
  const found = amountsOf(rows, only('total', lines))
  return JSON.stringify([
    plainDate(date),
    'amounts' in found ? sumOf(found.amounts) : found.sum,
    foldName(partner),
  ])
}

/** Returns a text that two rows share if they mean the same, even if they were typed differently. */
function saidBy(row: ReadRow, digest: string): string {
  return JSON.stringify([plainDate(row.date), foldName(row.partner), contentOf(row), digest])
}
