/** Lives of one domain: a registrar with every fault, and processes that may die at any outside call. */
import { expect } from 'vitest'
import type { RegistrarDeps } from '../../../../lib/services/registrar/deps.ts'
import { isProbe } from '../../../../lib/services/registrar/purchase/purchase.ts'
import type { Registrar } from '../../../../lib/services/registrar/service.ts'
import { lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import {
  failedAfterCommit,
  failedBeforeCommit,
  tooManyRequests,
} from '../../../../sandbox/registrar/errors.ts'
import { createRegistrarSandbox } from '../../../../sandbox/registrar/sandbox.ts'
import { hasEnded } from '../../../../sandbox/registrar/state.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import { createMortalProcess, type Mishap } from '../../../helpers/processes/mortal-process.ts'
import { personAt, SECRETS, wholeRegistrar } from '../../../helpers/remotes/registrar.ts'
import { CONTACT, NOON } from '../../../helpers/remotes/registrar-sandbox.ts'

const DOMAIN = 'example.com'

export const PERSON = { by: 'mei (operator)' }

export const FAULTS = { lostAnswer, lostRequest, failedAfterCommit, failedBeforeCommit, tooManyRequests }

export function createLife() {
  const time = { now: NOON }
  const now = () => time.now
  const sandbox = createRegistrarSandbox({ now })
  const store = createMemoryStore({ now })
  const { state, faults } = sandbox
  state.contactErrors = 'listed'

  const reach: typeof fetch = async (input, init) => {
    let torn = false
    const cut = () => {
      torn = true
    }
    const connection = { cut, rawTarget: '' }
    const answer = await sandbox.fetch(new Request(input, init), connection)
    if (torn) throw new TypeError('fetch failed')
    return answer
  }

  /** Starts a process; it dies, or its store fails once, at the call that `at` names. */
  function start(at?: Mishap, mayStore = true) {
    const process = createMortalProcess({ store, fetch: reach }, at)
    const deps: RegistrarDeps = {
      settings: {
        token: state.token,
        teamId: state.teamId,
        baseUrl: 'http://registrar.test',
        purchases: true,
        caps: { order: 2_000, day: 5_000, month: 50_000 },
      },
      secrets: SECRETS,
      timezone: 'Asia/Tokyo',
      mayStore,
      now,
      clock: now,
      store: process.store,
      fetch: process.fetch,
      sleep: async () => undefined,
      random: () => 0,
      newId: () => crypto.randomUUID(),
      requestHttps: async () => undefined,
      note: () => undefined,
      updates: { sleep: async () => undefined },
    }
    const registrar = wholeRegistrar(deps)
    return { process, registrar, person: personAt(registrar, { ...deps, store }) }
  }

  /** Orders whose money the registrar keeps: neither failed nor refunded. */
  const inPlay = () =>
    state.charges.flatMap(charge => {
      const order = state.orders.get(charge.orderId)
      const over =
        order && hasEnded(order, { state, now }) && ['failed', 'refunded'].includes(order.fate.domainStatus)
      return order && !over ? [order] : []
    })

  return { time, state, faults, start, inPlay }
}

export type Life = ReturnType<typeof createLife>

export async function buy(registrar: Registrar): Promise<unknown> {
  const { quote = '' } = await registrar.quote({ domain: DOMAIN, autoRenew: true, contact: CONTACT })
  const order = { domain: DOMAIN, confirm: DOMAIN, quote, autoRenew: true, contact: CONTACT }
  return registrar.buy(order, { by: 'hana' })
}

/** Looks at the registrar's own page, and then resolves or releases the purchase, as a person does. */
export async function release(
  { registrar, person }: ReturnType<Life['start']>,
  life: Life,
): Promise<unknown> {
  const { claim } = await registrar.purchase(DOMAIN)
  const [order] = life.inPlay()
  return claim.state === 'unknown' && order
    ? person.resolve(DOMAIN, { ...PERSON, orderId: order.orderId })
    : person.release(DOMAIN, { ...PERSON, noOrder: true })
}

/** Checks all that must be true while no process is at work. */
export async function check(life: Life): Promise<string> {
  const { registrar } = life.start(undefined, false)
  const orders = life.inPlay()
  expect(orders.length).toBeLessThanOrEqual(1)
  const { reserves, spent } = await registrar.spending()
  expect(spent.day).toBeLessThanOrEqual(5_000)
  const purchases = await registrar.purchases()
  const claim = purchases[0]?.claim
  const [order] = orders
  if (!claim || claim.state === 'refused') expect(order).toBeUndefined()
  if (claim?.state === 'done' && order && claim.result?.orderId)
    expect(claim.result.orderId).toBe(order.orderId)
  const bought = order && claim && !isProbe(claim) && !claim.result?.incident
  if (bought) expect(reserves.map(({ operation }) => operation)).toContain(claim.operation)
  return claim?.state ?? 'none'
}
