/**
 * A deal that is registered once. Hana's request books it; Mei, a person with the command line, may look, free the case
 * and ask for it again at any moment.
 */

import { freeCase, resolveCase } from '../../../lib/accounting/deals/cases.ts'
import type { DealDeps } from '../../../lib/accounting/deals/register.ts'
import { type RegisteredDeal, registeredDeal } from '../../../lib/accounting/deals/schema.ts'
import { sendOnce } from '../../../lib/accounting/deals/send.ts'
import { createAccountingClient } from '../../../lib/accounting/remote/client.ts'
import type { DealBody } from '../../../lib/accounting/remote/schema.ts'
import type { Claims } from '../../../lib/claims/claims.ts'
import { createClaims } from '../../../lib/claims/claims.ts'
import { LEASE } from '../../../lib/claims/lease.ts'
import type { Play, World } from '../explore.ts'
import { createReach, type Remote } from '../network.ts'
import type { Simulation } from '../simulation.ts'
import { createSimulatedStore } from '../store.ts'
import { brokenMark, storedClaim } from '../stored-claim.ts'
import { told } from '../told.ts'

const CASE = 'receipt 1'
const KEY = 'claim/deal/receipt%201'
const COMPANY = 1
/** Milliseconds after which no commit of a lost call is expected any more. */
const LATENESS = 900_000

/** How the claims are wired; a rule is taken away by wiring them otherwise. */
export type Wiring = (claims: Claims<RegisteredDeal>) => Claims<RegisteredDeal>

export interface DealsOptions {
  /** How many things Mei does at most. */
  readonly moves?: number
  readonly wiring?: Wiring
}

export function dealsWorld({ moves = 3, wiring = claims => claims }: DealsOptions = {}): World {
  return {
    name: 'deals',
    steps: [LEASE + 1, LEASE + 1 + LATENESS],
    begin: simulation => beginDeals(simulation, { moves, wiring }),
  }
}

interface Deal {
  readonly id: number
  readonly refNumber: string
}

function beginDeals(simulation: Simulation, { moves, wiring }: Required<DealsOptions>): Play {
  const store = createSimulatedStore(simulation)
  const books: Deal[] = []
  const strays: number[] = []
  const said: { who: string; deal: number }[] = []
  simulation.worldState.push(() => JSON.stringify([books, said, strays]))
  const remote = booksOf(books)
  /** A process of its own for each request. */
  const partsOf = (actor: string, request: number) => {
    let count = 0
    const clock = simulation.clockOf(actor)
    const sleep = simulation.waitOf(actor)
    const options = { clock, sleep, random: () => 0.5 }
    const claims = createClaims<RegisteredDeal>(
      { store: store.of(actor), kind: 'deal', parseResult: stored => registeredDeal.parse(stored) },
      options,
    )
    const parts = {
      store: store.of(actor),
      updates: options,
      claims: wiring(claims),
      clock,
      newId: () => `${actor}-${request}-${++count}`,
      note: (_event: string, facts: object) => {
        if ('stray' in facts && 'deal' in facts) strays.push(Number(facts.deal))
      },
    } as unknown as DealDeps
    const fetch = createReach(actor, { remote, lateness: LATENESS - 1 }, simulation)
    const tokens = { accessToken: async () => 'token' }
    const client = createAccountingClient({
      baseUrl: 'https://books.invalid',
      tokens,
      fetch,
      clock,
      sleep,
      random: () => 0.5,
    })
    return { parts, client, by: actor }
  }
  const register = async (actor: string, { parts, client, by }: ReturnType<typeof partsOf>) => {
    const { deal } = {
      deal: 0,
      ...(await sendOnce({ caseName: CASE, body: BODY, flags: [], client, by }, parts)),
    }
    said.push({ who: actor, deal })
    simulation.tell(actor, `is told: deal ${deal}`)
  }
  simulation.actor('hana', () => told(simulation, 'hana', register('hana', partsOf('hana', 0))))
  simulation.actor('mei', async () => {
    for (let count = 0; count < moves; count++) {
      const mei = partsOf('mei', count)
      const call = { caseName: CASE, client: mei.client, by: 'mei' }
      const what = await simulation.choose('mei', ['resolves', 'frees', 'registers', 'leaves'], `${count}`)
      if (what === 'leaves') return
      if (what === 'resolves') await told(simulation, 'mei', resolveCase(call, mei.parts))
      if (what === 'frees') {
        const { operation = 'none' } = storedClaim(store, KEY)
        await told(
          simulation,
          'mei',
          freeCase(call, { person: 'mei', reason: 'looked', operation }, mei.parts),
        )
      }
      if (what === 'registers') await told(simulation, 'mei', register('mei', mei))
    }
  })
  return {
    broken: () =>
      books.length > 1 ? `the books have ${books.length} deals of one case` : brokenMark(store, KEY),
    brokenAtEnd() {
      const wrong = said.find(({ deal }) => !books.some(({ id }) => id === deal))
      if (wrong) return `${wrong.who} was told of deal ${wrong.deal}, which is not there`
      const { state, result } = storedClaim<RegisteredDeal>(store, KEY)
      const own = state === 'done' ? result?.deal : undefined
      const unowned = books.filter(({ id }) => own !== id && !strays.includes(id))
      if (unowned.length > 0 && !['claimed', 'unknown'].includes(state))
        return `the case is ${state}, and the books have its deal ${unowned[0]?.id}`
      if (own !== undefined && !books.some(({ id }) => id === own))
        return `the case is deal ${own}, which is not there`
      return undefined
    },
    ending: () => [`claim: ${store.records().get(KEY) ?? 'none'}`, `books: ${JSON.stringify(books)}`],
  }
}

const BODY: DealBody = {
  company_id: COMPANY,
  issue_date: '2026-06-15',
  type: 'expense',
  details: [{ account_item_id: 1, tax_code: 1, amount: 100 }],
  ref_number: 'kura-1',
}

/** The accounting service, as far as deals need it. */
function booksOf(books: Deal[]): Remote {
  const shown = ({ id, refNumber }: Deal) => ({
    ...BODY,
    id,
    ref_number: refNumber,
    amount: 100,
    status: 'settled',
    details: [],
  })
  return ({ method, url, body }) => {
    const id = Number(/\/deals\/(\d+)$/.exec(url.pathname)?.[1] ?? 0)
    if (method === 'POST') {
      const { ref_number: refNumber } = JSON.parse(body) as { ref_number: string }
      const deal = { id: books.length + 1, refNumber }
      books.push(deal)
      return { status: 201, body: { deal: shown(deal) } }
    }
    if (id === 0)
      return { status: 200, body: { deals: books.map(shown), meta: { total_count: books.length } } }
    const found = books.find(deal => deal.id === id)
    return found ? { status: 200, body: { deal: shown(found) } } : { status: 404, body: {} }
  }
}
