/** A case as people and programs see it. */
import type { Claim, ClaimState } from '../../claims/claim.ts'
import type { Claims } from '../../claims/claims.ts'
import { AppError } from '../../errors.ts'
import type { DealBody } from '../remote/schema.ts'
import type { RegisteredDeal } from './schema.ts'

export interface CaseReport {
  readonly case: string
  readonly state: ClaimState
  /** Since when, ISO time, and by whom. */
  readonly since: string
  readonly by: string
  /** The body that was sent or waits; absent where a person has to correct the request. */
  readonly body?: DealBody
  readonly deal?: number
  /** Why a person had to look, or has to. */
  readonly flags: readonly string[]
  readonly releasedBy?: string
  readonly reason?: string
  /** Names the attempt, for `release` and `free`. */
  readonly operation: string
}

/** The cases in `states`, or all, the newest first. */
export async function listCases(
  claims: Claims<RegisteredDeal>,
  states?: readonly ClaimState[],
): Promise<CaseReport[]> {
  const listed = await claims.list()
  return listed
    .map(({ name, claim }) => reportCase(name, claim))
    .filter(({ state }) => states === undefined || states.includes(state))
    .sort((one, other) => other.since.localeCompare(one.since))
}

/** The claim of a case. @throws AppError `not_found` */
export async function existingCase(
  name: string,
  claims: Claims<RegisteredDeal>,
): Promise<Claim<RegisteredDeal>> {
  const claim = await claims.read(name)
  if (claim) return claim
  throw new AppError('not_found', `Cannot find the case "${name}"`, {
    hint: 'kura accounting cases lists all',
  })
}

export function reportCase(name: string, claim: Claim<RegisteredDeal>): CaseReport {
  const last = claim.steps.at(-1)
  const body = bodyOfCase(claim)
  return {
    case: name,
    state: claim.state,
    since: new Date(last?.at ?? 0).toISOString(),
    by: last?.by ?? '',
    ...(body && { body }),
    ...(claim.result && { deal: claim.result.deal }),
    flags: claim.flags,
    ...(claim.releasedBy !== undefined && { releasedBy: claim.releasedBy }),
    ...(claim.reason !== undefined && { reason: claim.reason }),
    operation: claim.operation,
  }
}

/** The body is kura's own writing, checked when it was drafted. */
export function bodyOfCase({ body }: Claim<RegisteredDeal>): DealBody | undefined {
  return body === undefined ? undefined : (JSON.parse(body) as DealBody)
}
