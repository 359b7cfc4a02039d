import { AppError, hasCode } from '../../../../core/errors.ts'
import type { ReplyOf } from '../../../../core/http/contract.ts'
import type { Locale } from '../../../../core/language/language.ts'
import { errorReasons } from '../../../../core/language/phrase-error.ts'
import { textOf } from '../../../../core/language/text.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { referenceOf } from '../../../../services/accounting/deals/cases/of-deal.ts'
import { type Facts, mayCorrect } from '../../../../services/accounting/deals/cases/waiting.ts'
import { sumOf } from '../../../../services/accounting/fields/amount.ts'
import type { PlannedRow } from '../../../../services/accounting/imports/reading/plan.ts'
import { reasonOf } from '../../../../services/accounting/imports/reading/words.ts'
import { isOutage, MOST_PAUSES, untilReleased, waitOut, waitUntilTime } from './limits.ts'
import type { UploadDeps } from './upload.ts'

interface RegisterDeps extends UploadDeps {
  readonly locale: Locale
}

type Written = Extract<ReplyOf<AccountingContract, 'importDeals'>, { readonly mode: 'write' }>
export type WrittenDeal = Written['deals'][number]

/** How many times a row waits while another call registers the same deal. */
const ATTEMPTS = 3

type Deals = readonly NonNullable<PlannedRow['row']>['deal'][]

interface Answers {
  readonly written: ReadonlyMap<string, WrittenDeal>
  readonly isOut: boolean
}

/** Returns the host's answers by case. If the service is out of order (`isOut`), some deals have no answer. */
export async function registerAll(deals: Deals, mostLost: number, deps: RegisterDeps): Promise<Answers> {
  const written = new Map<string, WrittenDeal>()
  const send = async (some: Deals): Promise<boolean> => {
    try {
      return await registerUntilAnswered(some, { written, mostLost }, deps)
    } catch (error) {
      if (isOutage(error)) return true
      throw error
    }
  }
  let isOut = await send(deals)
  for (let attempt = 1; attempt <= ATTEMPTS && !isOut; attempt++) {
    const waiting = deals.filter(deal => written.get(deal.case)?.until !== undefined)
    const [first] = waiting
    const until = first && written.get(first.case)?.until
    if (first === undefined || until === undefined) break
    const state = () => deps.api.case({ params: { case: first.case } })
    await untilReleased(async () => (await state()).state, until, deps)
    isOut = await send(waiting)
  }
  return { written, isOut }
}

/** Adds answers to `written`. Returns true if it stopped early, because the outcome of `mostLost` deals is unknown. */
async function registerUntilAnswered(
  deals: Deals,
  { written, mostLost }: { written: Map<string, WrittenDeal>; mostLost: number },
  deps: RegisterDeps,
): Promise<boolean> {
  let left = deals
  while (left.length > 0) {
    const { deals: answered, retryAt } = await registerPastPauses(
      apartFromRun(left, { deals, written }, deps),
      deps,
    )
    for (const deal of answered) written.set(deal.case, deal)
    if ([...written.values()].filter(({ lost }) => lost).length >= mostLost) return true
    left = left.slice(answered.length)
    if (retryAt !== undefined) await waitUntilTime(retryAt, deps)
  }
  return false
}

/** Marks similar deals of this run as apart, because two rows of a table are two deals: neither corrects the other. */
function apartFromRun(
  left: Deals,
  { deals, written }: { readonly deals: Deals; readonly written: ReadonlyMap<string, WrittenDeal> },
  { company }: RegisterDeps,
): Deals {
  const waiting = deals.filter(deal => written.get(deal.case)?.state === 'review')
  return left.map(deal => {
    const near = waiting.filter(other => mayCorrect(factsOf(other), factsOf(deal)))
    const apart = [...(deal.apart ?? []), ...near.map(({ case: name }) => referenceOf(company, name))]
    return near.length > 0 ? { ...deal, apart: apart.slice(-MOST_APART) } : deal
  })
}

const MOST_APART = 1000

function factsOf({ issue_date: day, details, partner }: Deals[number]): Facts {
  const descriptions = details.map(({ description = '' }) => description)
  return { day, amount: sumOf(details.map(({ amount }) => amount)), partner, descriptions }
}

async function registerPastPauses(
  deals: Deals,
  deps: RegisterDeps,
): Promise<Pick<Written, 'deals' | 'retryAt'>> {
  for (let pauses = deps.usedUp?.has('deals') ? MOST_PAUSES : 0; ; pauses++) {
    const { reply, limit } = await registerOrLimit(deals, deps)
    if (reply) {
      deps.usedUp?.delete('deals')
      return reply
    }
    if (pauses >= MOST_PAUSES) {
      deps.usedUp?.add('deals')
      const [first] = deals
      return { deals: first ? [await holdDeal(first, limit, deps)] : [] }
    }
    await waitOut(limit, deps)
  }
}

type Registering =
  | { readonly reply: Written; readonly limit?: undefined }
  | { readonly reply?: undefined; readonly limit: AppError }

async function registerOrLimit(deals: Deals, deps: RegisterDeps): Promise<Registering> {
  try {
    return { reply: await register(deals, deps) }
  } catch (error) {
    if (hasCode(error, 'limited')) return { limit: error }
    throw error
  }
}

/** Asks the host to store the deal for a person. If the rate limit refuses this call too, nothing is stored. */
async function holdDeal(deal: Deals[number], limit: AppError, deps: RegisterDeps): Promise<WrittenDeal> {
  const why = textOf(reasonOf(limit), deps.locale)
  const { reply } = await registerOrLimit([{ ...deal, hold: deal.hold ?? why.slice(0, LONGEST_HOLD) }], deps)
  const [held] = reply?.deals ?? []
  const { message: error, code, hint } = limit
  const problem = { error, code, ...(hint !== undefined && { hint }), ...errorReasons(limit) }
  return held ?? { case: deal.case, state: 'failed', flags: [], problem }
}

/** The maximum length of the reason with which the host stores a deal for a person. */
export const LONGEST_HOLD = 1000

async function register(deals: Deals, { api, company }: RegisterDeps): Promise<Written> {
  const body = { company_id: company, deals: [...deals] }
  const reply = await api.importDeals({ body, mode: 'write' })
  if (reply.mode === 'write' && reply.deals.length > 0) return reply
  throw new AppError('remote_answer', 'Cannot read the reply of the host: it has registered no deal')
}
