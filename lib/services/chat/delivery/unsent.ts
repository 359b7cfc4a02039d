import type { SeenClaim } from '../../../core/claims/claim.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import type { ListedPage } from '../../../core/store/list.ts'
import { mapConcurrently } from '../../../core/work/concurrency.ts'
import { type UndoneState, undoneState } from '../acts/once.ts'
import { channelCase } from '../acts/private-channel.ts'
import { DELIVERY_REASONS } from '../acts/words.ts'
import type { RequestDeps } from '../deps.ts'
import type { MadeChannel, SentMessage, StoredDelivery, Target } from '../schema.ts'
import { caseOf } from './cases.ts'
import { closeDelivery, deliveryFormat } from './stored-delivery.ts'
import type { TargetReport } from './summary.ts'

type Unsent = Pick<TargetReport, 'state' | 'reason'>

/** The state from the claim or, without one, from the refusal that is stored with the delivery. */
export function unsentState(
  { id, kind }: Target,
  { delivery, claim }: { delivery: StoredDelivery; claim: Claim<SentMessage> | undefined },
): Unsent {
  if (claim) return { state: stateAt(kind, undoneState(claim)), reason: claim.reason }
  const refusal = delivery.refusals?.[id]
  if (refusal !== undefined) return { state: 'refused', reason: refusal }
  return { state: 'waiting', reason: phrase(DELIVERY_REASONS.notSentYet) }
}

/** A person's refusal is final. A message that a channel refuses waits until a person gives the bot access. */
export function stateAt(kind: Target['kind'], state: UndoneState): UndoneState {
  return kind === 'channel' && state === 'refused' ? 'waiting' : state
}

/** A delivery with a message that is not sent, and that its recipient has not refused. */
export interface OpenDelivery {
  readonly delivery: StoredDelivery
  /** The unsent messages. Before the private channel is created, there is one for each of its people. */
  readonly unsent: readonly Unsent[]
  /** The claim of the private channel, if the channel is not created yet. */
  readonly channel?: SeenClaim<MadeChannel> | undefined
  /** The time at which kura read the delivery, in milliseconds since the epoch by the store's clock. */
  readonly seenAt: number
}

type ReadDeps = Pick<RequestDeps, 'store' | 'mayStore' | 'messages' | 'channels'>

/** The open deliveries. If all unsent messages were refused, the delivery only stays in the index for another run. */
export async function openAmong(
  { records, now }: Omit<ListedPage, 'next'>,
  deps: ReadDeps,
): Promise<OpenDelivery[]> {
  const deliveries = records.map(({ value }) => deliveryFormat.parse(value))
  const open = await mapConcurrently(deliveries, delivery => readOpen(delivery, now, deps))
  return open.flat()
}

async function readOpen(delivery: StoredDelivery, seenAt: number, deps: ReadDeps): Promise<OpenDelivery[]> {
  const { making, targets, name } = delivery
  const claims = await deps.messages.readAll(targets.map(target => caseOf(name, target)))
  const unsent = targets.flatMap((target, at) => {
    const claim = claims[at]
    return claim?.result ? [] : [unsentState(target, { delivery, claim })]
  })
  if (unsent.length === 0 && deps.mayStore) await closeDelivery(name, deps.store)
  if (unsent.every(({ state }) => state === 'refused')) return []
  const channel = making && (await deps.channels.read(channelCase(making)))
  return [{ delivery, unsent, channel, seenAt }]
}
