import { expect, test } from 'vitest'
import { waitUntil } from '../../../lib/cli/terminal/wait-until.ts'

/** Reads that return 1, 2, 3, …; the wanted state is `at`. */
function counting(at: number, signal = new AbortController().signal) {
  const slept: number[] = []
  let count = 0
  const waited = waitUntil({
    read: async () => {
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
])('waitUntil() returns what the last look found if it $name', async ({ at, want, sleeps }) => {
  const { waited, slept } = counting(at)
  expect(await waited).toBe(want)
  expect(slept).toEqual(Array.from({ length: sleeps }, () => 100))
})

test('waitUntil() looks no more after it is stopped, and ends with the reason', async () => {
  const stop = new AbortController()
  let looks = 0
  const waited = waitUntil({
    read: async () => {
      looks += 1
    },
    done: () => false,
    signal: stop.signal,
    times: 5,
    every: 100,
    sleep: async () => stop.abort(new Error('stopped')),
  })
  await expect(waited).rejects.toThrow('stopped')
  expect(looks).toBe(1)
})

test('waitUntil() wakes as soon as it is stopped', async () => {
  const stop = new AbortController()
  const read = async () => {
    setImmediate(() => stop.abort(new Error('stopped')))
    return 0
  }
  const waited = waitUntil({ read, done: () => false, signal: stop.signal, times: 2, every: 86_400_000 })
  await expect(waited).rejects.toThrow('stopped')
})
