/**
 * What a person does with a case that is not done: looks for its deal at the service (`resolve`), sends a flagged one as
 * it is (`release`), or frees it so that it can be registered again (`free`). Only a release sends a deal: that none is
 * found proves nothing, because a late commit may follow.
 */
import { type Claim, type ClaimState, ONCE_DONE, type SeenClaim } from '../../../core/claims/claim.ts'
import { type Looked, lookAgain } from '../../../core/claims/look.ts'
import { refuseChanged } from '../../../core/claims/transitions/release.ts'
import { AppError } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import type { AccountingContract } from '../contract.ts'
import type { AccountingClient } from '../remote/client.ts'
import type { DealBody } from '../remote/deal-schema.ts'
import { bodyOfCase, type CaseReport, existingCase, reportCase } from './case-report.ts'
import { firstDealCase } from './first-deal.ts'
import { refuseObstacles, writeObstacles } from './permission.ts'
import type { DealDeps } from './register.ts'
import type { RegisteredDeal } from './schema.ts'
import { lookForDeals, type Sent, sendOnce } from './send.ts'
import { forgetStrays, isThere } from './strays.ts'

export interface CaseCall {
  readonly caseName: string
  readonly client: AccountingClient
  /** The name of the key that signed. */
  readonly by: string
}

/** A person's decision; `operation` names the attempt that the person looked at. */
export interface Decision {
  readonly person: string
  readonly operation: string
}

/** Milliseconds after which no commit of a lost call is expected any more; a person may then free an unknown case. */
export const SETTLING = 15 * 60_000

type ResolvedCase = ReplyOf<AccountingContract, 'resolveCase'>

/**
 * Looks for the deal of an unknown case and settles the case as done if there is exactly one; else it stays as it is. The
 * deal of a case that was done is asked for: if it was deleted, the case is gone; if it is there although its deletion was
 * sent, the case is done again once that cannot arrive any more. Deals of other attempts that are not there any more are
 * forgotten, whatever the case is.
 * @throws AppError `not_found`, `conflict` if there is nothing of the case to look for; and as the client does
 */
export async function resolveCase(call: CaseCall, deps: DealDeps): Promise<ResolvedCase> {
  const { caseName, client } = call
  const claim = await existingCase(caseName, deps.claims)
  const found = await lookAtCase(claim, call, deps)
  await forgetStrays(await existingCase(caseName, deps.claims), SETTLING, { ...deps, client })
  return { ...reportCase(await existingCase(caseName, deps.claims)), found }
}

/** The deals of a case, which is settled by them if that can be. */
async function lookAtCase(
  claim: SeenClaim<RegisteredDeal>,
  call: CaseCall,
  deps: DealDeps,
): Promise<number[]> {
  if (claim.result !== undefined && ONCE_DONE.includes(claim.state)) return confirmDeal(claim, call, deps)
  if (claim.state === 'unknown') return findDeal(claim, call, deps)
  if (!claim.strays) throw wrongState('resolve', { caseName: call.caseName, claim, expected: 'unknown' })
  return (await lookForCase(claim, call.client)).found.map(({ deal }) => deal)
}

/** The deals that carry the reference of an unknown case. */
async function findDeal(
  claim: SeenClaim<RegisteredDeal>,
  { caseName, client, by }: CaseCall,
  deps: DealDeps,
): Promise<number[]> {
  const look = () => lookForCase(claim, client)
  const { seen, claim: settled } = await lookAgain({ name: caseName, claim }, { by, look }, deps)
  if (settled.result) deps.note('deal', { case: caseName, state: settled.state, deal: settled.result.deal })
  return seen.found.map(({ deal }) => deal)
}

/** Whether the deal of a case that was done is still there. */
async function confirmDeal(
  claim: SeenClaim<RegisteredDeal>,
  { caseName, client, by }: CaseCall,
  { claims, note }: DealDeps,
): Promise<number[]> {
  const found = await dealsOf(claim, client)
  const { state } = await claims.confirm(
    { name: caseName, claim },
    { by, isThere: found.length > 0, settling: SETTLING },
  )
  if (state !== claim.state) note('deal', { case: caseName, state })
  return found
}

/**
 * A case that a release would send as it is.
 * @throws AppError `not_found`, `conflict` if the case is not in review or has changed since the person looked at it,
 * `bad_request` if it has to be corrected first
 */
