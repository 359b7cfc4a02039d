/** What of a delivery is not sent, from what is stored, and the deliveries that a person has to continue. */
import type { Claim, SeenClaim } from '../../../core/claims/claim.ts'
import type { Mark } from '../../../core/claims/open-cases.ts'
import { mapConcurrently } from '../../../core/concurrency.ts'
import { DELIVERY_REASONS } from '../../../core/language/catalogue/reasons/chat.ts'
import { english } from '../../../core/language/sentence.ts'
import { readAll } from '../../../core/store/list.ts'
import type { RequestDeps } from '../request-deps.ts'
import type { MadeChannel, SentMessage, StoredDelivery, Target } from '../schema.ts'
import { caseOf } from './cases.ts'
import { channelCase } from './private-channel.ts'
import { undoneState } from './settle.ts'
import { deliveryFormat, deliveryKey } from './stored-delivery.ts'
import type { TargetReport } from './summary.ts'

type Unsent = Pick<TargetReport, 'state' | 'reason'>

/** What became of a message that was not sent, by its claim, if it has one. */
export function unsentState(
  { id }: Target,
  { delivery, claim }: { delivery: StoredDelivery; claim: Claim<SentMessage> | undefined },
): Unsent {
  if (claim) return { state: undoneState(claim), reason: claim.reason }
  const refusal = delivery.refusals?.[id]
  if (refusal !== undefined) return { state: 'refused', reason: refusal }
  return { state: 'waiting', reason: english(DELIVERY_REASONS.notSentYet) }
}

/** A delivery of which something is neither sent nor refused. */
export interface OpenDelivery {
  readonly delivery: StoredDelivery
  /** Of each message that is not sent; while its private channel is not created, of each of its people. */
  readonly unsent: readonly Unsent[]
  /** The claim of the private channel that is not created yet. */
  readonly channel?: SeenClaim<MadeChannel> | undefined
  /** When it was read: milliseconds since the epoch, the store's time. */
  readonly seenAt: number
}

type ReadDeps = Pick<RequestDeps, 'store' | 'messages' | 'channels'>

/** The deliveries with these marks that are open, and the marks of the closed ones; one that is not stored yet is neither. */
export async function readMarked(
  marks: readonly Mark[],
  deps: ReadDeps,
): Promise<{ readonly open: OpenDelivery[]; readonly closed: Mark[] }> {
  const answers = await readAll(
    deps.store,
    marks.map(({ key }) => deliveryKey(key)),
  )
  const open: OpenDelivery[] = []
  const closed: Mark[] = []
  for (const [at, mark] of marks.entries()) {
    const answer = answers[at]
    if (!answer?.record) continue
    const found = await readOpen(deliveryFormat.parse(answer.record.value), answer.now, deps)
    if (found) open.push(found)
    else closed.push(mark)
  }
  return { open, closed }
}

/** Undefined if the delivery is closed. */
async function readOpen(
  delivery: StoredDelivery,
  seenAt: number,
  { messages, channels }: ReadDeps,
): Promise<OpenDelivery | undefined> {
  const { making, targets, name } = delivery
  const states = await mapConcurrently(targets, async target => {
    const claim = await messages.read(caseOf(name, target))
    return claim?.result ? [] : [unsentState(target, { delivery, claim })]
  })
  const unsent = states.flat()
  if (unsent.every(({ state }) => state === 'refused')) return undefined
  const channel = making && (await channels.read(channelCase(making)))
  return { delivery, unsent, channel, seenAt }
}
