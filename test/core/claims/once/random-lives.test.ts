import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClaims } from '../../../../lib/core/claims/claims.ts'
import { LEASE } from '../../../../lib/core/claims/lease.ts'
import { actOnce, type OnceAct } from '../../../../lib/core/claims/once.ts'
import { queryAgain } from '../../../../lib/core/claims/query.ts'
import { AppError } from '../../../../lib/core/errors.ts'
import { createMortalProcess } from '../../../helpers/processes/mortal-process.ts'
import { runs } from '../../../helpers/run/sampled.ts'
import {
  type Behaviour,
  type ClaimsWorld,
  createClaimsWorld,
  KEY,
  type Made,
  NAME,
  SETTLING,
  stateOf,
} from '../world.ts'

/**
 * The possible events of a case. Each act runs in a process of its own, which may die or lose its store at any call.
 */
const moves = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('act' as const),
        behaviour: fc.constantFrom<Behaviour>('made', 'refused', 'never sent', 'answer lost', 'request lost'),
        mishap: fc.option(
          fc.record({
            at: fc.integer({ min: 1, max: 6 }),
            what: fc.constantFrom('dies' as const, 'store fails' as const),
            when: fc.constantFrom('before' as const, 'after' as const),
          }),
          { nil: undefined },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('free' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        for: fc.constantFrom(1_000, LEASE + 1, LEASE + SETTLING + 1),
      }),
    },
  ),
  { minLength: 1, maxLength: 12 },
)

test('in a thousand random lives the remote has at most one, the record never says less than is there, and the index of open work has it while it is open', async () => {
  const ends = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(moves, async steps => {
      const world = createClaimsWorld()
      for (const step of steps) {
        await live(world, step)
        expect(world.remote.made.length).toBeLessThanOrEqual(1)
        const state = (await stateOf(world)) ?? 'none'
        if (world.remote.made.length > 0) expect(['claimed', 'unknown', 'done']).toContain(state)
        else expect(state).not.toBe('done')
        ends.set(state, (ends.get(state) ?? 0) + 1)
        const { keys } = await world.store.keys('claim/', { open: true })
        const isOpen = !['none', 'done', 'refused'].includes(state)
        expect(keys, state).toEqual(isOpen ? [KEY] : [])
      }
    }),
    { numRuns: runs(1_000) },
  )
  for (const state of ['none', 'claimed', 'unknown', 'refused', 'done'])
    expect(ends.get(state), state).toBeGreaterThan(50)
})

async function live(world: ClaimsWorld, step: typeof moves extends fc.Arbitrary<(infer M)[]> ? M : never) {
  const { claims, remote } = world
  if (step.do === 'wait') return world.advance(step.for)
  if (step.do === 'act') return actMortally(world, step)
  const claim = await claims.read(NAME)
  if (claim?.state !== 'unknown') return
  const basis = { name: NAME, claim }
  const { seen } = await queryAgain(basis, { by: 'mei', query: remote.query }, { claims })
  if (step.do === 'look' || seen.found.length > 0) return
  const freeing = { person: 'mei', reason: 'looked', settling: SETTLING, from: ['unknown'] as const }
  await claims.free(basis, freeing).catch(tolerate)
}

async function actMortally(
  { store, deps, remote, act }: ClaimsWorld,
  { behaviour, mishap }: { behaviour: Behaviour; mishap: Parameters<typeof createMortalProcess>[1] },
) {
  remote.behaviour = behaviour
  const reach = async () => Response.json(await remote.make())
  const process = createMortalProcess({ store, fetch: reach }, mishap)
  const claims = createClaims<Made>(
    { store: process.store, kind: 'deal', parseResult: stored => stored as Made },
    { deadline: 0, sleep: async () => undefined },
  )
  const send: OnceAct<Made>['send'] = async lease => {
    await lease.guard()
    const answer = await process.fetch('http://remote.invalid/')
    return { state: 'done', result: (await answer.json()) as Made }
  }
  const ended = await process.run(() => actOnce(act({ send }), { ...deps, claims }))
  if ('error' in ended) tolerate(ended.error)
}

function tolerate(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
