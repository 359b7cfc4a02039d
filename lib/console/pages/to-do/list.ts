import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { reasonIn, sayIn, textOf } from '../../../core/language/text.ts'
import { withIncluded } from '../../../core/signatures/keys.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { clientOf } from '../../client.ts'
import { itemOfNotice, itemPage, mayOpen, pageOfNotice } from '../../frame/addresses.ts'
import { box } from '../../frame/parts.ts'
import { FRAME } from '../../frame/words.ts'
import type { PageAnswer, ShownPage, SignedInCall, View } from '../../page.ts'
import { alsoWaiting } from '../overview/also.ts'
import { firstSteps } from '../overview/first-steps.ts'
import { type ItemView, spokenName } from './item.ts'
import { actButtons, decidable } from './page.ts'
import { knownDeals } from './read.ts'
import { showTable } from './table.ts'
import { TO_DO } from './words.ts'
import '../../../services/words.ts'

type Today = ReplyOf<typeof adminContract, 'today'>
type Group = Today['needs']['groups'][number]

export async function showToDo(call: SignedInCall<'toDo'>): Promise<PageAnswer> {
  const { show } = call.query
  const { view } = call
  if (!withIncluded(view.session.scopes).includes('today.read')) return notAllowed(view)
  if (show !== undefined) return showTable(show, call)
  const today = await clientOf(adminContract, call).today()
  const items = today.needs.groups.flatMap(({ first }) => first).map(({ key }) => itemOfNotice(key))
  const deals = items.filter(({ kind }) => kind === 'deal').map(({ name }) => name)
  const [known, { block, ...steps }, also] = await Promise.all([
    deals.length > 0 ? knownDeals([...new Set(deals)], call) : [],
    firstSteps(call),
    alsoWaiting(call),
  ])
  const page = listPage(today, known, call.view)
  return { ...page, ...steps, body: html`${block}${page.body}${also}` }
}

function notAllowed({ locale }: View): ShownPage {
  const say = sayIn(locale)
  const more = html`<a href="/console/more">${say(FRAME.more)}</a>`
  return {
    title: say(TO_DO.title),
    body: box('warn', say(TO_DO.noScope), html`${say(TO_DO.noScopeText)} ${more}`),
  }
}

/** The page To do. `deals` are the open deals that could be read. */
export function listPage(
  { at, needs, due, failed }: Today,
  deals: readonly ItemView[],
  view: View,
): ShownPage {
  const known = new Map(deals.map(deal => [itemPage(deal.kind, deal.name), deal]))
  const say = sayIn(view.locale)
  const count = needs.count > 0 ? say(TO_DO.count, { count: needs.count }) : say(TO_DO.nothing)
  return {
    title: say(TO_DO.title),
    body: html`<p>${needs.count > 0 ? count : html`<strong>${count}</strong><br>${say(TO_DO.nothingText)}`}</p>
${failedBox(failed, view)}
${needs.groups.map(group => groupSection(group, { known, seen: at }, view))}
${due.length > 0 ? html`<h2>${say(TO_DO.due)}</h2><ul>${due.map(({ at, text, page }) => html`<li>${page === undefined || !mayOpen(page, view.session) ? text : html`<a href="${pathOf(page)}">${text}</a>`}<br><small>${say(TO_DO.by, { at: Date.parse(at) })}</small></li>`)}</ul>` : ''}
<p><small>${say(TO_DO.asOf, { at: Date.parse(at) })}</small></p>`,
  }
}

function pathOf(page: string): string {
  const { pathname, search } = new URL(page)
  return pathname + search
}

function failedBox(failed: Today['failed'], { locale }: View): Piece {
  if (failed.length === 0) return ''
  const say = sayIn(locale)
  const lines = failed.map(
    ({ owner, reason }) =>
      html`<br>${say(TO_DO.failedOwner, { owner, reason: textOf(reasonIn(reason), locale) })}`,
  )
  return box('warn', say(TO_DO.failed), [
    html`<a href="/console/connections">${say(TO_DO.connections)}</a>`,
    lines,
  ])
}

/** The page offers a table from this number of items of one kind on. */
const FEW = 2

function groupSection(
  { kind, title, meaning, act, count, first }: Group,
  { known, seen }: { readonly known: ReadonlyMap<string, ItemView>; readonly seen: string },
  view: View,
): Html {
  const say = sayIn(view.locale)
  const mayRead = first.every(({ key }) => mayOpen(pageOfNotice(key), view.session))
  const table =
    count >= FEW && mayRead
      ? html`<p><a class="button" href="/console?show=${kind}">${say(TO_DO.all, { count })}</a></p>`
      : ''
  return html`<section><h2>${title}</h2><p>${meaning}</p><p>${say(TO_DO.act, { act })}</p>${table}${first.map(item => card(item, { deal: known.get(pageOfNotice(item.key)), seen }, view))}</section>`
}

/** The card of an item. The card leads to the item's page, and each button to the page that shows its request. */
function card(
  { key, text, by, since }: Group['first'][number],
  { deal, seen }: { readonly deal: ItemView | undefined; readonly seen: string },
  view: View,
): Html {
  const say = sayIn(view.locale)
  const title = deal?.title ?? text
  const called = deal ? spokenName(deal) : ''
  const name = called === '' ? title : `${title}, ${called}`
  const why = deal ? html`<p>${deal.why}</p>${deal.unusual.map(one => html`<p><mark>${one}</mark></p>`)}` : ''
  const money = deal?.money === undefined ? '' : html`<p class="money">${deal.money}</p>`
  return html`<article class="card"><h3>${title}</h3>${money}${why}<p><small>${called === '' ? '' : html`${called}<br>`}${say(TO_DO.since, { at: Date.parse(since) })}</small>${by === undefined ? '' : html`<br><strong class="warn">${say(TO_DO.by, { at: Date.parse(by) })}</strong>`}</p>
${mayOpen(pageOfNotice(key), view.session) ? html`<p><a class="button whole" href="${pageOfNotice(key)}" aria-label="${say(TO_DO.openNamed, { name })}">${say(TO_DO.open)}</a></p>` : ''}${deal ? actButtons(decidable(deal, { view }), { seen, isListed: true }, view) : ''}</article>`
}
