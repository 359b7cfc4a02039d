/** The replies: moments are ISO 8601 and amounts are cents, and there is no contact data. */
import { saidReason } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { RegistrarReply } from '../contract.ts'
import { dueReminder } from '../orders/deadline.ts'
import { hasDeadline, isOverdue, type PurchaseFacts } from '../orders/facts.ts'
import type { OrderProgress } from '../orders/progress.ts'
import type { OrderError, OrderErrorContent } from '../remote/order-error.ts'
import type { ContactVerification, DomainRecord, Order } from '../remote/schema.ts'

type PurchaseView = RegistrarReply<'purchase'>

export function viewPurchase(facts: PurchaseFacts, now: number): PurchaseView {
  const { domain, claim, progress, failure } = facts
  const verification = viewDeadline(facts, now)
  const { result } = claim
  const done = claim.state === 'done'
  return {
    domain,
    state: stateOf(facts),
    operation: claim.operation,
    seenAt: iso(claim.seenAt),
    ...(claim.reason && { reason: saidReason(claim.reason) }),
    ...failureMembers(failure),
    ...(done &&
      result && {
        orderId: result.orderId,
        boughtAt: iso(result.at),
        cents: result.cents,
        years: result.years,
        autoRenew: result.autoRenew,
        incident: result.incident || undefined,
      }),
    ...(progress && { order: viewProgress(progress), expiresAt: isoOf(progress.expiresAt) }),
    ...(verification && { verification }),
    steps: claim.steps.map(({ state, at, by, reason }) => ({
      state,
      at: iso(at),
      by,
      ...(reason && { reason: saidReason(reason) }),
    })),
  }
}

export function failureMembers(failure: Reason | undefined) {
  return failure === undefined ? {} : { failure: saidReason(failure) }
}

function stateOf({ claim, progress }: PurchaseFacts): PurchaseView['state'] {
  if (claim.state === 'claimed') return 'buying'
  return claim.state === 'done' ? (progress?.state ?? 'purchasing') : claim.state
}

function viewProgress(progress: OrderProgress): PurchaseView['order'] {
  const { status, domainStatus, error, errorContent, trouble, checkedAt, next } = progress
  return {
    status,
    domainStatus,
    error,
    ...(errorContent && { errorContent: viewErrorContent(errorContent) }),
    ...(trouble && {
      trouble: { ...trouble, reason: saidReason(trouble.reason), since: iso(trouble.since) },
    }),
    checkedAt: isoOf(checkedAt),
    askAgainAt: next === 0 ? undefined : iso(next),
  }
}

export function viewOrder({ orderId, status, error, domains }: Order): RegistrarReply<'order'> {
  return {
    orderId,
    status,
    ...viewError(error),
    domains: domains.map(({ error, ...domain }) => ({ ...domain, ...viewError(error) })),
  }
}

function viewError(error: OrderError | undefined) {
  if (!error) return {}
  const { code, ...content } = error
  const hasContent = Object.keys(content).length > 0
  return { error: code, ...(hasContent && { errorContent: viewErrorContent(content) }) }
}

function viewErrorContent({ outages, ...content }: OrderErrorContent) {
  const shown = outages?.map(({ tld, endsAt }) => ({ tld, endsAt: iso(endsAt) }))
  return { ...content, ...(shown && { outages: shown }) }
}

/** The view of the deadline; undefined if the purchase has none. */
export function viewDeadline(facts: PurchaseFacts, now: number): PurchaseView['verification'] {
  const { deadline } = facts
  if (!deadline || !hasDeadline(facts)) return undefined
  const due = dueReminder(deadline, now)
  const { state, verifyBy, source, boughtAt, verifiedBy, verifiedAt, remindedAt } = deadline
  return {
    state: isOverdue(facts, now) ? 'overdue, may be suspended' : state,
    verifyBy: iso(verifyBy),
    source,
    boughtAt: iso(boughtAt),
    ...(due && { day: due.day }),
    ...(verifiedBy && { verifiedBy, verifiedAt: isoOf(verifiedAt) }),
    ...(remindedAt && { remindedAt: iso(remindedAt) }),
    ...(deadline.reopened && { reopened: true }),
    ...(deadline.contradicted && { contradicted: true }),
  }
}

export function viewDomain({ boughtAt, expiresAt, ...rest }: DomainRecord) {
  return { ...rest, boughtAt: isoOf(boughtAt), expiresAt: isoOf(expiresAt) }
}

/** The view of the verification, without the e-mail address. */
export function viewVerification(
  verification: ContactVerification,
): Omit<RegistrarReply<'contactVerification'>, 'domain'> {
  const { state } = verification
  return state === 'pending' ? { state, verifyBy: isoOf(verification.verifyBy) } : { state }
}

function iso(moment: number): string {
  return new Date(moment).toISOString()
}

function isoOf(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : iso(moment)
}
