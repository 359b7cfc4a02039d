/**
 * Random lives of one domain: purchases, probes, queries, releases and daily runs, each in a process that may die at
 * any outside call, with a registrar that has every fault. At each moment at most one charge counts, and the record
 * says what is known.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../../../lib/core/errors.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { COMPLETED, PAYMENT_FAILED, REFUNDED } from '../../../../sandbox/registrar/state.ts'
import type { Mishap } from '../../../helpers/processes/mortal-process.ts'
import { DAY, MINUTE } from '../../../helpers/remotes/registrar.ts'
import { count } from '../../../helpers/run/sampled.ts'
import { buy, check, createLife, DOMAIN, FAULTS, type Life, PERSON, release } from './life.ts'

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

const RUNS = count({ few: 100, all: 1_000 })
const AMPLE = { timeout: 300_000 }

test(
  `${RUNS} random runs: never more than one charge in play, and the record always says what is known`,
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
      { numRuns: RUNS },
    )
    expect(died).toBeGreaterThan(RUNS / 20)
    for (const state of ['none', 'refused', 'unknown', 'done'])
      expect(seen.get(state), state).toBeGreaterThan(0)
  },
)
