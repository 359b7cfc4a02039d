/** What is due at the registrar by when, from what is stored. Moments are milliseconds since the epoch. */
import { mapConcurrently } from '../../../core/concurrency.ts'
import type { RequestDeps } from '../deps.ts'
import { type PurchaseFacts, readFacts } from './facts.ts'

/** An order is usually done within minutes; people are told of one that takes a day. */
const ORDER_LIMIT = 86_400_000

export interface OrderLimit {
  readonly domain: string
  readonly by: number
}

export interface Registration {
  readonly domain: string
  readonly endsAt: number
  /** Whether the registrar renews it by itself. */
  readonly autoRenew: boolean
}

/** By when each order that is going on must be done. */
export function orderLimits(facts: readonly PurchaseFacts[]): OrderLimit[] {
  return facts.flatMap(({ domain, progress }) =>
    progress?.state === 'purchasing' || progress?.state === 'completed'
      ? [{ domain, by: progress.claimedAt + ORDER_LIMIT }]
      : [],
  )
}

/** The registrations that end from now until `until`, the first to end first. @throws AppError `store_unavailable` */
export async function registrationsEnding(until: number, deps: RequestDeps): Promise<Registration[]> {
  const now = deps.now()
  const domains = await deps.expiries.coming(now, until)
  const read = await mapConcurrently(domains, domain => readFacts(domain, deps))
  return read
    .flatMap(facts => (facts ? endOf(facts) : []))
    .filter(({ endsAt }) => now <= endsAt && endsAt <= until)
    .toSorted((one, other) => one.endsAt - other.endsAt)
}

function endOf({ domain, claim, progress }: PurchaseFacts): Registration[] {
  if (progress?.state !== 'registered' || progress.expiresAt === undefined) return []
  return [{ domain, endsAt: progress.expiresAt, autoRenew: claim.result?.autoRenew === true }]
}
