import { attributes, type Html, html, type Piece } from '../../../core/http/html.ts'
import { isPhraseOf, phrase } from '../../../core/language/catalogue.ts'
import type { Locale } from '../../../core/language/language.ts'
import { type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { type RegistrarReply, registrarContract } from '../../../services/registrar/contract.ts'
import { PURCHASE_HEADS, purchaseCells, staleness } from '../../../services/registrar/lists/rows.ts'
import { LABELS, WORDS } from '../../../services/registrar/lists/words.ts'
import { capsOf } from '../../../services/registrar/spending/budget.ts'
import { moneyText } from '../../../services/registrar/spending/money.ts'
import { clientOf } from '../../client.ts'
import { itemPage } from '../../frame/addresses.ts'
import { listTable, namesIn, textsIn } from '../../frame/lists.ts'
import { box, facts, pageLinks } from '../../frame/parts.ts'
import { FRAME } from '../../frame/words.ts'
import type { ShownPage, SignedInCall, View } from '../../page.ts'
import { NOTHING, termsForm } from './terms-form.ts'
import { DOMAINS } from './words.ts'
import '../../../services/words.ts'

type Purchase = RegistrarReply<'purchases'>['orders'][number]
type Spending = RegistrarReply<'spending'>

const PAGE = 20
const PATH = '/console/domains'
const DAY = 86_400_000

export async function showDomains(call: SignedInCall<'showDomains'>): Promise<ShownPage> {
  const { core, query, view } = call
  const say = sayIn(view.locale)
  if (!view.session.scopes.includes('registrar.read'))
    return { title: say(DOMAINS.title), body: box('warn', say(DOMAINS.noScope), say(FRAME.noScopeText)) }
  const client = clientOf(registrarContract, call)
  const [{ orders }, spending] = await Promise.all([
    client.purchases({ query: { state: 'all' } }),
    client.spending(),
  ])
  const from = Math.max(0, Math.trunc(Number(query.after ?? 0)) || 0)
  return listPage({ orders, spending, from, domain: query.domain ?? '', now: core.now() }, view)
}

interface Listed {
  readonly orders: readonly Purchase[]
  readonly spending: Spending
  /** The number of domains before this page. */
  readonly from: number
  /** The domain in the field that asks for a price. */
  readonly domain: string
  /** The time in milliseconds since the epoch. */
  readonly now: number
}

export function listPage({ orders, spending, from, domain, now }: Listed, view: View): ShownPage {
  const say = sayIn(view.locale)
  const newest = orders.toSorted((one, other) => (boughtAt(one) < boughtAt(other) ? 1 : -1))
  const next = from + PAGE < newest.length ? String(from + PAGE) : undefined
  const links = pageLinks({ after: from > 0 ? String(from) : undefined, next, path: PATH }, view)
  return {
    title: say(DOMAINS.title),
    body: html`${deadlines(orders, { now, say })}
<h2>${say(DOMAINS.quote)}</h2><p>${say(DOMAINS.quoteText)}</p>
${termsForm({ ...NOTHING, fields: { domain } }, view)}
<h2>${say(DOMAINS.spending)}</h2>${spending.purchases ? '' : box('warn', say(DOMAINS.off))}
${spendingBars(spending, view.locale)}
<h2>${say(DOMAINS.orders)}</h2>${newest.length === 0 ? html`<p>${say(DOMAINS.none)}</p>` : orderTable(newest.slice(from, from + PAGE), view)}${links}`,
  }
}

function boughtAt({ boughtAt, steps }: Purchase): string {
  return boughtAt ?? steps[0]?.at ?? ''
}

/** The bars of the spending caps. `more` is the amount that a purchase would add, in cents. */
export function spendingBars(
  { caps, spent }: Pick<Spending, 'caps' | 'spent'>,
  locale: Locale,
  more = 0,
): Html {
  const say = sayIn(locale)
  if (!caps) return html`<p>${say(DOMAINS.noCaps)}</p>`
  const names = { order: WORDS.capOrder, day: WORDS.capDay, month: WORDS.capMonth } as const
  const rows = capsOf({ caps, spent }).map(({ name, used, cap }) => {
    const [all, most] = [used + more, moneyText(cap)]
    const [label = ''] = namesIn([phrase(names[name])], locale)
    if (all === 0 && name === 'order') return [label, say(DOMAINS.mostOrder, { cap: most })] as const
    const text = say(DOMAINS.spent, { used: moneyText(all), cap: most })
    return [label, html`${bar({ label, value: all, max: cap })}${text}`] as const
  })
  return facts(rows)
}

function bar({ label, value, max }: { label: string; value: number; max: number }): Html {
  return html`<meter${attributes({ 'aria-label': label, min: 0, max, value: Math.min(value, max) })}></meter>`
}

/** The cards of e-mail addresses that are not confirmed. A registrant has 15 days to confirm the address. */
function deadlines(orders: readonly Purchase[], { now, say }: { now: number; say: Say }): Piece {
  const open = orders.filter(({ verification }) => verification && isOpen(verification.state))
  if (open.length === 0) return ''
  return html`<h2>${say(DOMAINS.deadlines)}</h2><p>${say(DOMAINS.deadlinesText)}</p>${open.map(order => deadlineCard(order, { now, say }))}`
}

function isOpen(state: NonNullable<Purchase['verification']>['state']): boolean {
  return state === 'open' || state === 'overdue, may be suspended'
}

function deadlineCard({ domain, verification }: Purchase, { now, say }: { now: number; say: Say }): Piece {
  if (!verification) return ''
  const { verifyBy, boughtAt, state } = verification
  const at = Date.parse(verifyBy)
  const all = Math.round((at - Date.parse(boughtAt)) / DAY)
  const days = Math.max(0, Math.floor((at - now) / DAY))
  const address = `${itemPage('purchase', domain)}&act=verified`
  const text = state === 'open' ? say(DOMAINS.confirmBy, { at, days, all }) : say(DOMAINS.overdue, { at })
  return html`<section class="card"><h3>${domain}</h3>${bar({ label: domain, value: all - days, max: all })}<p${attributes({ class: state === 'open' ? 'warn' : 'bad' })}>${text}</p>
<div class="acts"><a class="button" href="${address}" aria-label="${say(DOMAINS.verifiedOf, { domain })}">${say(DOMAINS.verified)}</a></div></section>`
}

function orderTable(orders: readonly Purchase[], { locale }: View): Html {
  const rows = orders.map(order => {
    const [domain = '', state = '', , ...cells] = textsIn(purchaseCells(order), locale)
    const stale = staleness(order)
    const age = stale ? html`<br><small>${textOf(stale, locale)}</small>` : ''
    return [
      html`<a href="${itemPage('purchase', order.domain)}">${domain}</a>`,
      html`${state}${age}`,
      ...cells,
    ]
  })
  // the number of the order is left out, because the page of the purchase shows it
  const heads = PURCHASE_HEADS.filter(head => !isPhraseOf(LABELS.order, head))
  return listTable(namesIn(heads, locale), rows)
}
