/** Queries the registrar: about an order as the backoff allows, about a deadline at most every ten minutes. */
import { failureOf, hasCode } from '../../../core/errors.ts'
import { english } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import { isExplainedRefusal } from '../../../core/remote/effect.ts'
import type { RequestDeps } from '../deps.ts'
import { isCheckDue, recordRegistrarReply } from './deadline.ts'
import { hasDeadline, type PurchaseFacts } from './facts.ts'
import {
  isSettled,
  mayHaveLapsed,
  needsRecord,
  type Observation,
  type OrderProgress,
  observeOrder,
  observeRegistration,
  recordTrouble,
} from './progress.ts'
import { watchReleased } from './watch.ts'

export interface RefreshOptions {
  /** Set to query even before the backoff allows it: in the daily run, and for a person's decision. */
  readonly eager?: boolean
  /** Set to look also for purchases by attempts that a person has released. */
  readonly watches?: boolean
}

/** Returns the facts after queries to the registrar. If one fails, returns those known by then, with the reason. */
export async function refresh(
  facts: PurchaseFacts,
  options: RefreshOptions,
  deps: RequestDeps,
): Promise<PurchaseFacts> {
  if (!deps.mayStore) return facts
  let known = facts
  try {
    if (options.watches) known = await watchReleased(known, deps)
    const asked = await askOrder(known, options, deps)
    known = asked.facts
    if (asked.error !== undefined) throw asked.error
    return await refreshDeadline(known, deps)
  } catch (error) {
    return withFailure(known, error, deps)
  }
}

export function withFailure(facts: PurchaseFacts, error: unknown, deps: RequestDeps): PurchaseFacts {
  return { ...unasked(facts, failureOf(error), deps), limited: hasCode(error, 'limited') }
}

export function unasked(facts: PurchaseFacts, failure: Reason, { note }: RequestDeps): PurchaseFacts {
  note('registrar_unasked', { domain: facts.domain, error: english(failure) })
  return { ...facts, failure }
}

export interface Asked {
  readonly facts: PurchaseFacts
  readonly error?: unknown
}

/**
 * Queries the order or, if the registration may have ended, the domain's record. @throws AppError as the record does
 */
export async function askOrder(
  facts: PurchaseFacts,
  { eager = false }: RefreshOptions,
  deps: RequestDeps,
): Promise<Asked> {
  const { domain, progress: before } = facts
  if (!before || !(eager || deps.now() >= before.next)) return { facts }
  const { progress, error } = await nextProgress(facts, before, deps)
  if (progress.state !== before.state) {
    const { state, status, domainStatus, error: code } = progress
    deps.note('order', { domain, state, status, domainStatus, error: code })
  }
  return { facts: { ...facts, progress }, error }
}

interface Advanced extends Pick<Asked, 'error'> {
  readonly progress: OrderProgress
}

async function nextProgress(
  facts: PurchaseFacts,
  before: OrderProgress,
  deps: RequestDeps,
): Promise<Advanced> {
  const { domain, claim, deadline } = facts
  const isOver = before.state === 'registered' && deadline?.state === 'ended'
  if (isOver || before.state === 'lapsed' || mayHaveLapsed(before, deps.now())) {
    const record = await deps.client.domain(domain)
    const progress = await deps.progress.change(facts, (current, now) =>
      observeRegistration(current, record, now),
    )
    return { progress }
  }
  if (isSettled(before)) return { progress: before }
  // stored here, because the run that sent the purchase may have been interrupted before it stored the charge
  if (before.checks === 0) await deps.ledger.spend(claim.operation, claim.result?.orderId)
  return advance(facts, deps)
}

async function advance(facts: PurchaseFacts, deps: RequestDeps): Promise<Advanced> {
  const { domain } = facts
  const read = await observe(facts, deps).catch((error: unknown) => ({ error }))
  const progress = await deps.progress.change(facts, (current, now) =>
    'error' in read
      ? recordTrouble(current, troubleOf(read.error), now)
      : observeOrder(current, { domain, observation: read }, now),
  )
  return 'error' in read ? { progress, error: read.error } : { progress }
}

function troubleOf(error: unknown) {
  return { kind: isExplainedRefusal(error, 404) ? 'missing' : 'unread', reason: failureOf(error) } as const
}

async function observe({ domain, claim }: PurchaseFacts, { client }: RequestDeps): Promise<Observation> {
  const orderId = claim.result?.orderId
  const order = orderId === undefined ? undefined : await client.order(orderId)
  return { order, record: needsRecord(domain, order) ? await client.domain(domain) : undefined }
}

/** Queries about the contact, which the registrar knows only once the domain is registered. */
async function refreshDeadline(facts: PurchaseFacts, deps: RequestDeps): Promise<PurchaseFacts> {
  const { domain, deadline: before, progress } = facts
  const registered = progress?.state === 'registered' && hasDeadline(facts)
  if (!before || !registered || !isCheckDue(before, deps.now())) return facts
  const verification = await deps.client.verification(domain)
  const deadline = await deps.deadlines.change(facts, (current, now) =>
    recordRegistrarReply(current, verification, now),
  )
  if (deadline.state !== before.state) deps.note('contact_verification', { domain, state: deadline.state })
  return { ...facts, deadline }
}
