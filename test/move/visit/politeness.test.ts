import { describe, expect, test } from 'vitest'
import { createPoliteness } from '../../../lib/move/visit/politeness.ts'

/** A clock that moves only when somebody sleeps; sleepers wake in the order of their time. */
function createTime() {
  let now = 0
  const sleepers: { until: number; wake: () => void }[] = []
  return {
    clock: () => now,
    sleep: (milliseconds: number) =>
      new Promise<void>(wake => {
        sleepers.push({ until: now + milliseconds, wake })
      }),
    /** Lets everything run until nobody sleeps any more. */
    async run() {
      for (let quiet = 0; quiet < 20; quiet++) {
        await Promise.resolve()
        const [next] = sleepers.sort((a, b) => a.until - b.until)
        if (quiet < 19 || !next) continue
        sleepers.shift()
        now = Math.max(now, next.until)
        next.wake()
        quiet = 0
      }
    },
  }
}

describe('createPoliteness()', () => {
  test('keeps the rate of each host by itself', async () => {
    const time = createTime()
    const politeness = createPoliteness({ ...time, concurrency: 10, rate: 4 })
    const started: string[] = []
    const visits = ['a', 'a', 'a', 'b', 'b'].map(host =>
      politeness.run(host, async () => {
        started.push(`${host} ${time.clock()}`)
      }),
    )
    await time.run()
    await Promise.all(visits)
    expect(started.sort()).toEqual(['a 0', 'a 250', 'a 500', 'b 0', 'b 250'])
  })

  test('never runs more at once than allowed, and everybody in turn', async () => {
    const time = createTime()
    const politeness = createPoliteness({ ...time, concurrency: 2, rate: Number.POSITIVE_INFINITY })
    let running = 0
    let most = 0
    const order: number[] = []
    const visits = [1, 2, 3, 4, 5].map(number =>
      politeness.run('a', async () => {
        running += 1
        most = Math.max(most, running)
        order.push(number)
        await time.sleep(10)
        running -= 1
      }),
    )
    await time.run()
    await Promise.all(visits)
    expect({ most, order }).toEqual({ most: 2, order: [1, 2, 3, 4, 5] })
  })

  test('a pause holds for those who wait for their turn already and for those who come', async () => {
    const time = createTime()
    const politeness = createPoliteness({ ...time, concurrency: 5, rate: 10 })
    const started: string[] = []
    const visit = (name: string) =>
      politeness.run('a', async () => {
        started.push(`${name} ${time.clock()}`)
      })
    const visits = [visit('first'), visit('second')]
    while (started.length === 0) await Promise.resolve()
    politeness.pause('a', 1000)
    visits.push(visit('third'))
    await time.run()
    await Promise.all(visits)
    expect(started.toSorted()).toEqual(['first 0', 'second 1000', 'third 1000'])
  })

  test('a slower pace holds, a faster one does not', async () => {
    const time = createTime()
    const politeness = createPoliteness({ ...time, concurrency: 5, rate: 10 })
    politeness.slowTo('a', 2000)
    politeness.slowTo('a', 1)
    const started: number[] = []
    const visits = [1, 2].map(() => politeness.run('a', async () => void started.push(time.clock())))
    await time.run()
    await Promise.all(visits)
    expect(started).toEqual([0, 2000])
  })

  test('a failure gives its place back', async () => {
    const time = createTime()
    const politeness = createPoliteness({ ...time, concurrency: 1, rate: Number.POSITIVE_INFINITY })
    await expect(politeness.run('a', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
    expect(await politeness.run('a', async () => 'next')).toBe('next')
  })
})
