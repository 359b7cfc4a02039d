/**
 * The dry run for many deals: shows for each deal its draft, the reasons why a person has to look at it, and possible
 * duplicates.
 */
import { actDigest } from '../../../core/claims/claims.ts'
import { mapConcurrently } from '../../../core/concurrency.ts'
import { AppError } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { refuseAct } from '../act-on-case.ts'
import type { AccountingContract } from '../contract.ts'
import { DEAL_WORDS, dealTexts } from '../deals/case-words.ts'
import { candidateOf, type Existing, existingOf, findDoubles } from '../deals/doubles.ts'
import { obstacleText, writeObstacles } from '../deals/permission.ts'
import { type DealCall, type DryRun, showDeal } from '../deals/register.ts'
import type { ImportedDeal } from '../deals/schema.ts'
import type { ImportDeps } from './files.ts'
import { filesOf, requestOf } from './files.ts'
import { rememberMasterData } from './remembering-client.ts'

type Shown = Extract<ReplyOf<AccountingContract, 'importDeals'>, { readonly mode: 'dry-run' }>
type ShownDeal = Shown['deals'][number]

/**
 * Shows the deals and writes nothing. A problem with a deal is in the part of the reply about this deal.
 * @throws AppError as the client does
 */
export async function showDeals(
  deals: readonly ImportedDeal[],
  call: DealCall,
  deps: ImportDeps,
): Promise<Shown> {
  const remembering = { ...call, client: rememberMasterData(call.client) }
  const obstacles = await writeObstacles({ companyId: call.companyId }, { ...deps, ...remembering })
  const shown = await mapConcurrently(deals, deal => showOne(deal, remembering, deps))
  const doubles = findDoubles(
    shown.map(({ case: name, body }) => body && candidateOf(name, body)),
    await existingDeals(shown, call),
  )
  return {
    mode: 'dry-run',
    deals: shown.map((deal, index) => ({ ...deal, doubles: doubles[index] ?? [] })),
    obstacles: obstacles.map(obstacleText),
  }
}

type Draft = Omit<ShownDeal, 'doubles'>

async function showOne(deal: ImportedDeal, call: DealCall, deps: ImportDeps): Promise<Draft> {
  const files = await filesOf(deal, { ...call, receipts: deps.receipts })
  try {
    const run = await showDeal(requestOf(deal, { ...call, files }), call, deps)
    const changed = await changedSince(run, deps)
    return { ...draftOf(deal, run), files, ...(changed && { problem: problemOf(changed) }) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_request') throw error
    return { case: deal.case, state: 'new', files, problem: problemOf(error) }
  }
}

/** The states in which the body of a case can no longer change. */
const KEEPS_BODY: readonly string[] = ['claimed', 'done', 'unknown']

/**
 * Returns the conflict that registering the deal would cause because the deal's case is stored with another body;
 * undefined if there is none.
 */
async function changedSince(
  { case: known, body }: DryRun,
  { claims }: ImportDeps,
): Promise<AppError | undefined> {
  if (!known || !body || !KEEPS_BODY.includes(known.state)) return undefined
  const claim = await claims.read(known.name)
  if (!claim || claim.digest === actDigest(JSON.stringify(body))) return undefined
  return refuseAct({ decision: 'conflict', claim }, dealTexts(known.name), DEAL_WORDS)
}

function draftOf(deal: ImportedDeal, { case: known, mode: _, obstacles: __, ...understood }: DryRun) {
  return {
    case: deal.case,
    state: known?.state ?? 'new',
    ...(known?.deal !== undefined && { deal: known.deal }),
    ...understood,
  }
}

/** Returns an error in the form of the reply's member `problem`. */
export function problemOf({ message, code, hint }: AppError) {
  return { error: message, code, ...(hint !== undefined && { hint }) }
}

/** Queries the service for its deals from the first to the last day of the shown deals. */
async function existingDeals(shown: readonly Draft[], { client, companyId }: DealCall): Promise<Existing[]> {
  const dates = shown.flatMap(({ body }) => (body ? [body.issue_date] : [])).toSorted()
  const [from] = dates
  const until = dates.at(-1)
  if (from === undefined || until === undefined) return []
  return (await client.deals({ companyId, from, until })).map(existingOf)
}
