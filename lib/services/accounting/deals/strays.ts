/** The deals of a case that it does not own, of attempts that had lost their claim (`lib/core/claims/once.ts`): when they are over. */
import type { SeenClaim, Stray } from '../../../core/claims/claim.ts'
import type { Claims } from '../../../core/claims/claims.ts'
import { isToldRefusal } from '../../../core/remote/effect.ts'
import type { AccountingClient } from '../remote/client.ts'
import { bodyOfCase } from './case-report.ts'
import type { RegisteredDeal } from './schema.ts'
import { lookForAllDeals } from './send.ts'

interface StrayDeps {
  readonly client: AccountingClient
  readonly claims: Claims<RegisteredDeal>
}

/**
 * Forgets the strays of a case that are over. `settling`: milliseconds after which no commit of a lost call is expected any
 * more. @throws AppError as the client does
 */
export async function forgetStrays(
  claim: SeenClaim<RegisteredDeal>,
  settling: number,
  deps: StrayDeps,
): Promise<void> {
  const over: string[] = []
  for (const stray of claim.strays ?? [])
    if (
      await (stray.result ? isDeleted(stray.result, claim, deps) : isLate(stray, { claim, settling }, deps))
    )
      over.push(stray.operation)
  if (over.length > 0) await deps.claims.dropStrays(claim.name, over)
}

/** Whether a stray is over because its deal is: that may have another date than the case has now, so its id is asked for. */
async function isDeleted(
  stray: RegisteredDeal,
  { result: own }: SeenClaim<RegisteredDeal>,
  { client }: StrayDeps,
): Promise<boolean> {
  return stray.deal === own?.deal || !(await isThere(stray, client))
}

/** Whether a stray of unknown outcome cannot arrive any more, and the service has no deal but the case's own. */
async function isLate(
  { at }: Stray<RegisteredDeal>,
  { claim, settling }: { claim: SeenClaim<RegisteredDeal>; settling: number },
  { client }: StrayDeps,
): Promise<boolean> {
  const body = bodyOfCase(claim)
  if (!body || claim.seenAt < at + settling) return false
  const { found } = await lookForAllDeals(client, body)
  return found.every(({ deal }) => deal === claim.result?.deal)
}

/** Whether the service has a deal; only its own 404 says that it has not. */
export async function isThere({ company, deal }: RegisteredDeal, client: AccountingClient): Promise<boolean> {
  try {
    await client.deal({ companyId: company, id: deal })
    return true
  } catch (error) {
    if (isToldRefusal(error, 404)) return false
    throw error
  }
}
