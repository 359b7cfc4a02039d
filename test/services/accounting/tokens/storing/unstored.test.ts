import { describe, expect, test } from 'vitest'
import { TOKEN_PATH } from '../../../../../sandbox/accounting/sandbox.ts'
import { answeredAfterCommit } from '../../../../../sandbox/faults.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { createWorld, LIFETIME } from '../world.ts'
import { LEASE, refreshIntoOutage } from './lost-store.ts'

describe('an answer that cannot be stored', () => {
  test('is told to the journal before and after the first attempt, and its caller what to do', async () => {
    const world = await createWorld()
    const heard = world.journal.heard.length
    const error = await refreshIntoOutage(world)
    expect(error).toMatchObject({
      code: 'store_unavailable',
      hint: expect.stringContaining('kura accounting recover'),
    })
    expect(world.journal.heard.slice(heard)).toEqual(['received', 'unstored'])
  })

  test('that is stored at once is told to the journal before and after, never as unstored', async () => {
    const world = await createWorld()
    const heard = world.journal.heard.length
    world.advance(LIFETIME)
    await world.tokens().accessToken()
    expect(world.journal.heard.slice(heard)).toEqual(['received', 'settled'])
  })

  test('is stored after all if the store comes back before the deadline', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    let left = 0
    const outage: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      world.store.failure = OUTAGE
      left = 30
      return response
    }
    const tokens = world.tokens({
      fetch: outage,
      async sleep(milliseconds) {
        world.advance(milliseconds)
        left -= 1
        if (left === 0) world.store.failure = undefined
      },
    })
    expect(await world.call(await tokens.accessToken())).toBe(200)
    expect(world.journal.heard.slice(-3)).toEqual(['received', 'unstored', 'settled'])
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
  })

  test('whose swap was stored and whose store answer was lost is not stored twice', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const { store } = world
    let lose = 0
    const losing = {
      ...store,
      async swap(...given: Parameters<typeof store.swap>) {
        const answer = await store.swap(...given)
        lose += 1
        if (lose === 2) throw OUTAGE.error
        return answer
      },
    }
    expect(await world.call(await world.tokens({ store: losing }).accessToken())).toBe(200)
    expect(await world.tokens().status()).toMatchObject({ generation: 2, state: 'current' })
  })

  test('does not keep a broken journal from storing', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const broken = () => Promise.reject(new Error('disk full'))
    const journal = { ...world.journal, received: broken, settled: broken }
    expect(await world.call(await world.tokens({ journal }).accessToken())).toBe(200)
    expect(world.notes.map(({ event }) => event)).toContain('token_journal_failed')
  })
})

describe('the next holder', () => {
  test('stores the answer that the journal of its machine holds, instead of spending the token again', async () => {
    const world = await createWorld()
    await refreshIntoOutage(world)
    world.advance(LEASE)
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
  })

  test('takes no answer that followed another credential of the same number', async () => {
    const world = await createWorld()
    await refreshIntoOutage(world)
    await world.change({ operation: 'restored from a backup' })
    world.sandbox.oauth.revoke()
    world.advance(LEASE)
    await expect(world.tokens().accessToken()).rejects.toMatchObject({ code: 'reauthorize' })
    expect(world.counts.invalidGrants).toBe(1)
  })

  test('spends the token if the journal cannot be read', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const journal = { ...world.journal, kept: () => Promise.reject(new Error('not allowed')) }
    expect(await world.call(await world.tokens({ journal }).accessToken())).toBe(200)
    expect(world.notes).toContainEqual({ event: 'token_journal_failed', facts: { reason: 'not allowed' } })
  })

  test('makes one attempt if the answer itself was lost, and never a second', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const dead = new Error('the process was killed')
    world.sandbox.faults.arm(
      `POST ${TOKEN_PATH}`,
      answeredAfterCommit(() => new Response('', { status: 500 })),
    )
    const { store } = world
    let writes = 0
    const dying = {
      ...store,
      swap: (...given: Parameters<typeof store.swap>) => {
        writes += 1
        return writes > 1 ? Promise.reject(dead) : store.swap(...given)
      },
    }
    await expect(world.tokens({ store: dying }).accessToken()).rejects.toBe(dead)
    world.advance(LEASE)
    for (let call = 0; call < 4; call += 1) {
      await expect(world.tokens().accessToken()).rejects.toMatchObject({ code: 'reauthorize' })
      world.advance(LEASE)
    }
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 1 })
  })
})
