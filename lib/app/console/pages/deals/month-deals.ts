/** Reads the deals of a month with their cases, for the page and for the file. */
import { hasCode } from '../../../../core/errors.ts'
import { readPages } from '../../../../core/http/pages.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { sayIn, textOf } from '../../../../core/language/text.ts'
import { accountingContract } from '../../../../services/accounting/contract.ts'
import { isReference } from '../../../../services/accounting/deals/cases/of-deal.ts'
import type { CaseReport } from '../../../../services/accounting/deals/cases/report.ts'
import { ENCODINGS, fileForPeople } from '../../../../services/accounting/journals/for-people.ts'
import { type SheetDeal, sheetCsv } from '../../../../services/accounting/lists/month-sheet.ts'
import { DEALS_PAGE, readDeals, type ServiceDeal } from '../../../../services/accounting/lists/pages.ts'
import { dayIn, readDay } from '../../../../services/accounting/taxes/issue-date.ts'
import { clientOf } from '../../client.ts'
import type { PageAnswer, ShownPage, SignedInCall } from '../../page.ts'
import { isRegistered, listDrafts, type NamedDraft } from '../receipts/drafts.ts'
import { openBook } from './books.ts'
import type { Book } from './list.ts'
import { lastDayOf, type MonthData, monthPage, monthText } from './month.ts'
import { MONTH } from './words.ts'

type Call = Pick<SignedInCall, 'core' | 'view'>

/** The maximum number of deals of a month that the sheet has. */
const MOST_DEALS = 5_000

export async function showMonth(call: SignedInCall<'showMonth'>): Promise<ShownPage> {
  const { after, show, ...query } = call.query ?? {}
  const offset = Math.max(0, Math.trunc(Number(after ?? 0)) || 0)
  return shown({ ...(await readMonth(query, call)), offset, isWhole: show === 'all' }, call)
}

function shown(data: MonthData, { view }: Call): ShownPage {
  const title = sayIn(view.locale)(MONTH.title, { month: monthText(data.month, view) })
  return { title, body: monthPage(data, view), ...(data.fault !== undefined && { status: 400 }) }
}

/** Downloads the sheet as a file. If the encoding lacks a character, the page says so instead. */
export async function monthFile(call: SignedInCall<'monthFile'>): Promise<PageAnswer> {
  const { encoding: given, ...query } = call.query ?? {}
  const { locale } = call.view
  const data = await readMonth(query, call)
  if (data.isCut) {
    const fault = sayIn(locale)(MONTH.cutFile, { count: MOST_DEALS })
    return shown({ ...data, offset: 0, isWhole: false, fault }, call)
  }
  const encoding = ENCODINGS.find(known => known === given) ?? 'utf-8'
  try {
    const bytes = await fileForPeople(sheetCsv(data.deals, data.names, locale), encoding)
    return new Response(bytes, { headers: csvHeaders(`deals-${data.month}-${data.book.id}`, encoding) })
  } catch (error) {
    if (!hasCode(error, 'usage') || error.phrase === undefined) throw error
    return shown({ ...data, offset: 0, isWhole: false, fault: textOf(error.phrase, locale) }, call)
  }
}

/** Returns the headers of a CSV file that a browser downloads. */
export function csvHeaders(name: string, encoding: string): Record<string, string> {
  return {
    'content-type': `text/csv; charset=${encoding}`,
    'content-disposition': `attachment; filename="${name}.csv"`,
    'content-security-policy': "default-src 'none'; sandbox",
  }
}

interface MonthQuery {
  readonly company?: string | undefined
  readonly month?: string | undefined
}

/** @throws AppError `bad_request` for a text that is not a month, and the errors of the endpoints */
async function readMonth(
  { company, month: given }: MonthQuery,
  call: Call,
): Promise<Omit<MonthData, 'offset' | 'isWhole'>> {
  const { core } = call
  const month = given?.trim().normalize('NFKC') || dayIn(core.config.timezone, core.now()).slice(0, 7)
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) throw phraseError('bad_request', phrase(MONTH.noMonth))
  const { api, book, names } = await openBook(company, call)
  const days = { start_issue_date: `${month}-01`, end_issue_date: lastDayOf(month) }
  const deals: ServiceDeal[] = []
  for await (const page of readDeals({ api, company: book.id }, days)) {
    deals.push(...page)
    if (deals.length > MOST_DEALS) break
  }
  const [sheet, known, open] = await Promise.all([
    withCases(deals, call),
    names.load(['account item', 'partner', 'tax code']),
    openOf(month, book, call),
  ])
  return {
    book,
    month,
    deals: sheet.toSorted(byDay),
    names: known,
    ...open,
    isCut: deals.length > MOST_DEALS,
  }
}

/** Counts what waits for a person: the deals and receipts of the month, and those whose day cannot be read. */
async function openOf(
  month: string,
  { id }: Book,
  call: Call,
): Promise<Pick<MonthData, 'waiting' | 'undated' | 'receipts'>> {
  const api = clientOf(accountingContract, call)
  const cases: CaseReport[] = []
  for await (const page of readPages(query => api.cases({ query }))) cases.push(...page.cases)
  const drafts = await listDrafts(call.core.store())
  const isOfMonth = ({ body }: CaseReport) => body?.company_id === id && body.issue_date.startsWith(month)
  return {
    waiting: cases.filter(isOfMonth).length,
    undated: cases.filter(({ state, body }) => state === 'review' && body === undefined).length,
    receipts: drafts.filter(draft => !isRegistered(draft) && mayBeOf(month, draft)).length,
  }
}

/** Whether a receipt may be of the month: its day is in the month, or cannot be read. */
function mayBeOf(month: string, { lines: [line] }: NamedDraft): boolean {
  const read = readDay(line?.['date'] ?? '')
  return !('date' in read) || read.date.startsWith(month)
}

/** Orders deals by day, the oldest first. */
function byDay({ deal: one }: SheetDeal, { deal: other }: SheetDeal): number {
  return one.issue_date.localeCompare(other.issue_date) || one.id - other.id
}

/** Adds to each deal that kura has registered the facts of its case. */
async function withCases(deals: readonly ServiceDeal[], call: Call): Promise<SheetDeal[]> {
  const references = deals.map(deal => deal.ref_number).filter(isReference)
  const known = new Map<number, CaseReport>()
  for (let at = 0; at < references.length; at += DEALS_PAGE) {
    const some = references.slice(at, at + DEALS_PAGE).join(',')
    const { cases } = await clientOf(accountingContract, call).cases({ query: { references: some } })
    for (const report of cases) if (report.deal !== undefined) known.set(report.deal, report)
  }
  return deals.map(deal => ({ deal, report: known.get(deal.id) }))
}
