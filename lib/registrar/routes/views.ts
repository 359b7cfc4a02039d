/** What a caller sees of the stored facts: moments as ISO 8601, amounts in cents, no contact data. */
import { type Deadline, dueReminder } from '../orders/deadline.ts'
import { hasDeadline, type PurchaseFacts } from '../orders/facts.ts'
import type { ContactVerification, DomainRecord } from '../remote/schema.ts'

/** A purchase and what has become of it. */
export function viewPurchase(facts: PurchaseFacts, now: number) {
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
    ...(progress && {
      order: {
        status: progress.status,
        domainStatus: progress.domainStatus,
        error: progress.error,
        checkedAt: iso(progress.checkedAt),
        askAgainAt: progress.next === 0 ? undefined : iso(progress.next),
      },
      expiresAt: iso(progress.expiresAt),
    }),
    ...(deadline && hasDeadline(facts) && { verification: viewDeadline(deadline, now) }),
    steps: claim.steps.map(({ state, at, by, reason }) => ({ state, at: iso(at), by, reason })),
  }
}

/** One word for how a purchase stands. */
function stateOf({ claim, progress }: PurchaseFacts): string {
  if (claim.state === 'claimed') return 'buying'
  return claim.state === 'done' ? (progress?.state ?? 'purchasing') : claim.state
}

/** A deadline, with the reminder that is due. */
export function viewDeadline(deadline: Deadline, now: number) {
  const due = dueReminder(deadline, now)
  return {
    state:
      deadline.state === 'open' && now > deadline.verifyBy ? 'overdue, may be suspended' : deadline.state,
    verifyBy: iso(deadline.verifyBy),
    source: deadline.source,
    boughtAt: iso(deadline.boughtAt),
    ...(due && { day: due.day }),
    ...(deadline.verifiedBy && { verifiedBy: deadline.verifiedBy, verifiedAt: iso(deadline.verifiedAt) }),
    ...(deadline.remindedAt && { remindedAt: iso(deadline.remindedAt) }),
    ...(deadline.reopened && { reopened: true }),
  }
}

/** A domain's record. */
export function viewDomain({ boughtAt, expiresAt, ...rest }: DomainRecord) {
  return { ...rest, boughtAt: iso(boughtAt), expiresAt: iso(expiresAt) }
}

/** What the registrar says of the registrant's e-mail, without the address. */
export function viewVerification(said: ContactVerification) {
  return said.state === 'pending' ? { state: said.state, verifyBy: iso(said.verifyBy) } : said
}

function iso(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString()
}
