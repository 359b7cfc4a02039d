/** The page of an open item: its facts, what exactly would be sent, and the buttons that settle it. */

import { AppError } from '../../../core/errors.ts'
import { attributes, type Html, html, type Piece } from '../../../core/http/html.ts'
import { formatOf } from '../../../core/language/format.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { approvalForm, fields } from '../../approvals/form.ts'
import { ITEM_KINDS, type ItemKind, itemPage } from '../../frame/addresses.ts'
import { box, type Fact, type FieldFaults, facts, faultList, field } from '../../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import type { PageAnswer, ShownPage, SignedInCall, View } from '../../page.ts'
import { correctionPage } from './correct.ts'
import { filesOfItem, historyOf, twinsOf } from './files-and-history.ts'
import { type ActRequest, type ItemAct, type ItemView, inField, type Stated } from './item.ts'
import { noticesAbout, readItem } from './read.ts'
import { ITEM, TO_DO } from './words.ts'
import '../../../services/words.ts'

type Call = Pick<SignedInCall, 'core' | 'view'>

/** Shows one item. With `act`, also what the person states with this decision, and the button for the passkey. */
export async function showItem(call: SignedInCall<'showItem'>): Promise<PageAnswer> {
  const { kind, name, act, seen } = call.query
  const item = await readItem(kindOf(kind), name, call)
  if (act === 'correct' && decidable(item, call).correct) return correctionPage(item, call)
  return decisionPage(item, { act, seen }, call)
}

/** The decision that a person has chosen, and the text that they have typed for it. */
interface Entered {
  readonly act?: string | undefined
  readonly reason?: string | undefined
  readonly value?: string | undefined
  /** When the page showed the item, ISO 8601. */
  readonly seen?: string | undefined
}

/**
 * Returns the page of an item with the chosen decision. The page first asks for what has to be typed, then for the
 * passkey.
 */
export async function decisionPage(
  given: ItemView,
  { act, seen, ...typed }: Entered,
  call: Call,
): Promise<ShownPage> {
  const item = decidable(given, call)
  const { reason = '', value = '' } = typed
  const stated = { person: call.view.session.person.name, reason, value, seen: shownAt(seen, call) }
  const chosen = item.acts.find(one => one.name === act) ?? onlyAct(item)
  return itemPageOf(item, { chosen, stated, faults: emptyFault(chosen, typed, call) }, call)
}

/** Returns the fault of a field that was sent empty; none before the form was sent. */
export function emptyFault(
  act: ItemAct | undefined,
  typed: Readonly<Partial<Record<'reason' | 'value', string | undefined>>>,
  { view }: Pick<Call, 'view'>,
): FieldFaults {
  const [name, field = ''] = act?.asks ?? []
  return name && typed[name]?.trim() === '' ? { [name]: sayIn(view.locale)(ITEM.missing, { field }) } : {}
}

export function kindOf(text: string): ItemKind {
  const kind = ITEM_KINDS.find(known => known === text)
  if (kind) return kind
  throw new AppError('not_found', `Cannot find an item of the kind "${text}"`)
}

/** Milliseconds for which a page counts as shown, so that a person can look at the remote before deciding. */
const LOOKING = 3_600_000

/**
 * Returns when the item or the table was shown, as its page says; the present time if that was not within the last
 * hour.
 */
export function shownAt(seen: string | undefined, call: Call): string {
  const age = seen === undefined ? Number.NaN : call.core.now() - Date.parse(seen)
  return seen !== undefined && age >= 0 && age <= LOOKING ? seen : new Date(call.core.now()).toISOString()
}

/** Returns the item without decisions and with an explanation, for a person who may not approve. */
export function decidable(given: ItemView, { view }: { readonly view: View }): ItemView {
  const canWrite = view.session?.person.scopes.includes('accounting.write') ?? false
  const item = { ...given, correct: given.correct === true && canWrite }
  if (view.session?.person.scopes.includes('approve') || item.acts.length === 0) return item
  return { ...item, acts: [], remark: sayIn(view.locale)(ITEM.notAllowed) }
}

/**
 * Returns the decision of an item that offers only one, if the person has nothing to type for it. Beside others that
 * look the same, the person has to choose.
 */
function onlyAct({ acts, twins = [] }: ItemView): ItemAct | undefined {
  if (twins.length > 0) return undefined
  const [only] = acts.filter(({ asks }) => asks === undefined)
  return acts[0] === only ? only : undefined
}

interface Decided {
  readonly chosen: ItemAct | undefined
  readonly stated: Stated
  readonly faults: FieldFaults
}

async function itemPageOf(
  item: ItemView,
  { chosen, stated, faults }: Decided,
  call: Call,
): Promise<ShownPage> {
  const { view } = call
  const say = sayIn(view.locale)
  const files = item.kind === 'deal' ? await filesOfItem(item, call) : ''
  const isAsked = chosen?.asks && stated[chosen.asks[0]].trim() === ''
  const confirm = chosen && !isAsked ? await confirmBlock([chosen.request(stated)], chosen, call) : ''
  return {
    title: item.title,
    script: PASSKEY_SCRIPT,
    ...(Object.keys(faults).length > 0 && { status: 400 }),
    body: html`${faultList(faults, view)}${summary(item, say)}${files}${twinsOf(item, say)}
${chosen && isAsked ? askForm(item, chosen, { stated, faults }, view) : ''}
${confirm}
${actButtons(item, { chosen, seen: stated.seen }, view)}
${item.acts.length > 0 || item.looks || item.correct ? '' : closings(await noticesAbout(item, call), say)}
${historyOf(item, say)}
${back(say)}`,
  }
}

