/**
 * A domain that is bought once, and charged under the caps. Hana's request buys it. Mei also sees the registrar's own
 * page: at any moment, she may query the purchase, release it, and buy the domain herself. The registrar of this world
 * sells the domain at every request.
 */

import { LEASE } from '../../../lib/core/claims/lease.ts'
import type { EpochSecrets } from '../../../lib/core/config/config.ts'
import { createRequestDeps, type RequestDeps } from '../../../lib/services/registrar/deps.ts'
import { advanceOrders } from '../../../lib/services/registrar/orders/advance.ts'
import { buy } from '../../../lib/services/registrar/purchase/buy.ts'
import type { Purchase } from '../../../lib/services/registrar/purchase/purchase.ts'
import { sealQuote } from '../../../lib/services/registrar/purchase/quote-token.ts'
import { createRegistrar } from '../../../lib/services/registrar/service.ts'
import { createReach, type Remote, UNTIMED } from '../network.ts'
import type { Simulation } from '../simulation.ts'
import { createSimulatedStore, type SimulatedStore } from '../store.ts'
import { brokenIndex, shownOperation, storedClaim } from '../stored-claim.ts'
import type { Play, World } from '../world.ts'
import { told } from './told.ts'

// modules that are loaded on demand are loaded before the simulation starts, because loading is not a point
import '../../../lib/services/registrar/remote/client.ts'
import '../../../lib/services/registrar/stored-records.ts'

const DOMAIN = 'kura.test'
const TEAM = 'team'
const KEY = `claim/purchase/${encodeURIComponent(`${TEAM}/${DOMAIN}`)}`
const SPENDING = `registrar/spending/${TEAM}`
const CENTS = 1_000
const DAY = 86_400_000
const CAPS = { order: CENTS, day: 5 * CENTS, month: 5 * CENTS }
const SECRETS: EpochSecrets = [{ epoch: '1', secret: Buffer.alloc(32, 7) }]
const TERMS = { team: TEAM, domain: DOMAIN, years: 1, autoRenew: false, contact: {} }

export interface PurchasesOptions {
  readonly name?: string
  /** The maximum number of Mei's tasks. */
  readonly moves?: number
  /** What each task may be; she may leave instead. */
  readonly mei?: readonly ('looks' | 'buys')[]
  /** Whether the first order fails and is refunded; Hana then releases it and buys again. */
  readonly fails?: boolean
  /** Whether a domain has no record until its order is three days old. */
  readonly slow?: boolean
  /** Whether the daily run also searches for the purchase, at any moment. */
  readonly daily?: boolean
}

export function purchasesWorld({
  name = 'purchases',
  moves = 2,
  mei = ['looks', 'buys'],
  fails = false,
  slow = false,
  daily = false,
}: PurchasesOptions = {}): World {
  return {
    name,
    steps: [LEASE + 1, LEASE + 1 + DAY],
    begin: simulation => beginPurchases(simulation, { name, moves, mei, fails, slow, daily }),
  }
}

/** An order at the registrar, which is charged. */
interface Charged {
  readonly id: string
  readonly at: number
  /** Whether the order failed and was refunded. */
  readonly failed: boolean
}

interface Stage {
  readonly simulation: Simulation
  readonly store: SimulatedStore
  readonly orders: Charged[]
  readonly fails: boolean
  readonly slow: boolean
}

function beginPurchases(simulation: Simulation, options: Required<PurchasesOptions>): Play {
  const { moves, mei, fails, slow, daily } = options
  const store = createSimulatedStore(simulation)
  const orders: Charged[] = simulation.share([])
  const lies: string[] = simulation.share([])
  const stage = { simulation, store, orders, fails, slow }
  const buys = async (actor: string, deps: RequestDeps) => {
    const { orderId } = await buy(orderOf(simulation.now), { by: actor }, deps)
    simulation.change(() => {
      if (!orders.some(({ id }) => id === orderId))
        lies.push(`${actor} was told of ${orderId}, which is not there`)
    })
    simulation.tell(actor, `is told: ${orderId}`)
  }
  const looks = async (count: number, deps: RequestDeps) => {
    const seen = await look('mei', stage)
    const what = await simulation.choose('mei', ['resolves', 'releases'], JSON.stringify([count, seen]))
    await decide(what, seen, deps)
  }
  simulation.actor('hana', async () => {
    await told(simulation, 'hana', buys('hana', depsOf('hana', 0, stage)))
    if (!fails) return
    const seen = await look('hana', stage)
    simulation.begins(JSON.stringify([1, seen]))
    await told(simulation, 'hana', decide('releases', seen, depsOf('hana', 1, stage)))
    simulation.begins('2')
    await told(simulation, 'hana', buys('hana', depsOf('hana', 2, stage)))
  })
  simulation.actor('mei', async () => {
    for (let count = 0; count < moves; count++) {
      const deps = depsOf('mei', count, stage)
      const what = await simulation.choose('mei', [...mei, 'leaves'], `${count}`)
      if (what === 'leaves') return
      await told(simulation, 'mei', what === 'buys' ? buys('mei', deps) : looks(count, deps))
    }
  })
  if (daily)
    simulation.actor('daily run', () =>
      told(simulation, 'daily run', advanceOrders(createRequestDeps(depsOf('daily run', 0, stage)))),
    )
  return {
    broken() {
      const count = standing(orders).length
      return count > 1 ? `the domain was charged ${count} times` : brokenIndex(store, KEY)
    },
    brokenAtEnd: () => lies[0] ?? brokenClaim(stage) ?? brokenLedger(stage),
    ending: () => [
      `claim: ${store.record(KEY) ?? 'none'}`,
      `spending: ${store.record(SPENDING) ?? 'none'}`,
      `orders: ${JSON.stringify(orders)}`,
    ],
  }
}

