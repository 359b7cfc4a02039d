import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClaimState } from '../../lib/claims/claim.ts'
import { createClaims } from '../../lib/claims/claims.ts'
import { FUNCTION_LIFE, LEASE } from '../../lib/claims/lease.ts'
import { lookAgain } from '../../lib/claims/look.ts'
import { actOnce, type OnceAct } from '../../lib/claims/once.ts'
import { doneStray, doneUnstored } from '../../lib/claims/unstored.ts'
import { AppError } from '../../lib/errors.ts'
import { OUTAGE } from '../helpers/memory-store.ts'
import { createMortalProcess } from '../helpers/mortal-process.ts'
import { type Behaviour, createClaimsWorld, type Made, NAME, SETTLING } from './world.ts'

type World = ReturnType<typeof createClaimsWorld>

const KEY = 'claim/deal/receipt%201'

const stateOf = async ({ claims }: World) => (await claims.read(NAME))?.state

describe('actOnce() stores how the call ended', () => {
  const rows = [
    { behaviour: 'made', state: 'done', reason: undefined },
    { behaviour: 'refused', state: 'refused', reason: 'Cannot make it: no such account item' },
    { behaviour: 'never sent', state: 'refused', reason: 'Cannot reach the remote: nothing was sent' },
    {
      behaviour: 'answer lost',
      state: 'unknown',
      reason: 'Cannot tell the outcome: its answer did not arrive',
    },
    {
      behaviour: 'request lost',
      state: 'unknown',
      reason: 'Cannot tell the outcome: its answer did not arrive',
    },
    { behaviour: 'fault', state: 'unknown', reason: 'an unexpected fault, see the log' },
  ] as const
  test.each(rows)('$behaviour: $state', async ({ behaviour, state, reason }) => {
    const world = createClaimsWorld()
    world.remote.behaviour = behaviour
    const report = await actOnce(world.act(), world.deps)
    const outcome = state === 'done' ? { state, result: { id: 1 } } : { state, reason }
    expect(report).toMatchObject({ end: 'stored', outcome, claim: { state } })
    expect('error' in report).toBe(state !== 'done')
    expect(await world.claims.read(NAME)).toMatchObject({ state, ...(reason && { reason }) })
    expect(world.remote.calls).toBe(1)
  })

  test('an outcome that the owner read from an answer is taken as it is', async () => {
    const world = createClaimsWorld()
    const send = async () => ({ state: 'unknown', reason: 'status 500' }) as const
    const report = await actOnce(world.act({ send }), world.deps)
    expect(report).toMatchObject({ end: 'stored', outcome: { state: 'unknown', reason: 'status 500' } })
    expect(await stateOf(world)).toBe('unknown')
  })

  test('of an act that says nothing of its errors and hears of nothing', async () => {
    const world = createClaimsWorld()
    world.remote.behaviour = 'refused'
    const { hadNoEffect: _, ...silent } = world.act()
    expect(await actOnce(silent, world.deps)).toMatchObject({ outcome: { state: 'unknown' } })
    expect(await actOnce({ ...silent, name: 'receipt 2', flags: ['date'] }, world.deps)).toMatchObject({
      decision: 'review',
    })
  })

  test('an owner may have words of its own for an error', async () => {
    const world = createClaimsWorld()
    world.remote.behaviour = 'refused'
    await actOnce(world.act({ reasonOf: () => 'refused, code 7' }), world.deps)
    expect((await world.claims.read(NAME))?.reason).toBe('refused, code 7')
  })

  test('the claim keeps what was asked, by whom and in which attempt', async () => {
    const world = createClaimsWorld()
    await actOnce(world.act({ body: '{"amount":1}', operation: 'probe-1' }), world.deps)
    expect(await world.claims.read(NAME)).toMatchObject({
      digest: 'body-1',
      body: '{"amount":1}',
      operation: 'probe-1',
      steps: [{ by: 'hana' }, { by: 'hana' }],
    })
  })

  test('the log hears of each change before the outcome is stored', async () => {
    const world = createClaimsWorld()
    const heard: [string, ClaimState | undefined][] = []
    const read = () => world.claims.read(NAME)
    const changes: unknown[] = []
    const note: OnceAct<Made>['note'] = change => {
      changes.push(change)
      void read().then(claim => heard.push([change.state, claim?.state]))
    }
    await actOnce(world.act({ note }), world.deps)
    expect(changes).toEqual([
      { state: 'claimed', operation: 'op-1' },
      { state: 'done', operation: 'op-1', result: { id: 1 } },
    ])
    expect(heard).toEqual([
      ['claimed', 'claimed'],
      ['done', 'claimed'],
    ])
  })
})

