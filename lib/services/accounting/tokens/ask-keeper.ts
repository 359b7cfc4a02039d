/** Asking the keeper over the store: one read, and a swap if the decision is a lease. */

import { changeCredential, type TokenDeps } from './deps.ts'
import { unauthorized } from './exchange/refusals.ts'
import { type AccessDecision, type AccessRequest, type Blocker, decideAccess, GRACE } from './keeper.ts'
import { ROOM } from './rotate.ts'
import { storeKept } from './storing/answer.ts'

/** What the keeper decided, and when. */
export interface KeeperReply {
  readonly decision: AccessDecision
  /** Names the lease, if the decision is one. */
  readonly operation: string
  /** The store's time, and the clock when the keeper was asked: together they date everything later. */
  readonly now: number
  readonly askedAt: number
}

type Question = Pick<AccessRequest, 'blockedBy' | 'rejected' | 'due'>

/** Milliseconds in which an answer that was put aside must be stored. */
const RECOVERY = 5_000

/**
 * Asks for the credential. If a refusal ended it and the answer that follows it was put aside, that one is stored first: the
 * refusal only says that the token was spent. A preview asks, but never writes.
 * @throws AppError `reauthorize` if there is none; `store_unavailable`, `store_busy`
 */
export async function askKeeper(question: Question, deps: TokenDeps): Promise<KeeperReply> {
  const reply = await askOnce(question, deps)
  const { decision } = reply
  const refusal = decision.kind === 'use' ? decision.despite : decision
  if (refusal?.kind !== 'reauthorize' || question.blockedBy === 'not_in_preview') return reply
  const kept = { credential: refusal.credential, deadline: deps.clock() + RECOVERY }
  return (await storeKept(kept, deps)) ? askOnce(question, deps) : reply
}

function askOnce(question: Question, deps: TokenDeps): Promise<KeeperReply> {
  const operation = deps.newId()
  const askedAt = deps.clock()
  const request = {
    ...question,
    operation,
    owner: deps.instance,
    client: deps.settings.clientId,
    lease: deps.maxDuration + GRACE,
  }
  const durable = { ...deps, durable: true }
  return changeCredential((stored, now) => {
    if (!stored) throw unauthorized()
    const decision = decideAccess(stored, request, now)
    const result = { decision, operation, now, askedAt }
    const changed = decision.credential !== stored && question.blockedBy !== 'not_in_preview'
    return changed ? { write: decision.credential, result } : { keep: true, result }
  }, durable)
}

/** What keeps this caller from refreshing, if anything; `deadline` is when its function ends, on the clock. */
export function blockedBy(
  deadline: number,
  { deployment, mayRefresh, clock }: TokenDeps,
): Blocker | undefined {
  if (deployment === 'preview') return 'not_in_preview'
  if (!mayRefresh) return 'not_in_this_function'
  return deadline - clock() < ROOM ? 'too_late' : undefined
}
