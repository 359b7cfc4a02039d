/** The dates of purchases, in milliseconds since the epoch. Pure. */
import { hasDeadline, type PurchaseFacts } from './facts.ts'

const ORDER_LIMIT = 86_400_000

export interface OpenDeadline {
  readonly domain: string
  readonly verifyBy: number
}

export interface OrderLimit {
  readonly domain: string
  readonly by: number
}

export interface Registration {
  readonly domain: string
  readonly endsAt: number
  readonly autoRenew: boolean
}

/** The open deadlines, the most urgent first. */
export function openDeadlines(facts: readonly PurchaseFacts[]): OpenDeadline[] {
  return facts
    .filter(hasDeadline)
    .flatMap(({ domain, deadline }) =>
      deadline?.state === 'open' ? [{ domain, verifyBy: deadline.verifyBy }] : [],
    )
    .toSorted((one, other) => one.verifyBy - other.verifyBy)
}

export function orderLimits(facts: readonly PurchaseFacts[]): OrderLimit[] {
  return facts.flatMap(({ domain, progress }) =>
    progress?.state === 'purchasing' || progress?.state === 'completed'
      ? [{ domain, by: progress.claimedAt + ORDER_LIMIT }]
      : [],
  )
}

/** The registrations of which the registrar has named the end. */
export function registrations(facts: readonly PurchaseFacts[]): Registration[] {
  return facts.flatMap(({ domain, claim, progress }) =>
    progress?.state === 'registered' && progress.expiresAt !== undefined
      ? [{ domain, endsAt: progress.expiresAt, autoRenew: claim.result?.autoRenew === true }]
      : [],
  )
}
