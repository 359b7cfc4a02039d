import { describe, expect, test } from 'vitest'
import { LEASE } from '../../../../lib/core/claims/lease.ts'
import { actOnce, type OnceAct } from '../../../../lib/core/claims/once.ts'
import { doneOrphaned, doneUnstored } from '../../../../lib/core/claims/unstored.ts'
import { OUTAGE } from '../../../helpers/memory-store.ts'
import { type ClaimsWorld, createClaimsWorld, KEY, type Made, NAME, SETTLING, stateOf } from '../world.ts'

describe('an outcome that cannot be stored', () => {
  const rows = [
    { behaviour: 'made', outcome: { state: 'done', result: { id: 1 } } },
    { behaviour: 'refused', outcome: { state: 'refused' } },
    { behaviour: 'answer lost', outcome: { state: 'unknown' } },
  ] as const
  test.each(rows)('is given to the caller, $behaviour, and counts as unknown later', async row => {
    const world = createClaimsWorld()
    world.remote.behaviour = row.behaviour
    const settle = () => Promise.reject(OUTAGE.error)
    const deps = { ...world.deps, claims: { ...world.claims, settle } }
    const report = await actOnce(world.act(), deps)
    expect(report).toMatchObject({ end: 'unstored', outcome: row.outcome, cause: OUTAGE.error })
    expect(await stateOf(world)).toBe('claimed')
    world.advance(LEASE + 1)
    expect(await stateOf(world)).toBe('unknown')
    expect(await actOnce(world.act(), world.deps)).toMatchObject({ decision: 'unknown' })
    expect(world.remote.calls).toBe(1)
  })

  test.each([
    {
      name: 'what was found is no effect of its own',
      found: [{ id: 3 }],
      outcome: { state: 'done', result: { id: 3 } },
    },
    { name: 'nor are several', found: [{ id: 3 }, { id: 4 }], outcome: { state: 'unknown' } },
  ])('another operation holds the claim by then, and $name', async ({ found, outcome }) => {
    const world = createClaimsWorld()
    const changes: unknown[] = []
    const query = async () => {
      world.advance(LEASE + SETTLING + 1)
      await freeAndClaim(world)
      return { found, complete: true }
    }
    const note: OnceAct<Made>['note'] = change => void changes.push(change)
    expect(await actOnce(world.act({ query, note }), world.deps)).toMatchObject({ end: 'orphaned', outcome })
    expect(await world.claims.read(NAME)).not.toHaveProperty('strays')
    expect(changes).toHaveLength(2)
    expect(changes.at(-1)).not.toHaveProperty('stray')
  })

  test('another operation holds the claim by then, and nothing was done', async () => {
    const world = createClaimsWorld()
    const changes: unknown[] = []
    world.remote.behaviour = 'refused'
    const send: OnceAct<Made>['send'] = async lease => {
      await lease.guard()
      world.advance(LEASE + SETTLING + 1)
      await freeAndClaim(world)
      return { state: 'done', result: await world.remote.make() }
    }
    const note: OnceAct<Made>['note'] = change => void changes.push(change)
    expect(await actOnce(world.act({ send, note }), world.deps)).toMatchObject({ end: 'orphaned' })
    expect(changes).toMatchObject([{ state: 'claimed' }, { state: 'refused' }])
    expect(changes.at(-1)).not.toHaveProperty('stray')
  })

  test('another operation holds the claim by then', async () => {
    const world = createClaimsWorld()
    const send: OnceAct<Made>['send'] = async lease => {
      await lease.guard()
      const result = await world.remote.make()
      world.advance(LEASE + SETTLING + 1)
      await freeAndClaim(world)
      return { state: 'done', result }
    }
    const changes: unknown[] = []
    const note: OnceAct<Made>['note'] = change => void changes.push(change)
    const report = await actOnce(world.act({ send, note }), world.deps)
    const stray = { operation: 'op-1', at: 2_005_001, by: 'hana', result: { id: 1 } }
    expect(report).toMatchObject({
      end: 'orphaned',
      outcome: { state: 'done' },
      claim: { operation: 'op-2', state: 'claimed', strays: [stray] },
    })
    expect(await world.claims.read(NAME)).toMatchObject({ strays: [stray] })
    expect(changes.at(-1)).toEqual({ operation: 'op-1', state: 'done', result: { id: 1 }, isOrphaned: true })
  })

  test('and what another attempt holds is not touched if nothing was done', async () => {
    const world = createClaimsWorld()
    const query = async () => {
      world.advance(LEASE + SETTLING + 1)
      await freeAndClaim(world)
      return world.remote.query()
    }
    const report = await actOnce(world.act({ query }), world.deps)
    expect(report).toMatchObject({
      end: 'orphaned',
      outcome: { state: 'refused' },
      error: { message: 'Cannot send the deal "receipt 1": its claim is no longer held' },
    })
    expect(await world.claims.read(NAME)).not.toHaveProperty('strays')
    expect(world.remote.calls).toBe(0)
  })

  test('what was freed while its call was under way is done after all', async () => {
    const world = createClaimsWorld()
    const send: OnceAct<Made>['send'] = async lease => {
      await lease.guard()
      const result = await world.remote.make()
      world.advance(LEASE + SETTLING + 1)
      await free(world)
      return { state: 'done', result }
    }
    const report = await actOnce(world.act({ send }), world.deps)
    expect(report).toMatchObject({ end: 'stored', claim: { state: 'done', result: { id: 1 } } })
  })

  test('is kept nowhere if there is no claim any more', async () => {
    const world = createClaimsWorld()
    const send: OnceAct<Made>['send'] = async lease => {
      await lease.guard()
      const result = await world.remote.make()
      const { record } = await world.store.read(KEY)
      await world.store.remove(KEY, record?.version ?? '')
      return { state: 'done', result }
    }
    const report = await actOnce(world.act({ send }), world.deps)
    expect(report).toMatchObject({ end: 'orphaned', outcome: { state: 'done' }, claim: undefined })
    expect(await world.claims.read(NAME)).toBeUndefined()
  })

  test('has an error that says what is at the remote, and what to do', () => {
    const error = doneUnstored('the case "x" is deal 7', {
      remedy: 'kura settle "x"',
      details: { deal: 7 },
      cause: OUTAGE.error,
    })
    expect(error).toMatchObject({
      code: 'store_unavailable',
      message: 'Cannot store that the case "x" is deal 7: it was done at the remote',
      hint: 'once the store answers: kura settle "x"',
      details: { deal: 7 },
      cause: OUTAGE.error,
    })
    expect(doneOrphaned('the case "x" is deal 7', { remedy: 'look', details: { deal: 7 } })).toMatchObject({
      code: 'conflict',
      message:
        'Cannot store that the case "x" is deal 7: another attempt has the claim, so it may be there twice',
      hint: 'look',
      details: { deal: 7 },
    })
    expect(doneOrphaned('it is so', { remedy: 'look' }).details).toEqual({})
  })
})

/** A person frees the case, after reading it. */
async function free({ claims }: ClaimsWorld) {
  const claim = await claims.read(NAME)
  if (!claim) throw new Error('there is no claim')
  const freeing = { person: 'mei', reason: 'looked', settling: SETTLING, from: ['unknown'] as const }
  return claims.free({ name: NAME, claim }, freeing)
}

async function freeAndClaim(world: ClaimsWorld) {
  await free(world)
  await world.claims.request(NAME, world.request())
}
