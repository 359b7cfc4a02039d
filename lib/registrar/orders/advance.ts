/** Bringing all purchases on: the daily run, and a look at the list. */

import type { Surroundings } from '../deps.ts'
import { isOpen, listFacts, type PurchaseFacts, readFacts } from './facts.ts'
import { look, unasked } from './follow.ts'
import { resolvePurchase } from './resolve.ts'

/** Milliseconds after which nothing more is asked: a function lives for sixty seconds. */
const BUDGET = 25_000

/** Every purchase, after asking about those of which something is due. */
export function followAll(surroundings: Surroundings): Promise<PurchaseFacts[]> {
  return eachPurchase(surroundings, facts => look(facts, surroundings))
}

/** Every purchase, after asking about all that are open, due or not, and looking for those of which nobody knows. */
export function advanceOrders(surroundings: Surroundings): Promise<PurchaseFacts[]> {
  return eachPurchase(surroundings, async facts => {
    const searched = await search(facts, surroundings)
    return searched.failure ? searched : look(searched, surroundings, { eager: true })
  })
}

async function search(facts: PurchaseFacts, surroundings: Surroundings): Promise<PurchaseFacts> {
  if (facts.claim.state !== 'unknown' || !surroundings.mayStore) return facts
  try {
    await resolvePurchase(facts, { by: 'kura' }, surroundings)
    return (await readFacts(facts.domain, surroundings)) ?? facts
  } catch (error) {
    return unasked(facts, error, surroundings)
  }
}

/** One after another, for the registrar limits its calls, until it says that they are too many or time is over. */
async function eachPurchase(
  surroundings: Surroundings,
  work: (facts: PurchaseFacts) => Promise<PurchaseFacts>,
): Promise<PurchaseFacts[]> {
  const end = surroundings.clock() + BUDGET
  const purchases: PurchaseFacts[] = []
  let limit: string | undefined
  for (const facts of await listFacts(surroundings)) {
    const stop = limit ?? (surroundings.clock() > end ? 'there was no time left' : undefined)
    const stopped = stop !== undefined && isOpen(facts)
    const asked = stopped ? unasked(facts, stop, surroundings) : await work(facts)
    if (asked.limited) limit = asked.failure
    purchases.push(asked)
  }
  return purchases
}
