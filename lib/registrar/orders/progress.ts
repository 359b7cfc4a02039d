/**
 * How an ordered domain comes along: purchasing, then completed, then registered once its record is found. The
 * registrar's own words are kept as they come; one that nobody has heard of is reported and asked about again. Pure.
 */
import type { DomainRecord, Order } from '../remote/schema.ts'

export type OrderState =
  /** Accepted, not completed. */
  | 'purchasing'
  /** Order and domain completed, the record not found yet. */
  | 'completed'
  /** Order completed, domain completed, record found: the end. */
  | 'registered'
  | 'failed'
  /** Failed, and the money came back. */
  | 'refunded'
  /** Failed, and the money did not come back: for a person and the registrar. */
  | 'refund-failed'
  /** A word that is not known here. */
  | 'unrecognised'

export interface OrderProgress {
  /** The attempt that it belongs to, and when that began: a later one of the same domain starts anew. */
  readonly operation: string
  readonly claimedAt: number
  readonly state: OrderState
  /** The registrar's words, as they came. */
  readonly status?: string | undefined
  readonly domainStatus?: string | undefined
  /** The code of what went wrong. */
  readonly error?: string | undefined
  readonly expiresAt?: number | undefined
  readonly boughtAt?: number | undefined
  /** How often the registrar was asked, when last, and from when it may be asked again; milliseconds since the epoch. */
  readonly checks: number
  readonly checkedAt?: number | undefined
  readonly next: number
}

/** What the registrar said when it was asked. */
export interface Observation {
  /** Absent where the purchase has no order to ask for. */
  readonly order?: Order | undefined
  readonly record?: DomainRecord | undefined
}

const FIRST_WAIT = 2_000
const LONGEST_WAIT = 600_000

/** Before anything was asked. */
export function newProgress(attempt: { operation: string; claimedAt: number }): OrderProgress {
  return { ...attempt, state: 'purchasing', checks: 0, next: 0 }
}

/** Whether there is nothing more to ask for. A failed order may still be refunded. */
export function isSettled({ state }: Pick<OrderProgress, 'state'>): boolean {
  return state === 'registered' || state === 'refunded'
}

/** Whether a person may release the purchase, so that the domain can be bought again: no money is with the registrar. */
export function isReleasable({ state }: Pick<OrderProgress, 'state'>): boolean {
  return state === 'failed' || state === 'refunded'
}

/** The progress after an observation at `now`. What is registered stays so. */
export function observeOrder(
  before: OrderProgress,
  { domain, observation }: { domain: string; observation: Observation },
  now: number,
): OrderProgress {
  if (before.state === 'registered') return before
  const { order, record } = observation
  const mine = order?.domains.find(({ name }) => name === domain)
  const state = stateOf({ status: order?.status, domainStatus: mine?.status, found: record !== undefined })
  const checks = state === before.state ? before.checks + 1 : 1
  return {
    operation: before.operation,
    claimedAt: before.claimedAt,
    state,
    status: order?.status,
    domainStatus: mine?.status,
    error: mine?.error ?? order?.error,
    expiresAt: record?.expiresAt,
    boughtAt: record?.boughtAt,
    checks,
    checkedAt: now,
    next: now + Math.min(FIRST_WAIT * 2 ** Math.min(checks - 1, 20), LONGEST_WAIT),
  }
}

/** Whether the domain's record is worth asking for: only after the order has completed is it visible. */
export function wantsRecord(domain: string, order: Order | undefined): boolean {
  if (!order) return true
  const mine = order.domains.find(({ name }) => name === domain)
  return stateOf({ status: order.status, domainStatus: mine?.status, found: false }) === 'completed'
}

interface Told {
  readonly status: string | undefined
  /** Absent where the order names no such domain: then its own status stands for it. */
  readonly domainStatus: string | undefined
  readonly found: boolean
}

/** Words of a domain in an order that end it, whatever the order says. */
const ENDED: readonly OrderState[] = ['failed', 'refunded', 'refund-failed']
const PENDING = ['draft', 'purchasing', 'pending', 'completed']

function stateOf({ status, domainStatus, found }: Told): OrderState {
  const completed: OrderState = found ? 'registered' : 'completed'
  if (status === undefined) return completed
  const mine = domainStatus ?? status
  const ended = ENDED.find(state => state === mine)
  if (ended) return ended
  if (status === 'failed') return mine === 'pending' ? 'failed' : 'unrecognised'
  if (status === 'completed' && mine === 'completed') return completed
  return [status, mine].every(word => PENDING.includes(word)) ? 'purchasing' : 'unrecognised'
}
