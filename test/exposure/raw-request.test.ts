import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../lib/core/errors.ts'
import { createRawClient, type RawClientOptions } from '../../lib/exposure/raw-request.ts'
import { rawAnswer, rawServer } from '../helpers/http/raw-http.ts'

function client(url: string, options: RawClientOptions = {}) {
  const { send, close } = createRawClient(url, options)
  onTestFinished(close)
  return send
}

const TARGETS = [
  '//a//b',
  '/./a',
  '/x/../a',
  '/%2e%2E/a',
  '/a%00',
  '/a\\b',
  '/\xe8\x94\xb5',
  '/?a=//',
  '/a#b',
]

test('sends each path as it is, without credentials', async () => {
  const heads: string[] = []
  const url = await rawServer(({ head }, socket) => {
    heads.push(head)
    socket.write(rawAnswer(404))
  })
  const send = client(url, { connections: 1 })
  for (const path of TARGETS) await send({ method: 'GET', path })
  expect(heads.map(head => head.split(' ')[1])).toEqual(TARGETS)
  expect(heads[0]?.split('\r\n').slice(1).sort()).toEqual([
    'connection: keep-alive',
    `host: ${new URL(url).host}`,
    'user-agent: kura-probe',
  ])
})

test('gives status, headers and body, and follows no redirect', async () => {
  const targets: string[] = []
  const url = await rawServer(({ target }, socket) => {
    targets.push(target)
    socket.write(rawAnswer(308, { headers: { Location: '/b', Allow: 'GET', 'X-A': 'b' }, body: 'moved' }))
  })
  const outcome = await client(url)({ method: 'GET', path: '/a' })
  expect(outcome).toMatchObject({
    answer: { status: 308, headers: { location: '/b', allow: 'GET', 'x-a': 'b' }, complete: true },
  })
  expect('answer' in outcome && Buffer.from(outcome.answer.body).toString()).toBe('moved')
  expect(targets).toEqual(['/a'])
})

test('reads no more of an endless body than the limit', async () => {
  const url = await rawServer((_request, socket) => {
    socket.write('HTTP/1.1 404 X\r\ntransfer-encoding: chunked\r\n\r\n')
    const more = () =>
      void (socket.writable && socket.write(`400\r\n${'x'.repeat(1024)}\r\n`, () => setImmediate(more)))
    more()
  })
  const outcome = await client(url, { limit: 5000 })({ method: 'GET', path: '/' })
  expect(outcome).toMatchObject({ answer: { status: 404, complete: false } })
  expect('answer' in outcome && outcome.answer.body.byteLength).toBe(5000)
})

const FAILURES: { name: string; write: string | undefined; end?: boolean; want: string }[] = [
  { name: 'no answer', write: undefined, want: 'no answer in time' },
  { name: 'half a head', write: 'HTTP/1.1 200 OK\r\ncontent-', want: 'no answer in time' },
  {
    name: 'a body that stops',
    write: 'HTTP/1.1 404 X\r\ncontent-length: 9\r\n\r\nabc',
    want: 'no answer in time',
  },
  {
    name: 'a body that is cut',
    write: 'HTTP/1.1 404 X\r\ncontent-length: 9\r\n\r\nabc',
    end: true,
    want: 'no readable answer',
  },
  { name: 'a connection that closes', write: '', end: true, want: 'no readable answer' },
  { name: 'no HTTP', write: 'SSH-2.0-OpenSSH_9\r\n', want: 'no readable answer' },
  { name: 'broken headers', write: 'HTTP/1.1 404 X\r\nno colon\r\n\r\n', want: 'no readable answer' },
  {
    name: 'two lengths',
    write: 'HTTP/1.1 404 X\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    want: 'no readable answer',
  },
  {
    name: 'headers without end',
    write: `HTTP/1.1 404 X\r\nx: ${'y'.repeat(40_000)}\r\n`,
    want: 'no readable answer',
  },
]

test.each(FAILURES)('$name is a failure in words', async ({ write, end = false, want }) => {
  const url = await rawServer((_request, socket) => {
    if (write !== undefined) socket.write(write)
    if (end) socket.end()
  })
  const outcome = await client(url, { timeout: 150 })({ method: 'GET', path: '/' })
  expect(outcome).toEqual({ failure: expect.stringContaining(want) })
})

test('a connection that the server closed under a request is opened once more', async () => {
  let requests = 0
  const url = await rawServer((_request, socket) => {
    requests += 1
    if (requests === 1) socket.destroy()
    else socket.write(rawAnswer(404))
  })
  expect(await client(url)({ method: 'GET', path: '/' })).toMatchObject({ answer: { status: 404 } })
  expect(requests).toBe(2)
})

test('an aborted signal ends the work', async () => {
  const controller = new AbortController()
  const url = await rawServer(() => controller.abort(new AppError('interrupted', 'Stopped by Ctrl-C')))
  await expect(client(url, { signal: controller.signal })({ method: 'GET', path: '/' })).rejects.toThrow(
    'Stopped',
  )
})
