import type { SeenClaim } from '../../../../core/claims/claim.ts'
import { refuseOtherBody } from '../../../../core/claims/claims.ts'
import type { Queried } from '../../../../core/claims/query.ts'
import type { Claim } from '../../../../core/claims/stored-records.ts'
import { refuseChanged } from '../../../../core/claims/transitions/release.ts'
import type { AppError } from '../../../../core/errors.ts'
import { authorOf } from '../../../../core/http/router.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { quotedWord } from '../../../../core/language/open-item.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { english } from '../../../../core/language/text.ts'
import { type CaseCall, type CaseKind, existingCase } from '../../cases/cases.ts'
import type { AccountingClient } from '../../remote/client.ts'
import type { DealBody } from '../../remote/deal-schema.ts'
import { firstDealCase } from '../first-deal.ts'
import { refuseObstacles, writeObstacles } from '../permission.ts'
import type { DealDeps } from '../register.ts'
import type { RegisteredDeal, ReleaseRequest } from '../schema.ts'
import { queryAllDeals, queryDeals, type Sent, sendOnce } from '../send.ts'
import { type Alike, flagsOf, readAlike, unseen, withoutWaiting } from './alike.ts'
import { bodyOfCase, type CaseReport, reportCase } from './report.ts'
import { stepOfApproval } from './second-person.ts'
import { CASES, cannotRelease, DEAL_WORDS, stateOfCase } from './words.ts'

export function dealCases({
  claims,
  note,
}: Pick<DealDeps, 'claims' | 'note'>): CaseKind<RegisteredDeal, CaseReport> {
  return {
    claims,
    words: DEAL_WORDS,
    queries: {
      find: queryCase,
      async findAll(claim, client) {
        const body = bodyOfCase(claim)
        return body && queryAllDeals(client, body)
      },
      async isThere({ company, deal }, client) {
        await client.deal({ companyId: company, id: deal })
        return true
      },
    },
    report: reportCase,
    note,
  }
}

/**
 * @throws AppError `not_found`; `conflict` if the case is not in review or has changed since the person saw it;
 * `bad_request` if the deal needs a correction
 */
export async function releasableCase(
  { caseName, operation, sends }: Omit<ReleaseRequest, 'person' | 'apart'> & { readonly caseName: string },
  { claims }: Pick<DealDeps, 'claims'>,
): Promise<{ readonly claim: SeenClaim<RegisteredDeal>; readonly body: DealBody }> {
  const claim = await existingCase(caseName, { claims, words: DEAL_WORDS })
  if (claim.state !== 'review') throw notInReview(caseName, claim)
  refuseChanged(claim, { ...claim, operation }, claims.describe(caseName))
  const body = bodyOfCase(claim)
  if (!body) throw incomplete(caseName, claim)
  refuseOtherBody(`Cannot release the case "${caseName}"`, sends, JSON.stringify(body))
  return { claim, body }
}

/**
 * Sends the stored deal of a flagged case, unchanged, in the name of a person. If two people must approve, the first
 * approval is only stored, and the case stays in review.
 * @throws AppError as releasableCase, stepOfApproval and registerDeal do; `conflict` if the deal looks like one that
 * the person has not seen
 */
export async function releaseCase(
  { caseName, client, by, approval }: CaseCall,
  { person, ...shown }: ReleaseRequest,
  deps: DealDeps,
): Promise<Sent> {
  const { claim, body } = await releasableCase({ caseName, ...shown }, deps)
  const companyId = body.company_id
  const isTestDeal = caseName === firstDealCase(companyId)
  refuseObstacles(await writeObstacles({ companyId, isTestDeal }, { ...deps, client }))
  const author = authorOf(person, { name: by, approval })
  const question = { person: by, approval, first: shown.first }
  const seen = [...(claim.alike ?? []), ...(shown.apart ?? [])]
  const others = withoutWaiting(
    unseen(await readAlike({ caseName, body }, { client, companyId }, deps), seen),
  )
  if (others.length > 0) throw looksDouble(caseName, others)
  const next = await stepOfApproval({ claim, body }, question, deps.twoPeople)
  if (next === 'first' && approval !== undefined)
    await deps.claims.approveFirst({ name: caseName, claim }, { person: by, approval, by: author })
  if (next !== 'send') return { state: 'review', operation: claim.operation }
  await deps.claims.release({ name: caseName, claim }, { person: author })
  deps.note('deal', { case: caseName, state: 'review', released: true })
  const { held: _, ...sent } = await sendOnce({ caseName, body, flags: claim.flags, seen, client, by }, deps)
  return sent
}

export async function queryCase(
  claim: Claim<RegisteredDeal>,
  client: AccountingClient,
): Promise<Queried<RegisteredDeal>> {
  const body = bodyOfCase(claim)
  return body ? queryDeals(client, body) : { found: [], complete: true }
}

function notInReview(name: string, { state, result }: Claim<RegisteredDeal>): AppError {
  const stored = stateOfCase(state)
  const is = result ? phrase(CASES.asDeal, { state: stored, deal: String(result.deal) }) : stored
  return phraseError('conflict', cannotRelease(name, phrase(CASES.notInReview, { state: is })), {
    hint: phrase(CASES.lookAt, { state }),
    details: { case: name, state },
  })
}

function looksDouble(name: string, others: readonly Alike[]): AppError {
  const alike = others.map(({ id }) => id)
  const flags = { items: flagsOf(others), by: 'semicolon' } as const
  return phraseError('conflict', cannotRelease(name, phrase(CASES.looksDouble, { flags })), {
    hint: phrase(CASES.lookAtBoth, { name: quotedWord(name) }),
    details: { case: name, state: 'review', decision: 'looks_double', alike },
  })
}

function incomplete(name: string, { flags }: Claim<RegisteredDeal>): AppError {
  return phraseError('bad_request', cannotRelease(name, phrase(CASES.toCorrect)), {
    hint: phrase(CASES.correct, { flags: { items: flags, by: 'semicolon' } }),
    details: { case: name, flags: flags.map(english) },
  })
}