export async function releasableCase(
  { caseName, operation }: { readonly caseName: string; readonly operation: string },
  { claims }: Pick<DealDeps, 'claims'>,
): Promise<{ readonly claim: SeenClaim<RegisteredDeal>; readonly body: DealBody }> {
  const claim = await existingCase(caseName, claims)
  if (claim.state !== 'review') throw wrongState('release', { caseName, claim, expected: 'review' })
  refuseChanged(claim, { ...claim, operation }, claims.describe(caseName))
  const body = bodyOfCase(claim)
  if (!body) throw incomplete(caseName, claim)
  return { claim, body }
}

/**
 * Sends the deal of a flagged case as it is, in the name of a person.
 * @throws AppError as releasableCase and registerDeal do
 */
export async function releaseCase(
  { caseName, client, by }: CaseCall,
  { person, operation }: Decision,
  deps: DealDeps,
): Promise<Sent> {
  const { claim, body } = await releasableCase({ caseName, operation }, deps)
  const companyId = body.company_id
  const isTestDeal = caseName === firstDealCase(companyId)
  refuseObstacles(await writeObstacles({ companyId, isTestDeal }, { ...deps, client }))
  await deps.claims.release({ name: caseName, claim }, { person: `${person} (key ${by})` })
  deps.note('deal', { case: caseName, state: 'review', released: true })
  return sendOnce({ caseName, body, flags: claim.flags, client, by }, deps)
}

/**
 * Frees a case in the name of a person: one in review, one that has been unknown for `SETTLING` and whose deal the service
 * does not have, or a done one whose deal was deleted there.
 * @throws AppError `conflict` if it may not be freed; and as the client does
 */
export async function freeCase(
  { caseName, client, by }: CaseCall,
  { person, operation, reason }: Decision & { readonly reason: string },
  deps: DealDeps,
): Promise<CaseReport> {
  const claim = await existingCase(caseName, deps.claims)
  await refuseIfDealExists(caseName, { claim, client })
  const looked = { name: caseName, claim: { ...claim, operation } }
  const freed = await deps.claims.free(looked, {
    person: `${person} (key ${by})`,
    reason,
    settling: SETTLING,
    from: ['review', 'unknown', ...ONCE_DONE],
  })
  deps.note('deal', { case: caseName, state: freed.state, freed: true })
  return reportCase(freed)
}

async function refuseIfDealExists(
  caseName: string,
  { claim, client }: { claim: Claim<RegisteredDeal>; client: AccountingClient },
): Promise<void> {
  const existing = await dealsOf(claim, client)
  if (existing.length === 0) return
  const ids = existing.join(', ')
  throw new AppError('conflict', `Cannot free the case "${caseName}": the service has its deal ${ids}`, {
    hint: ONCE_DONE.includes(claim.state)
      ? 'if the deal is wrong, delete it at the service first'
      : `settle the case: kura accounting resolve ${JSON.stringify(caseName)}`,
    details: { case: caseName, state: claim.state },
  })
}

/** The deals of a case that the service has now. */
async function dealsOf(claim: Claim<RegisteredDeal>, client: AccountingClient): Promise<number[]> {
  if (claim.result && ONCE_DONE.includes(claim.state))
    return (await isThere(claim.result, client)) ? [claim.result.deal] : []
  if (claim.state !== 'unknown') return []
  return (await lookForCase(claim, client)).found.map(({ deal }) => deal)
}

/** The deals that carry the reference of a case. */
export async function lookForCase(
  claim: Claim<RegisteredDeal>,
  client: AccountingClient,
): Promise<Looked<RegisteredDeal>> {
  const body = bodyOfCase(claim)
  return body ? lookForDeals(client, body) : { found: [], complete: true }
}

interface WrongState {
  readonly caseName: string
  readonly claim: Claim<RegisteredDeal>
  readonly expected: ClaimState
}

function wrongState(verb: string, { caseName, claim, expected }: WrongState): AppError {
  const state = claim.result ? `${claim.state}, as deal ${claim.result.deal}` : claim.state
  return new AppError(
    'conflict',
    `Cannot ${verb} the case "${caseName}": it is ${state}, expected ${expected}`,
    {
      hint: `look at it: kura accounting cases --state ${claim.state}`,
      details: { case: caseName, state: claim.state },
    },
  )
}

function incomplete(caseName: string, { flags }: Claim<RegisteredDeal>): AppError {
  return new AppError('bad_request', `Cannot release the case "${caseName}": it has to be corrected`, {
    hint: `register it again with what is missing: ${flags.join('; ')}`,
    details: { case: caseName, flags },
  })
}
