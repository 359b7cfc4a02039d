/**
 * The page of a journal, which the accounting service makes: the form for its days, and the file when it is ready.
 * Pure.
 */
import { type Html, html, type Piece } from '../../../../core/http/html.ts'
import { sayIn } from '../../../../core/language/text.ts'
import { reportText } from '../../../../services/accounting/journals/words.ts'
import { fields } from '../../../approvals/form.ts'
import { namesIn } from '../../../frame/lists.ts'
import { box, type FieldFaults, fieldsOf } from '../../../frame/parts.ts'
import type { View } from '../../../page.ts'
import type { Book } from '../deals/list.ts'
import { searchAddress } from '../deals/search.ts'
import { DEALS, JOURNAL, MONTH } from '../deals/words.ts'

/** The report that the service makes for the days. */
export interface Report {
  readonly id: string
  /**
   * The state, as the service calls it: `uploaded`, `failed`, or another one while the report is not ready; empty if it
   * is not known.
   */
  readonly status: string
}

export interface JournalData {
  /** The books; while they cannot be read, only the id: the one in the address, or empty. */
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
