import { describe, expect, onTestFinished, test } from 'vitest'
import { isOwnToken, newToken, ownTokens } from '../../../lib/core/signatures/own-tokens.ts'
import { readEviction } from '../../../lib/core/store/eviction.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { startRedisRestBridge } from '../../helpers/redis/rest-bridge.ts'
import { hasRedisServer, startJsRedis, startRealRedis } from '../../helpers/redis/servers.ts'
import { describeStore } from './contract/describe.ts'

describe('own-tokens', () => {
  const OLD = { epoch: '1', secret: Buffer.alloc(32, 1) }
  const NEW = { epoch: '2', secret: Buffer.alloc(32, 2) }

  const old = ownTokens(() => [OLD])
  const made = old.make('session')
  /** The token with another character at a place. */
  const changed = (at: number) => made.slice(0, at) + (made[at] === 'A' ? 'B' : 'A') + made.slice(at + 1)

  test.each<[string, boolean, Parameters<typeof old.isOwn>, (typeof OLD)[]]>([
    ['a token of the only epoch', true, ['session', made], [OLD]],
    ['one of an older epoch that is listed', true, ['session', made], [NEW, OLD]],
    ['one of an epoch that was removed', false, ['session', made], [NEW]],
    [
      'one of an epoch whose secret is another now',
      false,
      ['session', made],
      [{ ...OLD, secret: NEW.secret }],
    ],
    ['one of another kind', false, ['invitation', made], [OLD]],
    ['one with another random part', false, ['session', changed(0)], [OLD]],
    ['one with another MAC', false, ['session', changed(31)], [OLD]],
    ['one with more behind it', false, ['session', `${made}A`], [OLD]],
    ['one in another spelling of base64', false, ['session', `${made}=`], [OLD]],
    ['a part of one', false, ['session', made.slice(0, -1)], [OLD]],
    ['no token', false, ['session', ''], [OLD]],
  ])('isOwn(): %s: %s', (_, expected, asked, ring) => {
    expect(ownTokens(() => ring).isOwn(...asked)).toBe(expected)
  })

  test('the newest epoch makes the token', () => {
    expect(ownTokens(() => [NEW]).isOwn('invitation', ownTokens(() => [NEW, OLD]).make('invitation'))).toBe(
      true,
    )
  })

  test('a store without keys gives a token of the same length, and takes every token', () => {
    const store = createMemoryStore()
    expect(newToken('session', store)).toMatch(/^[\w-]{32}$/)
    expect(isOwnToken('session', 'any', store)).toBe(true)
  })
})

describe('eviction', () => {
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
})

describe('memory', () => {
  describeStore('createMemoryStore()', async () => {
    const clock = { now: 1_700_000_000_000 }
    const store = createMemoryStore({ now: () => clock.now })
    return {
      store,
      another: async () => ({ ...store, close: async () => undefined }),
      async pass(milliseconds) {
        clock.now += milliseconds
      },
      close: () => store.close(),
    }
  })
})
