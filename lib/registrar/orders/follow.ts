/**
 * Follows a purchase: each read of it, and the daily run, asks the registrar what has changed and stores it. The registrar
 * is asked no more often than the backoff allows, over as many invocations as it takes.
 */
import { hasCode, messageOf } from '../../errors.ts'
import type { RequestDeps } from '../deps.ts'
import type { PurchaseClaim } from '../purchase/purchase.ts'
import { isCheckDue, recordRegistrarReply } from './deadline.ts'
import { hasDeadline, type PurchaseFacts } from './facts.ts'
import { isSettled, needsRecord, type Observation, observeOrder } from './progress.ts'

export interface RefreshOptions {
  /** Asks about an order even if the backoff does not allow it yet: for the daily run and for a person's decision. */
  readonly eager?: boolean
}

/** The facts after asking what may be asked now; if the registrar cannot be asked, what was known before, and why. */
export async function refresh(
  facts: PurchaseFacts,
  options: RefreshOptions,
  deps: RequestDeps,
): Promise<PurchaseFacts> {
  if (facts.claim.state !== 'done' || !deps.mayStore) return facts
  let known = facts
  try {
    known = await refreshOrder(facts, options, deps)
    return await refreshDeadline(known, deps)
  } catch (error) {
    return withFailure(known, error, deps)
  }
}

/** The facts as they were, with the reason why the registrar could not be asked. */
export function withFailure(facts: PurchaseFacts, error: unknown, { note }: RequestDeps): PurchaseFacts {
  const failure = messageOf(error)
  note('registrar_unasked', { domain: facts.domain, error: failure })
  return { ...facts, failure, limited: hasCode(error, 'limited') }
}

/** The facts after asking for the order. @throws AppError if the registrar cannot be asked */
export async function refreshOrder(
  facts: PurchaseFacts,
  { eager = false }: RefreshOptions,
  deps: RequestDeps,
): Promise<PurchaseFacts> {
  const { domain, claim, progress: before } = facts
  const due = before && !isSettled(before) && (eager || deps.now() >= before.next)
  if (!due) return facts
  if (before.checks === 0) await deps.ledger.spend(claim.operation)
  const observation = await observe(domain, claim, deps)
  const progress = await deps.progress.change(domain, {
    claim,
    next: (current, now) => observeOrder(current, { domain, observation }, now),
  })
  if (progress.state !== before.state) {
    const { state, status, domainStatus, error } = progress
    deps.note('order', { domain, state, status, domainStatus, error })
  }
  return { ...facts, progress }
}

async function observe(domain: string, claim: PurchaseClaim, { client }: RequestDeps): Promise<Observation> {
  const orderId = claim.result?.orderId
  const order = orderId === undefined ? undefined : await client.order(orderId)
  return { order, record: needsRecord(domain, order) ? await client.domain(domain) : undefined }
}

/** The registrar knows of a contact only once the domain is registered. */
async function refreshDeadline(facts: PurchaseFacts, deps: RequestDeps): Promise<PurchaseFacts> {
  const { domain, claim, deadline: before, progress } = facts
  const registered = progress?.state === 'registered' && hasDeadline(facts)
  if (!before || !registered || !isCheckDue(before, deps.now())) return facts
  const verification = await deps.client.verification(domain)
  const deadline = await deps.deadlines.change(domain, {
    claim,
    next: (current, now) => recordRegistrarReply(current, verification, now),
  })
  if (deadline.state !== before.state) deps.note('contact_verification', { domain, state: deadline.state })
  return { ...facts, deadline }
}
