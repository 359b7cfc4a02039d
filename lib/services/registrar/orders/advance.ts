import { phrase } from '../../../core/language/catalogue.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { RequestDeps } from '../deps.ts'
import { REGISTRAR_REASONS } from '../words.ts'
import { listFacts, listOpenFacts, mayHaveNews, type PurchaseFacts, readFacts } from './facts.ts'
import { refresh, unasked, withFailure } from './follow.ts'
import { forgetOrphans, resolvePurchase } from './resolve.ts'

/** The time for queries in milliseconds: a person waits for a list, and the daily run ends after sixty seconds. */
const BUDGET = { list: 3_000, daily: 25_000 } as const

const NO_TIME = phrase(REGISTRAR_REASONS.noTime)

/** The purchases to list; without a filter, only the open ones. */
export type PurchaseFilter = 'all' | undefined

/** Queries the registrar about due purchases. When time or the limit runs out, the rest is as stored, with a reason. */
export async function refreshAll(filter: PurchaseFilter, deps: RequestDeps): Promise<PurchaseFacts[]> {
  const listed = await (filter === 'all' ? listFacts : listOpenFacts)(deps)
  const over = (deps.timeLimit ?? AbortSignal.timeout)(BUDGET.list)
  const ended = new Promise<undefined>(done => over.addEventListener('abort', () => done(undefined)))
  // a slow call ends the wait but not the query, whose result is stored for the next list
  const work = async (facts: PurchaseFacts) =>
    (await Promise.race([refresh(facts, {}, deps), ended])) ?? unasked(facts, NO_TIME, deps)
  return eachPurchase(listed, work, { budget: BUDGET.list, ...deps })
}

/** Queries the registrar about every open purchase, settles unknown outcomes, and forgets orphaned effects. */
export async function advanceOrders(deps: RequestDeps): Promise<PurchaseFacts[]> {
  return eachPurchase(await listOpenFacts(deps), facts => advance(facts, deps), {
    budget: BUDGET.daily,
    ...deps,
  })
}

async function advance(facts: PurchaseFacts, deps: RequestDeps): Promise<PurchaseFacts> {
  let known = facts
  const run = async (step: () => Promise<unknown>) => {
    if (deps.mayStore && !known.failure) known = await reread(known, step, deps)
  }
  if (known.claim.state === 'unknown') await run(() => resolvePurchase(known, { by: 'kura' }, deps))
  if (known.claim.strays) await run(() => forgetOrphans(known, deps))
  return known.failure ? known : refresh(known, { eager: true, watches: true }, deps)
}

async function reread(
  facts: PurchaseFacts,
  step: () => Promise<unknown>,
  deps: RequestDeps,
): Promise<PurchaseFacts> {
  try {
    await step()
    return (await readFacts(facts.domain, deps)) ?? facts
  } catch (error) {
    return withFailure(facts, error, deps)
  }
}

/** Handles one purchase after the other, because the registrar limits calls. */
async function eachPurchase(
  listed: readonly PurchaseFacts[],
  work: (facts: PurchaseFacts) => Promise<PurchaseFacts>,
  deps: RequestDeps & { readonly budget: number },
): Promise<PurchaseFacts[]> {
  const end = deps.clock() + deps.budget
  const purchases = new Map<string, PurchaseFacts>()
  let limit: Reason | undefined
  for (const facts of listed.toSorted((one, other) => askedAt(one) - askedAt(other))) {
    const stop = limit ?? (deps.clock() > end ? NO_TIME : undefined)
    const stopped = stop !== undefined && mayHaveNews(facts)
    const asked = stopped ? unasked(facts, stop, deps) : await work(facts)
    if (asked.limited) limit = asked.failure
    purchases.set(facts.domain, asked)
  }
  return listed.map(facts => purchases.get(facts.domain) ?? facts)
}

/** The time of the last query. A run may end early, so it begins with the purchase that was queried longest ago. */
function askedAt({ progress, deadline }: PurchaseFacts): number {
  return Math.max(progress?.checkedAt ?? 0, deadline?.askedAt ?? 0)
}
