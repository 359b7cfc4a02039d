/**
 * Turns rows into deals. The case of a row is its number, else a digest of its contents, so that a second run finds the
 * deals of the first one even if the rows were reordered. The digest uses the content of the row's file, not its name.
 */
import { createHash } from 'node:crypto'
import { foldCaseName } from '../../../../core/claims/case-name.ts'
import { AppError } from '../../../../core/errors.ts'
import type { GivenBody } from '../../../../core/http/contract.ts'
import { expectationOf } from '../../../../core/http/request/expectation.ts'
import { foldName } from '../../../../core/language/nearest-name.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { importedDeal } from '../../../../services/accounting/deals/schema.ts'
import { sha256Of } from '../../../../services/accounting/receipts/identity.ts'
import { inWords } from '../../../operator/fills.ts'
import { type ConfinedFile, readConfined } from './confined-file.ts'
import { plainDate, type ReadRow, readRow } from './row-reading.ts'
import type { SourceRow } from './table-rows.ts'
import { type Titles, wordsOfRow } from './titles.ts'

/** A deal in the form in which the host accepts it. */
export type GivenDeal = GivenBody<AccountingContract, 'importDeals'>['deals'][number]

export interface RowFile extends ConfinedFile {
  readonly sha256: string
  readonly size: number
}

/** A row that can be sent, or one that a person has to correct. */
export type ImportRow = ReadableRow | UnreadableRow

export interface ReadableRow {
  /** The name of the row as people see it. */
  readonly at: string
  readonly deal: GivenDeal
  readonly file: RowFile | undefined
  /** The names of the row's columns, as shown to people. */
  readonly titles: Titles
}

export interface UnreadableRow {
  readonly at: string
  readonly problems: readonly string[]
}

export interface FileOptions {
  /** The folder to which the paths of the files are relative. */
  readonly root: string
  readonly limit: { readonly limit: number; readonly hint: string }
}

/** Reads every row in its order. */
export async function readRows(rows: readonly SourceRow[], options: FileOptions): Promise<ImportRow[]> {
  const cases = createCases()
  const read: ImportRow[] = []
  for (const { at, cells, titles } of rows) {
    const row = readRow(cells, titles)
    if ('problems' in row) read.push({ at, ...row })
    else read.push(await withFile({ at, row, titles }, { ...options, cases }))
  }
  return read
}

async function withFile(
  { at, row, titles }: { at: string; row: ReadRow; titles: Titles },
  { root, limit, cases }: FileOptions & { cases: Cases },
): Promise<ImportRow> {
  try {
    const file = row.file === '' ? undefined : await readRowFile({ root, path: row.file }, limit)
    const deal = checked(dealOf(row, { name: cases.nameOf(at, row, file), file }), titles)
    return { at, deal, file, titles }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'usage') throw error
    return { at, problems: [error.hint ? `${error.message}; ${error.hint}` : error.message] }
  }
}

async function readRowFile(file: ConfinedFile, limit: FileOptions['limit']): Promise<RowFile> {
  const bytes = await readConfined(file, limit)
  return { ...file, sha256: sha256Of(bytes), size: bytes.length }
}

function dealOf(row: ReadRow, { name, file }: { name: string; file: RowFile | undefined }): GivenDeal {
  const { date, accountItem, tax, amount, description, partner, payment } = row
  return {
    case: name,
    issue_date: date,
    details: [{ account_item: accountItem, ...tax, amount, ...(description !== '' && { description }) }],
    ...(partner !== '' && { partner }),
    ...(payment !== '' && { payments: [{ walletable: payment }] }),
    ...(file && { receipts: [file.sha256] }),
  }
}

/**
 * Returns the deal, validated with the host's schema.
 * @throws AppError `usage`
 */
function checked(deal: GivenDeal, titles: Titles): GivenDeal {
  const parsed = importedDeal.safeParse(deal, { error: expectationOf })
  if (parsed.success) return deal
  const [issue] = parsed.error.issues
  const text = `Cannot use \`${issue?.path.join('.')}\`: ${issue?.message ?? 'it cannot be read'}`
  throw new AppError('usage', inWords(text, wordsOfRow(titles)))
}

interface Cases {
  /**
   * Returns the name of the case of a row. @throws AppError `usage` if an earlier row has the same number
   */
  nameOf(at: string, row: ReadRow, file: RowFile | undefined): string
}

/**
 * Names the cases. Rows with the same contents are different receipts: the digest of a repeated row includes its count.
 */
function createCases(): Cases {
  const owners = new Map<string, string>()
  const count = new Map<string, number>()
  return {
    nameOf(at, row, file) {
      if (row.number !== '') {
        const owner = owners.get(foldCaseName(row.number))
        if (owner !== undefined)
          throw new AppError('usage', `Cannot use the number "${row.number}": ${owner} has it too`)
        owners.set(foldCaseName(row.number), at)
        return row.number
      }
      const said = saidBy(row, file)
      const before = count.get(said) ?? 0
      count.set(said, before + 1)
      const digest = createHash('sha256').update(`${said}\n${before}`).digest('hex')
      return `${plainDate(row.date)} ${row.amount} ${digest.slice(0, DIGEST_LENGTH)}`.replaceAll(
        /[/\\]/g,
        '-',
      )
    },
  }
}

const DIGEST_LENGTH = 16

/** Returns the contents of a row in a normal form: the same text, however a person typed them. */
function saidBy(row: ReadRow, file: RowFile | undefined): string {
  const { date, accountItem, tax, amount, description, partner, payment } = row
  const texts = [accountItem, description, partner, payment].map(foldName)
  return JSON.stringify([plainDate(date), amount, tax, texts, file?.sha256 ?? ''])
}
