/** What the registrar's stand-in knows, and what can be switched about it. Money is in integer cents of US dollars. */

/** A price as the wire carries it: all three forms have been seen. */
export type WirePrice = number | string | null

export interface TldPrices {
  readonly purchasePrice: WirePrice
  readonly renewalPrice: WirePrice
  readonly transferPrice: WirePrice
}

/** How an order ends once its time has passed; `status` and `domainStatus` may be words that nobody has heard of. */
export interface Fate {
  readonly status: string
  readonly domainStatus: string
  readonly error?: { readonly code: string; readonly details?: Readonly<Record<string, unknown>> }
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

/** Money that was taken; a refund is counted too, never taken back silently. */
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
  /** Attached domains by name, for each project. */
  readonly projects: Map<string, Map<string, AttachedDomain>>
  /** Prices of a year by top-level domain; another one is not sold. */
  readonly prices: Map<string, TldPrices>
  /** Domains that somebody else has. */
  readonly taken: Set<string>
  readonly orders: Map<string, SandboxOrder>
  readonly charges: Charge[]
  /** Domains whose registrant has followed the verification link. */
  readonly verified: Set<string>
  /** `missing`: the purchase is refused; `declined`: it is accepted and its order fails. */
  paymentMethod: 'registered' | 'missing' | 'declined'
  /** How wrong contact fields are told: the first one, all of them, or the first one in a flat error. */
  contactErrors: 'one' | 'listed' | 'named'
  /** How the orders end that are placed from now on. */
  fate: Fate
  /** Milliseconds until an order ends. */
  registrationTime: number
  /** Milliseconds for which a fresh domain's contact cannot be asked for. */
  verificationDelay: number
  /** `absent`: the endpoint answers 404 for every domain. */
  contactVerification: 'served' | 'absent'
  /** The fault that must never be: a purchase at any price is accepted. */
  acceptsAnyPrice: boolean
  /** Whether DNS and certificates of attached domains are in place. */
  configured: boolean
}

/** An order that ends well. */
export const COMPLETED: Fate = { status: 'completed', domainStatus: 'completed' }
/** An order whose payment fails. */
export const PAYMENT_FAILED: Fate = {
  status: 'failed',
  domainStatus: 'failed',
  error: { code: 'payment-failed' },
}
/** An order that fails and whose money comes back. */
export const REFUNDED: Fate = {
  status: 'failed',
  domainStatus: 'refunded',
  error: { code: 'unexpected-error' },
}

const MINUTE = 60_000

/** A fresh world: one team, one project, no purchase. */
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

/** The world and its time. */
export interface World {
  readonly state: RegistrarState
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Whether the time of `order` has passed. */
export function hasEnded(order: SandboxOrder, { state, now }: World): boolean {
  return now() >= order.at + state.registrationTime
}

/** The order that made the team own `domain`; undefined until it has completed. */
export function ownership(domain: string, world: World): SandboxOrder | undefined {
  return [...world.state.orders.values()].find(
    order => order.domain === domain && order.fate.domainStatus === 'completed' && hasEnded(order, world),
  )
}
