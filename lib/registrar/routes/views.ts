/** The replies for what is stored: moments as ISO 8601, amounts in cents, no contact data. */
import type { RegistrarReply } from '../contract.ts'
import { type Deadline, dueReminder } from '../orders/deadline.ts'
import { hasDeadline, type PurchaseFacts } from '../orders/facts.ts'
import type { OrderProgress } from '../orders/progress.ts'
import type { ContactVerification, DomainRecord } from '../remote/schema.ts'

type PurchaseView = RegistrarReply<'purchase'>

/** A purchase, and what has become of it. */
export function viewPurchase(facts: PurchaseFacts, now: number): PurchaseView {
  const { domain, claim, progress, deadline, failure } = facts
  const { result } = claim
  const done = claim.state === 'done'
  return {
    domain,
    state: stateOf(facts),
    ...(claim.reason && { reason: claim.reason }),
    ...(failure && { failure }),
    ...(done &&
      result && {
        orderId: result.orderId,
        boughtAt: iso(result.at),
        cents: result.cents,
        years: result.years,
        autoRenew: result.autoRenew,
        incident: result.incident || undefined,
      }),
    ...(progress && { order: viewOrder(progress), expiresAt: isoOf(progress.expiresAt) }),
    ...(deadline && hasDeadline(facts) && { verification: viewDeadline(deadline, now) }),
    steps: claim.steps.map(({ state, at, by, reason }) => ({ state, at: iso(at), by, reason })),
  }
}

/** The state of the claim, or once the purchase is made, of its order. */
function stateOf({ claim, progress }: PurchaseFacts): PurchaseView['state'] {
  if (claim.state === 'claimed') return 'buying'
  return claim.state === 'done' ? (progress?.state ?? 'purchasing') : claim.state
}

function viewOrder(progress: OrderProgress): PurchaseView['order'] {
  const { status, domainStatus, error, checkedAt, next } = progress
  const askAgainAt = next === 0 ? undefined : iso(next)
  return { status, domainStatus, error, checkedAt: isoOf(checkedAt), askAgainAt }
}

/** A deadline, with the reminder that is due. */
export function viewDeadline(
  deadline: Deadline,
  now: number,
): NonNullable<RegistrarReply<'purchase'>['verification']> {
  const due = dueReminder(deadline, now)
  const { state, verifyBy, source, boughtAt, verifiedBy, verifiedAt, remindedAt, reopened } = deadline
  return {
    state: state === 'open' && now > verifyBy ? 'overdue, may be suspended' : state,
    verifyBy: iso(verifyBy),
    source,
    boughtAt: iso(boughtAt),
    ...(due && { day: due.day }),
    ...(verifiedBy && { verifiedBy, verifiedAt: isoOf(verifiedAt) }),
    ...(remindedAt && { remindedAt: iso(remindedAt) }),
    ...(reopened && { reopened: true }),
  }
}

/** A domain's record. */
export function viewDomain({ boughtAt, expiresAt, ...rest }: DomainRecord) {
  return { ...rest, boughtAt: isoOf(boughtAt), expiresAt: isoOf(expiresAt) }
}

/** What the registrar says of the registrant's e-mail, without the address. */
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
