import { expect, test } from 'vitest'
import type { RawOutcome } from '../../lib/exposure/raw-request.ts'
import { respectRetryAfter } from '../../lib/exposure/respect-retry-after.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')

function answer(status: number, retryAfter?: string): RawOutcome {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  return { answer: { status, headers, body: new Uint8Array(), complete: true } }
}

/** Asks once for each path, all at the same time. `answers` come in order, and the last one is repeated. */
async function ask(answers: RawOutcome[], { paths = 1 } = {}) {
  const waits: number[] = []
  let requests = 0
  const send = respectRetryAfter(
    async () => {
      requests += 1
      return answers[requests - 1] ?? answers.at(-1)!
    },
    { now: () => NOW, sleep: async milliseconds => void waits.push(milliseconds) },
  )
  const outcomes = await Promise.all(Array.from({ length: paths }, () => send({ method: 'GET', path: '/' })))
  return { statuses: outcomes.map(outcome => 'answer' in outcome && outcome.answer.status), waits, requests }
}

const ROWS: { name: string; answers: RawOutcome[]; want: Awaited<ReturnType<typeof ask>> }[] = [
  {
    name: 'waits the seconds that were named, and asks once more',
    answers: [answer(429, '7'), answer(404)],
    want: { statuses: [404], waits: [7000], requests: 2 },
  },
  {
    name: 'waits until the date that was named',
    answers: [answer(429, 'Thu, 01 Jan 2026 00:00:09 GMT'), answer(404)],
    want: { statuses: [404], waits: [9000], requests: 2 },
  },
  {
    name: 'waits a while if no time was given',
    answers: [answer(429), answer(404)],
    want: { statuses: [404], waits: [5000], requests: 2 },
  },
  {
    name: 'takes the second answer as it is',
    answers: [answer(429, '1')],
    want: { statuses: [429], waits: [1000], requests: 2 },
  },
  {
    name: 'does not wait for long',
    answers: [answer(429, '3600')],
    want: { statuses: [429], waits: [], requests: 1 },
  },
  {
    name: 'waits for a 503 that names a time',
    answers: [answer(503, '2'), answer(404)],
    want: { statuses: [404], waits: [2000], requests: 2 },
  },
  {
    name: 'takes a 503 that names none',
    answers: [answer(503)],
    want: { statuses: [503], waits: [], requests: 1 },
  },
  {
    name: 'takes a failure',
    answers: [{ failure: 'no answer in time' }],
    want: { statuses: [false], waits: [], requests: 1 },
  },
]

test.each(ROWS)('$name', async ({ answers, want }) => {
  expect(await ask(answers)).toEqual(want)
})

test('all requests wait together', async () => {
  const { waits, statuses } = await ask([answer(429, '1'), answer(429, '1'), answer(429, '1'), answer(404)], {
    paths: 3,
  })
  expect(waits).toEqual([1000])
  expect(statuses).toEqual([404, 404, 404])
})

test('a host that keeps refusing is waited for a few times in all', async () => {
  const waits: number[] = []
  const send = respectRetryAfter(async () => answer(429, '1'), {
    now: () => NOW,
    sleep: async milliseconds => void waits.push(milliseconds),
  })
  for (let path = 0; path < 50; path++) await send({ method: 'GET', path: `/${path}` })
  expect(waits).toHaveLength(5)
})
