/**
 * Purchases: the registrar checks the contact fields, then the price, and then charges. Until an order has completed, a
 * second purchase of the same domain is charged too; callers have to prevent that.
 */
import { randomUUID } from 'node:crypto'
import { readJson } from '../requests.ts'
import type { SandboxCall } from '../serve.ts'
import { purchaseIssues } from './contact.ts'
import { domainOf, type Endpoint } from './endpoint.ts'
import { type Issue, refusal, undecodable } from './errors.ts'
import { purchaseCents } from './prices.ts'
import {
  hasEnded,
  ownership,
  PAYMENT_FAILED,
  type RegistrarDeps,
  type RegistrarState,
  type SandboxOrder,
} from './state.ts'

const EVENT = 'domain-buy'

interface PurchaseBody {
  readonly autoRenew: boolean
  readonly years: number
  readonly expectedPrice: number
  readonly languageCode?: unknown
}

export function purchaseEndpoints(deps: RegistrarDeps): Endpoint[] {
  const { state } = deps
  return [
    {
      method: 'POST',
      path: '/v1/registrar/domains/{domain}/buy',
      errors: 'flat',
      async answer(call) {
        const body = await readPurchase(call, state)
        const { orderId } = buy(domainOf(call), body, deps)
        const href = `/v1/registrar/orders/${orderId}`
        return Response.json({ orderId, _links: { self: { href, method: 'GET' } } })
      },
    },
    {
      method: 'GET',
      path: '/v1/registrar/orders/{orderId}',
      errors: 'flat',
      answer({ params }) {
        const order = state.orders.get(params['orderId'] ?? '')
        if (!order) throw refusal('flat', { status: 404, code: 'not_found', message: 'Order not found' })
        return Response.json(orderReply(order, hasEnded(order, deps)))
      },
    },
    {
      method: 'GET',
      path: '/v3/events',
      errors: 'wrapped',
      answer: ({ request }) => Response.json({ events: purchaseEvents(new URL(request.url), state) }),
    },
  ]
}

/** The events of the team's purchases, the newest first; an order is an event as soon as it is placed. */
function purchaseEvents({ searchParams }: URL, { orders }: RegistrarState) {
  const since = Date.parse(searchParams.get('since') ?? '1970-01-01')
  const until = Date.parse(searchParams.get('until') ?? '9999-12-31')
  const types = searchParams.get('types')?.split(',') ?? [EVENT]
  return [...orders.values()]
    .filter(({ at }) => types.includes(EVENT) && at >= since && at <= until)
    .toSorted((one, two) => two.at - one.at)
    .slice(0, Number(searchParams.get('limit') ?? 20))
    .map(({ orderId, domain, at }) => ({
      id: `uev_${orderId}`,
      type: EVENT,
      text: `You purchased the domain ${domain}`,
      createdAt: at,
    }))
}

async function readPurchase({ request }: SandboxCall, state: RegistrarState): Promise<PurchaseBody> {
  const body = await readJson(request)
  const issues = purchaseIssues(body)
  if (issues.length > 0) throw contactRefusal(issues, state.contactErrors)
  return body as PurchaseBody
}

function contactRefusal(issues: readonly Issue[], style: RegistrarState['contactErrors']) {
  if (style === 'listed') return undecodable(issues)
  const [first] = issues
  if (style === 'one' || !first) return undecodable(issues.slice(0, 1))
  const message = `${first.path.at(-1)} ${first.message}`
  return refusal('flat', { status: 400, code: 'bad_request', message })
}

function buy(domain: string, body: PurchaseBody, deps: RegistrarDeps): SandboxOrder {
  const { state, now } = deps
  checkLanguage(domain, body)
  const cents = purchaseCents(domain, { years: body.years, state })
  const unavailable = state.taken.has(domain) || ownership(domain, deps) || cents === undefined
  if (unavailable)
    throw refusal('flat', { status: 400, code: 'domain_not_available', message: 'Not available' })
  const agreed = Math.round(body.expectedPrice * 100) === cents || state.acceptsAnyPrice
  if (!agreed)
    throw refusal('flat', { status: 400, code: 'expected_price_mismatch', message: 'The price differs' })
  if (state.paymentMethod === 'missing')
    throw refusal('flat', { status: 402, code: 'payment_required', message: 'No payment method' })
  return place({ domain, cents, body, at: now() }, state)
}

/**
 * Refuses an internationalized name without a language code, because the name in punycode does not show its language.
 */
function checkLanguage(domain: string, { languageCode }: PurchaseBody): void {
  const international = domain.split('.').some(label => label.startsWith('xn--'))
  if (international && typeof languageCode !== 'string')
    throw refusal('flat', { status: 400, code: 'language_code_required', message: 'A language is required' })
}

function place(
  { domain, cents, body, at }: { domain: string; cents: number; body: PurchaseBody; at: number },
  state: RegistrarState,
): SandboxOrder {
  const orderId = `order_${randomUUID()}`
  const declined = state.paymentMethod === 'declined'
  const fate = declined ? PAYMENT_FAILED : state.fate
  const order = { orderId, domain, years: body.years, autoRenew: body.autoRenew, cents, at, fate }
  state.orders.set(orderId, order)
  if (!declined) state.charges.push({ orderId, domain, cents, at })
  return order
}

function orderReply(order: SandboxOrder, ended: boolean) {
  const { orderId, domain, years, autoRenew, cents, fate } = order
  const status = ended ? fate.status : 'purchasing'
  const domainStatus = ended ? fate.domainStatus : 'pending'
  return {
    orderId,
    status,
    domains: [
      {
        purchaseType: 'purchase',
        autoRenew,
        years,
        domainName: domain,
        status: domainStatus,
        price: cents / 100,
        ...(ended && fate.domainError && { error: fate.domainError }),
      },
    ],
    ...(ended && fate.error && { error: fate.error }),
  }
}
