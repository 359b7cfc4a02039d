/**
 * Asks the accounting service for the journal of some days, and passes its file on in the encoding that the person
 * chose.
 */
import { requestFor } from '../../../../core/http/client.ts'
import { sayIn, textOf } from '../../../../core/language/text.ts'
import { journalsContract } from '../../../../services/accounting/journals/contract.ts'
import { withoutEnd } from '../../../../services/accounting/journals/end.ts'
import { ENCODINGS, forPeople } from '../../../../services/accounting/journals/for-people.ts'
import { nameOf } from '../../../../services/accounting/journals/stream.ts'
import { dayIn, readDay } from '../../../../services/accounting/taxes/issue-date.ts'
import { isOutage, responseOf } from '../../../client.ts'
import { postedForm, submitOnce } from '../../../forms.ts'
import type { FieldFaults } from '../../../frame/parts.ts'
import type { PageAnswer, ShownPage, SignedInCall, View } from '../../../page.ts'
import { openBook } from '../deals/books.ts'
import { lastDayOf } from '../deals/month.ts'
import { csvHeaders } from '../deals/month-deals.ts'
import { JOURNAL } from '../deals/words.ts'
import { type JournalData, journalPage } from './journal.ts'

export async function showJournal(call: SignedInCall<'showJournal'>): Promise<ShownPage> {
  const { core, view, query } = call
  const { company, from, until, report: id } = query ?? {}
  const month = dayIn(core.config.timezone, core.now()).slice(0, 7)
  const span = { from: from ?? `${month}-01`, until: until ?? lastDayOf(month) }
  const open = await openBook(company, call).catch(unlessDown)
  if (open === undefined) {
    const report = id === undefined ? undefined : { id, status: '' }
    return shown({ book: { id: company ?? '' }, ...span, faults: {}, report }, view)
  }
  const { api, book } = open
  if (id === undefined) return shown({ book, ...span, faults: {} }, view)
  const reply = await api.journalStatus({ params: { id }, query: { company_id: String(book.id) } })
  return shown({ book, ...span, faults: {}, report: { id, status: reply.journals.status ?? '' } }, view)
}

/** Undefined for an error that says that the books cannot be read now. @throws any other error */
function unlessDown(error: unknown): undefined {
  if (!isOutage(error)) throw error
}

function shown(data: JournalData, view: View): ShownPage {
  const isWrong = Object.keys(data.faults).length > 0
  return {
    title: sayIn(view.locale)(JOURNAL.title),
    body: journalPage(data, view),
    ...(isWrong && { status: 400 }),
  }
}

/** Asks for the journal; only once if the form is sent several times. */
export async function makeJournal(call: SignedInCall<'makeJournal'>): Promise<PageAnswer> {
  const { core, view, body: fields } = call
  const { company = '', from = '', until = '' } = fields
  const open = await openBook(company, call).catch(unlessDown)
  if (open === undefined) return shown({ book: { id: company }, from, until, faults: {} }, view)
  const { api, book } = open
  const days = readDays(fields, view)
  if ('faults' in days) return shown({ book, from, until, faults: days.faults }, view)
  const query = { company_id: String(book.id), start_date: days.from, end_date: days.until }
  const ask = async () => (await api.requestJournal({ query })).journals.id
  const id = await submitOnce(postedForm(fields, view.session), ask, core)
  const next = new URLSearchParams({ company: String(book.id), ...days, report: String(id) })
  return { to: `/console/deals/journal?${next}` }
}

function readDays(
  fields: Readonly<Record<string, string>>,
  { locale }: View,
): { readonly from: string; readonly until: string } | { readonly faults: FieldFaults } {
  const [from, until] = [readDay(fields['from'] ?? ''), readDay(fields['until'] ?? '')]
  const faults = {
    ...('reason' in from && { from: textOf(from.reason, locale) }),
    ...('reason' in until && { until: textOf(until.reason, locale) }),
  }
  if (!('date' in from && 'date' in until)) return { faults }
  if (from.date > until.date) return { faults: { until: sayIn(locale)(JOURNAL.order) } }
  return { from: from.date, until: until.date }
}

/** Streams the file of a report. A file that is incomplete ends in an error, so that the browser does not keep it. */
export async function journalCsv(call: SignedInCall<'journalCsv'>): Promise<Response> {
  const { company, report: id, from, until, encoding: given } = call.query
  const encoding = ENCODINGS.find(known => known === given) ?? 'utf-8'
  // the download does not refresh the token; the call that opens the books does
  const { book } = await openBook(company, call)
  const query = { company_id: String(book.id), format: 'csv', end: '1' } as const
  const { body } = await responseOf(
    requestFor(journalsContract, 'journalFile', { params: { id }, query }),
    call,
  )
  const journal = nameOf({ company: Number(company) })
  const whole = withoutEnd(body ?? new Blob([]).stream(), { format: 'csv', journal })
  const stream = ReadableStream.from(forPeople(whole, { journal, encoding, mark: true }))
  return new Response(stream, { headers: csvHeaders(`journal-${from}-${until}-${company}`, encoding) })
}
