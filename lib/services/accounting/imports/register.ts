/** A request ends before its function's time limit, so the caller sends the remaining deals again. */
import { CALL, FUNCTION_LIFE } from '../../../core/claims/lease.ts'
import { AppError, type ErrorCode } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { saidReason } from '../../../core/language/text.ts'
import { settleByQuery } from '../cases/cases.ts'
import type { AccountingContract } from '../contract.ts'
import { readWaiting } from '../deals/cases/alike.ts'
import { dealCases } from '../deals/cases/cases.ts'
import { keepCaseOfFile } from '../deals/cases/of-deal.ts'
import { type DealCall, heldReason, registerDeal } from '../deals/register.ts'
import type { ImportedDeal } from '../deals/schema.ts'
import { receiptCase } from '../receipts/identity.ts'
import type { ImportDeps } from './files.ts'
import { filesOf, refuseMissing, requestOf } from './files.ts'
import { ENDPOINTS, keepingPause, refusePaused, retryAtOf } from './pause.ts'
import { rememberMasterData } from './remembering-client.ts'
import { newPartnerOf, problemOf } from './show.ts'

type Registered = Extract<ReplyOf<AccountingContract, 'importDeals'>, { readonly mode: 'write' }>
type RegisteredDeal = Registered['deals'][number]

/** Errors with which every further deal would fail too. The first deal throws such an error; later, the reply ends. */
const STOPS_ALL: readonly ErrorCode[] = [
  'limited',
  'writes_off',
  'permission_missing',
  'not_in_preview',
  'reauthorize',
  'token_busy',
  'store_unavailable',
  'store_busy',
  'remote_unreachable',
]

/** Calls of unknown outcome after which a reply ends early, because the service is probably out of order. */
const MOST_LOST = 2

/**
 * @throws AppError `limited` while a pause lasts; for the first deal also those of `STOPS_ALL`, and those of a service
 * that kura could not read
 */
export async function registerDeals(
  deals: readonly ImportedDeal[],
  call: DealCall,
  deps: ImportDeps,
): Promise<Registered> {
  // waiting cases are read before the first deal is sent, because no row of a table corrects another
  const waiting = await readWaiting(call, deps)
  const remembering = { ...call, waiting, client: rememberMasterData(call.client) }
  // a deal is started only if its call would end before the function does
  const latestStart = (call.client.deadline ?? deps.clock() + FUNCTION_LIFE) - CALL
  const sends = deals.some(({ hold }) => hold === undefined)
  await refusePaused(call.companyId, { ...deps, endpoints: sends ? ENDPOINTS.deals : ENDPOINTS.drafts })
  const registered: RegisteredDeal[] = []
  for (const deal of deals) {
    if (deps.clock() >= latestStart || registered.filter(({ lost }) => lost).length >= MOST_LOST) break
    try {
      const work = () => registerOne(deal, remembering, deps)
      registered.push(await keepingPause(call.companyId, work, deps))
    } catch (error) {
      if (registered.length === 0) throw error
      const retryAt = retryAtOf(error)
      return { mode: 'write', deals: registered, ...(retryAt !== undefined && { retryAt }) }
    }
  }
  return { mode: 'write', deals: registered }
}

async function registerOne(deal: ImportedDeal, call: DealCall, deps: ImportDeps): Promise<RegisteredDeal> {
  const held = { ...call, hold: deal.hold, apart: deal.apart ?? [] }
  try {
    const files = await filesOf(deal, { ...call, receipts: deps.receipts })
    if (deal.hold === undefined) refuseMissing(files, deal)
    for (const { sha256 } of files) await keepCaseOfFile(receiptCase({ ...call, sha256 }), deal.case, deps)
    const {
      state,
      deal: id,
      operation,
      differs,
      flags,
    } = await registerDeal(requestOf(await sendable(deal, call), { ...call, files }), held, deps)
    const own = deal.hold === undefined ? [] : [saidReason(heldReason(deal.hold))]
    return {
      case: deal.case,
      state,
      ...(id !== undefined && { deal: id }),
      ...(operation !== undefined && { operation }),
      ...(differs && { differs }),
      flags: [...flags.map(({ reason }) => reason), ...own],
    }
  } catch (error) {
    if (!(error instanceof AppError) || STOPS_ALL.includes(error.code) || isReadLost(error)) throw error
    return failed(deal, error, { call, deps })
  }
}

/** A deal with `hold` waits anyway, so a partner that the company lacks is left out of it. */
async function sendable(deal: ImportedDeal, call: DealCall): Promise<ImportedDeal> {
  if (deal.hold === undefined || !(await newPartnerOf(deal, call))) return deal
  const { partner: _, ...known } = deal
  return known
}

/** Whether the service could not be read: the deal was not sent, and no other deal can be drafted now. */
function isReadLost({ code, details }: AppError): boolean {
  if (details['state'] === 'unknown' || details['decision'] !== undefined) return false
  return code === 'remote_silent' || (code === 'remote_answer' && Number(details['upstream']) >= 500)
}

/** A deal that was registered earlier counts as done. If the outcome is unknown, kura queries the service at once. */
async function failed(
  deal: ImportedDeal,
  error: AppError,
  { call, deps }: { call: DealCall; deps: ImportDeps },
): Promise<RegisteredDeal> {
  const { decision, until, state: reported } = error.details
  const facts = { case: deal.case, flags: [], problem: problemOf(error) }
  if (decision === 'conflict' || (error.code !== 'conflict' && reported !== 'unknown'))
    return { ...facts, state: 'failed' }
  if (decision === 'in_progress' && typeof until === 'string') return { ...facts, state: 'claimed', until }
  const claim = await deps.claims.read(deal.case)
  const stored = { state: claim?.state, deal: claim?.result?.deal }
  const query = () => settleByQuery({ ...call, caseName: deal.case }, dealCases(deps))
  // if the service cannot be queried either, the case stays unknown
  const settled = claim?.state === 'unknown' ? await query().catch(() => stored) : stored
  const { state = 'failed', deal: id } = settled
  const isDone = state === 'done' && id !== undefined && !claim?.strays?.length
  if (isDone) return { case: deal.case, state, deal: id, flags: [] }
  return { ...facts, state, ...(state === 'unknown' && decision === undefined && { lost: true as const }) }
}
