import { describe, expect, test } from 'vitest'
import { FUNCTION_LIFE, LEASE } from '../../../../lib/core/claims/lease.ts'
import { actOnce, type OnceAct } from '../../../../lib/core/claims/once.ts'
import { TIMEOUT } from '../../../../lib/core/remote/fetch-remote.ts'
import { withinTime } from '../../../../lib/core/work/time-left.ts'
import { OUTAGE } from '../../../helpers/memory-store.ts'
import { type ClaimsWorld, createClaimsWorld, KEY, type Made, NAME, stateOf } from '../world.ts'

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
    expect(await actOnce(world.act(change), world.deps)).toMatchObject({ end: 'not_sent', decision })
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
    expect(report).toMatchObject({ end: 'not_sent', decision: 'review' })
    expect(changes).toEqual([{ state: 'review', operation: 'op-1' }])
    expect(world.remote.calls).toBe(0)
    if (report.end === 'not_sent')
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
    const query = async () => {
      world.advance(slept)
      return { found: [], complete: true }
    }
    const report = await actOnce(world.act({ query }), world.deps)
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

  test.each([
    { left: TIMEOUT, calls: 1, state: 'done' },
    { left: TIMEOUT - 1, calls: 0, state: 'refused' },
  ])('$left ms before the waits of its request end: $state', async ({ left, calls, state }) => {
    const world = createClaimsWorld()
    const report = await withinTime({ end: left, clock: () => 0 }, () => actOnce(world.act(), world.deps))
    expect(report).toMatchObject({ end: 'stored', outcome: { state } })
    expect(world.remote.calls).toBe(calls)
  })

  const lost = {
    resolved: {
      message: 'its claim is no longer held',
      async lose(world: ClaimsWorld) {
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
      async lose({ store }: ClaimsWorld) {
        const { record } = await store.read(KEY)
        await store.remove(KEY, record?.version ?? '')
      },
    },
    unreadable: {
      message: 'its claim cannot be read',
      async lose({ store }: ClaimsWorld) {
        store.failure = OUTAGE
      },
    },
  }
  test.each(Object.entries(lost))('if its claim is %s before the call', async (_, { message, lose }) => {
    const world = createClaimsWorld()
    const query = async () => {
      await lose(world)
      return { found: [], complete: true }
    }
    const report = await actOnce(world.act({ query }), world.deps)
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
    const query = async () => ({ found: [], complete: false })
    expect(await actOnce(world.act({ query }), world.deps)).toMatchObject({
      error: { code: 'remote_answer', hint: 'nothing was sent: try again, or look at the remote' },
    })
  })

  test('more in an attempt of several calls once its time is over', async () => {
    const world = createClaimsWorld()
    world.remote.behaviour = 'refused'
    const send: OnceAct<Made>['send'] = async lease => {
      for (let calls = 0; calls < 9; calls++) {
        await lease.guard()
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
