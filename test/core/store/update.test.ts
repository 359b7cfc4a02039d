import { describe, expect, test } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import { LastingFault, type Store } from '../../../lib/core/store/store.ts'
import { type Transition, type UpdateOptions, update } from '../../../lib/core/store/update.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

const KEY = 'counter'
const NUMBER = { parse: Number, format: String }
const ADD_ONE: Transition<number, number> = (current = 0) => ({ write: current + 1, result: current + 1 })

/** Creates a clock that only sleeping moves, a random source that always returns `random`, and numbered versions. */
function createTime(random = 0.5) {
  const waits: number[] = []
  const time = { now: 0, versions: 0 }
  const options = {
    clock: () => time.now,
    random: () => random,
    newVersion: () => `version-${++time.versions}`,
    async sleep(milliseconds: number) {
      waits.push(milliseconds)
      time.now += milliseconds
    },
  } satisfies UpdateOptions
  return { time, waits, options }
}

/** Returns `store`, but in each of its first swaps another writer is faster. */
function contended(store: Store, times: number): Store {
  let faster = 0
  return {
    ...store,
    async swap(key, expected, next) {
      if (faster < times) {
        faster += 1
        await store.swap(key, expected, { value: '100', version: `other-${faster}` })
      }
      return store.swap(key, expected, next)
    },
  }
}

function unavailable(): AppError {
  return new AppError('store_unavailable', 'Cannot reach the store')
}

describe('a decision', () => {
  test('to write stores the value and returns the result', async () => {
    const store = createMemoryStore()
    expect(await update(store, { key: KEY, format: NUMBER, transition: ADD_ONE })).toBe(1)
    expect(await update(store, { key: KEY, format: NUMBER, transition: ADD_ONE })).toBe(2)
    expect((await store.read(KEY)).record?.value).toBe('2')
  })

  test.each([
    { name: 'as required', version: 'one', faster: 0, result: 'written', value: '1' },
    {
      name: 'as required, after others were faster',
      version: 'one',
      faster: 2,
      result: 'written',
      value: '1',
    },
    { name: 'another one', version: 'two', faster: 0, result: 'otherwise', value: undefined },
    {
      name: 'another one, after others were faster',
      version: 'two',
      faster: 2,
      result: 'otherwise',
      value: '100',
    },
  ])('to write if another record is as required: it is $name', async ({ version, faster, result, value }) => {
    const store = createMemoryStore()
    await store.swap('other', undefined, { value: '', version })
    const requires = { record: { key: 'other', version: 'one' }, otherwise: 'otherwise' }
    const transition: Transition<number, string> = () => ({ write: 1, requires, result: 'written' })
    const change = { key: KEY, format: NUMBER, transition }
    expect(await update(contended(store, faster), change, createTime().options)).toBe(result)
    expect((await store.read(KEY)).record?.value).toBe(value)
  })

  test('to write with a lifetime stores that lifetime', async () => {
    let now = 1_000
    const store = createMemoryStore({ now: () => now })
    const transition: Transition<number, string> = () => ({ write: 1, ttl: 50, result: 'written' })
    expect(await update(store, { key: KEY, format: NUMBER, transition })).toBe('written')
    now += 50
    expect((await store.read(KEY)).record).toBeUndefined()
  })

  test('to keep returns the result and writes nothing', async () => {
    const store = createMemoryStore()
    await store.swap(KEY, undefined, { value: '5', version: 'v1' })
    const transition: Transition<number, number> = (current = 0) => ({ keep: true, result: current })
    expect(await update(store, { key: KEY, format: NUMBER, transition })).toBe(5)
    expect((await store.read(KEY)).record).toEqual({ value: '5', version: 'v1' })
    expect(store.calls).toMatchObject({ swap: 1, remove: 0 })
  })

  test('to remove removes the record, and of no record asks the store nothing', async () => {
    const store = createMemoryStore()
    await store.swap(KEY, undefined, { value: '5', version: 'v1' })
    const transition: Transition<number, number> = (current = 0) => ({ remove: true, result: current })
    expect(await update(store, { key: KEY, format: NUMBER, transition })).toBe(5)
    expect((await store.read(KEY)).record).toBeUndefined()
    expect(await update(store, { key: KEY, format: NUMBER, transition })).toBe(0)
    expect(store.calls.remove).toBe(1)
  })

  test('that is a throw ends the update with that error and changes nothing', async () => {
    const store = createMemoryStore()
    const refusal = new AppError('conflict', 'Cannot do it twice')
    const transition = () => {
      throw refusal
    }
    await expect(update(store, { key: KEY, format: NUMBER, transition })).rejects.toBe(refusal)
    expect(store.calls).toMatchObject({ swap: 0, remove: 0 })
  })

  test("sees the record and the store's time, not the caller's", async () => {
    const store = createMemoryStore({ now: () => 123_456 })
    const transition: Transition<number, number> = (_, now) => ({ keep: true, result: now })
    expect(await update(store, { key: KEY, format: NUMBER, transition })).toBe(123_456)
  })

  test('is not called if the record has another shape', async () => {
    const store = createMemoryStore()
    await store.swap(KEY, undefined, { value: 'not JSON', version: 'v1' })
    const format = { parse: JSON.parse, format: JSON.stringify }
    await expect(update(store, { key: KEY, format, transition: ADD_ONE })).rejects.toThrow(SyntaxError)
  })
})

