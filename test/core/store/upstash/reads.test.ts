import { describe, expect, test } from 'vitest'
import { listAll } from '../../../../lib/core/store/list.ts'
import { READ_AT_ONCE } from '../../../../lib/core/store/store.ts'
import { openUpstashStore } from '../../../../lib/core/store/upstash.ts'
import { startBridge } from '../../../helpers/redis/bridge.ts'

describe('reads that are asked together', () => {
  const opened = async () => {
    const bridge = await startBridge()
    const store = openUpstashStore(bridge)
    await store.swap('a', undefined, { value: 'x', version: 'v1', open: true })
    await store.swap('b', undefined, { value: 'y\n', version: 'v2' })
    const before = bridge.received.length
    return { bridge, store, sent: () => bridge.received.length - before }
  }

  test('are one command, and each has its own answer', async () => {
    const { store, sent } = await opened()
    const [a, none, many, keys, open] = await Promise.all([
      store.read('a'),
      store.read('none'),
      store.readMany(['b', 'none', 'a']),
      store.keys(''),
      listAll(store, '', { open: true }),
    ])
    expect(sent()).toBe(1)
    expect([a.record?.value, none.record]).toEqual(['x', undefined])
    expect(many.records.map(record => record?.value)).toEqual(['y\n', undefined, 'x'])
    expect(keys.keys).toEqual(['a', 'b'])
    expect(open.records).toEqual([{ key: 'a', value: 'x', version: 'v1' }])
    expect(new Set([a, none, many, keys, open].map(({ now }) => now)).size).toBe(1)
  })

  test('do not disturb each other if the server refuses one of them', async () => {
    const { bridge, store } = await opened()
    await bridge.command('ZADD', 'kura:record:other', '1', 'x')
    const [refused, read] = await Promise.allSettled([store.read('other'), store.read('a')])
    expect(read).toMatchObject({ value: { record: { value: 'x' } } })
    expect(refused).toMatchObject({
      reason: {
        code: 'store_unavailable',
        message:
          'Cannot read the record "other": the store at Upstash refused: a key under "kura:" has a value that kura did not write',
      },
    })
  })

  test('fail each with its own words if the request fails', async () => {
    const { bridge, store } = await opened()
    bridge.inject({ kind: 'gateway', body: 'null' })
    const failed = await Promise.allSettled([store.read('a'), store.readMany(['a', 'b'])])
    expect(failed.map(one => one.status === 'rejected' && one.reason.message.split(':')[0])).toEqual([
      'Cannot read the record "a"',
      'Cannot read 2 records',
    ])
  })

  test('see every write that was answered before they were asked', async () => {
    const { store, sent } = await opened()
    const other = store.read('b')
    const written = store.swap('a', 'v1', { value: 'z', version: 'v3' })
    await written
    const [after] = await Promise.all([store.read('a'), other])
    expect(after.record?.value).toBe('z')
    expect(sent()).toBe(3)
  })

  test('are at most a thousand records a command', async () => {
    const { store, sent } = await opened()
    const keys = Array.from({ length: READ_AT_ONCE }, (_, at) => `none/${at}`)
    await Promise.all([store.readMany(keys), store.read('a'), store.read('b')])
    expect(sent()).toBe(2)
  })
})
