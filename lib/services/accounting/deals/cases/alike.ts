/**
 * An attempt stores its day, amount and files together with its claim, so the later of two attempts sees the earlier.
 */
import { foldCaseName } from '../../../../core/claims/case-name.ts'
import type { Claim } from '../../../../core/claims/stored-records.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import { sumOf } from '../../fields/amount.ts'
import type { AccountingClient } from '../../remote/client.ts'
import type { Deal, DealBody } from '../../remote/deal-schema.ts'
import { readDay } from '../../taxes/issue-date.ts'
import { DEAL_FLAGS } from '../../taxes/words.ts'
import { type Candidate, candidateOf, existingOf, findDoubles } from '../doubles.ts'
import type { RegisteredDeal } from '../schema.ts'
import { isLive, isReference, otherCasesOfBody, type ReadDeps, referenceOf } from './of-deal.ts'
import { askedOf, bodyOfCase } from './report.ts'
import { type Facts, mayCorrect } from './waiting.ts'

type DealClaim = Claim<RegisteredDeal>

export interface Compared {
  readonly caseName: string
  readonly body: DealBody
}

export interface Alike {
  /** An id of the deal or case. A case keeps its id when its deal is registered. */
  readonly id: string
  readonly case?: string
  readonly state?: DealClaim['state']
  readonly deal?: number
  readonly file?: number
  /** Set if the compared deal may be a correction of this case: the case waits and differs in at most one fact. */
  readonly corrects?: true
  readonly shown: Shown
}

interface Shown extends Omit<Facts, 'partner'> {
  readonly partner: number | undefined
  readonly files: readonly number[]
}

export interface AlikeSource {
  readonly client: AccountingClient
  readonly companyId: number
}

export async function readAlike(compared: Compared, source: AlikeSource, deps: ReadDeps): Promise<Alike[]> {
  const { body, caseName } = compared
  return alikeTo(compared, await otherCasesOfBody(body, caseName, deps), source)
}

/** Returns what `readAlike` returns, and the open cases that the deal may correct. */
export async function readAlikeAndCorrected(
  compared: Compared,
  source: AlikeSource,
  deps: ReadDeps,
): Promise<Alike[]> {
  const { body, caseName } = compared
  const [others, open] = await Promise.all([otherCasesOfBody(body, caseName, deps), deps.claims.listOpen()])
  return alikeTo(compared, [...others, ...open.map(({ claim }) => claim)], source)
}

/** Reads the service after the cases, because a deal that is registered in between is then seen at the service. */
async function alikeTo(
  compared: Compared,
  claims: readonly DealClaim[],
  { client, companyId }: AlikeSource,
): Promise<Alike[]> {
  const { issue_date: day } = compared.body
  return alikeOf(compared, { claims, deals: await client.deals({ companyId, from: day, until: day }) })
}

/** The deals and cases that look the same, each case once; then the waiting cases that the deal may correct. */
export function alikeOf(
  { caseName, body }: Compared,
  { claims, deals }: { readonly claims: readonly DealClaim[]; readonly deals: readonly Deal[] },
): Alike[] {
  const others = otherCases(claims, { caseName, companyId: body.company_id }).filter(
    // if the deal of a done case still exists, the service's list already has it
    claim => claim.state !== 'done' || shownCase(claim).files.some(id => body.receipt_ids?.includes(id)),
  )
  const [doubles = []] = findDoubles(
    [...others.map(candidateOfCase), comparable(caseName, body)],
    deals.map(existingOf),
  ).slice(-1)
  const facts = shownBody(body)
  const near = others.filter(
    claim => !doubles.some(double => double.case === claim.name) && maybeCorrected(claim, facts),
  )
  return [
    ...doubles.map(double => {
      const claim = others.find(({ name }) => name === double.case)
      const deal = deals.find(({ id }) => id === double.deal)
      return claim ? ofCase(claim) : ofDeal(deal, double.deal ?? 0)
    }),
    ...near.map(claim => ({ ...ofCase(claim), corrects: true as const })),
  ]

  function ofCase(claim: DealClaim): Alike {
    const { name, state, result } = claim
    const shown = shownCase(claim)
    const file = shown.files.find(id => body.receipt_ids?.includes(id))
    return {
      id: referenceOf(body.company_id, name),
      case: name,
      state,
      ...(result && { deal: result.deal }),
      ...(file !== undefined && { file }),
      shown,
    }
  }
}

