/**
 * 1,000 random lives of one domain: purchases, probes, looks, releases and daily runs, each in a process that may die at
 * any call to the outside, against a registrar with every fault. Whatever happens, at most one charge is in play, and the
 * record says what is known.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../../lib/errors.ts'
import type { RegistrarDeps } from '../../../lib/registrar/deps.ts'
import { isProbe } from '../../../lib/registrar/purchase/purchase.ts'
import { createRegistrar, type Registrar } from '../../../lib/registrar/service.ts'
import { lostAnswer, lostRequest } from '../../../lib/sandbox/faults.ts'
import {
  failedAfterCommit,
  failedBeforeCommit,
  tooManyRequests,
} from '../../../lib/sandbox/registrar/errors.ts'
import { BUY, createRegistrarSandbox } from '../../../lib/sandbox/registrar/sandbox.ts'
import { COMPLETED, hasEnded, PAYMENT_FAILED, REFUNDED } from '../../../lib/sandbox/registrar/state.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { createMortalProcess, type Mishap } from '../../helpers/mortal-process.ts'
import { DAY, MINUTE, personAt, SECRETS } from '../../helpers/remotes/registrar.ts'
import { CONTACT, NOON } from '../../helpers/remotes/registrar-sandbox.ts'

const DOMAIN = 'example.com'
const HOUR = 60 * MINUTE
const PERSON = { by: 'mei (operator)' }

const FAULTS = { lostAnswer, lostRequest, failedAfterCommit, failedBeforeCommit, tooManyRequests }
const FATES = [
  COMPLETED,
  COMPLETED,
  REFUNDED,
  PAYMENT_FAILED,
  { status: 'failed', domainStatus: 'refund-failed' },
  { status: 'under_review', domainStatus: 'held' },
]
const ACTS = [
  'buy',
  'buy',
  'buy',
  'buyTwice',
  'fields',
  'order',
  'advance',
  'resolve',
  'release',
  'pass',
] as const

const mishap: fc.Arbitrary<Mishap | undefined> = fc.option(
  fc.record({
    at: fc.integer({ min: 1, max: 16 }),
    what: fc.constantFrom('dies', 'dies', 'store fails'),
    when: fc.constantFrom('before', 'after'),
  }),
  { nil: undefined },
)

const step = fc.record({
  act: fc.constantFrom(...ACTS),
  mishap,
  other: mishap,
  fault: fc.option(fc.constantFrom(...(Object.keys(FAULTS) as (keyof typeof FAULTS)[])), { nil: undefined }),
  skip: fc.integer({ min: 0, max: 3 }),
  fate: fc.constantFrom(...FATES),
  paymentMethod: fc.constantFrom('registered', 'registered', 'registered', 'missing', 'declined'),
  acceptsAnyPrice: fc.integer({ min: 0, max: 19 }).map(chance => chance === 0),
  minutes: fc.constantFrom(0, 0, 1, 3, 30, 26 * 60, 20 * 24 * 60),
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function createLife() {
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

  /** A new process; it dies, or its store fails once, at the call that it is told. */
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
    const registrar = createRegistrar(deps)
    return { process, registrar, person: personAt(registrar, { ...deps, store }) }
  }

  /** Orders whose money the registrar has: not failed, not given back. */
  const inPlay = () =>
    state.charges.flatMap(charge => {
      const order = state.orders.get(charge.orderId)
      const over =
        order && hasEnded(order, { state, now }) && ['failed', 'refunded'].includes(order.fate.domainStatus)
      return order && !over ? [order] : []
    })

  return { time, state, faults, start, inPlay }
}

type Life = ReturnType<typeof createLife>

async function buy(registrar: Registrar): Promise<unknown> {
  const { quote = '' } = await registrar.quote({ domain: DOMAIN, autoRenew: true, contact: CONTACT })
  const order = { domain: DOMAIN, confirm: DOMAIN, quote, autoRenew: true, contact: CONTACT }
  return registrar.buy(order, { by: 'hana' })
}

/** A person looks at the registrar's own page before anything is given up for lost. */
async function release({ registrar, person }: ReturnType<Life['start']>, life: Life): Promise<unknown> {
  const { claim } = await registrar.purchase(DOMAIN)
  const [order] = life.inPlay()
  return claim.state === 'unknown' && order
    ? person.resolve(DOMAIN, { ...PERSON, orderId: order.orderId })
    : person.release(DOMAIN, { ...PERSON, noOrder: true })
}

async function act(life: Life, { act, mishap, other }: Step): Promise<unknown[]> {
  const started = life.start(mishap)
  const { process, registrar, person } = started
  const works: Record<Step['act'], () => Promise<unknown>> = {
    buy: () => buy(registrar),
    buyTwice: () => buy(registrar),
    fields: () => registrar.requiredFields({ domain: DOMAIN, contact: { firstName: 'x' } }, PERSON),
    order: () => registrar.purchase(DOMAIN),
    advance: () => registrar.advanceOrders(),
    resolve: () => person.resolve(DOMAIN, PERSON),
    release: () => release(started, life),
    pass: async () => undefined,
  }
  const second = life.start(other)
  return Promise.all([
    process.run(works[act]),
    ...(act === 'buyTwice' ? [second.process.run(() => buy(second.registrar))] : []),
  ])
}

