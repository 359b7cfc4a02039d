import { AppError } from '../../../../core/errors.ts'
import { dataBlock, type Html, html, type Piece } from '../../../../core/http/html.ts'
import { type Say, sayIn, textOf } from '../../../../core/language/text.ts'
import type { Reason } from '../../../../core/phrase.ts'
import { accountingContract } from '../../../../services/accounting/contract.ts'
import { readAmount, sumOf } from '../../../../services/accounting/fields/amount.ts'
import { fields } from '../../../approvals/form.ts'
import { clientOf, isOutage } from '../../../client.ts'
import { labelOf } from '../../../drafts/drafts.ts'
import { itemPage } from '../../../frame/addresses.ts'
import { faultReason } from '../../../frame/faults.ts'
import { filterForm, pageOf } from '../../../frame/lists.ts'
import { box, pageLinks } from '../../../frame/parts.ts'
import type { PersonCall, ShownPage, SignedInCall, View } from '../../../page.ts'
import { isRegistered, listDrafts, type NamedDraft } from './drafts.ts'
import { LARGEST_FILE } from './files.ts'
import { lineCount, proposedCell } from './filling/proposals.ts'
import { RECEIPTS_SCRIPT } from './filling/script.ts'
import { refuseOthers } from './limits.ts'
import { sinceRelease } from './row.ts'
import { companyOf, type Filled, planDrafts, readStored, titlesIn, yen } from './rows.ts'
import { COPIES, FILTERS, LIST, ROW, SOURCES, STATES } from './words.ts'

const LATELY = 20
/** The longest side, in pixels, of a photograph that the browser makes smaller. Small print stays readable. */
const LONGEST_SIDE = 2_400
const ON_PAGE = 20

/** The filters of the list. They apply to stored rows, so they work while the books cannot be reached. */
type Show = 'fill' | 'filled' | 'own' | 'registered'
const SHOWN: Readonly<Record<Show, (draft: NamedDraft, view: SignedIn) => boolean | Promise<boolean>>> = {
  fill: async (draft, view) => !isRegistered(draft) && !(await isFilled(draft, view)),
  filled: async (draft, view) => !isRegistered(draft) && isFilled(draft, view),
  own: ({ by }, { session }) => by === session.person.name,
  registered: isRegistered,
}
type SignedIn = SignedInCall['view']

async function isFilled(draft: NamedDraft, { locale }: View): Promise<boolean> {
  const [row] = await readStored([draft], titlesIn(locale))
  return row?.planned.plan !== 'wrong'
}

function showOf(text: string | undefined): Show | undefined {
  return (Object.keys(SHOWN) as Show[]).find(known => known === text)
}

interface Sent {
  readonly fault?: Reason
  readonly kept?: readonly NamedDraft[]
}

export async function showReceipts(
  call: PersonCall & {
    readonly query?: Partial<SignedInCall<'showReceipts'>['query']> | undefined
  },
  sent: Sent = {},
): Promise<ShownPage> {
  const { view } = call
  refuseOthers(view.session)
  const say = sayIn(view.locale)
  const drafts = await presentDrafts(call)
  const { after } = call.query ?? {}
  const show = showOf(call.query?.show)
  const fits = await Promise.all(
    drafts.map(draft => (show ? SHOWN[show](draft, view) : !isRegistered(draft))),
  )
  const { some, next } = pageOf(
    drafts.filter((_, at) => fits[at]),
    { after, most: ON_PAGE },
  )
  const { rows, isOffline, first } = await planned(
    some.filter(draft => !isRegistered(draft)),
    call,
  )
  const own = isOffline ? [] : await ownFiles(call)
  const offered = await offeredPart(call)
  const body = html`${sentPart(sent, Number(call.query?.again ?? 0), view)}${isOffline ? box('warn', say(LIST.offline)) : ''}
${first === undefined ? '' : box('warn', say(LIST.noFirst), html`<a href="${itemPage('first', first)}">${say(LIST.toFirst)}</a>`)}
${sendForm(view)}
<h2>${say(show === 'registered' ? LIST.registered : LIST.waiting)}</h2>
${filterForm({ action: PATH, show: offered === '' ? (show ?? '') : (call.query?.show ?? ''), choices: choicesIn(say) }, view)}
${offered === '' ? waiting(rows, { view, isAll: show === undefined }) : offered}
${show ? registered(some.filter(isRegistered), view) : ''}
${pageLinks({ after, next, path: show ? `${PATH}?show=${show}` : PATH }, view)}
${show ? '' : lately(drafts.filter(isRegistered).slice(0, LATELY), view)}
${own.length === 0 ? '' : html`<h2>${say(LIST.own)}</h2><ul>${own.map(name => html`<li>${name}</li>\n`)}</ul>`}
${wordsOf(view)}`
  const status = sent.fault === undefined ? 200 : 400
  return { title: say(LIST.title), body, status, script: RECEIPTS_SCRIPT, connects: true }
}