/** The effects of a decision, and the button for the passkey. */
export async function confirmBlock(
  requests: readonly ActRequest[],
  { label, effect }: ItemAct,
  call: Call,
): Promise<Html> {
  return html`<h2>${label}</h2><p>${effect}</p>${facts(statedFacts(requests, call.view))}${await approvalForm(requests, { label, back: '/console' }, call)}`
}

/** Lists what the person states with the decision, as the signed requests contain it. */
function statedFacts(requests: readonly ActRequest[], { locale }: View): Fact[] {
  const say = sayIn(locale)
  const stated = JSON.parse(requests[0]?.body ?? '{}') as Readonly<Partial<Record<string, string>>>
  const { reason = '', orderId = '', message = '', seenAt } = stated
  return [
    [say(ITEM.reason), reason],
    [say(ITEM.order), orderId],
    [say(ITEM.message), message],
    [say(ITEM.lookedAfter), seenAt === undefined ? '' : formatOf(locale).time(Date.parse(seenAt))],
  ]
}

/**
 * The facts of the item: first what is unusual, then the amount in large type, names beside numbers, and the exact
 * text.
 */
export function summary(item: ItemView, say: Say): Html {
  const { state, unusual, money, facts: rows, details = '', sends, remark, since } = item
  const [kind, words] = state
  return html`<p><span class="tag ${kind}">${words}</span> <small>${say(TO_DO.since, { at: Date.parse(since) })}</small></p>
${unusual.length > 0 ? html`<div class="box warn"><p>${say(ITEM.unusual)}</p><ul>${unusual.map(text => html`<li>${text}</li>`)}</ul></div>` : ''}
${remark === undefined ? '' : box('warn', remark)}
${sends === undefined ? '' : html`<h2>${say(ITEM.sent)}</h2>`}
${money === undefined ? '' : html`<p class="money">${money}</p>`}
${facts(rows)}
${details}
${sends === undefined ? '' : html`<details><summary>${say(ITEM.exact)}</summary><pre>${sends.split('\n').map(line => html`${line}<br>`)}</pre></details>`}`
}

/** Asks for what a person has to type before a decision: a reason, or the identifier that they found. */
function askForm(
  { kind, name }: ItemView,
  { asks, label, effect, name: act }: ItemAct,
  { stated: { seen }, faults }: Pick<Decided, 'stated' | 'faults'>,
  view: View,
): Piece {
  if (!asks) return ''
  return html`<h2>${label}</h2><p>${effect}</p><form method="post" action="/console/item">
${fields({ kind, name: inField(name), act, seen })}
${askField(asks, faults, view)}
<button class="first">${sayIn(view.locale)(ITEM.next)}</button></form>`
}

/** The field for what a person has to type before a decision. */
export function askField([name, label]: NonNullable<ItemAct['asks']>, faults: FieldFaults, view: View): Html {
  return field({ name, label, value: '', required: true, input: { maxlength: 200 } }, faults, view)
}

interface ShownActs {
  readonly chosen?: ItemAct | undefined
  /** When the item was shown, ISO 8601. */
  readonly seen: string
  /** Whether other items stand beside it, so that each button has to name its own. */
  readonly isListed?: boolean
}

/** The buttons that solve an item, without that of the decision that is chosen already. */
export function actButtons(
  { kind, name, title, acts, looks, correct }: ItemView,
  { chosen, seen, isListed = false }: ShownActs,
  view: View,
): Html {
  const say = sayIn(view.locale)
  const named = (label: string) =>
    attributes({ 'aria-label': isListed && say(ITEM.actNamed, { label, name: title }) })
  const others = acts.filter(act => act !== chosen)
  const links = others.map(act => {
    const address = `${itemPage(kind, name)}&${new URLSearchParams({ act: act.name, seen })}`
    return html`<a class="button" href="${address}"${named(act.label)}>${act.label}</a>`
  })
  const look = html`<form method="post" action="/console/item">${fields({ kind, name: inField(name), act: 'look', form: view.nonce })}<button${attributes({ class: !chosen && 'first' })}${named(say(ITEM.look))}>${say(ITEM.look)}</button></form>`
  return html`<div class="acts">${looks ? look : ''}${links}${correct ? html`<a class="button first" href="${`${itemPage(kind, name)}&act=correct`}"${named(say(ITEM.correct))}>${say(ITEM.correct)}</a>` : ''}</div>`
}

/** The notices about an item that offers no decision, with links: each notice is closed on its own page. */
function closings(notices: Awaited<ReturnType<typeof noticesAbout>>, say: Say): Html[] {
  return notices.map(
    ({ key, text, act }) =>
      html`<article class="card"><h2>${text}</h2><p>${say(TO_DO.act, { act })}</p><p><a class="button" href="${itemPage('notice', key)}">${say(ITEM.close)}</a></p></article>`,
  )
}

export function back(say: Say): Html {
  return html`<p><a href="/console">${say(TO_DO.back)}</a></p>`
}
