import type { Decision, Stated } from '../../../core/claims/waiting.ts'
import { AppError } from '../../../core/errors.ts'
import type { ContractRequest } from '../../../core/http/client.ts'
import { attributes, type Html, html, type Piece } from '../../../core/http/html.ts'
import { formatOf } from '../../../core/language/format.ts'
import { type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { approvalForm, fields, itemOf } from '../../approvals/form.ts'
import { ITEM_KINDS, type ItemKind, itemPage } from '../../frame/addresses.ts'
import { box, type Fact, type FieldFaults, facts, field } from '../../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import { FRAME } from '../../frame/words.ts'
import type { PageAnswer, PersonCall, ShownPage, SignedInCall, View } from '../../page.ts'
import { correctionPage } from './correct.ts'
import { filesOfItem, historyOf, twinsOf } from './files-and-history.ts'
import { type ItemView, inField } from './item.ts'
import { noticesAbout, readItem } from './read.ts'
import { ITEM, TO_DO } from './words.ts'
import '../../../services/words.ts'

/** Shows an item. With `act`, shows also the person's statement for this decision, and the button for the passkey. */
export async function showItem(call: SignedInCall<'showItem'>): Promise<PageAnswer> {
  const { kind, name, act, seen } = call.query
  const item = await readItem(kindOf(kind), name, call)
  if (act === 'correct' && decidable(item, call).correct) return correctionPage(item, call)
  return decisionPage(item, { act, seen }, call)
}

interface Entered {
  readonly act?: string | undefined
  readonly reason?: string | undefined
  readonly value?: string | undefined
  /** The time at which the page showed the item, in ISO 8601. */
  readonly seen?: string | undefined
}

/** The page of a decision. It asks first for the reason or the identifier, if one is needed, then for the passkey. */
export async function decisionPage(
  given: ItemView,
  { act, seen, ...typed }: Entered,
  call: PersonCall,
): Promise<ShownPage> {
  const item = decidable(given, call)
  const { reason = '', value = '' } = typed
  const { operation } = item
  const person = call.view.session.person.name
  const stated = { person, operation, reason, value, seen: shownAt(seen, call), beside: [] }
  const chosen = item.acts.find(one => one.name === act) ?? firstAct(item)
  return itemPageOf(item, { chosen, stated, faults: emptyFault(chosen, typed, call) }, call)
}

/** The fault of a field that was sent empty. Before the form is sent, there is no fault. */
export function emptyFault(
  act: Decision | undefined,
  typed: Readonly<Partial<Record<'reason' | 'value', string | undefined>>>,
  { view }: Pick<PersonCall, 'view'>,
): FieldFaults {
  const [name, field = ''] = act?.asks ?? []
  return name && typed[name]?.trim() === '' ? { [name]: sayIn(view.locale)(ITEM.missing, { field }) } : {}
}

export function kindOf(text: string): ItemKind {
  const kind = ITEM_KINDS.find(known => known === text)
  if (kind) return kind
  throw new AppError('not_found', `Cannot find an item of the kind "${text}"`)
}

/** Milliseconds within which a decision may follow the page, so that a person can first look at the remote. */
const LOOKING = 3_600_000

/** The time at which the page says that it showed the item; the present time if that was more than an hour ago. */
export function shownAt(seen: string | undefined, call: PersonCall): string {
  const age = seen === undefined ? Number.NaN : call.core.now() - Date.parse(seen)
  return seen !== undefined && age >= 0 && age <= LOOKING ? seen : new Date(call.core.now()).toISOString()
}

/** The item as the person may decide it. Without the scope approve, it has an explanation in place of decisions. */
export function decidable(given: ItemView, { view }: { readonly view: View }): ItemView {
  const canWrite = view.session?.person.scopes.includes('accounting.write') ?? false
  const item = { ...given, correct: given.correct && canWrite }
  if (view.session?.person.scopes.includes('approve') || item.acts.length === 0) return item
  return { ...item, acts: [], remark: sayIn(view.locale)(ITEM.notAllowed) }
}

/** The decision that is shown first. The person has to choose if a text is needed, or if other deals look the same. */
function firstAct({ acts: [first], deal }: ItemView): Decision | undefined {
  if (deal && deal.twins.length > 0) return undefined
  return first?.asks === undefined ? first : undefined
}

interface Decided {
  readonly chosen: Decision | undefined
  readonly stated: Stated
  readonly faults: FieldFaults
}

async function itemPageOf(
  item: ItemView,
  { chosen, stated, faults }: Decided,
  call: PersonCall,
): Promise<ShownPage> {
  const { view } = call
  const say = sayIn(view.locale)
  const files = await filesOfItem(item, call)
  const isAsked = chosen?.asks && (stated[chosen.asks[0]] ?? '').trim() === ''
  const titles = [item.title]
  const confirm =
    chosen && !isAsked ? await confirmBlock([chosen.request(stated)], { act: chosen, titles }, call) : ''
  return {
    title: item.title,
    script: PASSKEY_SCRIPT,
    ...(Object.keys(faults).length > 0 && { status: 400 }),
    body: html`${summary(item, { files }, say)}${twinsOf(item, say)}
${chosen && isAsked ? askForm(item, chosen, { stated, faults }, view) : ''}
${confirm}
${actButtons(item, { chosen, seen: stated.seen }, view)}
${item.acts.length > 0 || item.look || item.correct ? '' : closings(await noticesAbout(item, call), say)}
${historyOf(item, view)}
${back(say)}`,
  }
}

interface Confirming {
  readonly act: Decision
  /** The titles of the items, under which the outcomes are shown. */
  readonly titles: readonly string[]
}

export async function confirmBlock(
  requests: readonly ContractRequest[],
  { act, titles }: Confirming,
  call: PersonCall,
): Promise<Html> {
  const { locale } = call.view
  const label = textOf(act.label, locale)
  const items = requests.map(request => itemOf(request, call.core))
  const form = await approvalForm(items, { label, titles, back: '/console' }, call)
  return html`<h2>${label}</h2><p>${textOf(act.effect, locale)}</p>${facts(statedFacts(requests, call.view))}${form}`
}

function statedFacts(requests: readonly ContractRequest[], { locale }: View): Fact[] {
  const say = sayIn(locale)
  const stated = (requests[0]?.json ?? {}) as Readonly<Partial<Record<string, string>>>
  const { reason = '', orderId = '', message = '', seenAt } = stated
  return [
    [say(ITEM.reason), reason],
    [say(ITEM.order), orderId],
    [say(ITEM.message), message],
    [say(ITEM.lookedAfter), seenAt === undefined ? '' : formatOf(locale).time(Date.parse(seenAt))],
  ]
}

/** The reason why the item waits, its unusual points, its file, and its facts. Ids and the exact text are folded. */
export function summary(item: ItemView, { files }: { readonly files: Piece }, say: Say): Html {
  const { state, why, unusual, money, facts: rows, link, remark, since } = item
  const [kind, words] = state
  return html`<p>${why}</p>
<p><span class="tag ${kind}">${words}</span> <small>${say(TO_DO.since, { at: Date.parse(since) })}</small></p>
${unusual.length > 0 ? html`<div class="box warn"><p>${say(ITEM.unusual)}</p><ul>${unusual.map(text => html`<li>${text}</li>`)}</ul></div>` : ''}
${remark === undefined ? '' : box('warn', remark)}
${files}
${sentBody(item) === undefined ? '' : html`<h2>${say(ITEM.sent)}</h2>`}
${money === undefined ? '' : html`<p class="money">${money}</p>`}
${facts(rows)}
${link}
${folded(item, say)}`
}

function sentBody({ deal }: ItemView): object | undefined {
  return deal?.report.state === 'review' ? deal.report.body : undefined
}

function folded(item: ItemView, say: Say): Html {
  const body = sentBody(item)
  const lines = body ? JSON.stringify(body, undefined, 1).split('\n') : []
  const exact = html`<p>${say(ITEM.exact)}</p><pre>${lines.map(line => html`${line}<br>`)}</pre>`
  return html`<details><summary>${say(FRAME.details)}</summary>${facts([[say(ITEM.name), item.name], ...item.details, [say(ITEM.operation), item.operation]])}${body ? exact : ''}</details>`
}

function askForm(
  { kind, name }: ItemView,
  { asks, label, effect, name: act }: Decision,
  { stated: { seen }, faults }: Pick<Decided, 'stated' | 'faults'>,
  view: View,
): Piece {
  if (!asks) return ''
  const text = (phrase: Decision['label']) => textOf(phrase, view.locale)
  return html`<h2>${text(label)}</h2><p>${text(effect)}</p><form method="post" action="/console/item">
${fields({ kind, name: inField(name), act, seen })}
${askField(asks, faults, view)}
<button class="first">${sayIn(view.locale)(ITEM.next)}</button></form>`
}

export function askField(
  [name, asked]: NonNullable<Decision['asks']>,
  faults: FieldFaults,
  view: View,
): Html {
  const label = textOf(asked, view.locale)
  return field({ name, label, value: '', required: true, input: { maxlength: 200 } }, faults, view)
}

interface ShownActs {
  readonly chosen?: Decision | undefined
  /** The time at which the item was shown, in ISO 8601. */
  readonly seen: string
  /** Whether the page has other items too, so that each button has to name its own item. */
  readonly isListed?: boolean
}

export function actButtons(
  { kind, name, title, acts, look: canLook, correct }: ItemView,
  { chosen, seen, isListed = false }: ShownActs,
  view: View,
): Html {
  const say = sayIn(view.locale)
  const named = (label: string) =>
    attributes({ 'aria-label': isListed && say(ITEM.actNamed, { label, name: title }) })
  const others = acts.filter(act => act !== chosen)
  const links = others.map(act => {
    const address = `${itemPage(kind, name)}&${new URLSearchParams({ act: act.name, seen })}`
    const label = textOf(act.label, view.locale)
    return html`<a class="button" href="${address}"${named(label)}>${label}</a>`
  })
  const look = html`<form method="post" action="/console/item">${fields({ kind, name: inField(name), act: 'look', form: view.nonce })}<button${attributes({ class: !chosen && 'first' })}${named(say(ITEM.look))}>${say(ITEM.look)}</button></form>`
  return html`<div class="acts">${canLook ? look : ''}${links}${correct ? html`<a class="button first" href="${`${itemPage(kind, name)}&act=correct`}"${named(say(ITEM.correct))}>${say(ITEM.correct)}</a>` : ''}</div>`
}

/** The notices about an item without decisions. Each has a button to its own page, on which a person closes it. */
function closings(notices: Awaited<ReturnType<typeof noticesAbout>>, say: Say): Html[] {
  return notices.map(
    ({ key, text, act }) =>
      html`<article class="card"><h2>${text}</h2><p>${say(TO_DO.act, { act })}</p><p><a class="button" href="${itemPage('notice', key)}">${say(ITEM.close)}</a></p></article>`,
  )
}

export function back(say: Say): Html {
  return html`<p><a href="/console">${say(TO_DO.back)}</a></p>`
}
