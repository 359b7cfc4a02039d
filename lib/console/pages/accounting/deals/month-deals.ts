import { hasCode } from '../../../../core/errors.ts'
import { readPages } from '../../../../core/http/pages.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { sayIn, textOf } from '../../../../core/language/text.ts'
import { accountingContract } from '../../../../services/accounting/contract.ts'
import { isReference } from '../../../../services/accounting/deals/cases/of-deal.ts'
import type { CaseReport } from '../../../../services/accounting/deals/cases/report.ts'
import { ENCODINGS, fileForPeople } from '../../../../services/accounting/journals/for-people.ts'
import { findDeals } from '../../../../services/accounting/lists/find-deals.ts'
import { type SheetDeal, sheetCsv } from '../../../../services/accounting/lists/month-sheet.ts'
import { DEALS_PAGE, readDeals, type ServiceDeal } from '../../../../services/accounting/lists/pages.ts'
import { dayIn, readDay } from '../../../../services/accounting/taxes/issue-date.ts'
import { clientOf, isOutage } from '../../../client.ts'
import { download } from '../../../frame/respond.ts'
import type { PageAnswer, PersonCall, ShownPage, SignedInCall } from '../../../page.ts'
import { isRegistered, listDrafts, type NamedDraft } from '../receipts/drafts.ts'
import { dayShown } from '../receipts/filling/proposals.ts'
import { openBook, readSent } from './books.ts'
import type { Book } from './list.ts'
import {
  type AskedMonth,
  byDay,
  type FurtherData,
  furtherPage,
  lastDayOf,
  type MonthData,
  monthPage,
  monthText,
  SHEET_PAGE,
} from './month.ts'
import { storedMonth } from './month-stored.ts'
import { MONTH } from './words.ts'

const MOST_DEALS = 5_000

const NAMED = ['account item', 'partner', 'tax code'] as const

export async function showMonth(call: SignedInCall<'showMonth'>): Promise<ShownPage> {
  const { after, show, ...query } = call.query ?? {}
  const asked = askedMonth(query, call)
  const offset = Math.max(0, Math.trunc(Number(after ?? 0)) || 0)
  const isWhole = show === 'all'
  try {
    if (isWhole || offset === 0) return shown({ ...(await readMonth(asked, call)), isWhole }, call)
    const body = furtherPage(await readFurther(asked, offset, call), call.view)
    return { title: titleOf(asked, call), body }
  } catch (error) {
    if (!isOutage(error)) throw error
    return showStored(asked, call)
  }
}

function shown(data: MonthData, call: PersonCall): ShownPage {
  const body = monthPage(data, call.view)
  return { title: titleOf(data, call), body, ...(data.fault !== undefined && { status: 400 }) }
}

function titleOf({ month }: Pick<AskedMonth, 'month'>, { view }: PersonCall): string {
  return sayIn(view.locale)(MONTH.title, { month: monthText(month, view) })
}

async function showStored(asked: AskedMonth, call: PersonCall, fault?: string): Promise<ShownPage> {
  const { company, month } = asked
  const { cases, ...sent } = await readSent(call)
  const isOfMonth = ({ body }: CaseReport) =>
    body?.issue_date.startsWith(month) === true &&
    (company === undefined || String(body.company_id) === company)
  const body = storedMonth({ ...asked, ...sent, cases: cases.filter(isOfMonth), fault }, call.view)
  return { title: titleOf(asked, call), body, ...(fault !== undefined && { status: 503 }) }
}

/** Answers with the month's file or, if it cannot be made, with a page that says why. */
export async function monthFile(call: SignedInCall<'monthFile'>): Promise<PageAnswer> {
  const { encoding: given, ...query } = call.query ?? {}
  const asked = askedMonth(query, call)
  try {
    return await fileOf(await readMonth(asked, call), given, call)
  } catch (error) {
    if (!isOutage(error)) throw error
    return showStored(asked, call, sayIn(call.view.locale)(MONTH.downFile))
  }
}