/** Reads the present state of the newest waiting rows' cases, because a person may have released a deal elsewhere. */
async function presentDrafts(call: PersonCall): Promise<NamedDraft[]> {
  const drafts = await listDrafts(call.core.store())
  const asked = drafts.filter(({ outcome }) => outcome?.state === 'review').slice(0, MOST_ASKED)
  const present = await Promise.all(asked.map(draft => sinceRelease(draft, call)))
  const byName = new Map(present.map(draft => [draft.name, draft]))
  return drafts.map(draft => byName.get(draft.name) ?? draft)
}

const MOST_ASKED = 50

const PATH = '/console/receipts'

function sentPart({ fault, kept = [] }: Sent, again: number, view: View): Piece {
  return html`${fault === undefined ? '' : box('bad', textOf(fault, view.locale))}
${keptRows(kept, view)}${again === 0 ? '' : box('warn', sayIn(view.locale)(LIST.known, { count: again }))}`
}

function keptRows(kept: readonly NamedDraft[], view: View): Piece {
  if (kept.length === 0) return ''
  const say = sayIn(view.locale)
  const rows = kept.map(draft => {
    const page =
      draft.outcome?.state === 'review'
        ? `${itemPage('deal', draft.case)}&act=correct`
        : `${PATH}/row?row=${draft.name}`
    return html`<li><a href="${page}">${labelOf(draft)}</a></li>`
  })
  return box('warn', say(LIST.notReplaced), html`<ul>${rows}</ul>`)
}

function choicesIn(say: Say): [string, string][] {
  return Object.entries(FILTERS).map(([name, words]) => [name === 'everything' ? '' : name, say(words)])
}

interface Planned {
  readonly rows: readonly Filled[]
  readonly isOffline: boolean
  /** The case of the company's first deal, if no person has confirmed it yet. */
  readonly first?: string | undefined
}

/** The rows with the services' plans. While the services cannot be reached, the rows are shown as they are stored. */
async function planned(drafts: readonly NamedDraft[], { core, view }: PersonCall): Promise<Planned> {
  const titles = titlesIn(view.locale)
  const stored = async (isOffline: boolean) => ({ rows: await readStored(drafts, titles), isOffline })
  if (drafts.length === 0) return stored(false)
  const api = clientOf(accountingContract, { core, view })
  try {
    const company = await companyOf(api)
    if (company === undefined) return await stored(true)
    const rows = await planDrafts(drafts, { api, company, titles })
    const first = await api.firstDeal({ query: { company_id: String(company) } })
    return { rows, isOffline: false, first: first.confirmed ? undefined : first.case }
  } catch (error) {
    if (!isOutage(error)) throw error
    return stored(true)
  }
}

const SOURCES_OF_ROWS = new Map<string | undefined, (call: PersonCall) => Promise<Html>>([
  ['box', async call => (await import('./box.ts')).boxList(call)],
  ['last', async call => (await import('./filling/copies.ts')).lastMonthList(call)],
])

/** The list that the person has chosen, or the reason why the page cannot show it. */
async function offeredPart(
  call: PersonCall & { readonly query?: { readonly show?: string | undefined } | undefined },
): Promise<Piece> {
  const list = SOURCES_OF_ROWS.get(call.query?.show)
  if (!list) return ''
  try {
    return await list(call)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return box('warn', textOf(faultReason(error), call.view.locale))
  }
}

async function ownFiles(call: PersonCall): Promise<string[]> {
  const { receipts } = await clientOf(accountingContract, call).ownReceipts()
  return receipts.map(({ name }) => name)
}

function sendForm(view: View): Html {
  const say = sayIn(view.locale)
  return html`<h2>${say(LIST.send)}</h2>
<form method="post" action="/console/receipts" enctype="multipart/form-data" data-send>
<div class="field"><label for="file">${say(LIST.files)}</label>
<small id="file-hint">${say(LIST.filesHint)}</small>
<input type="file" id="file" name="file" aria-describedby="file-hint" accept="image/jpeg,image/png,image/heic,.heic,image/avif,application/pdf,.csv,text/csv"></div>
<button class="first" name="button">${say(LIST.sendButton)}</button>
</form>
<p role="status" data-progress hidden></p>
<div role="status" hidden><ul data-files></ul></div>
<div class="box bad" role="alert" hidden><ul data-problems></ul></div>`
}

