import { describe, expect, test } from 'vitest'
import { LEASE } from '../../../lib/core/claims/lease.ts'
import { actOnce } from '../../../lib/core/claims/once.ts'
import { queryAgain } from '../../../lib/core/claims/query.ts'
import { CLAIM_REASONS } from '../../../lib/core/claims/words.ts'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { createClaimsWorld, type Made, NAME } from './world.ts'

/** Creates a case whose answer was lost. */
async function lost() {
  const world = createClaimsWorld()
  world.remote.behaviour = 'answer lost'
  await actOnce(world.act(), world.deps)
  const claim = await world.claims.read(NAME)
  if (!claim) throw new Error('the case has no claim')
  return { ...world, basis: { name: NAME, claim } }
}

describe('queryAgain()', () => {
  const rows = [
    { name: 'one result settles it', found: [{ id: 4 }], complete: true, state: 'done' },
    {
      name: 'one result settles it though there may be more',
      found: [{ id: 4 }],
      complete: false,
      state: 'done',
    },
    { name: 'nothing found frees nothing', found: [], complete: true, state: 'unknown' },
    { name: 'nothing readable frees nothing', found: [], complete: false, state: 'unknown' },
    { name: 'several are left to a person', found: [{ id: 4 }, { id: 5 }], complete: true, state: 'unknown' },
  ]
  test.each(rows)('$name', async ({ found, complete, state }) => {
    const { claims, basis } = await lost()
    const query = async () => ({ found, complete, why: 'the listing' })
    const { seen, claim } = await queryAgain<Made, Awaited<ReturnType<typeof query>>>(
      basis,
      { by: 'mei', query },
      { claims },
    )
    expect(seen).toEqual({ found, complete, why: 'the listing' })
    expect(claim.state).toBe(state)
    const stored = await claims.read(NAME)
    expect(stored).toEqual({ ...claim, seenAt: stored?.seenAt })
    if (state === 'done')
      expect(stored).toMatchObject({
        result: { id: 4 },
        steps: expect.arrayContaining([
          expect.objectContaining({ by: 'mei', reason: phrase(CLAIM_REASONS.found) }),
        ]),
      })
  })

  test('a query that fails changes nothing', async () => {
    const { claims, basis } = await lost()
    const query = () => Promise.reject(new Error('no network'))
    await expect(queryAgain(basis, { by: 'mei', query }, { claims })).rejects.toThrow('no network')
    expect(await claims.read(NAME)).toEqual(basis.claim)
  })

  test('an act under way is not settled', async () => {
    const { claims, request, remote, advance } = createClaimsWorld()
    const { claim } = await claims.request(NAME, request())
    remote.made.push({ id: 1 })
    const again = () => queryAgain({ name: NAME, claim }, { by: 'mei', query: remote.query }, { claims })
    await expect(again()).rejects.toMatchObject({ code: 'conflict' })
    advance(LEASE + 1)
    expect((await again()).claim).toMatchObject({ state: 'done', result: { id: 1 } })
  })

  test('a result settles no attempt that began during the query', async () => {
    const { claims, basis, request, advance } = await lost()
    advance(20 * 60_000)
    const query = async () => {
      const now = await claims.read(NAME)
      if (!now) throw new Error('the case has no claim')
      const freeing = { person: 'mei', reason: 'not there', settling: 0, from: ['unknown'] } as const
      await claims.free({ name: NAME, claim: now }, freeing)
      await claims.request(NAME, request({ operation: 'next' }))
      advance(LEASE + 1)
      return { found: [{ id: 1 }], complete: true }
    }
    await expect(queryAgain(basis, { by: 'ken', query }, { claims })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('another operation'),
    })
    expect(await claims.read(NAME)).toMatchObject({ state: 'unknown', operation: 'next' })
  })

  test('what the sender settled meanwhile stays', async () => {
    const { claims, basis } = await lost()
    const { operation } = basis.claim
    const query = async () => {
      const outcome = { state: 'done', result: { id: 1 } } as const
      await claims.settle(NAME, { operation, outcome, by: 'hana' })
      return { found: [{ id: 2 }], complete: true }
    }
    expect((await queryAgain(basis, { by: 'mei', query }, { claims })).claim).toMatchObject({
      result: { id: 1 },
    })
  })
})
