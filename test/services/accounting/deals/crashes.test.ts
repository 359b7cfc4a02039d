/**
 * Random runs: callers register, propose, query, release and free one case. Their processes die at any call to the
 * store or the service; requests and answers are lost or late, and the store fails. In each run the service has at most
 * one deal of the case, and kura's record says which.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../../../lib/core/errors.ts'
import { freeByPerson, SETTLING, settleByQuery } from '../../../../lib/services/accounting/cases/cases.ts'
import { dealCases, releaseCase } from '../../../../lib/services/accounting/deals/cases/cases.ts'
import { referenceOf } from '../../../../lib/services/accounting/deals/cases/of-deal.ts'
import { proposeDeal, registerDeal } from '../../../../lib/services/accounting/deals/register.ts'
import type { DealRequest } from '../../../../lib/services/accounting/deals/schema.ts'
import {
  answeredUnauthorized,
  failedAfterCommit,
  rateLimited,
} from '../../../../sandbox/accounting/errors.ts'
import { type Fault, lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import type { Mishap } from '../../../helpers/processes/mortal-process.ts'
import { count } from '../../../helpers/run/sampled.ts'
import { type CrashProcess, type CrashWorld, createCrashWorld, LAPSED } from './crash-world.ts'
import { COMPANY, deal, flagged, operationOf } from './world.ts'

const NAME = 'receipt 1'
const REFERENCE = referenceOf(COMPANY, NAME)

const BODIES: Readonly<Record<string, DealRequest>> = {
  plain: deal({ case: NAME }),
  other: deal({
    case: NAME,
    issue_date: '2026-05-31',
    details: [{ account_item: '会議費', tax_code: 163, amount: 540 }],
  }),
  flagged: deal({ case: NAME, ...flagged }),
  unreadable: deal({ case: NAME, issue_date: '4/31' }),
}

const FAULTS: Readonly<Record<string, () => Fault>> = {
  'lost answer': lostAnswer,
  'lost request': lostRequest,
  'failed after commit': failedAfterCommit,
  'rate limited': rateLimited,
  'permission lost': () => answeredUnauthorized('user_do_not_have_permission'),
}

const mishap: fc.Arbitrary<Mishap> = fc.record({
  at: fc.integer({ min: 1, max: 11 }),
  what: fc.constantFrom('dies' as const, 'dies' as const, 'store fails' as const),
  when: fc.constantFrom('before' as const, 'after' as const),
})
const perhaps = fc.option(mishap, { nil: undefined, freq: 1 })

const move = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('register' as const),
      body: fc.constantFrom(...Object.keys(BODIES)),
      mishap: perhaps,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('propose' as const),
      body: fc.constantFrom(...Object.keys(BODIES)),
      mishap: perhaps,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('race' as const), mishap: perhaps }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resolve' as const), mishap: perhaps }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), mishap: perhaps }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('free' as const), mishap: perhaps }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom(...Object.keys(FAULTS)),
      on: fc.constantFrom('POST', 'GET'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('delay' as const),
      by: fc.integer({ min: 1, max: SETTLING - 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      for: fc.constantFrom(1000, LAPSED, SETTLING + LAPSED),
    }),
  },
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never

/** The acts of a process on the case; an act may be refused. */
const WORK: Readonly<Record<string, (process: CrashProcess, body: string) => Promise<unknown>>> = {
  register: ({ call, deps }, body) => registerDeal(BODIES[body] ?? deal(), call, deps),
  propose: ({ call, deps }, body) =>
    proposeDeal(
      { ...(BODIES[body] ?? deal()), reason: 'a receipt' },
      { ...call, by: 'agent', key: 'agent:propose:1' },
      deps,
    ),
  race: ({ call, deps }) =>
    Promise.all(
      ['plain', 'plain', 'other'].map(body =>
        registerDeal(BODIES[body] ?? deal(), call, deps).catch(expected),
      ),
    ),
  resolve: ({ call, deps }) => settleByQuery({ ...call, caseName: NAME }, dealCases(deps)),
  release: async ({ call, deps }) =>
    releaseCase(
      { ...call, caseName: NAME },
      { person: 'Mei', operation: await operationOf(NAME, deps) },
      deps,
    ),
  free: async ({ call, deps }) => {
    const decision = { person: 'Mei', reason: 'looked', operation: await operationOf(NAME, deps) }
    return freeByPerson({ ...call, caseName: NAME }, decision, dealCases(deps))
  },
}

function expected(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}

async function act(world: CrashWorld, step: Move): Promise<void> {
  if (step.do === 'wait') return world.advance(step.for)
  if (step.do === 'delay') return world.delayNext(step.by)
  if (step.do === 'fault')
    return world.sandbox.faults.arm(`${step.on} /api/1/deals`, FAULTS[step.fault]?.() ?? lostAnswer())
  const process = world.start(step.mishap)
  const outcome = await process.mortal.run(async () =>
    WORK[step.do]?.(process, 'body' in step ? step.body : 'plain'),
  )
  if ('error' in outcome) expected(outcome.error)
}

const dealsOf = (world: CrashWorld) =>
  [...world.company.deals.values()].filter(({ ref_number }) => ref_number === REFERENCE)

/** Ends every fault and lets late requests arrive; then the service is queried for an unknown outcome. */
async function calmDown(world: CrashWorld) {
  world.sandbox.faults.clear()
  await world.advance(SETTLING + LAPSED)
  const { call, deps } = world.start()
  const claim = await deps.claims.read(NAME)
  if (claim?.state === 'unknown') await settleByQuery({ ...call, caseName: NAME }, dealCases(deps))
  return deps.claims.read(NAME)
}

const counts = { runs: 0, deals: 0, unknown: 0 }

/** The number of random runs. */
const RUNS = count({ few: 100, all: 1_000 })

test('in hundreds of random runs every case has at most one deal, and the record says which', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 10 }), async steps => {
      const world = await createCrashWorld()
      await world.confirmFirst()
      let isUnknown = false
      for (const step of steps) {
        const before = dealsOf(world)
        await act(world, step)
        if (step.do === 'propose') expect(dealsOf(world)).toEqual(before)
        expect(dealsOf(world).length).toBeLessThanOrEqual(1)
        const { record } = await world.store.read(`claim/deal/${encodeURIComponent(NAME)}`)
        const stored = record && JSON.parse(record.value)
        isUnknown ||= stored?.state === 'unknown'
        if (stored?.state === 'done') expect(dealsOf(world)[0]?.id).toBe(stored.result.deal)
        if (stored?.state === 'review') expect(dealsOf(world)).toEqual([])
      }
      const claim = await calmDown(world)
      const [there, another] = dealsOf(world)
      expect(another).toBeUndefined()
      if (there) expect(claim).toMatchObject({ state: 'done', result: { deal: there.id } })
      else expect(claim?.state).not.toBe('done')
      counts.runs += 1
      counts.deals += there ? 1 : 0
      counts.unknown += isUnknown ? 1 : 0
    }),
    { numRuns: RUNS },
  )
  // enough runs reached the service, and in enough of them the outcome was unknown
  expect(counts.runs).toBeGreaterThanOrEqual(RUNS)
  expect(counts.deals).toBeGreaterThan(RUNS / 20)
  expect(counts.unknown).toBeGreaterThan(0)
})
