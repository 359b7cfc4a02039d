import { describe, expect, test } from 'vitest'
import { createRateLimiter } from '../../../lib/move/visit/rate-limiter.ts'

/** A clock that moves only while callers sleep; they wake in the order of their times. */
function createTime() {
  let now = 0
  const sleepers: { until: number; wake: () => void }[] = []
  return {
    clock: () => now,
    sleep: (milliseconds: number) =>
      new Promise<void>(wake => {
        sleepers.push({ until: now + milliseconds, wake })
      }),
    /** Moves the time until no caller sleeps. */
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

describe('createRateLimiter()', () => {
  test('keeps the rate of each host apart', async () => {
    const time = createTime()
    const rateLimiter = createRateLimiter({ concurrency: 10, rate: 4 }, time)
    const started: string[] = []
    const visits = ['a', 'a', 'a', 'b', 'b'].map(host =>
      rateLimiter.run(host, async () => {
        started.push(`${host} ${time.clock()}`)
      }),
    )
    await time.run()
    await Promise.all(visits)
    expect(started.sort()).toEqual(['a 0', 'a 250', 'a 500', 'b 0', 'b 250'])
  })

  test('never runs more at once than allowed, and in order', async () => {
    const time = createTime()
    const rateLimiter = createRateLimiter({ concurrency: 2, rate: Number.POSITIVE_INFINITY }, time)
    let running = 0
    let most = 0
    const order: number[] = []
    const visits = [1, 2, 3, 4, 5].map(number =>
      rateLimiter.run('a', async () => {
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

  test('a pause applies to requests that wait already and to later ones', async () => {
    const time = createTime()
    const rateLimiter = createRateLimiter({ concurrency: 5, rate: 10 }, time)
    const started: string[] = []
    const visit = (name: string) =>
      rateLimiter.run('a', async () => {
        started.push(`${name} ${time.clock()}`)
      })
    const visits = [visit('first'), visit('second')]
    while (started.length === 0) await Promise.resolve()
    rateLimiter.pause('a', 1000)
    visits.push(visit('third'))
    await time.run()
    await Promise.all(visits)
    expect(started.toSorted()).toEqual(['first 0', 'second 1000', 'third 1000'])
  })

  test('a slower rate applies, a faster one does not', async () => {
    const time = createTime()
    const rateLimiter = createRateLimiter({ concurrency: 5, rate: 10 }, time)
    rateLimiter.slowTo('a', 2000)
    rateLimiter.slowTo('a', 1)
    const started: number[] = []
    const visits = [1, 2].map(() => rateLimiter.run('a', async () => void started.push(time.clock())))
    await time.run()
    await Promise.all(visits)
    expect(started).toEqual([0, 2000])
  })

  test('a failure makes room for the next', async () => {
    const time = createTime()
    const rateLimiter = createRateLimiter({ concurrency: 1, rate: Number.POSITIVE_INFINITY }, time)
    await expect(rateLimiter.run('a', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
    expect(await rateLimiter.run('a', async () => 'next')).toBe('next')
  })
})
