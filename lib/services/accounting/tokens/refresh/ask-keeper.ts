/** A question to the keeper reads the record once, and writes it once if the decision changes it. */

import { NOT_STOPPED } from '../../../../core/store/stopped.ts'
import { changeCredential, type TokenDeps } from '../deps.ts'
import { fingerprintOf } from '../exchange/fingerprint.ts'
import { type AccessDecision, type AccessRequest, type Blocker, decideAccess, GRACE } from '../keeper.ts'
import { unauthorized } from '../refusals.ts'
import { storeKept } from '../storing/answer.ts'
import { ROOM } from './rotate.ts'

export interface KeeperReply {
  readonly decision: AccessDecision
  /** The operation that has the lease, if the decision is to refresh. */
  readonly operation: string
  /** The store's time of the decision; `askedAt` is the time on `clock` just before. Both give a later store time. */
  readonly now: number
  readonly askedAt: number
}

type Question = Pick<AccessRequest, 'blockedBy' | 'rejected' | 'due'>

/** `deadline` is the longest time for the store in milliseconds. */
type KeeperDeps = TokenDeps & { readonly deadline?: number }

/** Milliseconds for storing an answer that was put aside. */
const RECOVERY = 5_000

/**
 * The pair that follows a refused refresh token may have been put aside, so kura stores that pair first. A preview
 * never writes. While acts are stopped, no caller gets the lease, because a restored store's refresh token may be
 * spent.
 * @throws AppError `reauthorize` if there is no credential; `store_unavailable`, `store_busy`
 */
export async function askKeeper(question: Question, deps: KeeperDeps): Promise<KeeperReply> {
  const reply = await askOnce(question, deps)
  const { decision } = reply
  const refusal = decision.kind === 'use' ? decision.despite : decision
  if (refusal?.kind !== 'reauthorize' || question.blockedBy === 'not_in_preview') return reply
  const kept = { credential: refusal.credential, deadline: deps.clock() + RECOVERY }
  return (await storeKept(kept, deps)) ? askOnce(question, deps) : reply
}

function askOnce(question: Question, deps: KeeperDeps): Promise<KeeperReply> {
  const operation = deps.newId()
  const askedAt = deps.clock()
  const request = {
    ...question,
    operation,
    owner: deps.instance,
    client: deps.settings.clientId,
    settings: fingerprintOf(deps.settings),
    lease: deps.maxDuration + GRACE,
  }
  const durable = { ...deps, durable: true }
  return changeCredential((stored, now) => {
    if (!stored) throw unauthorized()
    const decision = decideAccess(stored, request, now)
    const result = { decision, operation, now, askedAt }
    const changed = decision.credential !== stored && question.blockedBy !== 'not_in_preview'
    if (!changed) return { keep: true, result }
    const stopped = decideAccess(stored, { ...request, blockedBy: 'acts_paused' }, now)
    const otherwise = { ...result, decision: stopped }
    const requires = decision.kind === 'refresh' ? { record: NOT_STOPPED, otherwise } : undefined
    return { write: decision.credential, result, requires }
  }, durable)
}

/** Undefined if this caller may refresh. `deadline` is the end of the caller's function, on `clock`. */
export function blockedBy(
  deadline: number,
  { deployment, mayRefresh, paused, clock }: TokenDeps,
): Blocker | undefined {
  if (deployment === 'preview') return 'not_in_preview'
  if (paused) return 'acts_paused'
  if (!mayRefresh) return 'not_in_this_function'
  return deadline - clock() < ROOM ? 'too_late' : undefined
}
