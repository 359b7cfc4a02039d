import { hasCode } from '../../../../core/errors.ts'
import { requestFor } from '../../../../core/http/client.ts'
import { readPages } from '../../../../core/http/pages.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { accountingContract } from '../../../../services/accounting/contract.ts'
import { isReference } from '../../../../services/accounting/deals/cases/of-deal.ts'
import type { CaseReport } from '../../../../services/accounting/deals/cases/report.ts'
import { kindsOf } from '../../../../services/accounting/lists/deal-rows.ts'
import { leavingName, mediaTypeOf, PDF_WITHIN } from '../../../../services/accounting/receipts/media-type.ts'
import { activityContract } from '../../../../services/activity/contract.ts'
import { clientOf, isOutage, responseOf } from '../../../client.ts'
import type { PersonCall, ShownPage, SignedInCall } from '../../../page.ts'
import type { Entry } from '../../activity/entries.ts'
import { isInFrame, pictureOfCase } from '../receipts/file.ts'
import { openBook } from './books.ts'
import { dealPage, storedPage, storedTitle } from './deal.ts'
import { dealTitle } from './list.ts'
import { DEALS } from './words.ts'

export async function showDeal(call: SignedInCall<'showDeal'>): Promise<ShownPage> {
  try {
    return await showInBooks(call)
  } catch (error) {
    if (!isOutage(error)) throw error
    return showStored(call)
  }
}

async function showStored(call: SignedInCall<'showDeal'>): Promise<ShownPage> {
  const { view, core, query } = call
  const named = await namedCase(query, call)
  const report = named?.deal === Number(query.id) ? named : undefined
  const entries = report && (await entriesOf(report, call))
  const mayOpen = view.session.scopes.includes('accounting.write')
  const picture = report && mayOpen ? await pictureOfCase(report.case, { store: core.store(), view }) : ''
  return {
    title: storedTitle(report, view),
    body: storedPage({ report, entries, picture }, view),
  }
}

async function namedCase(
  { case: name, reference }: SignedInCall<'showDeal'>['query'],
  call: PersonCall,
): Promise<CaseReport | undefined> {
  if (name !== undefined) return clientOf(accountingContract, call).case({ params: { case: name } })
  return isReference(reference) ? caseOf(reference, call) : undefined
}

async function showInBooks(call: SignedInCall<'showDeal'>): Promise<ShownPage> {
  const { view, query } = call
  const { api, book, names } = await openBook(query.company, call)
  const { deal } = await api
    .deal({ params: { id: query.id }, query: { company_id: String(book.id) } })
    .catch(unknownDeal)
  const [known, named] = await Promise.all([
    names.load(kindsOf([deal])),
    isReference(deal.ref_number) ? caseOf(deal.ref_number, call) : undefined,
  ])
  // the ids have to match, because a person can type the reference of a case into another deal at the service
  const isOwn = named?.deal === deal.id
  const report = isOwn ? named : undefined
  const entries = report && (await entriesOf(report, call))
  const data = { book, deal, names: known, report, other: isOwn ? undefined : named?.case, entries }
  return { title: dealTitle({ deal, names: known }, view.locale), body: dealPage(data, view) }
}

/** @throws AppError `not_found` if the service answered 404 (no such deal); any other error unchanged */
function unknownDeal(error: unknown): never {
  if (!hasCode(error, 'remote_refused') || error.status !== 404) throw error
  throw phraseError('not_found', phrase(DEALS.noDeal), { cause: error })
}

async function caseOf(reference: string, call: PersonCall): Promise<CaseReport | undefined> {
  const { cases } = await clientOf(accountingContract, call).cases({ query: { references: reference } })
  return cases[0]
}

/** Milliseconds around a step in which kura searches for its log entry, which is written when the step's call ends. */
const BEFORE = 1_000
const AFTER = 60_000
/** The number of steps, from the newest, whose entries kura searches for in the log. */
const MOST_STEPS = 10

/** Returns undefined if the person may not read the log. */
async function entriesOf({ case: name, steps }: CaseReport, call: PersonCall): Promise<Entry[] | undefined> {
  const api = clientOf(activityContract, call)
  const found = new Map<number, Entry>()
  try {
    for (const { at } of steps.slice(-MOST_STEPS)) {
      const since = new Date(Date.parse(at) - BEFORE).toISOString()
      const until = new Date(Date.parse(at) + AFTER).toISOString()
      for await (const { entries } of readPages(page => api.activity({ query: { ...page, since, until } })))
        for (const entry of entries) if (isAbout(entry, name)) found.set(entry.seq, entry)
    }
    return [...found.values()].toSorted((one, other) => one.seq - other.seq)
  } catch (error) {
    if (hasCode(error, 'scope_missing')) return undefined
    throw error
  }
}

/** Whether the entry's call was for this case, or was an import that contained the case. */
function isAbout({ what }: Entry, name: string): boolean {
  return what['case'] === name || what[`case ${name}`] !== undefined
}

/** A page of this site shows a picture, or a PDF in a frame. If a person opens the file, the browser downloads it. */
export async function dealFile(call: SignedInCall<'dealFile'>): Promise<Response> {
  const { company, id } = call.query
  const request = requestFor(accountingContract, 'file', { params: { id }, query: { company_id: company } })
  const { head, whole } = await withHead((await responseOf(request, call)).body)
  const type = mediaTypeOf(head)
  const isFramed = type === 'application/pdf' && isInFrame(call.request)
  return new Response(whole, {
    headers: {
      'content-type': type ?? 'application/octet-stream',
      'content-disposition': isFramed ? 'inline' : `attachment; filename="${leavingName(id, head)}"`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
    },
  })
}

/** Returns the first bytes, which show the type of the file, and a stream of all its bytes. */
async function withHead(body: ReadableStream<Uint8Array> | null) {
  const [one, whole] = (body ?? new Blob([]).stream()).tee()
  const reader = one.getReader()
  let head = Buffer.alloc(0)
  while (head.length < PDF_WITHIN) {
    const { value, done } = await reader.read()
    if (done) break
    head = Buffer.concat([head, value])
  }
  // the call is not awaited, because it settles only when the other branch ends
  reader.cancel().catch(() => undefined)
  return { head, whole }
}
