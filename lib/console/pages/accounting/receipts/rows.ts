/** The pages have no rules of their own, because the services say how a row would be registered. */

import type { Client } from '../../../../core/http/client.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { formatOf } from '../../../../core/language/format.ts'
import type { Locale } from '../../../../core/language/language.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { sayIn } from '../../../../core/language/text.ts'
import type { Reason } from '../../../../core/phrase.ts'
import { type AccountingContract, accountingContract } from '../../../../services/accounting/contract.ts'
import { type Column, cellsOf } from '../../../../services/accounting/imports/reading/columns.ts'
import { type ImportRow, readRows } from '../../../../services/accounting/imports/reading/deal-rows.ts'
import { type PlannedRow, planRows } from '../../../../services/accounting/imports/reading/plan.ts'
import { type Titles, USUAL_TITLES } from '../../../../services/accounting/imports/reading/titles.ts'
import { clientOf } from '../../../client.ts'
import { labelOf } from '../../../drafts/drafts.ts'
import type { PersonCall, View } from '../../../page.ts'
import type { NamedDraft } from './drafts.ts'
import { OF_LINE, SHARED } from './filling/proposals.ts'
import { ROW } from './words.ts'

export type AccountingApi = Client<AccountingContract>

export interface Filled {
  readonly draft: NamedDraft
  readonly planned: PlannedRow
}

/** The plan for a row about which the services have said nothing. */
export const UNPLANNED: PlannedRow = { at: '', plan: 'wrong', row: undefined, shown: undefined, why: [] }

export function titlesIn(locale: Locale): Titles {
  const say = sayIn(locale)
  return { ...USUAL_TITLES, ...Object.fromEntries(LABELLED.map(column => [column, say(ROW[column])])) }
}

const LABELLED = [...SHARED, ...OF_LINE, 'number'] as const

/** An amount in the view's language: `2,200円`, `¥2,200`, `-¥2,200`. */
export function yen(amount: number, { language, locale }: View): string {
  const text = formatOf(locale).number(amount)
  return language === 'ja' ? `${text}円` : text.replace(/^-?/, '$&¥')
}

async function readDraftRow(draft: NamedDraft, titles: Titles): Promise<ImportRow> {
  const { file, lines } = draft
  const at = labelOf(draft)
  const sources = lines.map((line, index) => {
    const cells = cellsOf(line as Partial<Record<Column, string>>)
    const own = { number: draft.case, file: file?.name ?? '' }
    return { at: `row ${index + 1}`, cells: { ...cells, ...own }, titles }
  })
  const fileOf = async () => ({
    root: '',
    path: labelOf(draft),
    sha256: file?.sha256 ?? '',
    size: file?.size ?? 0,
  })
  const rows = await readRows(sources, { fileOf })
  const problems = rows.flatMap(row => ('problems' in row ? row.problems : []))
  const [first, ...more] = rows
  if (problems.length > 0 || !first) return { at, problems }
  const { box } = draft
  if (box && 'deal' in first && more.length === 0)
    return { ...first, at, deal: { ...first.deal, receipt_ids: [box.id] } }
  return more.length === 0 ? { ...first, at } : { at, problems: [phrase(ROW.twice)] }
}

/** Asks the services how they would register the rows. @throws AppError of the endpoint */
export async function planDrafts(
  drafts: readonly NamedDraft[],
  { api, company, titles, own }: PlanDeps,
): Promise<Filled[]> {
  const rows = await Promise.all(drafts.map(draft => readDraftRow(draft, titles)))
  const deals = rows.flatMap(row => ('deal' in row ? [row.deal] : []))
  const reply = deals.length > 0 && (await api.importDeals({ body: { company_id: company, deals } }))
  const shown = reply && reply.mode === 'dry-run' ? reply.deals : []
  const planned = planRows(rows, shown, double => double === own)
  return drafts.flatMap((draft, at) => (planned[at] ? [{ draft, planned: planned[at] }] : []))
}

export interface PlanDeps {
  readonly api: AccountingApi
  readonly company: number
  readonly titles: Titles
  /** The id of a deal or file that looks like a double, but the person says that this receipt is another one. */
  readonly own?: string | undefined
}

/** The stored rows without any answer of the services, so the plan of a row says only whether kura can read the row. */
export function readStored(drafts: readonly NamedDraft[], titles: Titles): Promise<Filled[]> {
  return Promise.all(
    drafts.map(async draft => {
      const row = await readDraftRow(draft, titles)
      const isRead = 'deal' in row
      const why: readonly Reason[] = isRead ? [] : row.problems
      const plan = isRead ? ('new' as const) : ('wrong' as const)
      return {
        draft,
        planned: { at: row.at, plan, row: isRead ? row : undefined, shown: undefined, why },
      }
    }),
  )
}

/** The company that has the user as its admin; undefined unless there is exactly one such company. */
export async function companyOf(api: AccountingApi): Promise<number | undefined> {
  const { companies } = await api.companies()
  const [only, another] = companies.filter(({ role }) => role === 'admin')
  return another ? undefined : only?.id
}

/** @throws AppError `settings_invalid` unless the user is the admin of exactly one company; errors of the endpoint */
export async function booksOf(call: PersonCall): Promise<{ api: AccountingApi; company: number }> {
  const api = clientOf(accountingContract, call)
  const company = await companyOf(api)
  if (company === undefined) throw phraseError('settings_invalid', phrase(ROW.company))
  return { api, company }
}
