/** A case as people and programs see it. */
import type { Claim, ClaimState, SeenClaim, Stray } from '../../../core/claims/claim.ts'
import type { Claims } from '../../../core/claims/claims.ts'
import { AppError } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { cutPage, type ListOrder, type PageRequest } from '../../../core/http/pages.ts'
import type { AccountingContract } from '../contract.ts'
import type { DealBody } from '../remote/deal-schema.ts'
import type { RegisteredDeal } from './schema.ts'

export type CaseReport = ReplyOf<AccountingContract, 'case'>

/** Which cases: those in a state, or all; the open ones unless it is said. */
export type CaseFilter = ClaimState | 'all' | undefined

export interface CasesPage {
  readonly cases: readonly CaseReport[]
  /** The `after` of the next page; undefined on the last one. */
  readonly next: string | undefined
}

/** The open cases, without reading closed ones. */
export async function listOpenCases(claims: Claims<RegisteredDeal>): Promise<CaseReport[]> {
  const open = await claims.listOpen()
  return open.map(({ claim }) => reportCase(claim))
}

/**
 * One page of cases. Closed ones are read only if they are asked for: then the cases come by name, and of `limit` cases
 * that are read those in the state are shown.
 */
export async function casesPage(
  filter: CaseFilter,
  page: PageRequest,
  claims: Claims<RegisteredDeal>,
): Promise<CasesPage> {
  const fits = ({ state }: CaseReport) => filter === undefined || filter === 'all' || state === filter
  if (filter === 'all' || filter === 'done' || filter === 'refused') {
    const { claims: listed, next } = await claims.list(page)
    return { cases: listed.map(({ claim }) => reportCase(claim)).filter(fits), next }
  }
  const { entries, next } = cutPage((await listOpenCases(claims)).filter(fits), NEWEST_FIRST, page)
  return { cases: entries, next }
}

const NEWEST_FIRST: ListOrder<CaseReport> = {
  placeOf: ({ since, case: name }) => `${since} ${name}`,
  descending: true,
}

/** The claim of a case. @throws AppError `not_found` */
export async function existingCase(
  name: string,
  claims: Claims<RegisteredDeal>,
): Promise<SeenClaim<RegisteredDeal>> {
  const claim = await claims.read(name)
  if (claim) return claim
  throw new AppError('not_found', `Cannot find the case "${name}"`, {
    hint: 'kura accounting cases --state all lists every case',
  })
}

export function reportCase(claim: Claim<RegisteredDeal>): CaseReport {
  const last = claim.steps.at(-1)
  const body = bodyOfCase(claim)
  return {
    case: claim.name,
    state: claim.state,
    since: new Date(last?.at ?? 0).toISOString(),
    by: last?.by ?? '',
    ...(body && { body }),
    ...(claim.result && { deal: claim.result.deal }),
    flags: claim.flags,
    ...(claim.releasedBy !== undefined && { releasedBy: claim.releasedBy }),
    ...(claim.reason !== undefined && { reason: claim.reason }),
    operation: claim.operation,
    ...(claim.strays && { strays: claim.strays.map(strayOf) }),
  }
}

function strayOf({ result, at, by }: Stray<RegisteredDeal>) {
  return { ...(result && { deal: result.deal }), since: new Date(at).toISOString(), by }
}

/** The body that is stored with the claim; kura wrote it and checked it when it was drafted. */
export function bodyOfCase({ body }: Claim<RegisteredDeal>): DealBody | undefined {
  return body === undefined ? undefined : (JSON.parse(body) as DealBody)
}
