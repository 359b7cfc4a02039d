/** Asks the registrar about all purchases: for the daily run, and when they are listed. */
import type { RequestDeps } from '../deps.ts'
import { isOpen, listFacts, type PurchaseFacts, readFacts } from './facts.ts'
import { refresh, withFailure } from './follow.ts'
import { resolvePurchase } from './resolve.ts'

/** Milliseconds after which nothing more is asked: a function lives for sixty seconds. */
const BUDGET = 25_000

/** Every purchase, after asking about those that are due. */
export function refreshAll(deps: RequestDeps): Promise<PurchaseFacts[]> {
  return eachPurchase(facts => refresh(facts, {}, deps), deps)
}

/** Every purchase, after asking about all that are open, due or not, and looking up the unknown ones. */
export function advanceOrders(deps: RequestDeps): Promise<PurchaseFacts[]> {
  return eachPurchase(async facts => {
    const resolved = await resolve(facts, deps)
    return resolved.failure ? resolved : refresh(resolved, { eager: true, watches: true }, deps)
  }, deps)
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

/** One after another, because the registrar limits its calls, until it refuses more or the time is over. */
async function eachPurchase(
  work: (facts: PurchaseFacts) => Promise<PurchaseFacts>,
  deps: RequestDeps,
): Promise<PurchaseFacts[]> {
  const end = deps.clock() + BUDGET
  const purchases: PurchaseFacts[] = []
  let limit: string | undefined
  for (const facts of await listFacts(deps)) {
    const stop = limit ?? (deps.clock() > end ? 'there was no time left' : undefined)
    const stopped = stop !== undefined && isOpen(facts)
    const asked = stopped ? withFailure(facts, stop, deps) : await work(facts)
    if (asked.limited) limit = asked.failure
    purchases.push(asked)
  }
  return purchases
}
