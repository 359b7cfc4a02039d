/** The page of an open item: what it is, what exactly would be sent, and the buttons that solve it. */
import { AppError, hasCode } from '../../../core/errors.ts'
import { attributes, type Html, html, type Piece } from '../../../core/http/html.ts'
import { formatOf } from '../../../core/language/format.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { ITEM_KINDS, type ItemKind, itemPage } from '../../open-items/pages.ts'
import { approvalForm } from '../approvals/form.ts'
import { box, type Fact, facts } from '../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../frame/script.ts'
import { FAULTS } from '../frame/words.ts'
import type { PageAnswer, ShownPage, SignedInCall, View } from '../page.ts'
import { pictureOfCase } from '../receipts/file.ts'
import { correct, correctionPage } from './correct.ts'
import type { ActRequest, ItemAct, ItemView, Stated } from './item.ts'
import { lookAgain, readItem } from './read.ts'
import { ITEM, TO_DO } from './words.ts'
import '../../words.ts'

/** Shows one item; with `act` also what a person states with this decision, and the button that asks for the passkey. */
export async function showItem(call: SignedInCall<'showItem'>): Promise<PageAnswer> {
  const { kind, name, act, reason = '', value = '', seen } = call.query
  const item = decidable(await readItem(kindOf(kind), name, call), call)
  if (act === 'correct' && item.correct) return correctionPage(item, call)
  const stated = { person: call.view.session.person.name, reason, value, seen: shownAt(seen, call) }
  const chosen = item.acts.find(one => one.name === act) ?? onlyAct(item)
  return itemPageOf(item, { chosen, stated }, call)
}

/** Does what needs no approval: looks at the remote again, for one item or for those that are ticked in a table. */
export async function changeItem(call: SignedInCall<'changeItem'>): Promise<PageAnswer> {
  const { body, view } = call
  const say = sayIn(view.locale)
  const kind = kindOf(body['kind'] ?? 'deal')
  const names = pickedNames(body)
  const { act = '' } = body
  if (names.length === 0)
    return {
      title: say(TO_DO.nothingTicked),
      status: 400,
      body: html`${box('warn', say(TO_DO.nothingTickedText))}${back(say)}`,
    }
  if (act === 'correct') return correct(await readItem(kind, names[0] ?? '', call), body, call)
  if (act === 'look') return looked(kind, names, call)
  return manyPage(
    act,
    body['reason'] ?? '',
    await Promise.all(names.map(name => readItem(kind, name, call))),
    call,
  )
}

function kindOf(text: string): ItemKind {
  const kind = ITEM_KINDS.find(known => known === text)
  if (kind) return kind
  throw new AppError('not_found', `Cannot find an item of the kind "${text}"`)
}

/** Milliseconds for which a person may look elsewhere before they decide. */
const LOOKING = 3_600_000

/** Returns when the item was shown, as its own page has put it into the address; now, if that is not a moment ago. */
function shownAt(seen: string | undefined, call: Pick<SignedInCall, 'core'>): string {
  const age = seen === undefined ? Number.NaN : call.core.now() - Date.parse(seen)
  return seen !== undefined && age >= 0 && age <= LOOKING ? seen : nowOf(call)
}

function nowOf({ core }: Pick<SignedInCall, 'core'>): string {
  return new Date(core.now()).toISOString()
}

/** Returns the item without decisions and with a remark, for a person who may not approve. */
function decidable(item: ItemView, { view }: SignedInCall<'showItem'>): ItemView {
  if (view.session.person.scopes.includes('approve') || item.acts.length === 0) return item
  return { ...item, acts: [], remark: sayIn(view.locale)(ITEM.notAllowed) }
}

/** The one decision that an item offers, if the person has nothing to type for it. */
function onlyAct({ acts }: ItemView): ItemAct | undefined {
  const [only] = acts.filter(({ asks }) => asks === undefined)
  return acts[0] === only ? only : undefined
}

/** The names in the fields `name` and `pick-…` of a form. */
function pickedNames(body: Readonly<Record<string, string>>): string[] {
  const picked = Object.entries(body).filter(([field]) => field === 'name' || field.startsWith('pick-'))
  return [...new Set(picked.map(([, name]) => name))].slice(0, 50)
}

interface Decided {
  readonly chosen: ItemAct | undefined
  readonly stated: Stated
}

async function itemPageOf(
  item: ItemView,
  { chosen, stated }: Decided,
  call: SignedInCall<'showItem'>,
): Promise<ShownPage> {
  const { core, view } = call
  const say = sayIn(view.locale)
  const picture = item.kind === 'deal' ? await pictureOfCase(item.name, { store: core.store(), view }) : ''
  const isAsked = chosen?.asks && stated[chosen.asks[0]].trim() === ''
  const confirm = chosen && !isAsked ? await confirmBlock([chosen.request(stated)], chosen, call) : ''
  return {
    title: item.title,
    script: PASSKEY_SCRIPT,
    body: html`${summary(item, say)}${picture}
${chosen && isAsked ? askForm(item, chosen, stated, say) : ''}
${confirm}
${otherActs(item, chosen, stated, say)}
${back(say)}`,
  }
}

