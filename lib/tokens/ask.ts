/** Asking the keeper over the store: one read, and a swap where the answer is a lease. */

import { changeCredential, type TokenParts } from './deps.ts'
import { unauthorized } from './exchange/refusals.ts'
import { type Asking, type Bar, GRACE, type Verdict, wantToken } from './keeper.ts'
import { ROOM } from './rotate.ts'

/** What the keeper answered, and when. */
export interface Answer {
  readonly verdict: Verdict
  /** Names the lease, where the answer is one. */
  readonly operation: string
  /** The store's time, and the clock when it was asked for: together they date everything later. */
  readonly now: number
  readonly asked: number
}

/**
 * Asks for the credential. A preview asks and writes nothing.
 * @throws AppError `reauthorize` where there is none; `store_unavailable`, `store_busy`
 */
export function askKeeper(
  parts: TokenParts,
  question: Pick<Asking, 'bar' | 'rejected' | 'due'>,
): Promise<Answer> {
  const operation = parts.newId()
  const asked = parts.clock()
  const asking = {
    ...question,
    operation,
    owner: parts.instance,
    client: parts.settings.clientId,
    lease: parts.maxDuration + GRACE,
  }
  return changeCredential(parts, (stored, now) => {
    if (!stored) throw unauthorized()
    const verdict = wantToken(stored, asking, now)
    const result = { verdict, operation, now, asked }
    const changed = verdict.credential !== stored && question.bar !== 'not_in_preview'
    return changed ? { write: verdict.credential, result } : { keep: true, result }
  })
}

/** Why this caller may not refresh, where it may not; `deadline` is when its function ends, on the clock. */
export function barOf({ deployment, clock }: TokenParts, deadline: number): Bar | undefined {
  if (deployment === 'preview') return 'not_in_preview'
  return deadline - clock() < ROOM ? 'too_late' : undefined
}
