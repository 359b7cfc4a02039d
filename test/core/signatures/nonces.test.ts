import { describe, expect, test } from 'vitest'
import { spendNonce } from '../../../lib/core/signatures/authenticator.ts'
import { listAll } from '../../../lib/core/store/list.ts'
import { createMemoryStore, OUTAGE } from '../../helpers/memory-store.ts'

const SPENT = { keyid: 'anna:admin:1', nonce: 'nonce-of-22-characters' }
const quick = { sleep: async () => undefined, random: () => 0, deadline: 0 }

describe('spendNonce()', () => {
  test('spends a nonce once', async () => {
    const store = createMemoryStore()
    await spendNonce(store, SPENT)
    await expect(spendNonce(store, SPENT)).rejects.toMatchObject({ code: 'nonce_used' })
  })

  test('asks the store once', async () => {
    const store = createMemoryStore()
    await spendNonce(store, SPENT)
    expect(store.calls).toMatchObject({ read: 0, swap: 1 })
  })

  test('spends the same nonce for another key, and another nonce for the same key', async () => {
    const store = createMemoryStore()
    await spendNonce(store, SPENT)
    await spendNonce(store, { ...SPENT, keyid: 'ben:admin:1' })
    await spendNonce(store, { ...SPENT, nonce: 'another-of-22-characte' })
    const { records } = await listAll(store, 'nonce/')
    expect(records.map(({ key }) => key)).toEqual([
      'nonce/anna:admin:1/another-of-22-characte',
      'nonce/anna:admin:1/nonce-of-22-characters',
      'nonce/ben:admin:1/nonce-of-22-characters',
    ])
  })

  test('lets one of many at the same moment have it', async () => {
    const store = createMemoryStore()
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => spendNonce(store, SPENT, quick)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('remembers a nonce for the longest time that its signature can be accepted, and forgets it then', async () => {
    let time = 0
    const store = createMemoryStore({ now: () => time })
    await spendNonce(store, SPENT)
    // from 60 s before `created` to 60 s after the latest `expires`
    time = (60 + 300 + 60 + 1) * 1000
    await expect(spendNonce(store, SPENT)).rejects.toMatchObject({ code: 'nonce_used' })
    time = 480_001
    await expect(listAll(store, 'nonce/')).resolves.toMatchObject({ records: [] })
  })

  test('is done if the answer of its swap was lost and the swap is repeated', async () => {
    const memory = createMemoryStore()
    let lost = 0
    const store = {
      ...memory,
      async swap(...swap: Parameters<typeof memory.swap>) {
        const answer = await memory.swap(...swap)
        if (lost++ === 0) throw OUTAGE.error
        return answer
      },
    }
    await expect(spendNonce(store, SPENT, { ...quick, deadline: 1000 })).resolves.toBeUndefined()
    expect(lost).toBe(2)
  })

  test('fails if the store cannot be reached', async () => {
    const store = createMemoryStore()
    store.failure = OUTAGE
    await expect(spendNonce(store, SPENT, quick)).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})
