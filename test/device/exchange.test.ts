import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exchange } from '../../lib/device/exchange.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const PATIENCE = 30_000

/** An exchange whose body is sent by hand, and breaks off where the exchange gives up. */
function start() {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  const fetchByHand: typeof fetch = async (_url, init) => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller
        init?.signal?.addEventListener('abort', () => controller.error(new TypeError('terminated')))
      },
    })
    return new Response(stream)
  }
  const traffic = { bytes: 0, requests: 0 }
  const options = { fetch: fetchByHand, limit: 1000, traffic, patience: PATIENCE }
  const outcome = exchange(new URL('http://host/'), {}, options).then(
    ({ body: received }) => Buffer.from(received).toString(),
    (error: Error) => error.message,
  )
  return {
    outcome,
    traffic,
    async send(text: string, { after }: { after: number }) {
      await vi.advanceTimersByTimeAsync(after)
      body?.enqueue(Buffer.from(text))
    },
    async end({ after }: { after: number }) {
      await vi.advanceTimersByTimeAsync(after)
      body?.close()
    },
  }
}

test('a slow body is waited for as long as it keeps coming', async () => {
  const slow = start()
  for (const letter of 'kura') await slow.send(letter, { after: PATIENCE - 1 })
  await slow.end({ after: PATIENCE - 1 })
  expect(await slow.outcome).toBe('kura')
  expect(slow.traffic).toEqual({ bytes: 4, requests: 1 })
})

test('a body that stops coming is given up after the patience', async () => {
  const stopped = start()
  await stopped.send('k', { after: 10 })
  await vi.advanceTimersByTimeAsync(PATIENCE)
  expect(await stopped.outcome).toBe('Cannot read the answer of "host": no byte came for 30 s')
})

test('a body that drips for ever is given up too', async () => {
  const dripping = start()
  for (let drops = 0; drops < 21; drops++)
    await dripping.send('x', { after: PATIENCE - 1 }).catch(() => undefined)
  expect(await dripping.outcome).toBe('Cannot read the answer of "host": it takes longer than 600 s')
})
