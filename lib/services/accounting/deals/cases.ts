/**
 * A person's acts on the case of a deal that is not done (`../cases.ts`): query the service for its deal, free the case
 * so that it can be registered again, or send a flagged deal unchanged (`releaseCase`). Only a release sends a deal.
 */
import { type Claim, ONCE_DONE, type SeenClaim } from '../../../core/claims/claim.ts'
import type { Queried } from '../../../core/claims/query.ts'
import { refuseChanged } from '../../../core/claims/transitions/release.ts'
import { AppError } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { english } from '../../../core/language/text.ts'
import { isExplainedRefusal } from '../../../core/remote/effect.ts'
import {
  type CaseCall,
  type CaseKind,
  type Decision,
  existingCase,
  freeByPerson,
  settleByQuery,
} from '../cases.ts'
import type { AccountingContract } from '../contract.ts'
import type { AccountingClient } from '../remote/client.ts'
import type { DealBody } from '../remote/deal-schema.ts'
import { bodyOfCase, type CaseReport, DEAL_WORDS, reportCase } from './case-report.ts'
import { firstDealCase } from './first-deal.ts'
import { refuseObstacles, writeObstacles } from './permission.ts'
import type { DealDeps } from './register.ts'
import type { RegisteredDeal } from './schema.ts'
import { queryAllDeals, queryDeals, type Sent, sendOnce } from './send.ts'

function dealCases(
  client: AccountingClient,
  { claims, note }: Pick<DealDeps, 'claims' | 'note'>,
): CaseKind<RegisteredDeal, CaseReport> {
  return {
    claims,
    words: DEAL_WORDS,
    queries: {
      find: claim => queryCase(claim, client),
      async findAll(claim) {
        const body = bodyOfCase(claim)
        return body && queryAllDeals(client, body)
      },
      isThere: made => isThere(made, client),
    },
    freeable: ['review', 'unknown', ...ONCE_DONE],
    idOf: ({ deal }) => deal,
    report: reportCase,
    note,
  }
}

/** Asks the service for the deal of a case. @throws AppError as settleByQuery does */
export function resolveCase(
  call: CaseCall,
  deps: DealDeps,
): Promise<ReplyOf<AccountingContract, 'resolveCase'>> {
  return settleByQuery(call, dealCases(call.client, deps))
}

/** Frees a case, even one in review, so that its deal can be registered again. @throws AppError as freeByPerson does */
export function freeCase(
  call: CaseCall,
  decision: Decision & { readonly reason: string },
  deps: DealDeps,
): Promise<CaseReport> {
  return freeByPerson(call, decision, dealCases(call.client, deps))
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
  const claim = await existingCase(caseName, { claims, words: DEAL_WORDS })
  if (claim.state !== 'review') throw notInReview(caseName, claim)
  refuseChanged(claim, { ...claim, operation }, claims.describe(caseName))
  const body = bodyOfCase(claim)
  if (!body) throw incomplete(caseName, claim)
  return { claim, body }
}

/**
 * Sends the stored deal of a flagged case, unchanged, in the name of a person.
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

/** The deals that carry the reference of a case. */
export async function queryCase(
  claim: Claim<RegisteredDeal>,
  client: AccountingClient,
): Promise<Queried<RegisteredDeal>> {
  const body = bodyOfCase(claim)
  return body ? queryDeals(client, body) : { found: [], complete: true }
}

/** Whether the service has a deal; only a 404 from the service itself means that it does not. */
async function isThere({ company, deal }: RegisteredDeal, client: AccountingClient): Promise<boolean> {
  try {
    await client.deal({ companyId: company, id: deal })
    return true
  } catch (error) {
    if (isExplainedRefusal(error, 404)) return false
    throw error
  }
}

function notInReview(caseName: string, { state, result }: Claim<RegisteredDeal>): AppError {
  const is = result ? `${state}, as deal ${result.deal}` : state
  return new AppError('conflict', `Cannot release the case "${caseName}": it is ${is}, expected review`, {
    hint: DEAL_WORDS.otherState(state),
    details: { case: caseName, state },
  })
}

function incomplete(caseName: string, claim: Claim<RegisteredDeal>): AppError {
  const flags = claim.flags.map(english)
  return new AppError('bad_request', `Cannot release the case "${caseName}": it has to be corrected`, {
    hint: `register it again with what is missing: ${flags.join('; ')}`,
    details: { case: caseName, flags },
  })
}