describe('actOnce() sends nothing', () => {
  const rows = [
    { name: 'that is done', before: 'made', after: 0, change: {}, decision: 'already_done' },
    { name: 'whose outcome is unknown', before: 'answer lost', after: 0, change: {}, decision: 'unknown' },
    {
      name: 'whose outcome has been unknown for a year',
      before: 'request lost',
      after: 31_536_000_000,
      change: {},
      decision: 'unknown',
    },
    {
      name: 'that is done with another body',
      before: 'made',
      after: 0,
      change: { digest: 'body-2' },
      decision: 'conflict',
    },
  ] as const
  test.each(rows)('of a case $name', async ({ before, after, change, decision }) => {
    const world = createClaimsWorld()
    world.remote.behaviour = before
    await actOnce(world.act(), world.deps)
    world.advance(after)
    expect(await actOnce(world.act(change), world.deps)).toMatchObject({ end: 'withheld', decision })
    expect(world.remote.calls).toBe(1)
  })

  test('of a case that another call is sending, until its claim has ended', async () => {
    const world = createClaimsWorld()
    await world.claims.request(NAME, world.request())
    expect(await actOnce(world.act(), world.deps)).toMatchObject({ decision: 'in_progress' })
    world.advance(LEASE + 1)
    expect(await actOnce(world.act(), world.deps)).toMatchObject({ decision: 'unknown' })
    expect(world.remote.calls).toBe(0)
  })

  test('of a flagged case until a person releases it', async () => {
    const world = createClaimsWorld()
    const changes: unknown[] = []
    const act = world.act({ flags: ['date'], note: change => void changes.push(change) })
    const report = await actOnce(act, world.deps)
    expect(report).toMatchObject({ end: 'withheld', decision: 'review' })
    expect(changes).toEqual([{ state: 'review', operation: 'op-1' }])
    expect(world.remote.calls).toBe(0)
    if (report.end === 'withheld')
      await world.claims.release({ name: NAME, claim: report.claim }, { person: 'mei' })
    expect(await actOnce(act, world.deps)).toMatchObject({ end: 'stored', claim: { releasedBy: 'mei' } })
  })

  test('if its claim cannot be stored', async () => {
    const world = createClaimsWorld()
    world.store.failure = OUTAGE
    await expect(actOnce(world.act(), world.deps)).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(world.remote.calls).toBe(0)
  })

  test.each([
    { name: 'a millisecond before', slept: FUNCTION_LIFE - 1, calls: 1, state: 'done' },
    { name: 'once', slept: FUNCTION_LIFE, calls: 0, state: 'refused' },
  ])('$name too little of the lease is left for a whole call', async ({ slept, calls, state }) => {
    const world = createClaimsWorld()
    const look = async () => {
      world.advance(slept)
      return { found: [], complete: true }
    }
    const report = await actOnce(world.act({ look }), world.deps)
    expect(report).toMatchObject({ end: 'stored', outcome: { state } })
    if (calls === 0)
      expect(report).toMatchObject({
        error: {
          code: 'remote_unreachable',
          message: 'Cannot send the deal "receipt 1": too little time is left for a whole call',
        },
      })
    expect(world.remote.calls).toBe(calls)
  })

  const lost = {
    resolved: {
      message: 'its claim is no longer held',
      async lose(world: World) {
        const claim = await world.claims.read(NAME)
        await world.claims.settle(NAME, {
          operation: claim?.operation ?? '',
          outcome: { state: 'done', result: { id: 9 } },
          by: 'mei',
        })
      },
    },
    gone: {
      message: 'its claim is no longer held',
      async lose({ store }: World) {
        const { record } = await store.read(KEY)
        await store.remove(KEY, record?.version ?? '')
      },
    },
    unreadable: {
      message: 'its claim cannot be read',
      async lose({ store }: World) {
        store.failure = OUTAGE
      },
    },
  }
  test.each(Object.entries(lost))('if its claim is %s before the call', async (_, { message, lose }) => {
    const world = createClaimsWorld()
    const look = async () => {
      await lose(world)
      return { found: [], complete: true }
    }
    const report = await actOnce(world.act({ look }), world.deps)
    expect(report).toMatchObject({
      outcome: { state: 'refused' },
      error: {
        code: 'remote_unreachable',
        message: `Cannot send the deal "receipt 1": ${message}`,
        hint: 'nothing was sent: try again',
      },
    })
    const { cause } = ('error' in report ? report.error : undefined) as Error
    expect(cause).toBe(message === 'its claim cannot be read' ? OUTAGE.error : undefined)
    expect(world.remote.calls).toBe(0)
  })

  test('if the remote cannot be read to the end, and says so', async () => {
    const world = createClaimsWorld()
    const look = async () => ({ found: [], complete: false })
    expect(await actOnce(world.act({ look }), world.deps)).toMatchObject({
      error: { code: 'remote_answer', hint: 'nothing was sent: try again, or look at the remote' },
    })
  })

  test('more in an attempt of several calls once its time is over', async () => {
    const world = createClaimsWorld()
    world.remote.behaviour = 'refused'
    const send: OnceAct<Made>['send'] = async hold => {
      for (let calls = 0; calls < 9; calls++) {
        await hold.guard()
        await world.remote.make().catch(() => undefined)
        world.advance(FUNCTION_LIFE / 4)
      }
      throw new Error('it was never stopped')
    }
    await actOnce(world.act({ send }), world.deps)
    expect(world.remote.calls).toBe(4)
    expect(await stateOf(world)).toBe('refused')
  })
})

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
      outcome: { state: 'unknown', reason: 'the remote has several' },
    },
    {
      name: 'is not guessed if it cannot be read',
      has: [],
      complete: false,
      outcome: {
        state: 'refused',
        reason: 'Cannot tell whether the remote has the deal "receipt 1" already: not all of it can be read',
      },
    },
  ]
  test.each(rows)('$name', async ({ has, complete, outcome }) => {
    const world = createClaimsWorld()
    const report = await actOnce(world.act({ look: async () => ({ found: has, complete }) }), world.deps)
    expect(report).toMatchObject({ end: 'stored', outcome, ...(has.length > 0 && { found: has }) })
    expect(await stateOf(world)).toBe(outcome.state)
    expect(world.remote.calls).toBe(0)
  })

  test('is told in the words of its owner', async () => {
    const world = createClaimsWorld()
    const found = [{ id: 3 }, { id: 4 }]
    await actOnce(
      world.act({ look: async () => ({ found, complete: true, several: 'deals 3, 4' }) }),
      world.deps,
    )
    expect((await world.claims.read(NAME))?.reason).toBe('deals 3, 4')
  })

  test('refuses the attempt if it cannot be asked for', async () => {
    const world = createClaimsWorld()
    const error = new AppError('remote_silent', 'Cannot list the deals')
    const report = await actOnce(world.act({ look: () => Promise.reject(error) }), world.deps)
    expect(report).toMatchObject({ outcome: { state: 'refused', reason: 'Cannot list the deals' }, error })
    expect(world.remote.calls).toBe(0)
    expect(await actOnce(world.act(), world.deps)).toMatchObject({ outcome: { state: 'done' } })
  })

  test('is looked for by what the claim has lived through', async () => {
    const world = createClaimsWorld()
    world.remote.behaviour = 'refused'
    await actOnce(world.act(), world.deps)
    const steps: ClaimState[][] = []
    const look: OnceAct<Made>['look'] = async claim => {
      steps.push(claim.steps.map(({ state }) => state))
      return world.remote.look()
    }
    await actOnce(world.act({ look }), world.deps)
    expect(steps).toEqual([['claimed', 'refused', 'claimed']])
  })
})

