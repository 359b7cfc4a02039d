import { describe, expect, test } from 'vitest'
import {
  createLimiter,
  drainConcurrently,
  loadAhead,
  mapConcurrently,
  together,
  workAhead,
} from '../../../lib/core/work/concurrency.ts'

test('mapConcurrently() keeps the order and the width', async () => {
  let running = 0
  let most = 0
  const results = await mapConcurrently(
    [3, 1, 2, 5, 4],
    async item => {
      most = Math.max(most, ++running)
      for (let turn = 0; turn < item; turn++) await Promise.resolve()
      running--
      return item * 2
    },
    { width: 2 },
  )
  expect(results).toEqual([6, 2, 4, 10, 8])
  expect(most).toBe(2)
})

test('mapConcurrently() takes no longer for an item because there are many', async () => {
  const results = await mapConcurrently(Array.from({ length: 1_000_000 }), async () => 1)
  expect(results.filter(result => result === 1)).toHaveLength(1_000_000)
})

test('mapConcurrently() tells a failure once all that had begun has ended, and begins nothing new', async () => {
  const ended: number[] = []
  const work = mapConcurrently(
    [0, 1, 2, 3],
    async item => {
      if (item === 0) throw new Error('first')
      for (let turn = 0; turn < 9; turn++) await Promise.resolve()
      ended.push(item)
    },
    { width: 2 },
  )
  await expect(work).rejects.toThrow('first')
  expect(ended).toEqual([1])
})

test('together() starts all at once, and tells a failure once all have ended', async () => {
  const begun: string[] = []
  const ended: string[] = []
  const work = (name: string, turns: number) => async () => {
    begun.push(name)
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    ended.push(name)
    return name
  }
  const failing = async () => {
    expect(begun).toEqual(['slow', 'quick'])
    throw new Error('broken')
  }
  expect(await together([work('slow', 9), work('quick', 1)])).toEqual(['slow', 'quick'])
  begun.length = 0
  ended.length = 0
  await expect(together([work('slow', 9), work('quick', 1), failing])).rejects.toThrow('broken')
  expect(ended).toEqual(['quick', 'slow'])
})

