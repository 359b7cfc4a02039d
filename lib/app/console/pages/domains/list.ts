/**
 * ドメイン / Domains: bought domains, e-mail addresses to confirm, the caps and what is spent of them, and the form that
 * asks for a price.
 */
import { attributes, type Html, html, type Piece } from '../../../../core/http/html.ts'
import { formatOf } from '../../../../core/language/format.ts'
import { reasonIn, type Say, sayIn, textOf } from '../../../../core/language/text.ts'
import { type RegistrarReply, registrarContract } from '../../../../services/registrar/contract.ts'
import { PURCHASE_STATES } from '../../../../services/registrar/orders/words.ts'
import { capsOf } from '../../../../services/registrar/spending/budget.ts'
import { moneyText } from '../../../../services/registrar/spending/money.ts'
import { itemPage } from '../../../open-items/pages.ts'
import { clientOf } from '../../client.ts'
import { listTable } from '../../frame/lists.ts'
import { box, facts, pageLinks } from '../../frame/parts.ts'
import type { ShownPage, SignedInCall, View } from '../../page.ts'
import { NOTHING, termsForm } from './terms-form.ts'
import { DOMAINS } from './words.ts'
import '../../../words.ts'

type Purchase = RegistrarReply<'purchases'>['orders'][number]
type Spending = RegistrarReply<'spending'>

/** The number of domains on a page. */
const PAGE = 20
const PATH = '/console/domains'
const DAY = 86_400_000

export async function showDomains(call: SignedInCall<'showDomains'>): Promise<ShownPage> {
  const { core, query, view } = call
  const say = sayIn(view.locale)
  if (!view.session.scopes.includes('registrar.read'))
    return { title: say(DOMAINS.title), body: box('warn', say(DOMAINS.noScope), say(DOMAINS.noScopeText)) }
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
  /** How many domains precede this page. */
  readonly from: number
  /** The domain whose price is asked for. */
  readonly domain: string
  /** Milliseconds. */
  readonly now: number
}

/** Returns the page. Pure. */
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
${spendingBars(spending, say)}
<h2>${say(DOMAINS.orders)}</h2>${newest.length === 0 ? html`<p>${say(DOMAINS.none)}</p>` : orderTable(newest.slice(from, from + PAGE), view)}${links}`,
  }
}

function boughtAt({ boughtAt, steps }: Purchase): string {
  return boughtAt ?? steps[0]?.at ?? ''
}

/**
 * The caps, each with the spent amount as a bar and in numbers; `more` is the cost of a purchase that the bar adds, in
 * cents.
 */
export function spendingBars({ caps, spent }: Pick<Spending, 'caps' | 'spent'>, say: Say, more = 0): Html {
  if (!caps) return html`<p>${say(DOMAINS.noCaps)}</p>`
  const names = { order: DOMAINS.capOrder, day: DOMAINS.capDay, month: DOMAINS.capMonth } as const
  const rows = capsOf({ caps, spent }).map(({ name, used, cap }) => {
    const [all, most] = [used + more, moneyText(cap)]
    if (all === 0 && name === 'order')
      return [say(names[name]), say(DOMAINS.mostOrder, { cap: most })] as const
    const text = say(DOMAINS.spent, { used: moneyText(all), cap: most })
    return [say(names[name]), html`${bar({ label: say(names[name]), value: all, max: cap })}${text}`] as const
  })
  return facts(rows)
}

function bar({ label, value, max }: { label: string; value: number; max: number }): Html {
  return html`<meter${attributes({ 'aria-label': label, min: 0, max, value: Math.min(value, max) })}></meter>`
}

/** The 15 days within which a registrant has to confirm the e-mail address, for each domain that waits for this. */
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

function orderTable(orders: readonly Purchase[], view: View): Html {
  const say = sayIn(view.locale)
  const { domain, state, price, expires, email } = DOMAINS
  const heads = [domain, state, price, expires, email].map(name => say(name))
  const rows = orders.map(order => {
    const { domain, cents, expiresAt, verification } = order
    return [
      html`<a href="${itemPage('purchase', domain)}">${domain}</a>`,
      stateText(order, view),
      cents === undefined ? '' : moneyText(cents),
      expiresAt === undefined ? '' : formatOf(view.locale).day(Date.parse(expiresAt)),
      verification?.state === 'verified' ? say(DOMAINS.confirmed) : '',
    ]
  })
  return listTable(heads, rows)
}

/** The state of a purchase, with its reason and the registrar's text. */
function stateText(
  { state, order, failure, failureId, failureValues, ...members }: Purchase,
  view: View,
): Piece {
  const say = sayIn(view.locale)
  const why = reasonIn(members)
  const stale = reasonIn({ reason: failure, reasonId: failureId, reasonValues: failureValues })
  return [
    say(PURCHASE_STATES[state]),
    why === undefined ? '' : html`<br><small>${textOf(why, view.locale)}</small>`,
    stale === undefined ? '' : html`<br><small>${staleText(textOf(stale, view.locale), order, say)}</small>`,
  ]
}

/** Says why the shown state is an old one, and from when it is. */
function staleText(reason: string, order: Purchase['order'], say: Say): string {
  const checkedAt = order?.checkedAt
  if (checkedAt === undefined) return say(DOMAINS.failure, { reason })
  return say(DOMAINS.failureAt, { at: Date.parse(checkedAt), reason })
}
