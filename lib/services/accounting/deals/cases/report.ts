import type { Claims } from '../../../../core/claims/claims.ts'
import type { Claim, ClaimState } from '../../../../core/claims/stored-records.ts'
import type { ReplyOf } from '../../../../core/http/contract.ts'
import type { PageRequest } from '../../../../core/http/pages.ts'
import { parseJson } from '../../../../core/json/json.ts'
import { saidReason } from '../../../../core/language/text.ts'
import { attemptOf, lastStepOf, newestPage } from '../../cases/cases.ts'
import type { AccountingContract } from '../../contract.ts'
import type { DealBody } from '../../remote/deal-schema.ts'
import type { DealRequest, RegisteredDeal } from '../schema.ts'
import { FIRST_APPROVAL_LIFE } from './second-person.ts'
// loads the messages of the flags
import '../../taxes/words.ts'
import '../compare-words.ts'

export type CaseReport = ReplyOf<AccountingContract, 'case'>

/** The states that a list shows. Undefined selects the open cases. */
export type CaseFilter = ClaimState | 'all' | undefined

export interface CasesPage {
  readonly cases: readonly CaseReport[]
  readonly next: string | undefined
}

export async function listOpenCases(claims: Claims<RegisteredDeal>): Promise<CaseReport[]> {
  const open = await claims.listOpen()
  return open.map(({ claim }) => reportCase(claim))
}

/** If closed cases are selected, kura reads `limit` cases and filters them afterwards, so a page may have fewer. */
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
  const open = (await listOpenCases(claims)).filter(fits)
  const { entries, next } = newestPage(open, page, ({ case: name }) => name)
  return { cases: entries, next }
}

export function reportCase(claim: Claim<RegisteredDeal>): CaseReport {
  const body = bodyOfCase(claim)
  return {
    case: claim.name,
    ...lastStepOf(claim),
    ...(body && { body }),
    ...(claim.result && { deal: claim.result.deal }),
    ...askedMember(claim),
    flags: claim.flags.map(saidReason),
    ...(claim.releasedBy !== undefined && { releasedBy: claim.releasedBy }),
    ...firstOf(claim),
    ...proposalOf(claim),
    ...attemptOf(claim, ({ deal }) => ({ deal })),
    steps: claim.steps.map(({ state, at, by, reason }) => ({
      state,
      at: new Date(at).toISOString(),
      by,
      ...(reason !== undefined && { reason: saidReason(reason) }),
    })),
  }
}

function askedMember(claim: Claim<RegisteredDeal>): Pick<CaseReport, 'asked'> {
  const asked = claim.state === 'review' ? askedOf(claim) : undefined
  return asked ? { asked } : {}
}

/**
 * Undefined if an older version stored the case. The text is not validated, because a list of cases loads no schema.
 */
export function askedOf({ asked }: Pick<Claim<RegisteredDeal>, 'asked'>): DealRequest | undefined {
  return asked === undefined ? undefined : (parseJson(asked) as DealRequest | undefined)
}

function firstOf({ first }: Claim<RegisteredDeal>): Pick<CaseReport, 'first'> {
  if (!first) return {}
  const { approval, person, at } = first
  return { first: { approval, person, until: new Date(at + FIRST_APPROVAL_LIFE).toISOString() } }
}

function proposalOf({
  proposal,
  declined,
}: Claim<RegisteredDeal>): Pick<CaseReport, 'proposal' | 'declined'> {
  const before = bodyOfCase({ body: proposal?.before })
  return {
    ...(proposal && {
      proposal: { by: proposal.by, reason: saidReason(proposal.reason), ...(before && { before }) },
    }),
    ...(declined && { declined: declined.map(({ by, reason }) => ({ by, reason: saidReason(reason) })) }),
  }
}

/** The body is not validated again, because kura itself drafted it. */
export function bodyOfCase({ body }: Pick<Claim<RegisteredDeal>, 'body'>): DealBody | undefined {
  return body === undefined ? undefined : (JSON.parse(body) as DealBody)
}
