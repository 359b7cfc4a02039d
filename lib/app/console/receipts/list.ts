/** The page of receipts: the form that sends files, the rows that wait, those that were registered, and own files. */
import { dataBlock, type Html, html, type Piece } from '../../../core/http/html.ts'
import { LANGUAGES } from '../../../core/language/language.ts'
import { sayIn, textOf } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import { accountingContract } from '../../../services/accounting/contract.ts'
import { clientOf } from '../client.ts'
import { box, pageLinks } from '../frame/parts.ts'
import type { ShownPage, SignedInCall, View } from '../page.ts'
import { refuseOthers } from './access.ts'
import { isRegistered, listDrafts, type NamedDraft } from './drafts.ts'
import { LARGEST_FILE } from './files.ts'
import { isOutage } from './register.ts'
import { companyOf, type Filled, labelOf, planDrafts, readStored, titlesIn } from './rows.ts'
import { RECEIPTS_SCRIPT } from './script.ts'
import { LIST, STATES } from './words.ts'

/** How many registered rows are shown. */
const LATELY = 20
/** How many rows that wait are on a page. */
const ON_PAGE = 20

export async function showReceipts(
  call: Pick<SignedInCall<'showReceipts'>, 'core' | 'view'> & {
    readonly query?: { readonly after?: string | undefined } | undefined
  },
  { fault }: { readonly fault?: Reason } = {},
): Promise<ShownPage> {
  const { core, view } = call
  refuseOthers(view.session)
  const say = sayIn(view.locale)
  const drafts = await listDrafts(core.store())
  const { after } = call.query ?? {}
  const { some, next } = pageOf(
    drafts.filter(draft => !isRegistered(draft)),
    after,
  )
  const { rows, isOffline } = await planned(some, call)
  const own = isOffline ? [] : await ownFiles(call)
  const body = html`${fault === undefined ? '' : box('bad', textOf(fault, view.locale))}
${isOffline ? box('warn', say(LIST.offline)) : ''}
${sendForm(view)}
<h2>${say(LIST.waiting)}</h2>
${rows.length === 0 ? html`<p>${say(LIST.nothing)}</p>` : waiting(rows, view)}
${pageLinks({ after, next, path: '/console/receipts' }, view)}
${registered(drafts.filter(isRegistered).slice(0, LATELY), view)}
${own.length === 0 ? '' : html`<h2>${say(LIST.own)}</h2><ul>${own.map(name => html`<li>${name}</li>\n`)}</ul>`}
${wordsOf(view)}`
  const status = fault === undefined ? 200 : 400
  return { title: say(LIST.title), body, status, script: RECEIPTS_SCRIPT, connects: true }
}

/** Returns the rows behind the one that `after` names, and the name of the last one if more follow. */
function pageOf(
  drafts: readonly NamedDraft[],
  after: string | undefined,
): { readonly some: readonly NamedDraft[]; readonly next: string | undefined } {
  const first = drafts.findIndex(({ name }) => name === after) + 1
  const some = drafts.slice(first, first + ON_PAGE)
  return { some, next: drafts.length > first + ON_PAGE ? some.at(-1)?.name : undefined }
}

/** Asks the services about the rows; while they cannot be reached, the rows are shown as they are stored. */
async function planned(
  drafts: readonly NamedDraft[],
  { core, view }: Pick<SignedInCall<'showReceipts'>, 'core' | 'view'>,
): Promise<{ readonly rows: readonly Filled[]; readonly isOffline: boolean }> {
  const titles = titlesIn(view.locale)
  const stored = async (isOffline: boolean) => ({ rows: await readStored(drafts, titles), isOffline })
  if (drafts.length === 0) return stored(false)
  const api = clientOf(accountingContract, { core, view })
  try {
    const company = await companyOf(api)
    if (company === undefined) return await stored(true)
    return { rows: await planDrafts(drafts, { api, company, titles }), isOffline: false }
  } catch (error) {
    if (!isOutage(error)) throw error
    return stored(true)
  }
}

