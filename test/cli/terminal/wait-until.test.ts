import { expect, test } from 'vitest'
import { waitUntil } from '../../../lib/cli/terminal/wait-until.ts'

/** Looks that give 1, 2, 3, …; it is done at `at`. */
function counting(at: number, signal = new AbortController().signal) {
  const slept: number[] = []
  let count = 0
  const waited = waitUntil({
    look: async () => {
      count += 1
      return count
    },
    done: found => found >= at,
    signal,
    times: 5,
    every: 100,
    sleep: async milliseconds => void slept.push(milliseconds),
  })
  return { waited, slept }
}

test.each([
  { name: 'is done at the first look', at: 1, want: 1, sleeps: 0 },
  { name: 'is done at the third', at: 3, want: 3, sleeps: 2 },
  { name: 'is never done', at: 9, want: 5, sleeps: 4 },
])('waitUntil() gives the last look where it $name', async ({ at, want, sleeps }) => {
  const { waited, slept } = counting(at)
  expect(await waited).toBe(want)
  expect(slept).toEqual(Array.from({ length: sleeps }, () => 100))
})

test('waitUntil() ends with the reason of whoever stops it, and sleeps no longer', async () => {
  const stop = new AbortController()
  let woken = false
  const waited = waitUntil({
    look: async () => 0,
    done: () => false,
    signal: stop.signal,
    times: 5,
    every: 100,
    sleep: async (_, signal) => {
      stop.abort(new Error('stopped'))
      woken = signal.aborted
      throw new Error('woken')
    },
  })
  await expect(waited).rejects.toThrow('stopped')
  expect(woken).toBe(true)
})

test('waitUntil() is woken by whoever stops it', async () => {
  const stop = new AbortController()
  const look = async () => {
    setImmediate(() => stop.abort(new Error('stopped')))
    return 0
  }
  const waited = waitUntil({ look, done: () => false, signal: stop.signal, times: 2, every: 86_400_000 })
  await expect(waited).rejects.toThrow('stopped')
})
