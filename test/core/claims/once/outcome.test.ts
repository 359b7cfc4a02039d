import { describe, expect, test } from 'vitest'
import { actOnce, type OnceAct } from '../../../../lib/core/claims/once.ts'
import type { ClaimState } from '../../../../lib/core/claims/stored-records.ts'
import { CLAIM_REASONS } from '../../../../lib/core/claims/words.ts'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { createClaimsWorld, type Made, NAME, stateOf } from '../world.ts'

test('actOnce() asks the store three times before the remote, and twice after it', async () => {
  const { store, act, deps, remote } = createClaimsWorld()
  let before = {}
  const send: OnceAct<Made>['send'] = async lease => {
    await lease.guard()
    before = { ...store.calls }
    return { state: 'done', result: await remote.make() }
  }
  await actOnce(act({ send }), deps)
  const none = { readMany: 0, remove: 0, keys: 0 }
  expect(before, 'the claim, its durable swap, the last check').toEqual({ ...none, read: 2, swap: 1 })
  expect(store.calls, 'and the outcome').toEqual({ ...none, read: 3, swap: 2 })
})

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
    { behaviour: 'fault', state: 'unknown', reason: phrase(CLAIM_REASONS.unexpectedFault) },
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