/** What follows from a decision, and the button for the passkey. */
async function confirmBlock(
  requests: readonly ActRequest[],
  { label, effect }: ItemAct,
  call: Pick<SignedInCall, 'core' | 'view'>,
): Promise<Html> {
  return html`<h2>${label}</h2><p>${effect}</p>${facts(statedFacts(requests, call.view))}${await approvalForm(requests, { label, back: '/console' }, call)}`
}

/** What the person states with the decision, as it stands in the bodies that they sign. */
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

/** What the item is: what is unusual first, the amount large, names beside numbers, and the exact text. */
function summary(item: ItemView, say: Say): Html {
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

/** Asks for what a person has to type before a decision: a reason, or the identifier of what they found. */
function askForm(
  { kind, name }: ItemView,
  { asks, label, effect, name: act }: ItemAct,
  { seen }: Stated,
  say: Say,
): Piece {
  if (!asks) return ''
  const [field, words] = asks
  return html`<h2>${label}</h2><p>${effect}</p><form action="/console/item">
${hidden({ kind, name, act, seen })}
<div class="field"><label for="${field}">${words}</label><input id="${field}" name="${field}" required maxlength="200"></div>
<button class="first">${say(ITEM.next)}</button></form>`
}

function hidden(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
}

function otherActs(
  { kind, name, acts, looks, correct }: ItemView,
  chosen: ItemAct | undefined,
  { seen }: Stated,
  say: Say,
): Html {
  const others = acts.filter(act => act !== chosen)
  const links = others.map(act => {
    const address = `${itemPage(kind, name)}&${new URLSearchParams({ act: act.name, seen })}`
    return html`<a class="button" href="${address}">${act.label}</a>`
  })
  const look = html`<form method="post" action="/console/item">${hidden({ kind, name, act: 'look' })}<button${attributes({ class: !chosen && 'first' })}>${say(ITEM.look)}</button></form>`
  return html`<div class="acts">${looks ? look : ''}${links}${correct ? html`<a class="button first" href="/console/item?kind=deal&amp;name=${encodeURIComponent(name)}&amp;act=correct">${say(ITEM.correct)}</a>` : ''}</div>`
}

function back(say: Say): Html {
  return html`<p><a href="/console">${say(TO_DO.back)}</a></p>`
}

async function looked(
  kind: ItemKind,
  names: readonly string[],
  call: SignedInCall<'changeItem'>,
): Promise<ShownPage> {
  const say = sayIn(call.view.locale)
  const results: Html[] = []
  for (const name of names) {
    const outcome = await lookAgain(kind, name, call).catch(changedMeanwhile)
    const isSettled = outcome === true
    const text = say(
      outcome === 'changed' ? FAULTS.conflictText : isSettled ? ITEM.lookedDone : ITEM.lookedOpen,
    )
    results.push(
      html`<div class="box ${isSettled ? 'good' : 'warn'}"><p>${name}</p><p>${text} <a href="${itemPage(kind, name)}">${say(TO_DO.open)}</a></p></div>`,
    )
  }
  return { title: say(ITEM.looked), body: html`${results}${back(say)}` }
}

/** One item that has changed does not keep the others from being looked for. */
function changedMeanwhile(error: unknown): 'changed' {
  if (hasCode(error, 'conflict')) return 'changed'
  throw error
}

/** Shows all ticked items as they will be sent, and asks once for the passkey. */
async function manyPage(
  act: string,
  reason: string,
  items: readonly ItemView[],
  call: SignedInCall<'changeItem'>,
): Promise<ShownPage> {
  const { view } = call
  const say = sayIn(view.locale)
  const chosen = items.flatMap(item =>
    item.acts.filter(({ name }) => name === act).map(one => ({ item, act: one })),
  )
  const [first] = chosen
  if (!first)
    throw new AppError('conflict', 'Cannot decide: none of the items offers this decision any more', {
      hint: 'open To do again: it shows what still waits',
    })
  const stated = { person: view.session.person.name, reason, value: '', seen: nowOf(call) }
  const needsReason = first.act.asks !== undefined && reason.trim() === ''
  const picks = Object.fromEntries(chosen.map(({ item }, at) => [`pick-${at}`, item.name]))
  const ask = html`<form method="post" action="/console/item">${hidden({ ...picks, kind: first.item.kind, act })}
<div class="field"><label for="reason">${say(ITEM.reason)}</label><input id="reason" name="reason" required maxlength="200"></div><button class="first">${say(ITEM.next)}</button></form>`
  const requests = chosen.map(one => one.act.request(stated))
  return {
    title: `${first.act.label}: ${say(ITEM.chosen, { count: chosen.length })}`,
    script: PASSKEY_SCRIPT,
    body: html`${chosen.map(({ item }) => html`<article class="card"><h2>${item.title}</h2>${summary(item, say)}</article>`)}
${needsReason ? ask : await confirmBlock(requests, first.act, call)}
${back(say)}`,
  }
}
