/** Bringing all purchases on: the daily run, and a look at the list. */
import { messageOf } from '../errors.ts'
import { listFacts, type PurchaseFacts, readFacts } from './facts.ts'
import { follow } from './follow.ts'
import type { Surroundings } from './parts.ts'
import { resolvePurchase } from './resolve.ts'

/** Every purchase as it stands now, and those that could not be asked about: they are as they stood before. */
export interface AdvanceReport {
  readonly purchases: readonly PurchaseFacts[]
  readonly failed: readonly { readonly domain: string; readonly error: string }[]
}

/** Milliseconds after which nothing more is asked: a function lives for sixty seconds, and a call takes up to twenty. */
const BUDGET = 30_000

/** Asks about every purchase of which something is due. */
export function followAll(surroundings: Surroundings): Promise<AdvanceReport> {
  return eachPurchase(surroundings, facts => follow(facts, surroundings))
}

/** Asks about every open purchase, due or not, and looks for those of which nobody knows. */
export function advanceOrders(surroundings: Surroundings): Promise<AdvanceReport> {
  return eachPurchase(surroundings, async facts => {
    const looks = facts.claim.state === 'unknown' && surroundings.mayStore
    if (looks) await resolvePurchase(facts, { by: 'kura' }, surroundings)
    const current = looks ? await readFacts(facts.domain, surroundings) : facts
    return follow(current ?? facts, surroundings, { eager: true })
  })
}

/** One after another: the registrar limits its calls. One that fails does not hold up the others. */
async function eachPurchase(
  surroundings: Surroundings,
  work: (facts: PurchaseFacts) => Promise<PurchaseFacts>,
): Promise<AdvanceReport> {
  const end = surroundings.clock() + BUDGET
  const purchases: PurchaseFacts[] = []
  const failed: { domain: string; error: string }[] = []
  for (const facts of await listFacts(surroundings)) {
    try {
      if (surroundings.clock() > end) throw new Error('there was no time left to ask')
      purchases.push(await work(facts))
    } catch (error) {
      purchases.push(facts)
      failed.push({ domain: facts.domain, error: messageOf(error) })
    }
  }
  return { purchases, failed }
}
