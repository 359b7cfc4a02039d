import { describe, expect, test } from 'vitest'
import { FUNCTION_LIFE } from '../../../../lib/core/claims/lease.ts'
import { actOnce, type OnceAct } from '../../../../lib/core/claims/once.ts'
import type { ClaimState } from '../../../../lib/core/claims/stored-records.ts'
import { AppError } from '../../../../lib/core/errors.ts'
import { OUTAGE } from '../../../helpers/memory-store.ts'
import { type Behaviour, type ClaimsWorld, createClaimsWorld, type Made, stateOf } from '../world.ts'

describe('a reserve', () => {
  /** Records the reserved money, and the state of the claim at the moment when a reserve was withdrawn. */
  function ledger(world: ClaimsWorld) {
    const kept = { reserves: 0, withdrawnWhile: [] as (ClaimState | undefined)[] }
    const act = (change: Partial<OnceAct<Made>> = {}) =>
      world.act({
        reserve: async () => {
          kept.reserves += 1
        },
        withdraw: async () => {
          kept.reserves = 0
          kept.withdrawnWhile.push(await stateOf(world))
        },
        ...change,
      })
    return { kept, act }
  }

  const rows: { behaviour: Behaviour; reserves: number; withdrawnWhile: ClaimState[] }[] = [
    { behaviour: 'made', reserves: 1, withdrawnWhile: [] },
    { behaviour: 'refused', reserves: 0, withdrawnWhile: ['claimed'] },
    { behaviour: 'never sent', reserves: 0, withdrawnWhile: ['claimed'] },
    { behaviour: 'answer lost', reserves: 1, withdrawnWhile: [] },
    { behaviour: 'fault', reserves: 1, withdrawnWhile: [] },
  ]
  test.each(rows)('is kept unless nothing happened, $behaviour: $reserves', async row => {
    const world = createClaimsWorld()
    const { kept, act } = ledger(world)
    world.remote.behaviour = row.behaviour
    await actOnce(act(), world.deps)
    expect({ behaviour: row.behaviour, ...kept }).toEqual(row)
  })

  test('that is refused stops the attempt, and what may be there of it is taken back', async () => {
    const world = createClaimsWorld()
    const { kept, act } = ledger(world)
    const error = new AppError('cap_reached', 'Cannot buy: the cap is reached')
    const report = await actOnce(act({ reserve: () => Promise.reject(error) }), world.deps)
    expect(report).toMatchObject({ end: 'stored', outcome: { state: 'refused' }, error })
    expect(kept.withdrawnWhile).toEqual(['claimed'])
    expect(world.remote.calls).toBe(0)
  })

  test('that cannot be taken back leaves the claim as it is', async () => {
    const world = createClaimsWorld()
    const { act } = ledger(world)
    world.remote.behaviour = 'refused'
    const withdraw = () => Promise.reject(OUTAGE.error)
    const report = await actOnce(act({ withdraw }), world.deps)
    expect(report).toMatchObject({ end: 'unstored', outcome: { state: 'refused' }, cause: OUTAGE.error })
    expect(await stateOf(world)).toBe('claimed')
  })

  test('knows the last moment for its call by the store’s time', async () => {
    const world = createClaimsWorld()
    const starts: number[] = []
    const { act } = ledger(world)
    await actOnce(act({ reserve: async ({ lastStart }) => void starts.push(lastStart) }), world.deps)
    expect(starts).toEqual([1_000_000 + FUNCTION_LIFE])
  })
})