describe('a reserve', () => {
  /** Money that is set aside, and what the claim was when that was taken back. */
  function ledger(world: World) {
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

describe('an outcome that cannot be stored', () => {
  const rows = [
    { behaviour: 'made', outcome: { state: 'done', result: { id: 1 } } },
    { behaviour: 'refused', outcome: { state: 'refused' } },
    { behaviour: 'answer lost', outcome: { state: 'unknown' } },
  ] as const
  test.each(rows)('is told to the caller, $behaviour, and counts as unknown later', async row => {
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
    const look = async () => {
      world.advance(LEASE + SETTLING + 1)
      await freeAndClaim(world)
      return { found, complete: true }
    }
    const note: OnceAct<Made>['note'] = change => void changes.push(change)
    expect(await actOnce(world.act({ look, note }), world.deps)).toMatchObject({ end: 'stray', outcome })
    expect(await world.claims.read(NAME)).not.toHaveProperty('strays')
    expect(changes).toHaveLength(2)
    expect(changes.at(-1)).not.toHaveProperty('stray')
  })

  test('another operation holds the claim by then, and nothing was done', async () => {
    const world = createClaimsWorld()
    const changes: unknown[] = []
    world.remote.behaviour = 'refused'
    const send: OnceAct<Made>['send'] = async hold => {
      await hold.guard()
      world.advance(LEASE + SETTLING + 1)
      await freeAndClaim(world)
      return { state: 'done', result: await world.remote.make() }
    }
    const note: OnceAct<Made>['note'] = change => void changes.push(change)
    expect(await actOnce(world.act({ send, note }), world.deps)).toMatchObject({ end: 'stray' })
    expect(changes).toMatchObject([{ state: 'claimed' }, { state: 'refused' }])
    expect(changes.at(-1)).not.toHaveProperty('stray')
  })

  test('another operation holds the claim by then', async () => {
    const world = createClaimsWorld()
    const send: OnceAct<Made>['send'] = async hold => {
      await hold.guard()
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
      end: 'stray',
      outcome: { state: 'done' },
      claim: { operation: 'op-2', state: 'claimed', strays: [stray] },
    })
    expect(await world.claims.read(NAME)).toMatchObject({ strays: [stray] })
    expect(changes.at(-1)).toEqual({ operation: 'op-1', state: 'done', result: { id: 1 }, stray: true })
  })

  test('and what another attempt holds is not touched if nothing was done', async () => {
    const world = createClaimsWorld()
    const look = async () => {
      world.advance(LEASE + SETTLING + 1)
      await freeAndClaim(world)
      return world.remote.look()
    }
    const report = await actOnce(world.act({ look }), world.deps)
    expect(report).toMatchObject({
      end: 'stray',
      outcome: { state: 'refused' },
      error: { message: 'Cannot send the deal "receipt 1": its claim is no longer held' },
    })
    expect(await world.claims.read(NAME)).not.toHaveProperty('strays')
    expect(world.remote.calls).toBe(0)
  })

  test('what was freed while its call was under way is done after all', async () => {
    const world = createClaimsWorld()
    const send: OnceAct<Made>['send'] = async hold => {
      await hold.guard()
      const result = await world.remote.make()
      world.advance(LEASE + SETTLING + 1)
      await free(world)
      return { state: 'done', result }
    }
    const report = await actOnce(world.act({ send }), world.deps)
    expect(report).toMatchObject({ end: 'stored', claim: { state: 'done', result: { id: 1 } } })
  })

  test('if there is no claim any more, nobody keeps it', async () => {
    const world = createClaimsWorld()
    const send: OnceAct<Made>['send'] = async hold => {
      await hold.guard()
      const result = await world.remote.make()
      const { record } = await world.store.read(KEY)
      await world.store.remove(KEY, record?.version ?? '')
      return { state: 'done', result }
    }
    const report = await actOnce(world.act({ send }), world.deps)
    expect(report).toMatchObject({ end: 'stray', outcome: { state: 'done' }, claim: undefined })
    expect(await world.claims.read(NAME)).toBeUndefined()
  })

  test('is told with what is so at the remote, and what to do', () => {
    const error = doneUnstored('the case "x" is deal 7', {
      remedy: 'kura accounting resolve "x"',
      details: { deal: 7 },
      cause: OUTAGE.error,
    })
    expect(error).toMatchObject({
      code: 'store_unavailable',
      message: 'Cannot store that the case "x" is deal 7: it was done at the remote',
      hint: 'once the store answers: kura accounting resolve "x"',
      details: { deal: 7 },
      cause: OUTAGE.error,
    })
    expect(doneStray('the case "x" is deal 7', { remedy: 'look', details: { deal: 7 } })).toMatchObject({
      code: 'conflict',
      message:
        'Cannot store that the case "x" is deal 7: another attempt has the claim, so it may be there twice',
      hint: 'look',
      details: { deal: 7 },
    })
    expect(doneStray('it is so', { remedy: 'look' }).details).toEqual({})
  })
})

/** A person frees the case, after a look at it. */
async function free({ claims }: World) {
  const claim = await claims.read(NAME)
  if (!claim) throw new Error('there is no claim')
  const freeing = { person: 'mei', reason: 'looked', settling: SETTLING, from: ['unknown'] as const }
  return claims.free({ name: NAME, claim }, freeing)
}

async function freeAndClaim(world: World) {
  await free(world)
  await world.claims.request(NAME, world.request())
}

/** What may happen to a case, each act in a process of its own that may die or lose its store at any call. */
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

test('in a thousand random lives the remote has at most one, and the record never says less than is there', async () => {
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
      }
    }),
    { numRuns: 1_000 },
  )
  for (const state of ['none', 'claimed', 'unknown', 'refused', 'done'])
    expect(ends.get(state), state).toBeGreaterThan(50)
})

