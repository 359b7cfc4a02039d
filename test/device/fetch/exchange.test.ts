import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { exchange } from '../../../lib/device/fetch/exchange.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const PATIENCE = 30_000

/** An exchange whose body the test sends piece by piece; the body breaks off when the exchange is aborted. */
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
  const question = new AbortController()
  const options = {
    fetch: fetchByHand,
    limit: 1_000_000,
    decodedLimit: 1_000_000,
    traffic,
    idleTimeout: PATIENCE,
    ended: question.signal,
  }
  const outcome = exchange(new URL('http://host/'), {}, options).then(
    ({ body: received }) => Buffer.from(received).toString(),
    (error: Error) => error.message,
  )
  return {
    outcome,
    traffic,
    question,
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

/** The smallest body that may arrive within one idle time-out: 1000 bytes a second. */
const ENOUGH = 'x'.repeat(30_000)

test('a slow body is waited for as long as it brings enough', async () => {
  const slow = start()
  for (let spans = 0; spans < 4; spans++) await slow.send(ENOUGH, { after: PATIENCE - 1 })
  await slow.end({ after: PATIENCE - 1 })
  expect(await slow.outcome).toHaveLength(4 * ENOUGH.length)
  expect(slow.traffic).toEqual({ bytes: 4 * ENOUGH.length, requests: 1 })
})

test('a short body may take its time', async () => {
  const short = start()
  await short.send('ku', { after: PATIENCE - 2 })
  await short.end({ after: 1 })
  expect(await short.outcome).toBe('ku')
})

test('a body that stops coming is given up after the idle time-out', async () => {
  const stopped = start()
  await stopped.send(ENOUGH, { after: 10 })
  await vi.advanceTimersByTimeAsync(PATIENCE)
  expect(await stopped.outcome).toBe('Cannot read the answer of "host": no byte arrived for 30 s')
})

test.each([
  { drop: 'x', after: PATIENCE - 1, said: 'only 1 bytes' },
  { drop: 'x', after: 7, said: 'only 4285 bytes' },
  { drop: 'x'.repeat(999), after: 999.5, said: 'only 29970 bytes' },
])('a body that drips is given up after the idle time-out: $said', async ({ drop, after, said }) => {
  const dripping = start()
  for (let time = 0; time <= 2 * PATIENCE; time += after)
    await dripping.send(drop, { after }).catch(() => undefined)
  expect(await dripping.outcome).toBe(`Cannot read the answer of "host": ${said} arrived in 30 s`)
})

test('a body that brings much at first and then drips is given up too', async () => {
  const dripping = start()
  await dripping.send(ENOUGH.repeat(3), { after: 1 })
  await dripping.send(ENOUGH, { after: PATIENCE - 1 })
  for (let time = 0; time < 3 * PATIENCE; time += 1000)
    await dripping.send('x', { after: 1000 }).catch(() => undefined)
  expect(await dripping.outcome).toBe('Cannot read the answer of "host": only 30 bytes arrived in 30 s')
})

test('a body that brings enough is given up when the question has taken the longest time', async () => {
  const endless = start()
  await endless.send(ENOUGH, { after: PATIENCE - 1 })
  endless.question.abort()
  expect(await endless.outcome).toBe('Cannot read the answer of "host": it took longer than 600 s')
})

/**
 * A server of raw bytes: to a request for `/length` it sends the first `length` bytes of `answer`, and closes the
 * connection.
 */
async function serveBeginnings(answer: string): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', request => {
      const length = Number(/\/(\d+) /.exec(request.toString())?.[1])
      socket.end(answer.slice(0, length))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise(resolve => server.close(() => resolve())))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const FRAMES = [
  {
    name: 'by its length',
    answer: 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 9\r\n\r\n{"v": 10}',
  },
  {
    name: 'by chunks',
    answer:
      'HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{"v"\r\n5\r\n: 10}\r\n0\r\n\r\n',
  },
]
test.each(FRAMES)(
  'an answer framed $name is lost wherever it is cut, and whole only as a whole',
  async row => {
    vi.useRealTimers()
    const { answer } = row
    const url = await serveBeginnings(answer)
    for (let length = 0; length <= answer.length; length++) {
      const traffic = { bytes: 0, requests: 0 }
      const ended = new AbortController().signal
      const options = { fetch, limit: 1000, decodedLimit: 1000, traffic, idleTimeout: PATIENCE, ended }
      const outcome = await exchange(new URL(`${url}/${length}`), {}, options).then(
        ({ body }) => Buffer.from(body).toString(),
        (error: { code?: string }) => error.code,
      )
      expect(outcome, `after ${length} bytes`).toBe(length === answer.length ? '{"v": 10}' : 'remote_silent')
    }
  },
)
