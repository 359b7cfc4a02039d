import { expect, test } from 'vitest'
import type { Store } from '../../../../lib/core/store/store.ts'
import { type Transition, update } from '../../../../lib/core/store/update.ts'
import { recallingStore } from '../../../../lib/core/store/upstash/recall.ts'
import { createMemoryStore, OUTAGE } from '../../../helpers/memory-store.ts'

const KEY = 'counter'
const NUMBER = { parse: Number, format: String }

/** Creates the store of a request over another store. The test moves that store's time and the process's clock. */
async function createWorld(value?: string) {
  const time = { store: 1_000_000, clock: 0 }
  const shared = createMemoryStore({ now: () => time.store })
  if (value !== undefined) await shared.swap(KEY, undefined, { value, version: 'first' })
  const own = recallingStore(shared, { clock: () => time.clock })
  const reads = () => shared.calls.read + shared.calls.readMany
  return { time, shared, own, reads }
}

/** Sets the record unless it has this value; the result is what the transition got. */
function set(store: Store, value: number) {
  const transition: Transition<number, unknown> = (current, now) =>
    current === value ? { keep: true, result: { current } } : { write: value, result: { current, now } }
  return update(store, { key: KEY, format: NUMBER, transition })
}

test('an update begins with what the request has read, at the time that has passed since', async () => {
  const { own, reads, time } = await createWorld('1')
  await own.read(KEY)
  time.clock += 1_500.7
  expect(await set(own, 2)).toEqual({ current: 1, now: 1_001_500 })
  expect(reads()).toBe(1)
})

test('a record that others have changed since is the one that the update sees', async () => {
  const { own, shared, reads } = await createWorld('1')
  await own.read(KEY)
  await set(shared, 5)
  expect(await set(own, 2)).toMatchObject({ current: 5 })
  expect(reads(), "this request's two reads, and the other's").toBe(3)
})

test('a decision that writes nothing is made from a fresh read', async () => {
  const { own, shared, reads } = await createWorld('1')
  await own.read(KEY)
  await set(shared, 5)
  expect(await set(own, 1)).toMatchObject({ current: 5 })
  await own.read(KEY)
  const before = reads()
  const refuse = () => {
    throw new Error('refused')
  }
  await expect(update(own, { key: KEY, format: NUMBER, transition: refuse })).rejects.toThrow('refused')
  expect(reads() - before).toBe(1)
})

test('a record that is taken for absent is created without a read, and is seen if it is there', async () => {
  const { own, shared, reads } = await createWorld()
  own.assumeNone?.([KEY])
  await own.read('another')
  own.assumeNone?.([KEY])
  expect(await set(own, 1)).toMatchObject({ current: undefined })
  expect(reads()).toBe(1)
  await set(shared, 7)
  own.assumeNone?.([KEY])
  expect(await set(own, 1)).toMatchObject({ current: 7 })
})

test.each(['swap', 'remove', 'swap without an answer'])(
  'what was read before a %s is forgotten',
  async how => {
    const { own, shared } = await createWorld('1')
    await own.read(KEY)
    if (how === 'remove') await own.remove(KEY, 'first')
    if (how === 'swap without an answer') shared.failure = { ...OUTAGE, when: 'after' }
    if (how !== 'remove') await own.swap(KEY, 'first', { value: '3', version: 'mine' }).catch(() => undefined)
    shared.failure = undefined
    expect(own.recall?.([KEY])).toBeUndefined()
  },
)

test('an update writes its other records with its own, from what the request knows of all of them', async () => {
  const { own, shared, reads } = await createWorld('1')
  await own.readMany([KEY, 'names'])
  const add = (name: string) =>
    update(own, {
      key: KEY,
      format: NUMBER,
      also: ['names'],
      transition(current = 0, _, [names]) {
        const also = [[...(names?.split(' ') ?? []), name].join(' ')]
        return { write: current + 1, also, result: also }
      },
    })
  expect(await add('a')).toEqual(['a'])
  expect(reads()).toBe(1)
  await shared.swap('names', (await shared.read('names')).record?.version, { value: 'a x', version: 'x' })
  expect(await add('b'), 'the other names are read').toEqual(['a x b'])
  expect((await shared.readMany([KEY, 'names'])).records).toMatchObject([{ value: '3' }, { value: 'a x b' }])
})
