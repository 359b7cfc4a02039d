import { requestFor } from '../../../../core/http/client.ts'
import { type Html, html, type Piece } from '../../../../core/http/html.ts'
import { sayIn, textOf } from '../../../../core/language/text.ts'
import { journalsContract } from '../../../../services/accounting/journals/contract.ts'
import { withoutEnd } from '../../../../services/accounting/journals/end.ts'
import { ENCODINGS, forPeople } from '../../../../services/accounting/journals/for-people.ts'
import { nameOf } from '../../../../services/accounting/journals/stream.ts'
import { reportText } from '../../../../services/accounting/journals/words.ts'
import { dayIn, readDay } from '../../../../services/accounting/taxes/issue-date.ts'
import { fields } from '../../../approvals/form.ts'
import { isOutage, responseOf } from '../../../client.ts'
import { postedForm, submitOnce } from '../../../forms.ts'
import { namesIn } from '../../../frame/lists.ts'
import { box, type FieldFaults, fieldsOf } from '../../../frame/parts.ts'
import { download } from '../../../frame/respond.ts'
import type { Fields, PageAnswer, ShownPage, SignedInCall, View } from '../../../page.ts'
import { openBook } from '../deals/books.ts'
import type { Book } from '../deals/list.ts'
import { lastDayOf } from '../deals/month.ts'
import { searchAddress } from '../deals/search.ts'
import { DEALS, JOURNAL, MONTH } from '../deals/words.ts'

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

/** Returns undefined if the error says that the books cannot be read now. @throws any other error */
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

/** Asks for the journal once, even if the form is sent several times. */
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
  fields: Fields,
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

/** Streams the file of a report. If the file is incomplete, the stream fails, so that the browser does not keep it. */
export async function journalCsv(call: SignedInCall<'journalCsv'>): Promise<Response> {
  const { company, report: id, from, until, encoding: given } = call.query
  const encoding = ENCODINGS.find(known => known === given) ?? 'utf-8'
  // the call that opens the books refreshes the token, because the download does not
  const { book } = await openBook(company, call)
  const query = { company_id: String(book.id), format: 'csv', end: '1' } as const
  const { body } = await responseOf(
    requestFor(journalsContract, 'journalFile', { params: { id }, query }),
    call,
  )
  const journal = nameOf({ company: Number(company) })
  const whole = withoutEnd(body ?? new Blob([]).stream(), { format: 'csv', journal })
  const stream = ReadableStream.from(forPeople(whole, { journal, encoding, mark: true }))
  const name = `journal-${from}-${until}-${company}.csv`
  return download(stream, { name, type: `text/csv; charset=${encoding}` })
}

interface Report {
  readonly id: string
  /** The service's own word: `uploaded`, `failed`, or any other while the report is not ready; empty if unknown. */
  readonly status: string
}

interface JournalData {
  /** The books. While they cannot be read, this is only the id in the address, which may be empty. */
  readonly book: { readonly id: Book['id'] | string; readonly name?: string }
  readonly from: string
  readonly until: string
  readonly report?: Report | undefined
  readonly faults: FieldFaults
}

export function journalPage(data: JournalData, view: View): Html {
  const { book, report } = data
  const say = sayIn(view.locale)
  const isPending = report !== undefined && report.status !== 'failed'
  return html`<p><a href="${searchAddress({ company: String(book.id) })}">${say(MONTH.back)}</a></p>
${book.name === undefined ? box('warn', say(DEALS.down), say(JOURNAL.later)) : html`<p class="soft">${say(DEALS.inBooks, { name: book.name })}</p>`}
${report === undefined ? html`<p>${say(JOURNAL.text)}</p>` : reportPart(data, report, view)}
${isPending ? '' : journalForm(data, view)}`
}

function reportPart({ book, from, until }: JournalData, { id, status }: Report, view: View): Piece {
  const say = sayIn(view.locale)
  if (status === 'failed') return box('bad', say(JOURNAL.failed), say(JOURNAL.failedText))
  const address = (path: '' | '/file', more: object = {}) =>
    `/console/deals/journal${path}?${new URLSearchParams({ company: String(book.id), from, until, report: id, ...more })}`
  const [progress = ''] = status === '' ? [] : namesIn([reportText(status)], view.locale)
  if (status !== 'uploaded')
    return html`${box('warn', say(JOURNAL.making, { from, until }), progress === '' ? say(JOURNAL.makingText) : html`${progress}<br>${say(JOURNAL.makingText)}`)}
<div class="acts"><a class="button first" href="${address('')}">${say(JOURNAL.again)}</a></div>`
  const links = (['utf-8', 'shift_jis'] as const).map(
    encoding =>
      html`<a class="button first" href="${address('/file', { encoding })}">${say(MONTH[encoding])}</a>`,
  )
  return html`${box('good', say(JOURNAL.ready, { from, until }))}<div class="acts">${links}</div><p><small>${say(JOURNAL.breaks)}</small></p>`
}

function journalForm({ book, from, until, faults }: JournalData, view: View): Html {
  const say = sayIn(view.locale)
  const days = [
    { name: 'from', label: say(JOURNAL.first), value: from },
    { name: 'until', label: say(JOURNAL.last), value: until },
  ].map(day => ({ ...day, required: true, input: { type: 'date' } }))
  return html`<form method="post" action="/console/deals/journal">
${fields({ company: String(book.id), form: view.nonce })}
${fieldsOf(days, faults, view)}
<div class="acts"><button class="first">${say(JOURNAL.make)}</button></div></form>`
}
