/** Asking the keeper over the store: one read, and a swap if the decision is a lease. */
import { changeCredential, type TokenDeps } from './deps.ts'
import { unauthorized } from './exchange/refusals.ts'
import { type AccessDecision, type AccessRequest, type Blocker, decideAccess, GRACE } from './keeper.ts'
import { ROOM } from './rotate.ts'

/** What the keeper decided, and when. */
export interface KeeperReply {
  readonly decision: AccessDecision
  /** Names the lease, if the decision is one. */
  readonly operation: string
  /** The store's time, and the clock when the keeper was asked: together they date everything later. */
  readonly now: number
  readonly askedAt: number
}

/**
 * Asks for the credential. A preview asks, but never writes.
 * @throws AppError `reauthorize` if there is none; `store_unavailable`, `store_busy`
 */
export function askKeeper(
  question: Pick<AccessRequest, 'blockedBy' | 'rejected' | 'due'>,
  deps: TokenDeps,
): Promise<KeeperReply> {
  const operation = deps.newId()
  const askedAt = deps.clock()
  const request = {
    ...question,
    operation,
    owner: deps.instance,
    client: deps.settings.clientId,
    lease: deps.maxDuration + GRACE,
  }
  return changeCredential((stored, now) => {
    if (!stored) throw unauthorized()
    const decision = decideAccess(stored, request, now)
    const result = { decision, operation, now, askedAt }
    const changed = decision.credential !== stored && question.blockedBy !== 'not_in_preview'
    return changed ? { write: decision.credential, result } : { keep: true, result }
  }, deps)
}

/** What keeps this caller from refreshing, if anything; `deadline` is when its function ends, on the clock. */
export function blockedBy(deadline: number, { deployment, clock }: TokenDeps): Blocker | undefined {
  if (deployment === 'preview') return 'not_in_preview'
  return deadline - clock() < ROOM ? 'too_late' : undefined
}
