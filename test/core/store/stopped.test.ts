/** All acts stop if the store is older than the newest known end of its log, until a person confirms the store. */
import { expect, test } from 'vitest'
import { spendNonce } from '../../../lib/core/signatures/authenticator.ts'
import {
  confirmRestored,
  NOT_STOPPED,
  RESTORED,
  readStopped,
  stopActs,
} from '../../../lib/core/store/stopped.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

const FOUND = { by: 'hana:admin:1', seq: 46, digest: 'd', at: '2026-10-05T00:00:00.000Z' }
const NOW = Date.parse('2026-10-06T00:00:00Z')
const SINCE = '2026-10-06T00:00:00.000Z'

async function stoppedStore() {
  const store = createMemoryStore({ now: () => NOW })
  await stopActs(FOUND, store)
  return store
}

test('a stop stays as it was found first, and no failover undoes it', async () => {
  const store = await stoppedStore()
  await stopActs({ ...FOUND, seq: 50 }, store)
  expect(await readStopped(store)).toEqual({ since: SINCE, ...FOUND })
  expect(store.durable).toContain(NOT_STOPPED.key)
})

test('no nonce is spent while acts are stopped, but for a call that is answered then', async () => {
  const store = await stoppedStore()
  const spent = { keyid: 'hana:admin:1', nonce: 'n' }
  await expect(spendNonce(store, spent)).rejects.toMatchObject({ code: 'paused' })
  await spendNonce(store, { ...spent, whilePaused: true })
  await expect(spendNonce(store, { ...spent, whilePaused: true })).rejects.toMatchObject({
    code: 'nonce_used',
  })
})

test('a person ends the stop that was shown, and no other', async () => {
  const store = await stoppedStore()
  for (const since of [undefined, '2026-10-01T00:00:00.000Z'])
    await expect(confirmRestored({ by: 'hana', since }, store)).rejects.toMatchObject({ code: 'conflict' })
  expect(await confirmRestored({ by: 'hana', since: SINCE }, store)).toEqual({ at: SINCE, by: 'hana' })
  expect(await readStopped(store)).toBeUndefined()
  expect(store.durable).toContain(RESTORED)
  await spendNonce(store, { keyid: 'hana:admin:1', nonce: 'n' })
  expect(await confirmRestored({ by: 'mei', since: undefined }, store), 'without a stop').toMatchObject({
    by: 'mei',
  })
})
