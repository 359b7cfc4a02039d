import type { Decision } from '../../../core/claims/waiting.ts'
import { AppError, hasCode } from '../../../core/errors.ts'
import { type Html, html } from '../../../core/http/html.ts'
import { sayIn, textOf } from '../../../core/language/text.ts'
import { fields } from '../../approvals/form.ts'
import { isOutage } from '../../client.ts'
import { postedForm, submitOnce } from '../../forms.ts'
import { type ItemKind, itemPage } from '../../frame/addresses.ts'
import { FAULTS } from '../../frame/fault-words.ts'
import { box, type FieldFaults } from '../../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import { FRAME } from '../../frame/words.ts'
import type { Fields, PageAnswer, ShownPage, SignedInCall, View } from '../../page.ts'
import { correct } from './correct.ts'
import { filesOfItems, twinsOf } from './files-and-history.ts'
import { type ItemView, inField, nameIn } from './item.ts'
import { askField, back, confirmBlock, decisionPage, emptyFault, kindOf, shownAt, summary } from './page.ts'
import { type Looked, lookAgain, readItem, readItems } from './read.ts'
import { sumIn } from './table.ts'
import { MOST_ROWS } from './tables.ts'
import { ITEM, TO_DO } from './words.ts'

type Call = SignedInCall<'changeItem'>

export async function changeItem(call: Call): Promise<PageAnswer> {
  const { body, view, core } = call
  const say = sayIn(view.locale)
  const kind = kindOf(body['kind'] ?? '')
  const names = pickedNames(body)
  const [first] = names
  const { act = '' } = body
  if (first === undefined)
    return {
      title: say(TO_DO.nothingTicked),
      status: 400,
      body: html`${box('warn', say(TO_DO.nothingTickedText))}${back(say)}`,
    }
  if (act === 'correct') return correct(await readItem(kind, first, call), body, call)
  if (act !== 'look') return decidePage({ act, names }, await readItems(kind, names, call), call)
  const form = postedForm(body, view.session)
  return lookedPage(kind, await submitOnce(form, () => lookAtAll(kind, names, call), core), view)
}

function pickedNames(body: Fields): string[] {
  const picked = Object.entries(body).filter(([field]) => field === 'name' || field.startsWith('pick-'))
  return [...new Set(picked.map(([, name]) => nameIn(name)))].slice(0, MOST_ROWS)
}

/** `changed` means that the item has changed in the meantime. */
interface Answered {
  readonly name: string
  readonly outcome: 'settled' | 'open' | 'changed' | 'unreached'
  readonly looked?: Looked
}

async function lookAtAll(kind: ItemKind, names: readonly string[], call: Call): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const name of names) {
    const looked = await lookAgain(kind, name, call).catch(failedLook)
    if (typeof looked === 'string') answered.push({ name, outcome: looked })
    else answered.push({ name, outcome: looked.isOpen ? 'open' : 'settled', looked })
  }
  return answered
}

/** Returns a word for a conflict or an outage, so that the query for the next item follows. @throws any other error */
function failedLook(error: unknown): 'changed' | 'unreached' {
  if (hasCode(error, 'conflict')) return 'changed'
  if (isOutage(error)) return 'unreached'
  throw error
}

const LOOKED = {
  settled: ITEM.lookedDone,
  open: ITEM.lookedOpen,
  changed: FAULTS.conflictText,
  unreached: ITEM.lookedNot,
}

function lookedPage(kind: ItemKind, answered: readonly Answered[], view: View): ShownPage {
  const say = sayIn(view.locale)
  const results = answered.map(({ name, outcome, looked }): Html => {
    const lines = (looked?.lines ?? []).map(line => html`<li>${textOf(line, view.locale)}</li>`)
    const found = html`<details><summary>${say(FRAME.details)}</summary><ul>${lines}</ul></details>`
    return html`<div class="box ${outcome === 'settled' ? 'good' : 'warn'}"><p>${looked?.title ?? name}</p><p>${say(LOOKED[outcome])} <a href="${itemPage(kind, name)}">${say(TO_DO.open)}</a></p>${lines.length > 0 ? found : ''}</div>`
  })
  return { title: say(ITEM.looked), body: html`${results}${back(say)}` }
}

interface Asked {
  readonly act: string
  readonly names: readonly string[]
}

function decidePage(
  { act, names }: Asked,
  items: readonly ItemView[],
  call: Call,
): ShownPage | Promise<ShownPage> {
  if (names.length > 1) return manyPage({ act, names }, items, call)
  const [item] = items
  if (item) return decisionPage(item, { ...call.body, act }, call)
  throw new AppError('not_found', 'Cannot decide: the item is not there any more')
}

async function manyPage({ act, names }: Asked, items: readonly ItemView[], call: Call): Promise<ShownPage> {
  const { view, body } = call
  const { reason = '' } = body
  const say = sayIn(view.locale)
  const chosen = items.flatMap(item =>
    item.acts.filter(({ name }) => name === act).map(one => ({ item, act: one })),
  )
  const [first] = chosen
  // each item has its own identifier, so a decision that asks for one is taken on the item's own page
  if (!first || first.act.asks?.[0] === 'value')
    throw new AppError('conflict', 'Cannot decide: none of the items offers this decision any more', {
      hint: 'open To do again: it shows what still waits',
    })
  const seen = shownAt(body['seen'], call)
  const beside = chosen.map(({ item }) => item.name)
  const person = view.session.person.name
  const needsReason = first.act.asks !== undefined && reason.trim() === ''
  const named = chosen.map(({ item }) => item)
  const requests = chosen.map(one =>
    one.act.request({ person, operation: one.item.operation, reason, seen, beside }),
  )
  const solved = names.length - chosen.length
  const faults = emptyFault(first.act, body, call)
  const confirming = { act: first.act, titles: named.map(({ title }) => title) }
  const sum = sumIn(named, view)
  const files = await filesOfItems(named, call)
  return {
    title: say(sum === '' ? ITEM.many : ITEM.manyOf, {
      label: textOf(first.act.label, view.locale),
      count: chosen.length,
      sum,
    }),
    script: PASSKEY_SCRIPT,
    ...(Object.keys(faults).length > 0 && { status: 400 }),
    body: html`${solved > 0 ? box('warn', say(ITEM.solved, { count: solved })) : ''}${named.map((item, at) => html`<article class="card"><h2>${item.title}</h2>${summary(item, { files: files[at] ?? '' }, say)}${twinsOf(item, say)}</article>`)}
${needsReason ? reasonForm(named, { act: first.act, seen, faults }, view) : await confirmBlock(requests, confirming, call)}
${back(say)}`,
  }
}

function reasonForm(
  items: readonly ItemView[],
  { act, seen, faults }: { act: Decision; seen: string; faults: FieldFaults },
  view: View,
): Html {
  const [{ kind }] = items as [ItemView]
  const say = sayIn(view.locale)
  const picks = Object.fromEntries(items.map(({ name }, at) => [`pick-${at}`, inField(name)]))
  return html`<form method="post" action="/console/item">${fields({ ...picks, kind, act: act.name, seen })}
${act.asks ? askField(act.asks, faults, view) : ''}<button class="first">${say(ITEM.next)}</button></form>`
}
