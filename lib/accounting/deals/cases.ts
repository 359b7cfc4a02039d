/**
 * What a person does with a case that is not done: looks for its deal at the service (`resolve`), lets a flagged one go
 * out (`release`), or frees it so that it may be asked for again (`free`). Nothing here sends a deal by itself: not
 * finding one proves nothing, for a late commit may follow.
 */
import type { Claim, ClaimState } from '../../claims/claim.ts'
import type { NamedClaim } from '../../claims/claims.ts'
import { type Looked, lookAgain } from '../../claims/look.ts'
import { AppError } from '../../errors.ts'
import type { AccountingClient } from '../remote/client.ts'
import { bodyOfCase, type CaseReport, existingCase, reportCase } from './case-report.ts'
import { writeObstacles } from './permission.ts'
import type { DealParts } from './register.ts'
import type { RegisteredDeal } from './schema.ts'
import { lookForDeals, type Sent, sendOnce } from './send.ts'

export interface CaseCall {
  readonly caseName: string
  readonly client: AccountingClient
  /** The name of the key that signed. */
  readonly by: string
}

/** A person's decision about the attempt that was looked at. */
export interface Decided {
  readonly person: string
  readonly operation?: string | undefined
}

/** Milliseconds after which no commit of a lost call is expected any more; a person frees an unknown case after it. */
export const SETTLING = 15 * 60_000

/** What was found at the service. */
export interface ResolveReport extends CaseReport {
  /** The deals that carry the case's reference. */
  readonly found: readonly number[]
}

/**
 * Looks for the deal of an unknown case and settles it as done where there is exactly one; else the case stays as it is.
 * @throws AppError `not_found`, `conflict` where it is neither unknown nor done; and as the client does
 */
export async function resolveCase(
  { caseName, client, by }: CaseCall,
  parts: DealParts,
): Promise<ResolveReport> {
  const claim = await existingCase(caseName, parts.claims)
  if (claim.state === 'done')
    return { ...reportCase(caseName, claim), found: claim.result ? [claim.result.deal] : [] }
  if (claim.state !== 'unknown') throw wrongState('resolve', { caseName, claim, wanted: 'unknown' })
  const look = () => lookForCase(claim, client)
  const { seen, claim: settled } = await lookAgain({ name: caseName, claim }, { by, look }, parts)
  if (settled.result) parts.note('deal', { case: caseName, state: settled.state, deal: settled.result.deal })
  return { ...reportCase(caseName, settled), found: seen.found.map(({ deal }) => deal) }
}

/**
 * Lets a flagged case go out as it is, by name, and sends it.
 * @throws AppError `conflict` where it is not in review or was changed since it was looked at, `bad_request` where it
 * has to be corrected instead; and as registerDeal does
 */
export async function releaseCase(
  call: CaseCall,
  { person, operation }: Decided,
  parts: DealParts,
): Promise<Sent> {
  const { caseName, client, by } = call
  const claim = await existingCase(caseName, parts.claims)
  if (claim.state !== 'review') throw wrongState('release', { caseName, claim, wanted: 'review' })
  const body = bodyOfCase(claim)
  if (!body) throw incomplete(caseName, claim)
  const [obstacle] = await writeObstacles({ companyId: body.company_id, caseName }, { ...parts, client })
  if (obstacle) throw obstacle
  const released = `${person} (key ${by})`
  await parts.claims.release(lookedAt(caseName, claim, operation), { person: released })
  parts.note('deal', { case: caseName, state: 'review', released: true })
  return sendOnce({ caseName, body, flags: claim.flags, client, by }, parts)
}

/**
 * Frees a case by name: one in review, one that is unknown for long enough and whose deal is not at the service, or a
 * done one whose deal was deleted there.
 * @throws AppError `conflict` where it may not be freed; and as the client does
 */
export async function freeCase(
  { caseName, client, by }: CaseCall,
  { person, operation, reason }: Decided & { readonly reason: string },
  parts: DealParts,
): Promise<CaseReport> {
  const claim = await existingCase(caseName, parts.claims)
  await refuseWhereItIsThere(caseName, { claim, client })
  const freed = await parts.claims.free(lookedAt(caseName, claim, operation), {
    person: `${person} (key ${by})`,
    reason,
    settling: SETTLING,
    from: ['review', 'unknown', 'done'],
  })
  parts.note('deal', { case: caseName, state: freed.state, freed: true })
  return reportCase(caseName, freed)
}

async function refuseWhereItIsThere(
  caseName: string,
  { claim, client }: { claim: Claim<RegisteredDeal>; client: AccountingClient },
): Promise<void> {
  const there = await dealsOf(claim, client)
  if (there.length === 0) return
  const ids = there.join(', ')
  throw new AppError('conflict', `Cannot free the case "${caseName}": the service has its deal ${ids}`, {
    hint:
      claim.state === 'done'
        ? 'delete the deal first, where it shall not be'
        : `settle it: kura accounting resolve ${JSON.stringify(caseName)}`,
    details: { case: caseName, state: claim.state },
  })
}

/** The deals of a case that the service has now. */
async function dealsOf(claim: Claim<RegisteredDeal>, client: AccountingClient): Promise<number[]> {
  if (claim.state === 'done' && claim.result) {
    const { company, deal } = claim.result
    const gone = (error: unknown) => {
      if (error instanceof AppError && error.status === 404) return undefined
      throw error
    }
    const found = await client.deal({ companyId: company, id: deal }).catch(gone)
    return found ? [found.id] : []
  }
  if (claim.state !== 'unknown') return []
  return (await lookForCase(claim, client)).found.map(({ deal }) => deal)
}

async function lookForCase(
  claim: Claim<RegisteredDeal>,
  client: AccountingClient,
): Promise<Looked<RegisteredDeal>> {
  const body = bodyOfCase(claim)
  return body ? lookForDeals(client, body) : { found: [], complete: true }
}

/** What the person looked at: the attempt that is named, or the one that is stored. */
function lookedAt(
  name: string,
  claim: Claim<RegisteredDeal>,
  operation = claim.operation,
): NamedClaim<RegisteredDeal> {
  return { name, claim: { ...claim, operation } }
}

interface WrongState {
  readonly caseName: string
  readonly claim: Claim<RegisteredDeal>
  readonly wanted: ClaimState
}

function wrongState(verb: string, { caseName, claim, wanted }: WrongState): AppError {
  const state = claim.result ? `${claim.state}, as deal ${claim.result.deal}` : claim.state
  return new AppError('conflict', `Cannot ${verb} the case "${caseName}": it is ${state}, wanted ${wanted}`, {
    details: { case: caseName, state: claim.state },
  })
}

function incomplete(caseName: string, { flags }: Claim<RegisteredDeal>): AppError {
  return new AppError('bad_request', `Cannot release the case "${caseName}": it has to be corrected`, {
    hint: `register it again with what is missing: ${flags.join('; ')}`,
    details: { case: caseName, flags },
  })
}
