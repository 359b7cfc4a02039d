/** A failover of the store: the primary is killed and its replica takes over, so some writes are lost. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { readDurability, testDurability, watchDurability } from '../../../lib/core/store/durability.ts'
import type { Store, SwapNext } from '../../../lib/core/store/store.ts'
import { openUpstashStore } from '../../../lib/core/store/upstash.ts'
import { type RedisRestBridge, startRedisRestBridge } from '../../helpers/redis/rest-bridge.ts'
import { hasRedisServer, startJsRedis, startReplicatedRedis } from '../../helpers/redis/servers.ts'

const mine = { value: 'claimed', version: 'v1', durable: true }

/** Waits until the replica has confirmed a write: then it follows the primary. */
async function follows({ command }: RedisRestBridge): Promise<void> {
  do await command('SET', 'warm', 'up')
  while ((await command('WAIT', '1', '100')) === 0)
}

async function openReplicated() {
  const { primary, replica } = await startReplicatedRedis()
  const [first, second] = [await startRedisRestBridge(primary), await startRedisRestBridge(replica)]
  onTestFinished(async () => void (await Promise.all([first.close(), second.close()])))
  await follows(first)
  let minutes = 0
  return {
    // each read of the clock is a minute later, so every durable swap waits for a confirmation
    store: openUpstashStore(first, { clock: () => (minutes += 60_000) }),
    /** Waits until the replica has all writes. */
    settle: () => follows(first),
    /** Detaches the replica: from now on, only the primary has new writes. */
    cutOff: () => second.command('REPLICAOF', 'NO', 'ONE'),
    /** Kills the primary, and makes the replica the primary. */
    async failOver() {
      await first.close()
      await second.command('REPLICAOF', 'NO', 'ONE')
      return openUpstashStore(second)
    },
  }
}

/** Repeats a durable swap until a replica confirms it, because 300 ms can be too short on a busy machine. */
async function swapConfirmed(store: Store, next: SwapNext = mine): Promise<void> {
  await expect
    .poll(() => store.swap('a', undefined, next), { timeout: 30_000 })
    .toMatchObject({ done: true, confirmed: true })
}

describe.skipIf(!hasRedisServer)('a failover of the store, with redis-server on PATH', () => {
  test('undoes no durable swap that was confirmed', async () => {
    const { store, failOver } = await openReplicated()
    await swapConfirmed(store)
    const survivor = await failOver()
    expect((await survivor.read('a')).record).toEqual({ value: 'claimed', version: 'v1' })
  })

  test('undoes no entry of a durable swap in the index of open work', async () => {
    const { store, failOver } = await openReplicated()
    await swapConfirmed(store, { ...mine, open: true })
    const survivor = await failOver()
    expect((await survivor.keys('a', { open: true })).keys).toEqual(['a'])
  })

  test('undoes no durable swap that was repeated because its answer was lost, once that is confirmed', async () => {
    const { store, failOver } = await openReplicated()
    await store.swap('a', undefined, mine)
    await swapConfirmed(store)
    const survivor = await failOver()
    expect((await survivor.read('a')).record?.value).toBe('claimed')
  })

  test('undoes the last writes of a primary without a replica, and each of them was reported as not confirmed', async () => {
    const { store, settle, cutOff, failOver } = await openReplicated()
    await store.swap('before', undefined, { value: 'x', version: 'v0' })
    await settle()
    await cutOff()
    expect(await store.swap('a', undefined, mine)).toMatchObject({ done: true, confirmed: false })
    const survivor = await failOver()
    expect((await survivor.read('before')).record?.value).toBe('x')
    expect((await survivor.read('a')).record).toBeUndefined()
  })
})

describe('a store that confirms nothing', () => {
  async function openUnconfirmed(clock: () => number) {
    const bridge = await startRedisRestBridge(await startJsRedis())
    onTestFinished(() => bridge.close())
    return { bridge, store: openUpstashStore(bridge, { clock }) }
  }
  const waits = (received: readonly (readonly string[])[]) =>
    received.filter(([name]) => name === 'WAIT').length

  test('is asked to wait again after five seconds, in the pipeline of the swap', async () => {
    let now = 0
    const { bridge, store } = await openUnconfirmed(() => now)
    for (const key of ['a', 'b', 'c'])
      expect(await store.swap(key, undefined, mine)).toMatchObject({ done: true, confirmed: false })
    expect(bridge.received.map(([name]) => name)).toEqual(['EVAL', 'WAIT', 'EVAL', 'EVAL'])
    expect(bridge.received[1], 'one replica, and at most 300 ms').toEqual(['WAIT', '1', '300'])
    now = 4_999
    await store.swap('d', undefined, mine)
    expect(waits(bridge.received)).toBe(1)
    now = 5_000
    await store.swap('e', undefined, mine)
    expect(waits(bridge.received)).toBe(2)
  })

  test('is written to by a repeated swap too, so that WAIT is about it', async () => {
    const { bridge, store } = await openUnconfirmed(() => 0)
    await store.swap('a', undefined, mine)
    await bridge.command('PEXPIRE', 'kura:versions:a', '5000')
    expect(await store.swap('a', undefined, mine)).toMatchObject({ done: true })
    expect(await bridge.command('PTTL', 'kura:versions:a')).toBeGreaterThan(5000)
  })

  test('is logged and stored for the status, once for each change', async () => {
    const { store } = await openUnconfirmed(() => 0)
    const notes: object[] = []
    const watched = watchDurability(store, { note: (event, facts) => void notes.push({ event, ...facts }) })
    expect(await readDurability(watched)).toBeUndefined()
    await watched.swap('a', undefined, mine)
    await watched.swap('b', undefined, mine)
    await watched.swap('c', undefined, { value: 'x', version: 'v1' })
    expect(notes).toEqual([{ event: 'store_durability', confirmed: false }])
    expect(await readDurability(watched)).toMatchObject({ confirmed: false })
  })
})

test.each([true, false])('testDurability() stores that a store confirms a write: %s', async confirmed => {
  const { createMemoryStore } = await import('../../helpers/memory-store.ts')
  const memory = createMemoryStore()
  const swap: Store['swap'] = async (key, expected, next) => {
    const answer = await memory.swap(key, expected, next)
    return next.durable ? { ...answer, confirmed } : answer
  }
  const store = { ...memory, swap }
  for (let run = 0; run < 2; run++) expect(await testDurability(store)).toMatchObject({ confirmed })
  expect(await readDurability(store)).toMatchObject({ confirmed })
})

test('a store that confirms again is reported as such', async () => {
  const { createMemoryStore } = await import('../../helpers/memory-store.ts')
  const memory = createMemoryStore()
  let confirmed = false
  const changing = {
    ...memory,
    swap: async (...words: Parameters<typeof memory.swap>) => ({
      ...(await memory.swap(...words)),
      confirmed,
    }),
  }
  const watched = watchDurability(changing, { note: () => undefined })
  await watched.swap('a', undefined, mine)
  expect(await readDurability(watched)).toMatchObject({ confirmed: false })
  confirmed = true
  await watched.swap('b', undefined, mine)
  expect(await readDurability(watched)).toMatchObject({ confirmed: true })
})