async function fileOf(
  data: Omit<MonthData, 'isWhole'>,
  given: string | undefined,
  call: PersonCall,
): Promise<PageAnswer> {
  const { locale } = call.view
  if (data.isCut) {
    const fault = sayIn(locale)(MONTH.cutFile, { count: MOST_DEALS })
    return shown({ ...data, isWhole: false, fault }, call)
  }
  const encoding = ENCODINGS.find(known => known === given) ?? 'utf-8'
  try {
    const bytes = await fileForPeople(sheetCsv(data.deals.toSorted(byDay), data.names, locale), encoding)
    const name = `deals-${data.month}-${data.book.id}.csv`
    return download(bytes, { name, type: `text/csv; charset=${encoding}` })
  } catch (error) {
    if (!hasCode(error, 'usage') || error.phrase === undefined) throw error
    return shown({ ...data, isWhole: false, fault: textOf(error.phrase, locale) }, call)
  }
}

interface MonthQuery {
  readonly company?: string | undefined
  readonly month?: string | undefined
}

/** @throws AppError `bad_request` for a text that is not a month */
function askedMonth({ company, month: given }: MonthQuery, { core }: PersonCall): AskedMonth {
  const month = given?.trim().normalize('NFKC') || dayIn(core.config.timezone, core.now()).slice(0, 7)
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) throw phraseError('bad_request', phrase(MONTH.noMonth))
  return { company: company || undefined, month }
}

/** @throws AppError as the endpoints do */
async function readFurther(
  { company, month }: AskedMonth,
  offset: number,
  call: PersonCall,
): Promise<FurtherData> {
  const { api, book, names } = await openBook(company, call)
  const days = { from: `${month}-01`, until: lastDayOf(month) }
  const [{ deals, total, next }, known] = await Promise.all([
    findDeals({ api, company: book.id }, days, { offset, limit: SHEET_PAGE }),
    names.load(NAMED),
  ])
  return { book, month, deals: await withCases(deals, call), names: known, offset, total, next }
}

/** Stops reading when there are more than `MOST_DEALS` deals. @throws AppError as the endpoints do */
async function readMonth(
  { company, month }: AskedMonth,
  call: PersonCall,
): Promise<Omit<MonthData, 'isWhole'>> {
  const { api, book, names } = await openBook(company, call)
  const days = { start_issue_date: `${month}-01`, end_issue_date: lastDayOf(month) }
  const deals: ServiceDeal[] = []
  for await (const page of readDeals({ api, company: book.id }, days)) {
    deals.push(...page)
    if (deals.length > MOST_DEALS) break
  }
  const [sheet, known, open] = await Promise.all([
    withCases(deals, call),
    names.load(NAMED),
    openOf(month, book, call),
  ])
  return { book, month, deals: sheet, names: known, ...open, isCut: deals.length > MOST_DEALS }
}

/** Counts what is open in the month. `undated` counts the waiting deals whose day cannot be read. */
async function openOf(
  month: string,
  { id }: Book,
  call: PersonCall,
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

/** Whether the day of the receipt is in the month, or cannot be read. */
function mayBeOf(month: string, draft: NamedDraft): boolean {
  const read = readDay(dayShown(draft))
  return !('date' in read) || read.date.startsWith(month)
}

async function withCases(deals: readonly ServiceDeal[], call: PersonCall): Promise<SheetDeal[]> {
  const references = deals.map(deal => deal.ref_number).filter(isReference)
  const known = new Map<number, CaseReport>()
  for (let at = 0; at < references.length; at += DEALS_PAGE) {
    const some = references.slice(at, at + DEALS_PAGE).join(',')
    const { cases } = await clientOf(accountingContract, call).cases({ query: { references: some } })
    for (const report of cases) if (report.deal !== undefined) known.set(report.deal, report)
  }
  return deals.map(deal => ({ deal, report: known.get(deal.id) }))
}
