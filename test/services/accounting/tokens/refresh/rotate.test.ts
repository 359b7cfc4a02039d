import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { TimeLimit } from '../../../../../lib/core/remote/time-limit.ts'
import { CREDENTIAL_KEY } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { TOKEN_PATH } from '../../../../../sandbox/accounting/sandbox.ts'
import { answered } from '../../../../../sandbox/faults.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { createWorld, LIFETIME, type World } from '../world.ts'

/** A credential whose token has to be refreshed now. */
async function dueWorld(): Promise<World> {
  const world = await createWorld()
  world.advance(LIFETIME)
  world.notes.length = 0
  return world
}

/** The store; it calls `happens` right after the lease was claimed. */
function afterClaim(world: World, happens: () => unknown) {
  const { store } = world
  let isFirst = true
  return {
    ...store,
    async swap(...given: Parameters<typeof store.swap>) {
      const answer = await store.swap(...given)
      if (isFirst) {
        isFirst = false
        await happens()
      }
      return answer
    },
  }
}

describe('the call of a lease', () => {
  const rows = [
    { name: 'a whole function’s life', slow: 0, timeouts: [45_000] },
    { name: 'a caller who ends earlier', slow: 0, life: 40_000, timeouts: [25_000] },
    { name: 'a caller who ends after the lease', slow: 0, life: 100_000, timeouts: [45_000] },
    { name: 'a claim that took long', slow: 10_000, timeouts: [35_000] },
    { name: 'just enough time', slow: 30_000, timeouts: [15_000] },
    { name: 'too little time', slow: 30_001, timeouts: [] },
  ]
  test.each(rows)('leaves the time to store its answer: $name', async ({ slow, life, timeouts }) => {
    const world = await dueWorld()
    const timeout = vi.spyOn(TimeLimit.prototype, 'start')
    onTestFinished(() => timeout.mockRestore())
    const tokens = world.tokens({ store: afterClaim(world, () => world.advance(slow)) })
    const deadline = life && world.time.now + life
    await tokens.accessToken({ deadline }).catch(() => undefined)
    expect(timeout.mock.calls).toEqual(timeouts.map(milliseconds => [milliseconds]))
    expect(world.counts.rotations).toBe(timeouts.length)
  })
})

describe('the log says how a lease ended', () => {
  test('refreshed', async () => {
    const world = await dueWorld()
    await world.tokens().accessToken()
    expect(world.notes).toEqual([{ event: 'token_refreshed', facts: { generation: 2, by: 'test' } }])
  })

  test('failed', async () => {
    const world = await dueWorld()
    world.sandbox.faults.arm(
      `POST ${TOKEN_PATH}`,
      answered(() => Response.json({}, { status: 503 })),
    )
    await expect(world.tokens().accessToken()).rejects.toMatchObject({ code: 'reauthorize' })
    const facts = { generation: 1, reason: 'status_503', state: 'paused' }
    expect(world.notes).toEqual([{ event: 'token_refresh_failed', facts }])
  })

  test('returned unspent', async () => {
    const world = await dueWorld()
    const store = afterClaim(world, () => world.advance(40_000))
    await expect(world.tokens({ store }).accessToken()).rejects.toMatchObject({ code: 'token_busy' })
    expect(world.notes).toEqual([
      { event: 'token_lease_returned', facts: { generation: 1, state: 'current' } },
    ])
  })

  test('left, if the store does not take that it is given back', async () => {
    const world = await dueWorld()
    const store = afterClaim(world, () => {
      world.store.failure = OUTAGE
    })
    await expect(world.tokens({ store }).accessToken()).rejects.toMatchObject({ code: 'store_unavailable' })
    world.store.failure = undefined
    const { lifecycle } = await world.credential()
    const operation = lifecycle.state === 'refreshing' ? lifecycle.intent.operation : 'none'
    expect(world.notes).toEqual([{ event: 'token_lease_left', facts: { operation } }])
  })

  test('with a pair that comes too late, which is not called a refresh', async () => {
    const world = await dueWorld()
    const tokenEndpoint: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      await world.change({ generation: 2, operation: 'other' })
      return response
    }
    await world
      .tokens({ fetch: tokenEndpoint })
      .accessToken()
      .catch(() => undefined)
    const events = world.notes.map(({ event }) => event)
    expect(events).toContain('token_superseded')
    expect(events).not.toContain('token_refreshed')
  })
})

describe('a lease that is not the caller’s any more', () => {
  test('because the record is gone spends nothing, and says what to do', async () => {
    const world = await dueWorld()
    const store = afterClaim(world, async () => {
      const { record } = await world.store.read(CREDENTIAL_KEY)
      await world.store.remove(CREDENTIAL_KEY, record?.version ?? '')
    })
    await expect(world.tokens({ store }).accessToken()).rejects.toMatchObject({
      code: 'reauthorize',
      message: 'Cannot use the accounting service: no authorization is stored',
    })
    expect(world.notes).toEqual([{ event: 'token_lease_returned', facts: { generation: 1, state: 'gone' } }])
    expect(world.counts.rotations).toBe(0)
  })

  test('because another one has it writes nothing', async () => {
    const world = await dueWorld()
    const store = afterClaim(world, () => {
      const intent = { owner: 'other', operation: 'other', until: world.time.now + 65_000 }
      return world.change({ lifecycle: { state: 'refreshing', intent } })
    })
    const { swap } = world.store.calls
    const deadline = world.time.now + 30_000
    await expect(world.tokens({ store }).accessToken({ deadline })).rejects.toMatchObject({
      code: 'token_busy',
    })
    expect(world.store.calls.swap - swap).toBe(2)
    expect(world.notes).toEqual([
      { event: 'token_lease_returned', facts: { generation: 1, state: 'refreshing' } },
    ])
  })
})
