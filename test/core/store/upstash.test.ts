import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { TimeLimit } from '../../../lib/core/remote/time-limit.ts'
import { listAll } from '../../../lib/core/store/list.ts'
import { update } from '../../../lib/core/store/update.ts'
import { openUpstashStore } from '../../../lib/core/store/upstash.ts'
import { startAnsweringServer } from '../../helpers/http/answering-server.ts'
import { startBridge } from '../../helpers/redis/bridge.ts'
import type { Fault } from '../../helpers/redis/rest-bridge.ts'
import { FILL } from './upstash/describe.ts'

/** The maximum number of requests that the client sends for one call. */
const ALL_TRIES = 4

describe('a call that gets no answer of the service is repeated', () => {
  const faults: (Fault & { readonly name: string })[] = [
    { name: 'the connection breaks', kind: 'refuse' },
    { name: 'the answer is lost', kind: 'drop answer' },
    { name: 'the answer is cut off in its body', kind: 'cut answer' },
    { name: 'a gateway answers with a page', kind: 'gateway', body: '<h1>502 Bad Gateway</h1>' },
    { name: 'a gateway answers with nothing', kind: 'gateway', body: '' },
    { name: 'a gateway answers with an error in JSON', kind: 'gateway', body: '{"error":"Bad gateway"}' },
    { name: 'a gateway answers with other JSON', kind: 'gateway', body: '{"message":"Bad gateway"}' },
    { name: 'a gateway answers with null', kind: 'gateway', body: 'null' },
  ]
  /** Returns the outcomes of a read, a write and a durable write, and the number of tries that failed. */
  async function underFault(fault: Fault) {
    const bridge = await startBridge()
    const store = openUpstashStore(bridge)
    await store.swap('a', undefined, { value: 'x', version: 'v1' })
    const strike = () => bridge.inject({ ...fault, times: ALL_TRIES - 1 })
    strike()
    const { record } = await store.read('a')
    strike()
    const written = await store.swap('a', 'v1', { value: 'y', version: 'v2' })
    strike()
    const durable = await store.swap('a', 'v2', { value: 'z', version: 'v3', durable: true })
    return { record, done: [written.done, durable.done], struck: bridge.struck() }
  }

  // all at once, because each of them waits between its tries
  test('whatever the fault', async () => {
    const outcomes = await Promise.all(
      faults.map(async ({ name, ...fault }) => [name, await underFault(fault)] as const),
    )
    const want = { record: { value: 'x', version: 'v1' }, done: [true, true], struck: 3 * (ALL_TRIES - 1) }
    expect(outcomes).toEqual(faults.map(({ name }) => [name, want]))
  })

  test.each([
    ['the service refuses the command', 400, '{"error":"ERR max daily request limit exceeded"}'],
    ['the service refuses the token', 401, '{"error":"WRONGPASS invalid or missing auth token"}'],
    ['the service refuses the token in its own words', 401, '{"error":"Unauthorized"}'],
    ['the answer is of another shape', 200, '{}'],
  ])('but not if %s', async (_name, status, body) => {
    const { url, token, headers } = await startAnsweringServer(() => ({ status, body }))
    await expect(openUpstashStore({ url, token }).read('a')).rejects.toThrow()
    expect(headers).toHaveLength(1)
  })
})

describe('a lost answer', () => {
  test('is asked for again by the client, and the swap is done once', async () => {
    const bridge = await startBridge()
    const store = openUpstashStore(bridge)
    bridge.inject({ kind: 'drop answer', times: ALL_TRIES - 1 })
    const answer = await store.swap('a', undefined, { value: 'x', version: 'v1' })
    expect(answer).toMatchObject({ done: true, record: { value: 'x', version: 'v1' } })
    expect(bridge.received).toHaveLength(ALL_TRIES)
  })

  test('to every try is store_unavailable; the swap sent again says done though others wrote meanwhile', async () => {
    const bridge = await startBridge()
    const store = openUpstashStore(bridge)
    const mine = { value: 'mine', version: 'v1' }
    bridge.inject({ kind: 'drop answer', times: ALL_TRIES })
    await expect(store.swap('a', undefined, mine)).rejects.toMatchObject({ code: 'store_unavailable' })
    await store.swap('a', 'v1', { value: 'other', version: 'v2' })
    const repeated = await store.swap('a', undefined, mine)
    expect(repeated).toMatchObject({ done: true, record: { value: 'other', version: 'v2' } })
  })

  test('to a removal leaves the record removed, and says not done', async () => {
    const bridge = await startBridge()
    const store = openUpstashStore(bridge)
    await store.swap('a', undefined, { value: 'x', version: 'v1' })
    bridge.inject({ kind: 'drop answer', times: 1 })
    expect((await store.remove('a', 'v1')).done).toBe(false)
    expect((await store.read('a')).record).toBeUndefined()
  })

  test('now and then makes no updater count twice or lose a count', async () => {
    const bridge = await startBridge()
    let requests = 0
    bridge.inject({ kind: 'drop answer', when: () => ++requests % 3 === 0 })
    const handles = Array.from({ length: 4 }, () => openUpstashStore(bridge))
    const counter = {
      key: 'counter',
      format: { parse: Number, format: String },
      transition: (current = 0) => ({ write: current + 1, result: current + 1 }),
    }
    const seen = await Promise.all(
      handles.map(async store => [
        await update(store, counter, { sleep: () => turn() }),
        await update(store, counter, { sleep: () => turn() }),
        await update(store, counter, { sleep: () => turn() }),
      ]),
    )
    expect(seen.flat().sort((one, two) => one - two)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
  })
})

describe('the time-out', () => {
  test('ends a call that is not answered; the command may still be carried out later', async () => {
    const bridge = await startBridge()
    const store = openUpstashStore(bridge)
    const { promise: until, resolve: release } = Promise.withResolvers<void>()
    bridge.inject({ kind: 'hold', when: command => command.includes('late'), until })
    const hasty = openUpstashStore(bridge, { timeout: 300 })
    await expect(hasty.swap('a', undefined, { value: 'late', version: 'v1' })).rejects.toMatchObject({
      code: 'store_unavailable',
      message: 'Cannot write the record "a": the store at Upstash did not answer in time',
    })
    expect((await store.read('a')).record).toBeUndefined()
    release()
    await expect.poll(async () => (await store.read('a')).record?.value).toBe('late')
  })

  test('covers all tries of a call together', async () => {
    const bridge = await startBridge()
    const lift = bridge.inject({ kind: 'refuse' })
    const hasty = openUpstashStore(bridge, { timeout: 1 })
    await expect(hasty.read('a')).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(bridge.received.length).toBeLessThan(ALL_TRIES)
    lift()
  })

  test('is for each call of a listing, not for all of them', async () => {
    const bridge = await startBridge()
    const store = openUpstashStore(bridge)
    await bridge.command('EVAL', FILL, '0', '1001')
    const timeouts = vi.spyOn(TimeLimit.prototype, 'start')
    onTestFinished(() => timeouts.mockRestore())
    await listAll(store, 'device/')
    // one call for the keys with a thousand records, and one for the last record
    expect(timeouts.mock.calls).toEqual(Array(2).fill([5_000]))
  })
})

test('no call tells the service about the machine', async () => {
  const { url, token, headers } = await startAnsweringServer(() => ({ status: 200, body: '{}' }))
  await expect(openUpstashStore({ url, token }).read('a')).rejects.toThrow()
  expect(headers.flatMap(Object.keys).filter(name => /telemetry|sdk|platform/.test(name))).toEqual([])
})
