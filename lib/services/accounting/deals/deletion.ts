/** A case is `removing` before the call and `gone` after it. If the outcome is unknown, a later query settles it. */
import { ONCE_DONE } from '../../../core/claims/claim.ts'
import type { NamedClaim } from '../../../core/claims/claims.ts'
import { queryAgain } from '../../../core/claims/query.ts'
import type { Claim, ClaimState } from '../../../core/claims/stored-records.ts'
import { type AppError, hasCode, messageOf } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { effectOf, isExplainedRefusal } from '../../../core/remote/effect.ts'
import type { AccountingClient } from '../remote/client.ts'
import { queryCase } from './cases/cases.ts'
import type { CaseDeps } from './cases/of-deal.ts'
import { CASES } from './cases/words.ts'
import type { RegisteredDeal } from './schema.ts'

type DealCase = NamedClaim<RegisteredDeal>

export interface Deletion<T> {
  readonly deal: number
  readonly by: string
  readonly send: () => Promise<T>
}

export interface DeletionDeps extends CaseDeps {
  readonly client: AccountingClient
}

const NOT_FOUND = 404

/**
 * Deletes the deal of a case with `send`. A case of unknown outcome is settled first, so that no later query settles it
 * with the deleted deal.
 * @throws AppError `conflict` if the deal is being registered or its case has changed; and as `send` and the client do
 */
export async function deleteDealOf<T>(
  own: DealCase,
  { deal, by, send }: Deletion<T>,
  deps: DeletionDeps,
): Promise<{ readonly sent: T; readonly state: ClaimState }> {
  const basis = await settled(own, { deal, by }, deps)
  const { name, claim } = basis
  if (claim.result?.deal !== deal || !ONCE_DONE.includes(claim.state))
    return { sent: await send(), state: claim.state }
  const removing = { name, claim: { ...(await deps.claims.remove(basis, { by })), seenAt: claim.seenAt } }
  deps.note('deal', { case: name, state: 'removing', deal })
  try {
    const sent = await send()
    return { sent, state: await keepFound(removing, { by, isThere: false }, deps) }
  } catch (error) {
    const isGone = isExplainedRefusal(error, NOT_FOUND)
    const isThere = effectOf(error) === 'none' && !isRemovedByOthers(claim, removing.claim)
    if (isGone || isThere) await keepFound(removing, { by, isThere: !isGone }, deps)
    throw error
  }
}

async function settled(
  own: DealCase,
  { deal, by }: Pick<Deletion<unknown>, 'deal' | 'by'>,
  deps: DeletionDeps,
): Promise<DealCase> {
  const { name, claim } = own
  if (claim.state === 'claimed') throw beingRegistered(deal, own)
  if (claim.state !== 'unknown') return own
  const { claim: found } = await queryAgain(own, { by, query: () => queryCase(claim, deps.client) }, deps)
  return { name, claim: { ...found, seenAt: claim.seenAt } }
}

/** Whether another call has begun to delete the same deal. The deal may then be gone although this deletion failed. */
function isRemovedByOthers(
  { state, steps }: Claim<RegisteredDeal>,
  removing: Claim<RegisteredDeal>,
): boolean {
  return state === 'removing' || removing.steps.length > steps.length + 1
}

/** Stores the outcome. If storing fails, the caller still gets the service's answer, with the state `removing`. */
async function keepFound(
  own: DealCase,
  found: { by: string; isThere: boolean },
  { claims, note }: CaseDeps,
): Promise<ClaimState> {
  try {
    const { state } = await claims.confirm(own, { ...found, settling: 0 })
    note('deal', { case: own.name, state })
    return state
  } catch (error) {
    if (!hasCode(error, 'store_unavailable', 'store_busy', 'conflict')) throw error
    note('deal', { case: own.name, state: 'removing', reason: messageOf(error) })
    return 'removing'
  }
}

function beingRegistered(deal: number, { name, claim }: DealCase): AppError {
  const until = new Date(claim.until).toISOString()
  return phraseError('conflict', phrase(CASES.deletedTooSoon, { deal, name, until }), {
    hint: phrase(CASES.notDeleted),
    details: { case: name, state: claim.state },
  })
}
