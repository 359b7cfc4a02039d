/** An order is `purchasing`, `completed`, `registered` once the domain's record is found, and then `lapsed`. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import type { DomainRecord, Order } from '../remote/schema.ts'
import type { progressSchema } from '../stored-records.ts'

export type OrderProgress = Readonly<z.infer<typeof progressSchema>>
export type OrderState = OrderProgress['state']
type ReadTrouble = NonNullable<OrderProgress['trouble']>

export interface Observation {
  readonly order?: Order | undefined
  readonly record?: DomainRecord | undefined
}

const FIRST_WAIT = 2_000
const LONGEST_WAIT = 600_000

export function newProgress(attempt: { operation: string; claimedAt: number }): OrderProgress {
  return { ...attempt, state: 'purchasing', checks: 0, next: 0 }
}

/** Whether the order itself cannot change any more; a failed one may still be refunded. */
export function isSettled({ state }: Pick<OrderProgress, 'state'>): boolean {
  return wasRegistered({ state }) || state === 'refunded'
}

/** Whether the domain was registered. From then on its record decides, not the order. */
function wasRegistered({ state }: Pick<OrderProgress, 'state'>): boolean {
  return state === 'registered' || state === 'lapsed'
}

interface Ended {
  readonly state: 'lapsed' | 'failed' | 'refunded'
}

export type EndedOrder = OrderProgress & Ended

export function isReleasable<P extends Pick<OrderProgress, 'state'>>(progress: P): progress is P & Ended {
  return progress.state === 'lapsed' || wasUndone(progress)
}

/** Whether the registrar has charged nothing, or has refunded it. */
export function wasUndone({ state }: Pick<OrderProgress, 'state'>): boolean {
  return state === 'failed' || state === 'refunded'
}

const UNDATED_CHECK = 7 * 86_400_000

/** Whether to query the record again: at its known end or, without one, a week after the last query. */
export function mayHaveLapsed({ state, expiresAt, checkedAt = 0 }: OrderProgress, now: number): boolean {
  return state === 'registered' && now >= (expiresAt ?? checkedAt + UNDATED_CHECK)
}

/** The progress after a query of the order. Only `observeRegistration` ends the state `registered`. */
export function observeOrder(
  before: OrderProgress,
  { domain, observation }: { domain: string; observation: Observation },
  now: number,
): OrderProgress {
  if (wasRegistered(before)) return before
  const { order, record } = observation
  const mine = order?.domains.find(({ name }) => name === domain)
  const state = stateOf({ status: order?.status, domainStatus: mine?.status, found: record !== undefined })
  const checks = state === before.state ? before.checks + 1 : 1
  const { code: error, ...errorContent } = mine?.error ?? order?.error ?? {}
  return {
    operation: before.operation,
    claimedAt: before.claimedAt,
    state,
    status: order?.status,
    domainStatus: mine?.status,
    error,
    ...(Object.keys(errorContent).length > 0 && { errorContent }),
    expiresAt: record?.expiresAt,
    boughtAt: record?.boughtAt,
    checks,
    checkedAt: now,
    next: now + Math.min(FIRST_WAIT * 2 ** Math.min(checks - 1, 20), LONGEST_WAIT),
  }
}

export function observeRegistration(
  before: OrderProgress,
  record: DomainRecord | undefined,
  now: number,
): OrderProgress {
  if (!wasRegistered(before)) return before
  const state = record ? 'registered' : 'lapsed'
  const checks = state === before.state ? before.checks + 1 : 1
  const asked = { ...before, state, checks, checkedAt: now, next: now + LONGEST_WAIT } as const
  return record ? { ...asked, expiresAt: record.expiresAt } : asked
}

/** The progress with a failure; unchanged if it already records the same one, or if the order is settled. */
export function recordTrouble(
  before: OrderProgress,
  { kind, reason }: Omit<ReadTrouble, 'since'>,
  now: number,
): OrderProgress {
  const { trouble } = before
  if (isSettled(before) || (trouble?.kind === kind && isDeepStrictEqual(trouble.reason, reason)))
    return before
  // the time of the first 404 is kept, because a person may release the order a day after it
  return { ...before, trouble: { kind, reason, since: trouble?.kind === kind ? trouble.since : now } }
}

/** Whether to query the domain's record, which exists only after the order has completed. */
export function needsRecord(domain: string, order: Order | undefined): boolean {
  if (!order) return true
  const mine = order.domains.find(({ name }) => name === domain)
  return stateOf({ status: order.status, domainStatus: mine?.status, found: false }) === 'completed'
}

interface Statuses {
  readonly status: string | undefined
  /** The domain's status in the order; absent if the order does not name the domain. Then its own status counts. */
  readonly domainStatus: string | undefined
  readonly found: boolean
}

const ENDED: readonly OrderState[] = ['failed', 'refunded', 'refund-failed']
const PENDING = ['draft', 'purchasing', 'pending', 'completed']

function stateOf({ status, domainStatus, found }: Statuses): OrderState {
  const completed: OrderState = found ? 'registered' : 'completed'
  if (status === undefined) return completed
  const mine = domainStatus ?? status
  const ended = ENDED.find(state => state === mine)
  if (ended) return ended
  if (status === 'failed') return mine === 'pending' ? 'failed' : 'unrecognised'
  if (status === 'completed' && mine === 'completed') return completed
  return [status, mine].every(word => PENDING.includes(word)) ? 'purchasing' : 'unrecognised'
}
