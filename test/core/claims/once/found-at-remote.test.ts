import { describe, expect, test } from 'vitest'
import { actOnce, type OnceAct } from '../../../../lib/core/claims/once.ts'
import type { ClaimState } from '../../../../lib/core/claims/stored-records.ts'
import { CLAIM_REASONS } from '../../../../lib/core/claims/words.ts'
import { AppError } from '../../../../lib/core/errors.ts'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { createClaimsWorld, type Made, NAME, stateOf } from '../world.ts'

describe('what the remote has already', () => {
  const rows = [
    {
      name: 'is taken for the act’s own',
      has: [{ id: 3 }],
      complete: true,
      outcome: { state: 'done', result: { id: 3 } },
    },
    {
      name: 'is left to a person if there are several',
      has: [{ id: 3 }, { id: 4 }],
      complete: true,
      outcome: { state: 'unknown', reason: phrase(CLAIM_REASONS.severalAtRemote) },
    },
    {
      name: 'is not guessed if it cannot be read',
      has: [],
      complete: false,
      outcome: {
        state: 'refused',
        reason: phrase(CLAIM_REASONS.remoteUnread, { subject: 'the deal "receipt 1"' }),
      },
    },
  ]
  test.each(rows)('$name', async ({ has, complete, outcome }) => {
    const world = createClaimsWorld()
    const report = await actOnce(world.act({ query: async () => ({ found: has, complete }) }), world.deps)
    expect(report).toMatchObject({ end: 'stored', outcome, ...(has.length > 0 && { found: has }) })
    expect(await stateOf(world)).toBe(outcome.state)
    expect(world.remote.calls).toBe(0)
  })

  test('is told in the words of its owner', async () => {
    const world = createClaimsWorld()
    const found = [{ id: 3 }, { id: 4 }]
    await actOnce(
      world.act({ query: async () => ({ found, complete: true, several: 'deals 3, 4' }) }),
      world.deps,
    )
    expect((await world.claims.read(NAME))?.reason).toBe('deals 3, 4')
  })

  test('refuses the attempt if it cannot be asked for', async () => {
    const world = createClaimsWorld()
    const error = new AppError('remote_silent', 'Cannot list the deals')
    const report = await actOnce(world.act({ query: () => Promise.reject(error) }), world.deps)
    expect(report).toMatchObject({ outcome: { state: 'refused', reason: 'Cannot list the deals' }, error })
    expect(world.remote.calls).toBe(0)
    expect(await actOnce(world.act(), world.deps)).toMatchObject({ outcome: { state: 'done' } })
  })

  test('is looked for by what the claim has lived through', async () => {
    const world = createClaimsWorld()
    world.remote.behaviour = 'refused'
    await actOnce(world.act(), world.deps)
    const steps: ClaimState[][] = []
    const query: OnceAct<Made>['query'] = async claim => {
      steps.push(claim.steps.map(({ state }) => state))
      return world.remote.query()
    }
    await actOnce(world.act({ query }), world.deps)
    expect(steps).toEqual([['claimed', 'refused', 'claimed']])
  })
})
