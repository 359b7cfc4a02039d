/**
 * Asks the keeper for a decision on the stored credential: one read, and one conditional write if the decision changes
 * the record.
 */

import { changeCredential, type TokenDeps } from './deps.ts'
import { unauthorized } from './exchange/refusals.ts'
import { type AccessDecision, type AccessRequest, type Blocker, decideAccess, GRACE } from './keeper.ts'
import { ROOM } from './rotate.ts'
import { storeKept } from './storing/answer.ts'

/** The keeper's decision, and its time. */
export interface KeeperReply {
  readonly decision: AccessDecision
  /** The operation that holds the lease, if the decision is to refresh. */
  readonly operation: string
  /**
   * The store's time of the decision, and the clock's time when the keeper was asked: from both, the store's time is
   * computed at any later moment.
   */
  readonly now: number
  readonly askedAt: number
}

type Question = Pick<AccessRequest, 'blockedBy' | 'rejected' | 'due'>

/** The longest time in milliseconds for storing an answer that was put aside. */
const RECOVERY = 5_000

/**
 * Asks for the credential. If the service refused the refresh token and the answer that follows the credential was put
 * aside, that answer is stored first, because the refusal only shows that the token was spent. A preview asks, but
 * never writes.
 * @throws AppError `reauthorize` if there is no credential; `store_unavailable`, `store_busy`
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

/**
 * Why this caller may not refresh; undefined if it may. `deadline` is when the caller's function ends, on the clock.
 */
export function blockedBy(
  deadline: number,
  { deployment, mayRefresh, clock }: TokenDeps,
): Blocker | undefined {
  if (deployment === 'preview') return 'not_in_preview'
  if (!mayRefresh) return 'not_in_this_function'
  return deadline - clock() < ROOM ? 'too_late' : undefined
}
