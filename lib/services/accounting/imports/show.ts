import { foldCaseName } from '../../../core/claims/case-name.ts'
import { actDigest } from '../../../core/claims/claims.ts'
import { AppError } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { foldName, nearestPartners } from '../../../core/language/nearest-name.ts'
import { errorReasons } from '../../../core/language/phrase-error.ts'
import { asInWindows31j } from '../../../core/language/windows-31j.ts'
import { mapConcurrently } from '../../../core/work/concurrency.ts'
import { refuseAct } from '../cases/act.ts'
import type { AccountingContract } from '../contract.ts'
import { candidateOfCase, maybeCorrected, otherCases, shownBody } from '../deals/cases/alike.ts'
import { fileOf, isReference, otherCasesOfFile, referenceOf } from '../deals/cases/of-deal.ts'
import { isSameSaved } from '../deals/cases/saved.ts'
import { DEAL_WORDS, dealTexts } from '../deals/cases/words.ts'
import { candidateOf, type Double, type Existing, existingOf, findDoubles } from '../deals/doubles.ts'
import { obstacleReply, writeObstacles } from '../deals/permission.ts'
import { type DealCall, type DryRun, showDeal } from '../deals/register.ts'
import type { ImportedDeal } from '../deals/schema.ts'
import { receiptCase, sha256Of } from '../receipts/identity.ts'
import type { ImportDeps } from './files.ts'
import { filesOf, requestOf } from './files.ts'
import { readLeftOut } from './left-out.ts'
import { rememberMasterData } from './remembering-client.ts'

type Shown = Extract<ReplyOf<AccountingContract, 'importDeals'>, { readonly mode: 'dry-run' }>
type ShownDeal = Shown['deals'][number]

/** Writes nothing. Each deal's part of the reply names its own problem. @throws AppError as the client does */
export async function showDeals(
  deals: readonly ImportedDeal[],
  call: DealCall,
  deps: ImportDeps,
): Promise<Shown> {
  const remembering = { ...call, client: rememberMasterData(call.client) }
  const obstacles = await writeObstacles({ companyId: call.companyId }, { ...deps, ...remembering })
  const shown = await mapConcurrently(deals, deal => showOne(deal, remembering, deps))
  const open = (await deps.claims.listOpen()).map(({ claim }) => claim)
  const waiting = otherCases(open, call)
  const existing = await existingDeals(shown, call)
  const doubles = findDoubles(
    [
      ...waiting.map(claim => candidateOfCase(claim)),
      ...shown.map(({ case: name, body, files, newPartner }) => {
        if (!body) return undefined
        const partner = newPartner && { partner: foldName(newPartner.name) }
        return { ...candidateOf(name, body), ...partner, files: files.map(({ sha256 }) => sha256) }
      }),
    ],
    existing,
  ).slice(waiting.length)
  const looked = await mapConcurrently([...shown.keys()], async index => {
    const [draft, deal] = [shown[index], deals[index]]
    if (!draft || !deal) return []
    const alike = [...(doubles[index] ?? []), ...corrected(draft, waiting)]
    return [await withDoubles({ draft, deal, alike, existing }, call, deps)]
  })
  return { mode: 'dry-run', deals: looked.flat(), obstacles: obstacles.map(obstacleReply) }
}

type Draft = Omit<ShownDeal, 'doubles' | 'double' | 'apart' | 'leftOut'>

interface Drafted {
  readonly draft: Draft
  readonly deal: ImportedDeal
  readonly alike: readonly Double[]
  readonly existing: readonly Existing[]
}

function corrected({ body }: Draft, waiting: readonly Waiting[]): Double[] {
  if (!body) return []
  const cases = waiting.filter(claim => maybeCorrected(claim, shownBody(body)))
  return cases.map(({ name }) => ({ case: name, corrects: true as const }))
}

type Waiting = ReturnType<typeof otherCases>[number]

async function withDoubles(
  { draft, deal, alike, existing }: Drafted,
  { companyId }: DealCall,
  deps: ImportDeps,
): Promise<ShownDeal> {
  const cases = await mapConcurrently(filesIn(draft, companyId), file =>
    otherCasesOfFile(file, draft.case, deps),
  )
  const withFile = cases.flat().map(({ name }) => ({ case: name, file: true as const }))
  const doubles = eachOnce([...alike, ...withFile], draft.case)
  if (doubles.length === 0) return { ...draft, doubles }
  const apart = doubles.map(double => idOf(double, { companyId, existing }))
  const double = sha256Of(Buffer.from(asInWindows31j(JSON.stringify([deal, apart])))).slice(0, 8)
  const leftOut = await readLeftOut(companyId, { case: draft.case, id: double }, deps.store)
  return { ...draft, doubles, double, apart, ...(leftOut && { leftOut }) }
}