describe('contention', () => {
  test('is decided again on what the others wrote', async () => {
    const { options, time } = createTime()
    const store = contended(createMemoryStore(), 3)
    expect(await update(store, { key: KEY, format: NUMBER, transition: ADD_ONE }, options)).toBe(101)
    expect(time.versions).toBe(4)
  })

  test('waits a random part of 20 ms, doubling to 200 ms', async () => {
    const { options, waits } = createTime(0.5)
    const store = contended(createMemoryStore(), 7)
    await update(store, { key: KEY, format: NUMBER, transition: ADD_ONE }, options)
    expect(waits).toEqual([10, 20, 40, 80, 100, 100, 100])
  })

  test.each([
    { random: 0, first: 0 },
    { random: 0.999, first: 19.98 },
  ])('may wait nothing and never reaches the ceiling: $first ms', async ({ random, first }) => {
    const { options, waits } = createTime(random)
    await update(
      contended(createMemoryStore(), 1),
      { key: KEY, format: NUMBER, transition: ADD_ONE },
      options,
    )
    expect(waits).toEqual([first])
  })

  test('ends at the deadline as store_busy, however often it was tried', async () => {
    const { options, time } = createTime()
    const store = contended(createMemoryStore(), Number.POSITIVE_INFINITY)
    const busy = update(store, { key: KEY, format: NUMBER, transition: ADD_ONE }, options)
    await expect(busy).rejects.toMatchObject({ code: 'store_busy' })
    expect(time.now).toBeGreaterThanOrEqual(10_000)
    expect(time.now).toBeLessThanOrEqual(10_200)
    expect(time.versions).toBeGreaterThan(90)
  })

  test('is tried any number of times while the time does not advance', async () => {
    const { options } = createTime(0)
    const store = contended(createMemoryStore(), 1_000)
    expect(await update(store, { key: KEY, format: NUMBER, transition: ADD_ONE }, options)).toBe(101)
  })

  test('ends at the deadline that the caller gives', async () => {
    const { options, time } = createTime()
    const store = contended(createMemoryStore(), Number.POSITIVE_INFINITY)
    const busy = update(
      store,
      { key: KEY, format: NUMBER, transition: ADD_ONE },
      { ...options, deadline: 500 },
    )
    await expect(busy).rejects.toMatchObject({ code: 'store_busy' })
    expect(time.now).toBeLessThanOrEqual(700)
  })
})

