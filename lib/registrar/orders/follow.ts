/**
 * Following a purchase: each read of it, and the daily run, asks the registrar what has changed since and keeps it. The
 * registrar is asked no more often than the backoff allows, over as many invocations as it takes.
 */
import { hasCode, messageOf } from '../../errors.ts'
import type { Surroundings } from '../deps.ts'
import type { PurchaseClaim } from '../purchase/purchase.ts'
import { hearRegistrar, mayAsk } from './deadline.ts'
import { hasDeadline, type PurchaseFacts } from './facts.ts'
import { isSettled, type Observation, observeOrder, wantsRecord } from './progress.ts'

/** How eagerly: a look asks only where the backoff allows it, the daily run and a decision ask in any case. */
export interface LookOptions {
  readonly eager?: boolean
}

/** The facts after asking whatever may be asked now; where the registrar cannot be asked, as they are known, and why. */
export async function look(
  facts: PurchaseFacts,
  surroundings: Surroundings,
  options: LookOptions = {},
): Promise<PurchaseFacts> {
  if (facts.claim.state !== 'done' || !surroundings.mayStore) return facts
  let known = facts
  try {
    known = await followOrder(facts, surroundings, options)
    return await followDeadline(known, surroundings)
  } catch (error) {
    return unasked(known, error, surroundings)
  }
}

/** The facts as they are known, with what kept the registrar from being asked. */
export function unasked(facts: PurchaseFacts, error: unknown, { note }: Surroundings): PurchaseFacts {
  const failure = messageOf(error)
  note('registrar_unasked', { domain: facts.domain, error: failure })
  return { ...facts, failure, limited: hasCode(error, 'limited') }
}

/** The facts after asking for the order. @throws AppError where the registrar cannot be asked */
export async function followOrder(
  facts: PurchaseFacts,
  surroundings: Surroundings,
  { eager = false }: LookOptions = {},
): Promise<PurchaseFacts> {
  const { domain, claim, progress: before } = facts
  const due = before && !isSettled(before) && (eager || surroundings.now() >= before.next)
  if (!due) return facts
  if (before.checks === 0) await surroundings.purse.spend(claim.operation)
  const observation = await observe(domain, { claim, surroundings })
  const progress = await surroundings.progress.change(domain, {
    claim,
    next: (current, now) => observeOrder(current, { domain, observation }, now),
  })
  if (progress.state !== before.state) {
    const { state, status, domainStatus, error } = progress
    surroundings.note('order', { domain, state, status, domainStatus, error })
  }
  return { ...facts, progress }
}

async function observe(
  domain: string,
  { claim, surroundings: { client } }: { claim: PurchaseClaim; surroundings: Surroundings },
): Promise<Observation> {
  const orderId = claim.result?.orderId
  const order = orderId === undefined ? undefined : await client.order(orderId)
  return { order, record: wantsRecord(domain, order) ? await client.domain(domain) : undefined }
}

/** The registrar knows of a contact only once the domain is registered. */
async function followDeadline(facts: PurchaseFacts, surroundings: Surroundings): Promise<PurchaseFacts> {
  const { domain, claim, deadline, progress } = facts
  const askable = progress?.state === 'registered' && hasDeadline(facts)
  if (!deadline || !askable || !mayAsk(deadline, surroundings.now())) return facts
  const said = await surroundings.client.verification(domain)
  const heard = await surroundings.deadlines.change(domain, {
    claim,
    next: (current, now) => hearRegistrar(current, said, now),
  })
  if (heard.state !== deadline.state)
    surroundings.note('contact_verification', { domain, state: heard.state })
  return { ...facts, deadline: heard }
}