async function ownFiles(call: Pick<SignedInCall<'showReceipts'>, 'core' | 'view'>): Promise<string[]> {
  const { receipts } = await clientOf(accountingContract, call).ownReceipts()
  return receipts.map(({ name }) => name)
}

function sendForm(view: View): Html {
  const say = sayIn(view.locale)
  return html`<h2>${say(LIST.send)}</h2>
<form method="post" action="/console/receipts" enctype="multipart/form-data" data-send>
<div class="field"><label for="file">${say(LIST.files)}</label>
<small id="file-hint">${say(LIST.filesHint)}</small>
<input type="file" id="file" name="file" aria-describedby="file-hint" accept="image/jpeg,image/png,image/heic,.heic,application/pdf,.csv,text/csv"></div>
<button class="first" name="button">${say(LIST.sendButton)}</button>
</form>
<p role="status" data-progress hidden></p>
<div class="box bad" role="alert" hidden><ul data-problems></ul></div>`
}

function waiting(rows: readonly Filled[], view: View): Piece {
  const say = sayIn(view.locale)
  const ready = rows.filter(({ planned: { plan } }) => plan === 'new' || plan === 'review' || plan === 'open')
  return html`${ready.length > 1 ? html`<button type="button" data-all hidden>${say(LIST.registerAll)}</button>` : ''}
${rows.map(row => card(row, view))}
<p class="soft">${say(LIST.kept)}</p>`
}

function card({ draft, planned: { plan, row, shown } }: Filled, view: View): Html {
  const say = sayIn(view.locale)
  const [first = {}] = draft.lines
  const amount = row?.deal.details.reduce((sum, line) => sum + line.amount, 0)
  const day = shown?.issueDate ?? first['date'] ?? ''
  const isReady = plan === 'new' || plan === 'review' || plan === 'open'
  const tone = isReady ? 'good' : 'warn'
  return html`<section class="card">
<p><span class="tag ${tone}">${say(STATES[plan])}</span></p>
<h3>${labelOf(draft)}</h3>
${amount === undefined ? '' : html`<p class="money">${yen(amount, view)}</p>`}
<p>${[day, row?.deal.partner ?? first['partner'] ?? ''].filter(text => text !== '').join('　')}</p>
<p class="soft">${say(LIST.sentBy, { name: draft.by, at: Date.parse(draft.at) })}</p>
<div class="acts"><a class="button" href="/console/receipts/row?row=${draft.name}">${say(isReady ? LIST.open : LIST.fill)}</a>
${isReady ? html`<form method="post" action="/console/receipts/row" data-row><input type="hidden" name="row" value="${draft.name}"><input type="hidden" name="act" value="register"><button>${say(LIST.register)}</button></form>` : ''}</div>
</section>
`
}

/** Returns an amount as people of the view's language write it. */
export function yen(amount: number, { language }: View): string {
  const text = new Intl.NumberFormat(language).format(amount)
  return language === 'ja' ? `${text}円` : `¥${text}`
}

function registered(drafts: readonly NamedDraft[], view: View): Piece {
  if (drafts.length === 0) return ''
  const say = sayIn(view.locale)
  const items = drafts.map(
    draft =>
      html`<li><a href="/console/receipts/row?row=${draft.name}">${labelOf(draft)}</a> ${say(draft.outcome?.state === 'review' ? STATES.review : STATES.done)}</li>\n`,
  )
  return html`<h2>${say(LIST.registered)}</h2><ul>${items}</ul>`
}

/** The words of the script, whose holes it fills itself. */
function wordsOf({ language }: View): Html {
  const { sending, sent, tooLarge, notSent, registering } = LIST
  const texts = Object.entries({ sending, sent, tooLarge, notSent, registering })
  const own = texts.map(([name, message]) => [name, message[LANGUAGES.find(one => one === language) ?? 'en']])
  return dataBlock('words', { ...Object.fromEntries(own), largest: LARGEST_FILE })
}