/** Returns `store`, but as many calls as `failures` says lose their answers (`after`) or do not reach it (`before`). */
function failing(store: Store, failures: { method: 'read' | 'swap' | 'remove'; when: 'before' | 'after' }[]) {
  const versions: string[] = []
  const left = [...failures]
  const fail = async <A>(method: string, call: () => Promise<A>): Promise<A> => {
    const index = left.findIndex(failure => failure.method === method)
    const [failure] = index < 0 ? [] : left.splice(index, 1)
    if (failure?.when === 'before') throw unavailable()
    const answer = await call()
    if (failure?.when === 'after') throw unavailable()
    return answer
  }
  const wrapped: Store = {
    ...store,
    read: key => fail('read', () => store.read(key)),
    remove: (key, expected) => fail('remove', () => store.remove(key, expected)),
    swap(key, expected, next) {
      versions.push(next.version)
      return fail('swap', () => store.swap(key, expected, next))
    },
  }
  return { store: wrapped, versions }
}

describe('an outage', () => {
  test('is waited for with the same jitter', async () => {
    const { options, waits } = createTime(0.5)
    const { store } = failing(createMemoryStore(), [
      { method: 'read', when: 'before' },
      { method: 'read', when: 'before' },
      { method: 'swap', when: 'before' },
    ])
    expect(await update(store, { key: KEY, format: NUMBER, transition: ADD_ONE }, options)).toBe(1)
    expect(waits).toEqual([10, 20, 40])
  })

  test('repeats the swap with its own version, so that a lost answer counts once', async () => {
    const { options } = createTime()
    const memory = createMemoryStore()
    const { store, versions } = failing(memory, [
      { method: 'swap', when: 'after' },
      { method: 'swap', when: 'after' },
    ])
    let decisions = 0
    const transition: Transition<number, number> = (current, now) => {
      decisions += 1
      return ADD_ONE(current, now)
    }
    expect(await update(store, { key: KEY, format: NUMBER, transition }, options)).toBe(1)
    expect(versions).toEqual(['version-1', 'version-1', 'version-1'])
    expect(decisions).toBe(1)
    expect((await memory.read(KEY)).record?.value).toBe('1')
  })

  test('counts once even if others wrote while the answer was lost', async () => {
    const { options } = createTime()
    const memory = createMemoryStore()
    const { store } = failing(memory, [{ method: 'swap', when: 'after' }])
    const meanwhile = async (milliseconds: number) => {
      await options.sleep(milliseconds)
      await update(memory, { key: KEY, format: NUMBER, transition: ADD_ONE })
    }
    const counted = update(
      store,
      { key: KEY, format: NUMBER, transition: ADD_ONE },
      { ...options, sleep: meanwhile },
    )
    expect(await counted).toBe(1)
    expect((await memory.read(KEY)).record?.value).toBe('2')
  })

  test('that loses the answer to a removal is decided again without the record', async () => {
    const { options } = createTime()
    const memory = createMemoryStore()
    await memory.swap(KEY, undefined, { value: '5', version: 'v1' })
    const { store } = failing(memory, [{ method: 'remove', when: 'after' }])
    const seen: (number | undefined)[] = []
    const transition: Transition<number, string> = current => {
      seen.push(current)
      return { remove: true, result: 'removed' }
    }
    expect(await update(store, { key: KEY, format: NUMBER, transition }, options)).toBe('removed')
    expect(seen).toEqual([5, undefined])
  })

  test.each(['read', 'swap'] as const)(
    'of every %s ends at the deadline as store_unavailable',
    async method => {
      const { options, time } = createTime()
      const lost = unavailable()
      const store: Store = { ...createMemoryStore(), [method]: () => Promise.reject(lost) }
      const updated = update(store, { key: KEY, format: NUMBER, transition: ADD_ONE }, options)
      await expect(updated).rejects.toBe(lost)
      expect(time.now).toBeGreaterThanOrEqual(10_000)
      expect(time.now).toBeLessThanOrEqual(10_200)
    },
  )

  test.each([
    new AppError('bad_request', 'Cannot use the key'),
    new LastingFault('store_unavailable', 'Cannot read: the token is refused'),
  ])('is the only failure that is waited for, not $message', async fault => {
    const { options, waits } = createTime()
    const store: Store = { ...createMemoryStore(), read: () => Promise.reject(fault) }
    await expect(update(store, { key: KEY, format: NUMBER, transition: ADD_ONE }, options)).rejects.toBe(
      fault,
    )
    expect(waits).toEqual([])
  })
})