/** The names of the files in the records of cases: by digest, as imports store them, and by id. */
function filesIn({ files, body }: Draft, companyId: number): string[] {
  const digests = files.map(({ sha256 }) => receiptCase({ companyId, sha256 }))
  return [...digests, ...(body?.receipt_ids ?? []).map(id => fileOf(companyId, id))]
}

/** Keeps each case once, and drops the deal's own case. */
function eachOnce(doubles: readonly Double[], own: string): Double[] {
  const known = new Set([foldCaseName(own)])
  return doubles.filter(({ case: name }) => {
    if (name === undefined) return true
    const isNew = !known.has(foldCaseName(name))
    known.add(foldCaseName(name))
    return isNew
  })
}

function idOf(
  { case: name, deal }: Double,
  { companyId, existing }: { readonly companyId: number; readonly existing: readonly Existing[] },
): string {
  if (name !== undefined) return referenceOf(companyId, name)
  const reference = existing.find(other => other.deal === deal)?.reference
  return isReference(reference) ? reference : `deal ${deal}`
}

async function showOne(deal: ImportedDeal, call: DealCall, deps: ImportDeps): Promise<Draft> {
  const files = await filesOf(deal, { ...call, receipts: deps.receipts })
  const newPartner = await newPartnerOf(deal, call)
  const { partner: _, ...without } = deal
  try {
    const known = newPartner ? without : deal
    const run = await showDeal(requestOf(known, { ...call, files }), call, deps)
    const changed = await changedSince(run, deps)
    return {
      ...draftOf(deal, run),
      files,
      ...(newPartner && { newPartner }),
      ...(changed && { problem: problemOf(changed) }),
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_request') throw error
    return { case: deal.case, state: 'new', files, problem: problemOf(error) }
  }
}

/** Undefined if the deal names no partner, or if the company has one of this name, active or deactivated. */
export async function newPartnerOf(
  { partner: name }: ImportedDeal,
  { client, companyId }: DealCall,
): Promise<Draft['newPartner']> {
  if (name === undefined) return undefined
  const partners = await client.partners(companyId)
  if (partners.some(partner => foldName(partner.name) === foldName(name))) return undefined
  const names = partners.filter(({ available }) => available).map(partner => partner.name)
  return { name, near: nearestPartners(name, names) }
}

/** The states in which a request with another body is a conflict. */
const KEEPS_BODY: readonly string[] = ['claimed', 'done', 'unknown']

/** Returns the error with which registering would fail because the case is stored with another body. */
async function changedSince(
  { case: known, body }: DryRun,
  { claims }: ImportDeps,
): Promise<AppError | undefined> {
  if (!known || !body || !KEEPS_BODY.includes(known.state)) return undefined
  const claim = await claims.read(known.name)
  const texts = [body, withoutTax(body)].map(text => JSON.stringify(text))
  const isSame = texts.some(text => claim?.digest === actDigest(text) || (claim && isSameSaved(claim, text)))
  if (!claim || isSame) return undefined
  return refuseAct({ decision: 'conflict', claim }, dealTexts(known.name), DEAL_WORDS)
}

/** Returns the body as earlier versions of kura sent it, without the tax of lines. */
function withoutTax(body: NonNullable<DryRun['body']>): NonNullable<DryRun['body']> {
  return { ...body, details: body.details.map(({ vat: _, ...line }) => line) }
}

function draftOf(deal: ImportedDeal, { case: known, mode: _, obstacles: __, ...understood }: DryRun) {
  return {
    case: deal.case,
    state: known?.state ?? 'new',
    ...(known?.deal !== undefined && { deal: known.deal }),
    ...understood,
  }
}

export function problemOf(error: AppError) {
  const { message, code, hint } = error
  return { error: message, code, ...(hint !== undefined && { hint }), ...errorReasons(error) }
}

async function existingDeals(shown: readonly Draft[], { client, companyId }: DealCall): Promise<Existing[]> {
  const dates = shown.flatMap(({ body }) => (body ? [body.issue_date] : [])).toSorted()
  const [from] = dates
  const until = dates.at(-1)
  if (from === undefined || until === undefined) return []
  return (await client.deals({ companyId, from, until })).map(existingOf)
}
