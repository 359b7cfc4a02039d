/**
 * A deal that is registered once. Hana's program registers it. Mei, a person with the command line, may do several
 * things with its case at any moment: query it, free it, register it again, release it, delete it.
 */

import { LEASE } from '../../../lib/core/claims/lease.ts'
import type { RegisteredDeal } from '../../../lib/services/accounting/deals/schema.ts'
import type { Simulation } from '../simulation.ts'
import { createSimulatedStore } from '../store.ts'
import { brokenIndex, storedClaim } from '../stored-claim.ts'
import type { Play, World } from '../world.ts'
import { COMPANY, livingDeals } from './books.ts'
import { type DealStage, KEY, LATENESS, perform, type Task } from './deal-process.ts'
import { told } from './told.ts'

export interface DealsOptions {
  readonly name: string
  /** Hana's tasks, in order. */
  readonly hana: readonly Task[]
  /** The tasks that Mei may do, and how many of them at most. */
  readonly mei: readonly Task[]
  readonly moves: number
  /** The tasks of which Ken may do one; without them there is no Ken. */
  readonly ken?: readonly Task[]
  /** The reasons why a person has to review the deal; empty if no review is needed. */
  readonly flags?: readonly string[]
}

export function dealsWorld(options: DealsOptions): World {
  return {
    name: options.name,
    steps: [LEASE + 1, LEASE + 1 + LATENESS],
    begin: simulation => beginDeals(simulation, options),
  }
}

function beginDeals(simulation: Simulation, { hana, mei, ken, moves, flags = [] }: DealsOptions): Play {
  const store = createSimulatedStore(simulation)
  const shared = { books: simulation.share([]), lies: simulation.share([]), strays: simulation.share([]) }
  const stage: DealStage = { simulation, store, flags, ...shared, released: simulation.share([]) }
  const { books } = stage
  const confirmed = { company: COMPANY, deal: 1, confirmedBy: 'mei', key: 'mei', at: '2026-06-01T00:00:00Z' }
  store.put(`accounting/first-deal/${COMPANY}`, JSON.stringify(confirmed))
  simulation.actor('hana', async () => {
    for (const [count, task] of hana.entries()) {
      simulation.begins(`${count}`)
      await told(simulation, 'hana', perform(task, 'hana', count, stage))
    }
  })
  const decides = (person: string, tasks: readonly Task[], most: number) =>
    simulation.actor(person, async () => {
      for (let count = 0; count < most; count++) {
        const what = await simulation.choose(person, [...tasks, 'leaves'], `${count}`)
        if (what === 'leaves') return
        await told(simulation, person, perform(what, person, count, stage))
      }
    })
  decides('mei', mei, moves)
  if (ken) decides('ken', ken, 1)
  return {
    broken: () => brokenBooks(stage) ?? brokenIndex(store, KEY),
    brokenAtEnd: () => stage.lies[0] ?? brokenCase(stage),
    ending: () => [`claim: ${store.record(KEY) ?? 'none'}`, `books: ${JSON.stringify(books)}`],
  }
}

function brokenBooks({ books, flags, released }: DealStage): string | undefined {
  const count = livingDeals(books).length
  if (count > 1) return `the books have ${count} deals of one case`
  if (flags.length === 0) return undefined
  const amounts = books.flatMap(({ body }) => body.details.map(({ amount }) => amount))
  const unseen = amounts.find(amount => !released.includes(amount))
  return unseen === undefined ? undefined : `a deal of ${unseen} was sent, and nobody has released it`
}

/**
 * Returns the broken promise if a record states more than is known. If a deal was deleted by hand, this is unknown
 * until a query.
 */
function brokenCase({ store, books, strays }: DealStage): string | undefined {
  const { state, result } = storedClaim<RegisteredDeal>(store, KEY)
  if (state === 'claimed' || state === 'unknown') return undefined
  const own = state === 'done' || state === 'removing' ? result?.deal : undefined
  const unowned = livingDeals(books).find(({ id }) => id !== own && !strays.includes(id))
  if (unowned) return `the case is ${state}, and the books have its deal ${unowned.id}`
  const deal = books.find(({ id }) => id === result?.deal)
  if (state === 'done' && (!deal || deal.deleted === 'through kura'))
    return `the case is deal ${result?.deal}, which is not there`
  return undefined
}