function waiting(rows: readonly Filled[], { view, isAll }: { view: View; isAll: boolean }): Piece {
  const say = sayIn(view.locale)
  const copies = html`<p><a href="/console/receipts?show=last">${say(COPIES.open)}</a></p>`
  if (rows.length === 0) return isAll ? html`<p>${say(LIST.nothing)}</p>${copies}` : ''
  const ready = rows.filter(({ planned: { plan } }) => plan === 'new' || plan === 'review' || plan === 'open')
  return html`${ready.length > 1 ? html`<p><button type="button" data-all hidden>${say(LIST.registerAll)}</button></p>` : ''}
${rows.map(row => card(row, view))}
<p class="soft">${say(LIST.kept)}</p>${copies}`
}

function card({ draft, planned: { plan, row, shown } }: Filled, view: View): Html {
  const say = sayIn(view.locale)
  const [first = {}] = draft.lines
  const amount = row && sumOf(row.deal.details.map(line => line.amount))
  const day = shown?.issueDate ?? first['date'] ?? ''
  const isReady = plan === 'new' || plan === 'review' || plan === 'open'
  const tone = isReady ? 'good' : 'warn'
  return html`<section class="card">
<p><span class="tag ${tone}">${say(STATES[plan])}</span></p>
<h3>${labelOf(draft)}</h3>
${amount === undefined ? '' : html`<p class="money">${yen(amount, view)}</p>`}
<p>${[day, row?.deal.partner ?? first['partner'] ?? first['description'] ?? ''].filter(text => text !== '').join('　')}</p>
${unconfirmed(draft, view)}<p class="soft">${say(LIST.sentBy, { name: draft.by, at: Date.parse(draft.at) })}</p>
<div class="acts"><a class="button" href="/console/receipts/row?row=${draft.name}">${say(isReady ? LIST.open : LIST.fill)}</a>
${isReady ? html`<form method="post" action="/console/receipts/row" data-row>${fields({ row: draft.name, act: 'register', form: view.nonce })}<button>${say(LIST.register)}</button></form>` : ''}</div>
</section>
`
}

function unconfirmed(draft: NamedDraft, view: View): Piece {
  const say = sayIn(view.locale)
  const of = (column: string, line = 0) => proposedCell(draft, { column, line })
  const amounts = Array.from({ length: lineCount(draft) }, (_, line) => of('amount', line))
  const read = amounts.flatMap(cell => readAmount(cell?.value ?? '') ?? [])
  const cells = [of('date'), of('partner'), ...amounts].filter(cell => (cell?.value ?? '') !== '')
  if (cells.length === 0) return ''
  const texts = [
    of('date')?.value,
    of('partner')?.value,
    read.length === amounts.length ? yen(sumOf(read), view) : '',
  ]
  const from = cells.flatMap(cell => cell?.by ?? []).map(({ source }) => say(SOURCES[source]))
  const sources = [...new Set(from)].join(say(ROW.and))
  return html`<p>${texts.filter(Boolean).join('　')} <span class="soft">${say(ROW.from, { sources })}</span></p>
`
}

function lately(drafts: readonly NamedDraft[], view: View): Piece {
  if (drafts.length === 0) return ''
  return html`<h2>${sayIn(view.locale)(LIST.lately)}</h2>${registered(drafts, view)}`
}

function registered(drafts: readonly NamedDraft[], view: View): Piece {
  if (drafts.length === 0) return ''
  const say = sayIn(view.locale)
  const items = drafts.map(
    draft =>
      html`<li><a href="/console/receipts/row?row=${draft.name}">${labelOf(draft)}</a> ${say(draft.outcome?.state === 'review' ? STATES.review : STATES.done)}</li>\n`,
  )
  return html`<ul>${items}</ul>`
}

/** The texts of the script, which fills in the placeholders itself. */
function wordsOf({ language }: View): Html {
  const { sending, sentOne, unsent, tooLarge, notSent, registering, notRegistered } = LIST
  const texts = Object.entries({ sending, sentOne, unsent, tooLarge, notSent, registering, notRegistered })
  const own = texts.map(([name, message]) => [name, message[language]])
  return dataBlock('words', { ...Object.fromEntries(own), largest: LARGEST_FILE, longest: LONGEST_SIDE })
}
