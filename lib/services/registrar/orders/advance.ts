/** Asks the registrar about purchases: for the daily run, and when they are listed. */
import type { RequestDeps } from '../deps.ts'
import { listFacts, listOpenFacts, mayHaveNews, type PurchaseFacts, readFacts } from './facts.ts'
import { refresh, withFailure } from './follow.ts'
import { resolvePurchase } from './resolve.ts'
import { forgetStrays } from './strays.ts'

/** Milliseconds after which nothing more is asked: a function lives for sixty seconds. */
const BUDGET = 25_000

/** Which purchases: the open ones unless it is said. */
export type PurchaseFilter = 'all' | undefined

/** The purchases, after asking about those that are due. */
export async function refreshAll(filter: PurchaseFilter, deps: RequestDeps): Promise<PurchaseFacts[]> {
  const listed = await (filter === 'all' ? listFacts : listOpenFacts)(deps)
  return eachPurchase(listed, facts => refresh(facts, {}, deps), deps)
}

/** The open purchases, after asking about all of them, due or not, and looking up the unknown ones. */
export async function advanceOrders(deps: RequestDeps): Promise<PurchaseFacts[]> {
  const advance = async (facts: PurchaseFacts) => {
    const resolved = await withoutStrays(await resolve(facts, deps), deps)
    return resolved.failure ? resolved : refresh(resolved, { eager: true, watches: true }, deps)
  }
  return eachPurchase(await listOpenFacts(deps), advance, deps)
}

async function resolve(facts: PurchaseFacts, deps: RequestDeps): Promise<PurchaseFacts> {
  if (facts.claim.state !== 'unknown' || !deps.mayStore) return facts
  try {
    await resolvePurchase(facts, { by: 'kura' }, deps)
    return (await readFacts(facts.domain, deps)) ?? facts
  } catch (error) {
    return withFailure(facts, error, deps)
  }
}

/** The facts, with the strays that are left. */
async function withoutStrays(facts: PurchaseFacts, deps: RequestDeps): Promise<PurchaseFacts> {
  if (!facts.claim.strays || facts.failure || !deps.mayStore) return facts
  try {
    await forgetStrays(facts, deps)
    return (await readFacts(facts.domain, deps)) ?? facts
  } catch (error) {
    return withFailure(facts, error, deps)
  }
}

/** One after another, because the registrar limits its calls, until it refuses more or the time is over. */
async function eachPurchase(
  listed: readonly PurchaseFacts[],
  work: (facts: PurchaseFacts) => Promise<PurchaseFacts>,
  deps: RequestDeps,
): Promise<PurchaseFacts[]> {
  const end = deps.clock() + BUDGET
  const purchases = new Map<string, PurchaseFacts>()
  let limit: string | undefined
  for (const facts of listed.toSorted((one, other) => askedAt(one) - askedAt(other))) {
    const stop = limit ?? (deps.clock() > end ? 'there was no time left' : undefined)
    const stopped = stop !== undefined && mayHaveNews(facts)
    const asked = stopped ? withFailure(facts, stop, deps) : await work(facts)
    if (asked.limited) limit = asked.failure
    purchases.set(facts.domain, asked)
  }
  return listed.map(facts => purchases.get(facts.domain) ?? facts)
}

/** When the registrar was last asked; what was asked about longest ago comes first, for a run may end before the last one. */
function askedAt({ progress, deadline }: PurchaseFacts): number {
  return Math.max(progress?.checkedAt ?? 0, deadline?.askedAt ?? 0)
}
