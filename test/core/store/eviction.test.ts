import { describe, expect, onTestFinished, test } from 'vitest'
import { readEviction } from '../../../lib/core/store/eviction.ts'
import { startRedisRestBridge } from '../../helpers/redis/rest-bridge.ts'
import { hasRedisServer, startJsRedis, startRealRedis } from '../../helpers/redis/servers.ts'

test('readEviction(): a file never evicts', async () => {
  expect(await readEviction({ kind: 'embedded', file: 'x.db' })).toBe('noeviction')
})

test('readEviction(): a database that does not tell', async () => {
  const bridge = await startRedisRestBridge(await startJsRedis())
  onTestFinished(() => bridge.close())
  expect(await readEviction({ kind: 'upstash', url: bridge.url, token: bridge.token })).toBeUndefined()
})

describe.skipIf(!hasRedisServer)('with redis-server on PATH', () => {
  test.each(['noeviction', 'allkeys-lru'])('readEviction(): %s', async policy => {
    const bridge = await startRedisRestBridge(await startRealRedis())
    onTestFinished(() => bridge.close())
    await bridge.command('CONFIG', 'SET', 'maxmemory-policy', policy)
    expect(await readEviction({ kind: 'upstash', url: bridge.url, token: bridge.token })).toBe(policy)
  })
})