test('createLimiter() runs at most its width at once, in order, and continues after a failure', async () => {
  const limit = createLimiter(2)
  const begun: number[] = []
  const ends: PromiseWithResolvers<number>[] = []
  const results = Array.from({ length: 4 }, (_, index) =>
    limit(() => {
      begun.push(index)
      ends[index] = Promise.withResolvers<number>()
      return ends[index].promise
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('broken'))
  await expect(results[1]).rejects.toThrow('broken')
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.resolve(0)
  expect(await results[0]).toBe(0)
  expect(begun).toEqual([0, 1, 2, 3])
  ends[2]?.resolve(2)
  ends[3]?.resolve(3)
  expect(await Promise.all([results[2], results[3]])).toEqual([2, 3])
})

describe('drainConcurrently()', () => {
  /** Yields 0 to 9, and counts how many numbers were requested. */
  function counted() {
    const state = { asked: 0 }
    async function* source(): AsyncGenerator<number, void> {
      for (; state.asked < 10; state.asked++) yield state.asked
    }
    return { state, source: source() }
  }

  test('asks for an item only when there is room for it', async () => {
    const { state, source } = counted()
    const done: number[] = []
    let most = 0
    const work = async (item: number) => {
      for (let turn = 0; turn < 5 * (item % 3); turn++) await Promise.resolve()
      most = Math.max(most, state.asked + 1 - done.length)
      done.push(item)
    }
    await drainConcurrently(source, work, { width: 3 })
    expect(done.toSorted((one, other) => one - other)).toEqual([...Array(10).keys()])
    expect(most).toBeLessThanOrEqual(3)
  })

  test('begins nothing new after a failure, and ends after all that had begun', async () => {
    const { state, source } = counted()
    const ended: number[] = []
    const work = async (item: number) => {
      if (item === 1) throw new Error('first')
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      ended.push(item)
    }
    await expect(drainConcurrently(source, work, { width: 2 })).rejects.toThrow('first')
    expect(ended).toEqual([0])
    expect(state.asked).toBeLessThan(4)
  })

  test('throws the failure of its source', async () => {
    async function* broken(): AsyncGenerator<number, void> {
      yield 1
      throw new Error('broken source')
    }
    await expect(drainConcurrently(broken(), async () => undefined, { width: 2 })).rejects.toThrow(
      'broken source',
    )
  })
})

describe('loadAhead()', () => {
  /** Loads `items`, and records the begun, the used and the ended work. */
  function recorded({ failing }: { failing?: number } = {}) {
    const events: string[] = []
    const load = async (item: number) => {
      events.push(`load ${item}`)
      await new Promise(resolve => setImmediate(resolve))
      if (item === failing) throw new Error(`no ${item}`)
      events.push(`loaded ${item}`)
      return item
    }
    const use = async (items: readonly number[], last = Number.POSITIVE_INFINITY) => {
      for await (const item of loadAhead(items, load)) {
        events.push(`use ${item}`)
        if (item === last) throw new Error('stopped')
      }
    }
    return { events, use }
  }

  test('loads the next item, and one alone, while one is used', async () => {
    const { events, use } = recorded()
    await use([1, 2, 3])
    const want = ['load 1', 'loaded 1', 'load 2', 'use 1', 'loaded 2', 'load 3', 'use 2', 'loaded 3', 'use 3']
    expect(events).toEqual(want)
    await expect(use([])).resolves.toBeUndefined()
  })

  test('throws a failure after the items before it were used', async () => {
    const { events, use } = recorded({ failing: 2 })
    await expect(use([1, 2, 3])).rejects.toThrow('no 2')
    expect(events).toEqual(['load 1', 'loaded 1', 'load 2', 'use 1'])
  })

  test.each([undefined, 2])('waits for what has been started if it is stopped, failing %s', async failing => {
    const { events, use } = recorded(failing === undefined ? {} : { failing })
    await expect(use([1, 2, 3], 1)).rejects.toThrow('stopped')
    expect(events.slice(0, 4)).toEqual(['load 1', 'loaded 1', 'load 2', 'use 1'])
    expect(events.slice(4)).toEqual(failing === undefined ? ['loaded 2'] : [])
  })
})

describe('workAhead()', () => {
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await new Promise(resolve => setImmediate(resolve))
  }

  interface Options {
    /** The items whose work fails. */
    readonly failing?: readonly number[]
    /** For how many turns of the event loop the work on an item takes; by default three. */
    readonly lasting?: Readonly<Record<number, number>>
  }

  /** Works on the items of `source`, and records the begun and the ended work. */
  async function recorded(source: AsyncIterable<number>, { failing = [], lasting = {} }: Options = {}) {
    const events: string[] = []
    const work = async (item: number) => {
      events.push(`begin ${item}`)
      await turns(lasting[item] ?? 3)
      events.push(`end ${item}`)
      if (failing.includes(item)) throw new Error(`no ${item}`)
    }
    const outcome = await workAhead(source, work).then(
      () => 'done',
      (error: Error) => error.message,
    )
    return { events, outcome }
  }

  async function* numbers(last: number, pause = 0): AsyncGenerator<number> {
    for (let item = 1; item <= last; item++) {
      yield item
      await turns(pause)
    }
  }

  test('works on two items at once, and ends after all of them', async () => {
    const { events, outcome } = await recorded(numbers(4))
    expect(outcome).toBe('done')
    let running = 0
    const most = events.map(event => (running += event.startsWith('begin') ? 1 : -1))
    expect(Math.max(...most)).toBe(2)
    expect(events).toHaveLength(8)
    expect(await recorded(numbers(0))).toEqual({ events: [], outcome: 'done' })
  })

  test.each([
    { failing: [1], begun: 2 },
    { failing: [3], begun: 4 },
    { failing: [4], begun: 4 },
    { failing: [3, 4], begun: 4 },
    // the second item fails before the limit lets the third one begin
    { failing: [2], begun: 2, lasting: { 2: 1 } },
  ])('throws the first failure of $failing after all that has started has ended', async row => {
    const { events, outcome } = await recorded(numbers(4), row)
    expect(outcome).toBe(`no ${row.failing[0]}`)
    expect(events.filter(event => event.startsWith('begin'))).toHaveLength(row.begun)
    expect(events.filter(event => event.startsWith('end'))).toHaveLength(row.begun)
  })

  test('begins nothing new if an item fails while its source is slow, and leaves no failure unhandled', async () => {
    const { events, outcome } = await recorded(numbers(4, 9), { failing: [1] })
    expect({ events, outcome }).toEqual({ events: ['begin 1', 'end 1'], outcome: 'no 1' })
  })

  test.each([
    { 1: 9, 2: 1 },
    { 1: 1, 2: 9 },
  ])('throws the failure of the source after all that has started has ended: %o', async lasting => {
    async function* broken(): AsyncGenerator<number> {
      yield* numbers(2)
      throw new Error('no more')
    }
    const { events, outcome } = await recorded(broken(), { lasting })
    expect(outcome).toBe('no more')
    expect(events.filter(event => event.startsWith('end'))).toHaveLength(2)
  })
})
