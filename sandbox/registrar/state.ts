/** The state of the registrar's sandbox, and its settings. Money is in integer cents of US dollars. */

/** A price on the wire: all three forms have been observed. */
export type WirePrice = number | string | null

export interface TldPrices {
  readonly purchasePrice: WirePrice
  readonly renewalPrice: WirePrice
  readonly transferPrice: WirePrice
}

/**
 * How an order ends after its registration time. A test may set `status` and `domainStatus` to values that kura does
 * not know.
 */
export interface Fate {
  readonly status: string
  readonly domainStatus: string
  readonly error?: OrderProblem
  readonly domainError?: OrderProblem
}

export interface OrderProblem {
  readonly code: string
  readonly details?: Readonly<Record<string, unknown>>
}

export interface SandboxOrder {
  readonly orderId: string
  readonly domain: string
  readonly years: number
  readonly autoRenew: boolean
  readonly cents: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly fate: Fate
}

/** An amount that was charged; a refund does not remove it. */
export interface Charge {
  readonly orderId: string
  readonly domain: string
  readonly cents: number
  readonly at: number
}

export interface AttachedDomain {
  readonly name: string
  readonly redirect: string | null
  readonly redirectStatusCode: number | null
  readonly createdAt: number
}

export interface RegistrarState {
  readonly token: string
  readonly teamId: string
  /** The attached domains of each project, by name. */
  readonly projects: Map<string, Map<string, AttachedDomain>>
  /** The prices of each top-level domain for a year; domains of other top-level domains are not sold. */
  readonly prices: Map<string, TldPrices>
  readonly taken: Set<string>
  readonly orders: Map<string, SandboxOrder>
  readonly charges: Charge[]
  /** The domains whose registrant has followed the verification link. */
  readonly verified: Set<string>
  /** The team's payment method. `missing`: the purchase is refused; `declined`: it is accepted and its order fails. */
  paymentMethod: 'registered' | 'missing' | 'declined'
  /**
   * How the registrar reports invalid contact fields: only the first (`one`), all (`listed`), or the first in a flat
   * error (`named`).
   */
  contactErrors: 'one' | 'listed' | 'named'
  /** The end of orders that are placed from now on. */
  fate: Fate
  /** The time in milliseconds until an order ends. */
  registrationTime: number
  /** The time in milliseconds in which a new domain's contact verification is not available yet. */
  verificationDelay: number
  /**
   * The way in which the endpoint for the contact verification answers. `absent`: 404 for every domain; `unregistered`:
   * it says that the domain is not registered.
   */
  contactVerification: 'served' | 'absent' | 'unregistered'
  /** Whether a purchase is accepted at any price, which the real registrar never does. */
  acceptsAnyPrice: boolean
  /** Whether DNS and certificates of attached domains are ready. */
  configured: boolean
}

export const COMPLETED: Fate = { status: 'completed', domainStatus: 'completed' }
export const PAYMENT_FAILED: Fate = {
  status: 'failed',
  domainStatus: 'failed',
  error: { code: 'payment-failed' },
}
export const REFUNDED: Fate = {
  status: 'failed',
  domainStatus: 'refunded',
  error: { code: 'unexpected-error' },
}

const MINUTE = 60_000

/** A state with one team, one project and no purchase. */
export function createState(teamId = 'team_sandbox'): RegistrarState {
  return {
    token: 'sandbox-registrar-token',
    teamId,
    projects: new Map([['site', new Map()]]),
    prices: new Map([
      ['com', { purchasePrice: 11.25, renewalPrice: 11.25, transferPrice: 11.25 }],
      ['net', { purchasePrice: '13.50', renewalPrice: '13.50', transferPrice: null }],
      ['org', { purchasePrice: 9.99, renewalPrice: 12.99, transferPrice: 12.99 }],
      ['app', { purchasePrice: 14.99, renewalPrice: '14.99', transferPrice: null }],
      ['cheap', { purchasePrice: 0.01, renewalPrice: 20, transferPrice: null }],
    ]),
    taken: new Set(),
    orders: new Map(),
    charges: [],
    verified: new Set(),
    paymentMethod: 'registered',
    contactErrors: 'one',
    fate: COMPLETED,
    registrationTime: MINUTE / 2,
    verificationDelay: 30 * MINUTE,
    contactVerification: 'served',
    acceptsAnyPrice: false,
    configured: true,
  }
}

export interface RegistrarDeps {
  readonly state: RegistrarState
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export function hasEnded(order: SandboxOrder, { state, now }: RegistrarDeps): boolean {
  return now() >= order.at + state.registrationTime
}

/**
 * The order through which the team owns `domain`; undefined before the order has completed and after the registration
 * has ended.
 */
export function ownership(domain: string, deps: RegistrarDeps): SandboxOrder | undefined {
  return [...deps.state.orders.values()].find(
    order =>
      order.domain === domain &&
      order.fate.domainStatus === 'completed' &&
      hasEnded(order, deps) &&
      deps.now() < expiryOf(order, deps.now()),
  )
}

/** The end of a registration; auto-renewal extends it until it is in the future. */
export function expiryOf({ at, years, autoRenew }: SandboxOrder, now: number): number {
  const expires = new Date(at)
  do expires.setUTCFullYear(expires.getUTCFullYear() + years)
  while (autoRenew && expires.getTime() <= now)
  return expires.getTime()
}