/** The facts that a person sees: the purchase as kura shows it, then the registrar's own page. */
interface Seen {
  readonly operation: string
  readonly orderId?: string | undefined
  readonly noOrder?: { readonly seenAt: number } | undefined
}

function look(actor: string, { simulation, store, orders }: Stage): Promise<Seen> {
  return simulation.look(actor, () => {
    const operation = shownOperation(store, KEY)
    const orderId = orders.at(-1)?.id
    return orderId ? { operation, orderId } : { operation, noOrder: { seenAt: simulation.now } }
  })
}

async function decide(what: 'resolves' | 'releases', seen: Seen, deps: RequestDeps): Promise<void> {
  const registrar = createRegistrar(deps)
  if (what === 'releases') return registrar.release(DOMAIN, { by: 'mei', ...seen })
  await registrar.resolve(DOMAIN, { by: 'mei', ...seen })
}

function brokenClaim({ store, orders }: Stage): string | undefined {
  const { state, result, strays = [] } = storedClaim<Purchase>(store, KEY)
  const named = state === 'done' ? result?.orderId : undefined
  if (named !== undefined && !orders.some(({ id }) => id === named))
    return `the claim is ${named}, which is not there`
  if (state === 'done' && orders.length === 0) return 'the claim is done, and nothing was charged'
  if (['claimed', 'unknown', 'done'].includes(state) || strays.length > 0) return undefined
  return standing(orders).length > 0 ? `the claim is ${state}, and the domain was charged` : undefined
}

/** Returns the broken promise if the reserved and spent money does not cover every charge. */
function brokenLedger({ store, orders }: Stage): string | undefined {
  const text = store.record(SPENDING) ?? '{"reserves":[]}'
  const { reserves } = JSON.parse(text) as { reserves: { state: string; cents: number; stray?: boolean }[] }
  const counted = reserves.filter(({ state }) => state !== 'released')
  const cents = counted.reduce((sum, reserve) => sum + reserve.cents, 0)
  const charged = standing(orders).length * CENTS
  return cents < charged ? `${charged} cents were charged, the ledger has ${cents}` : undefined
}

/** The quotes by the moment at which they were made, so that they are the same in each execution. */
const QUOTES = new Map<number, string>()

function orderOf(now: number) {
  const quote = QUOTES.get(now) ?? sealQuote(TERMS, { cents: CENTS, now, secrets: SECRETS }).token
  QUOTES.set(now, quote)
  return { ...TERMS, confirm: DOMAIN, quote }
}

function standing(orders: readonly Charged[]): readonly Charged[] {
  return orders.filter(({ failed }) => !failed)
}

/** Returns the dependencies of a process for a request. */
function depsOf(actor: string, request: number, stage: Stage): RequestDeps {
  const { simulation, store } = stage
  let count = 0
  const timing = { clock: simulation.clock, sleep: simulation.waitOf(actor), random: () => 0.5 }
  const reach = { remote: registrarOf(stage), lateness: DAY - 1 }
  return createRequestDeps({
    ...timing,
    ...UNTIMED,
    settings: { token: 't', teamId: TEAM, baseUrl: 'https://registrar.invalid', purchases: true, caps: CAPS },
    secrets: SECRETS,
    store: store.of(actor),
    timezone: 'UTC',
    now: () => simulation.now,
    newId: () => `${actor}-${request}-${++count}`,
    mayStore: true,
    requestHttps: async () => undefined,
    note: () => undefined,
    updates: timing,
    fetch: createReach(actor, reach, simulation),
  })
}

/** The registrar, with only the calls that one domain needs. */
function registrarOf({ simulation, orders, fails, slow }: Stage): Remote {
  return ({ method, url }) => {
    if (method === 'POST') {
      const id = `order-${orders.length + 1}`
      orders.push({ id, at: simulation.now, failed: fails && orders.length === 0 })
      return { status: 200, body: { orderId: id } }
    }
    const [first] = standing(orders)
    const missing = { status: 404, body: { error: { code: 'not_found', message: 'no such domain' } } }
    const isRecorded = first && (!slow || simulation.now >= first.at + 3 * DAY)
    if (url.pathname.startsWith('/v5/domains/'))
      return isRecorded ? { status: 200, body: recordOf(first) } : missing
    const order = orders.find(({ id }) => url.pathname.endsWith(`/orders/${id}`))
    return order ? { status: 200, body: orderReplyOf(order) } : missing
  }
}

function orderReplyOf({ id, failed }: Charged) {
  const status = failed ? 'failed' : 'completed'
  const domain = { domainName: DOMAIN, purchaseType: 'purchase', price: CENTS / 100 }
  return { orderId: id, status, domains: [{ ...domain, status: failed ? 'refunded' : status }] }
}

function recordOf({ at }: Charged) {
  return {
    domain: { name: DOMAIN, verified: true, nameservers: [], boughtAt: at, expiresAt: null, renew: false },
  }
}
