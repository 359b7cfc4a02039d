import { describe, expect, test } from 'vitest'
import { CREDENTIAL_KEY, UNSTORED_KEY } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { createLogJournal } from '../../../../../lib/services/accounting/tokens/storing/journal.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { createWorld, LIFETIME, type World } from '../world.ts'

/** A store that refuses to write the credential as soon as `refuses` is set. */
function refusing({ store }: World) {
  const state = { refuses: false }
  const swap: typeof store.swap = (key, ...others) =>
    state.refuses && key === CREDENTIAL_KEY ? Promise.reject(OUTAGE.error) : store.swap(key, ...others)
  return { state, store: { ...store, swap } }
}

/** A credential whose newest pair was put aside, because the store refused the write. */
async function asideWorld() {
  const world = await createWorld()
  world.advance(LIFETIME)
  const { state, store } = refusing(world)
  const tokenEndpoint: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    state.refuses = true
    return response
  }
  const journal = createLogJournal(() => undefined)
  const refresh = world.tokens({ store, journal, fetch: tokenEndpoint }).accessToken()
  await expect(refresh).rejects.toMatchObject({
    code: 'store_unavailable',
    message: 'Cannot store the new accounting token: the store does not answer',
    hint: 'the sealed answer was put aside: put it back with kura accounting recover',
  })
  world.advance(65_000)
  world.notes.length = 0
  return world
}

describe('an answer that was put aside', () => {
  test('is written so that no failover undoes it', async () => {
    const { store } = await asideWorld()
    expect(store.durable).toContain(UNSTORED_KEY)
  })

  test('is stored by the next instance, which says so and keeps it no longer', async () => {
    const world = await asideWorld()
    await world.tokens({ journal: createLogJournal(() => undefined) }).accessToken()
    expect(world.notes[0]).toEqual({ event: 'token_recovered', facts: { generation: 2, by: 'test' } })
    expect((await world.store.read(UNSTORED_KEY)).record).toBeUndefined()
    expect(world.counts.rotations).toBe(1)
  })

  test('keeps the old token from being spent while the store does not take it', async () => {
    const world = await asideWorld()
    const { state, store } = refusing(world)
    const claims: typeof store.swap = async (...given) => {
      const answer = await store.swap(...given)
      state.refuses = true
      return answer
    }
    const journal = createLogJournal(() => undefined)
    const next = world.tokens({ store: { ...store, swap: claims }, journal }).accessToken()
    await expect(next).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(world.counts.rotations).toBe(1)
  })
})