async function live(world: World, step: typeof moves extends fc.Arbitrary<(infer M)[]> ? M : never) {
  const { claims, remote } = world
  if (step.do === 'wait') return world.advance(step.for)
  if (step.do === 'act') return actMortally(world, step)
  const claim = await claims.read(NAME)
  if (claim?.state !== 'unknown') return
  const looked = { name: NAME, claim }
  const { seen } = await lookAgain(looked, { by: 'mei', look: remote.look }, { claims })
  if (step.do === 'look' || seen.found.length > 0) return
  const freeing = { person: 'mei', reason: 'looked', settling: SETTLING, from: ['unknown'] as const }
  await claims.free(looked, freeing).catch(tolerate)
}

async function actMortally(
  { store, deps, remote, act }: World,
  { behaviour, mishap }: { behaviour: Behaviour; mishap: Parameters<typeof createMortalProcess>[1] },
) {
  remote.behaviour = behaviour
  const reach = async () => Response.json(await remote.make())
  const process = createMortalProcess({ store, fetch: reach }, mishap)
  const claims = createClaims<Made>(
    { store: process.store, kind: 'deal', parseResult: stored => stored as Made },
    { deadline: 0, sleep: async () => undefined },
  )
  const send: OnceAct<Made>['send'] = async hold => {
    await hold.guard()
    const answer = await process.fetch('http://remote.invalid/')
    return { state: 'done', result: (await answer.json()) as Made }
  }
  const ended = await process.run(() => actOnce(act({ send }), { ...deps, claims }))
  if ('error' in ended) tolerate(ended.error)
}

function tolerate(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