export function otherCases(
  claims: readonly DealClaim[],
  { caseName = '', companyId }: { readonly caseName?: string; readonly companyId: number },
): DealClaim[] {
  const others = claims.filter(
    claim =>
      isLive(claim) &&
      foldCaseName(claim.name) !== foldCaseName(caseName) &&
      (bodyOfCase(claim) ?? askedOf(claim))?.company_id === companyId,
  )
  return [...new Map(others.map(claim => [foldCaseName(claim.name), claim])).values()]
}

export async function readWaiting(
  { companyId }: Pick<AlikeSource, 'companyId'>,
  { claims }: Pick<ReadDeps, 'claims'>,
): Promise<DealClaim[]> {
  const open = (await claims.listOpen()).map(({ claim }) => claim)
  return otherCases(open, { companyId }).filter(({ state }) => state === 'review')
}

export function maybeCorrected(claim: DealClaim, facts: Facts): boolean {
  return claim.state === 'review' && mayCorrect(shownCase(claim), facts)
}

export function candidateOfCase(claim: DealClaim): Candidate | undefined {
  const body = bodyOfCase(claim)
  return body && comparable(claim.name, body)
}

function comparable(name: string, body: DealBody): Candidate {
  return { ...candidateOf(name, body), files: (body.receipt_ids ?? []).map(String) }
}

function shownCase(claim: DealClaim): Shown {
  const body = bodyOfCase(claim)
  if (body) return shownBody(body)
  const asked = { issue_date: '', details: [], ...askedOf(claim) }
  const read = readDay(asked.issue_date)
  return { ...shownBody(asked), day: 'date' in read ? read.date : undefined }
}

interface ComparedBody {
  readonly issue_date: string
  readonly details: readonly { readonly amount: number; readonly description?: string | undefined }[]
  readonly partner_id?: number | undefined
  readonly receipt_ids?: readonly number[] | undefined
}

export function shownBody(body: ComparedBody): Shown {
  const { issue_date: day, details, partner_id: partner, receipt_ids: files = [] } = body
  const amount = sumOf(details.map(line => line.amount))
  return { day, amount, partner, descriptions: details.map(({ description = '' }) => description), files }
}

function ofDeal(deal: Deal | undefined, id: number): Alike {
  const { refNumber, issueDate, amount = 0, partnerId, lines = [], files = [] } = deal ?? {}
  const descriptions = lines.map(({ description }) => description)
  return {
    id: isReference(refNumber) ? refNumber : `deal ${id}`,
    deal: id,
    shown: { day: issueDate, amount, partner: partnerId, descriptions, files },
  }
}

export function flagsOf(alike: readonly Alike[]): Phrase[] {
  const deals = alike.filter(other => other.case === undefined).map(({ deal }) => String(deal))
  return [
    ...(deals.length > 0 ? [phrase(DEAL_FLAGS.looksDouble, { deals })] : []),
    ...alike.flatMap(other => (other.case === undefined ? [] : flagOfCase(other, other.case))),
  ]
}

function flagOfCase({ state, file, corrects }: Alike, name: string): Phrase {
  if (corrects) return phrase(DEAL_FLAGS.waitingCase, { name })
  if (file !== undefined && state === 'done') return phrase(DEAL_FLAGS.fileUsed, { file: String(file) })
  if (file !== undefined) return phrase(DEAL_FLAGS.openCaseWithFile, { name })
  return phrase(DEAL_FLAGS.openCase, { name })
}

/** Cases that the deal may correct are left out, because they do not prevent sending. */
export function unseen(alike: readonly Alike[], seen: readonly string[]): Alike[] {
  return alike.filter(({ id, corrects }) => !corrects && !seen.includes(id))
}

/** Waiting cases are left out, because a person who releases one of them is shown this deal. */
export function withoutWaiting(alike: readonly Alike[]): Alike[] {
  return alike.filter(({ state }) => state !== 'review')
}

/** Only entries with a deal count as seen, so kura asks the person again when a case has become a deal. */
export function seenIds(alike: readonly Alike[]): string[] {
  return alike.filter(({ deal }) => deal !== undefined).map(({ id }) => id)
}

export function reportAlike({ shown: { day, partner, descriptions, files, amount }, ...other }: Alike) {
  return {
    ...other,
    ...(day !== undefined && { day }),
    amount,
    ...(partner !== undefined && { partner_id: partner }),
    descriptions: [...descriptions],
    files: [...files],
  }
}
