/** The promises of the adapter for Upstash over a Redis, and the form of its records there. */
import { describe, expect, test } from 'vitest'
import { listAll, listPage } from '../../../../lib/core/store/list.ts'
import { READ_AT_ONCE } from '../../../../lib/core/store/store.ts'
import { openUpstashStore } from '../../../../lib/core/store/upstash.ts'
import { startBridge } from '../../../helpers/redis/bridge.ts'
import { startRedisRestBridge } from '../../../helpers/redis/rest-bridge.ts'
import { type RedisServer, startRealRedis } from '../../../helpers/redis/servers.ts'
import { count } from '../../../helpers/run/sampled.ts'
import { describeStore } from '../contract/describe.ts'
import type { StoreUnderTest } from '../contract/subject.ts'

/** `name` is that of the Redis which `start` starts. */
export function describeUpstash(name: string, start: () => Promise<RedisServer>): void {
  describeStore(`openUpstashStore() over ${name}`, async () => openOver(await start()), {
    runs: 15,
    confirms: false,
  })
  describeRecords(`the records in ${name}`, start)
}

async function openOver(redis: RedisServer): Promise<StoreUnderTest> {
  const bridge = await startRedisRestBridge(redis)
  const store = openUpstashStore(bridge)
  return {
    store,
    another: async () => openUpstashStore(bridge),
    async pass(milliseconds) {
      const start = (await store.read('time')).now
      while ((await store.read('time')).now < start + milliseconds);
    },
    close: () => bridge.close(),
  }
}

/** The number of records in the listing of a real Redis. */
const MANY = count({ few: 3_001, all: 100_000 })

function describeRecords(name: string, start: () => Promise<RedisServer>): void {
  describe(name, () => {
    test('are under kura:, and one without a lifetime never expires', async () => {
      const bridge = await startBridge(start)
      const store = openUpstashStore(bridge)
      await store.swap('a', undefined, { value: 'short', version: 'v1', ttl: 500_000 })
      expect(await bridge.command('PTTL', 'kura:record:a')).toBeGreaterThan(400_000)
      await store.swap('a', 'v1', { value: 'endless', version: 'v2' })
      expect(await bridge.command('PTTL', 'kura:record:a')).toBe(-1)
      expect(String(await bridge.command('GET', 'kura:record:a'))).toBe('v2\nendless')
    })

    test('leave their versions behind for sixty seconds, even when they are removed', async () => {
      const bridge = await startBridge(start)
      const store = openUpstashStore(bridge)
      await bridge.command('ZADD', 'kura:versions:a', `${Date.now() - 61_000}`, 'old')
      await bridge.command('ZADD', 'kura:versions:a', `${Date.now() - 50_000}`, 'recent')
      await store.swap('a', undefined, { value: 'x', version: 'v1' })
      await store.remove('a', 'v1')
      expect(String(await bridge.command('ZRANGE', 'kura:versions:a', '0', '-1'))).toBe('recent,v1')
      const left = await bridge.command('PTTL', 'kura:versions:a')
      expect(left).toBeGreaterThan(30_000)
      expect(left).toBeLessThanOrEqual(60_000)
      expect(String(await bridge.command('KEYS', '*'))).toBe('kura:versions:a')
    })

    test('are indexed by their keys and by when they end, and no longer once they are gone', async () => {
      const bridge = await startBridge(start)
      const store = openUpstashStore(bridge)
      const indexed = async () => [
        String(await bridge.command('ZRANGE', 'kura:keys', '0', '-1')),
        String(await bridge.command('ZRANGE', 'kura:ends', '0', '-1')),
      ]
      await store.swap('b', undefined, { value: 'x', version: 'v1' })
      await store.swap('a', undefined, { value: 'x', version: 'v1', ttl: 500_000 })
      expect(await indexed()).toEqual(['kura:record:a,kura:record:b', 'kura:record:a'])
      await bridge.command('ZADD', 'kura:ends', `${Date.now() - 1}`, 'kura:record:a')
      await store.swap('b', 'v1', { value: 'y', version: 'v2' })
      expect(await indexed()).toEqual(['kura:record:b', ''])
      await store.remove('b', 'v2')
      expect(await indexed()).toEqual(['', ''])
    })

    test('are listed a page in one command, all of them many at a time', async () => {
      const bridge = await startBridge(start)
      const store = openUpstashStore(bridge)
      const many = start === startRealRedis ? MANY : 1_001
      await bridge.command('EVAL', FILL, '0', String(many))
      const cost = async (work: () => Promise<unknown>) => {
        const before = bridge.received.length
        await work()
        return bridge.received.length - before
      }
      expect(await cost(() => listPage(store, 'device/', { limit: 500 }))).toBe(1)
      expect(await cost(() => listAll(store, 'few/'))).toBe(1)
      expect(
        await cost(async () => {
          const { records } = await listAll(store, 'device/')
          expect(records).toHaveLength(many)
        }),
      ).toBe(Math.ceil(many / READ_AT_ONCE))
    })
  })
}

/** A script that writes ARGV records in kura's form. */
export const FILL = String.raw`
for at = 1, tonumber(ARGV[1]) do
  local key = 'kura:record:device/' .. string.format('%06d', at)
  redis.call('ZADD', 'kura:keys', 0, key)
  redis.call('SET', key, 'v' .. at .. '\n' .. at)
end
redis.call('ZADD', 'kura:keys', 0, 'kura:record:few/1')
redis.call('SET', 'kura:record:few/1', 'v\nx')
return 'OK'`