/** What must hold whenever no process is at work. */
async function check(life: Life): Promise<string> {
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

async function live(steps: readonly Step[]): Promise<{ states: string[]; died: number }> {
  const life = createLife()
  const states: string[] = []
  let died = 0
  for (const next of steps) {
    const { state, faults, time } = life
    Object.assign(state, {
      fate: next.fate,
      paymentMethod: next.paymentMethod,
      acceptsAnyPrice: next.acceptsAnyPrice,
    })
    faults.clear()
    if (next.fault) faults.arm(BUY, FAULTS[next.fault](), { skip: next.skip })
    for (const ended of (await act(life, next)) as Record<string, unknown>[]) {
      if ('died' in ended) died += 1
      if ('error' in ended && !(ended['error'] instanceof AppError)) throw ended['error']
    }
    time.now += next.minutes * MINUTE
    states.push(await check(life))
  }
  life.faults.clear()
  life.time.now += 2 * DAY
  await life.start().registrar.advanceOrders()
  const last = await check(life)
  const visible = life.inPlay().some(order => order.fate.domainStatus === 'completed')
  if (visible) expect(last).toBe('done')
  return { states: [...states, last], died }
}

const AMPLE = { timeout: 300_000 }

test(
  '1,000 random runs: never more than one charge in play, and the record always says what is known',
  AMPLE,
  async () => {
    const seen = new Map<string, number>()
    let died = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async steps => {
        const run = await live(steps)
        died += run.died
        for (const state of new Set(run.states)) seen.set(state, (seen.get(state) ?? 0) + 1)
      }),
      { numRuns: 1_000 },
    )
    expect(died).toBeGreaterThan(50)
    for (const state of ['none', 'refused', 'unknown', 'done'])
      expect(seen.get(state), state).toBeGreaterThan(0)
  },
)

/** Charges whose purchases the registrar shows, and the ledger's entries that count. */
async function counted(life: Life): Promise<{ shown: number; counts: number; all: number; charges: number }> {
  const { reserves } = await life.start(undefined, false).registrar.spending()
  const shown = life
    .inPlay()
    .filter(order => hasEnded(order, { state: life.state, now: () => life.time.now }))
  return {
    shown: shown.length,
    counts: reserves.filter(({ state }) => state !== 'released').length,
    all: reserves.length,
    charges: life.state.charges.length,
  }
}

test('a person who says "no order" although there is one: every charge has an entry, and one that appears counts', async () => {
  let twice = 0
  for (const registrationTime of [MINUTE, 20 * HOUR, 30 * HOUR, 4 * DAY]) {
    for (let at = 1; at <= 12; at++) {
      for (const when of ['before', 'after'] as const) {
        const life = createLife()
        life.state.registrationTime = registrationTime
        life.faults.arm(BUY, lostAnswer())
        await buy(life.start().registrar).catch(() => undefined)
        life.time.now += 25 * HOUR
        const dying = life.start({ at, what: 'dies', when })
        await dying.process.run(() => dying.person.release(DOMAIN, { ...PERSON, noOrder: true }))
        await life
          .start()
          .person.release(DOMAIN, { ...PERSON, noOrder: true })
          .catch(() => undefined)
        await buy(life.start().registrar).catch(() => undefined)
        const before = await counted(life)
        expect(before.all).toBeGreaterThanOrEqual(before.charges)
        life.time.now += 5 * DAY
        await life.start().registrar.advanceOrders()
        const after = await counted(life)
        expect(after.counts, `${registrationTime} ${when} ${at}`).toBe(after.charges)
        if (after.charges === 2) twice += 1
        expect(after.charges).toBe(registrationTime < 25 * HOUR ? 1 : 2)
      }
    }
  }
  expect(twice).toBeGreaterThan(0)
})

test('a purchase that dies at each single call, before and after it, is never charged twice', async () => {
  for (const fault of [undefined, 'lostAnswer', 'failedAfterCommit'] as const) {
    for (let at = 1; at <= 14; at++) {
      for (const when of ['before', 'after'] as const) {
        const life = createLife()
        if (fault) life.faults.arm(BUY, FAULTS[fault]())
        const { process, registrar } = life.start({ at, what: 'dies', when })
        await process.run(() => buy(registrar))
        await check(life)
        life.faults.clear()
        for (const wait of [0, 3 * MINUTE, 2 * DAY]) {
          life.time.now += wait
          const healthy = life.start().registrar
          await healthy.advanceOrders()
          await buy(healthy).catch(() => undefined)
          await check(life)
        }
        await release(life.start(), life).catch(() => undefined)
        await buy(life.start().registrar).catch(() => undefined)
        expect(await check(life), `${fault} ${when} ${at}`).toBe('done')
        expect(life.inPlay()).toHaveLength(1)
      }
    }
  }
})
