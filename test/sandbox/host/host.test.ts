import { createHash } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { type Host, startHost } from '../../../sandbox/host/host.ts'
import { listen } from '../../../sandbox/listen.ts'
import { sendRaw, statusOf } from '../../helpers/http/raw-http.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const PROJECT = {
  'vercel.json': JSON.stringify({
    framework: null,
    installCommand: 'npm ci',
    buildCommand: 'npm run build',
    outputDirectory: 'lib/www',
    functions: {},
    rewrites: [{ source: '/api/echo/(.*)', destination: '/api/echo' }],
  }),
  '.vercelignore': 'api/**/*.test.*\n',
  'package.json': '{"type":"module"}',
  'lib/www/robots.txt': 'User-agent: *\n',
  'lib/secret.txt': 'secret',
  'payload.js': 'payload',
  '.env': 'SECRET=1',
  'api/echo.ts': `import { createHash } from 'node:crypto'
export default {
  async fetch(request: Request): Promise<Response> {
    const body = new Uint8Array(await request.arrayBuffer())
    const digest = createHash('sha256').update(body).digest('hex')
    return Response.json({ method: request.method, url: request.url, digest, query: new URL(request.url).search })
  },
}`,
  'api/broken.ts': "throw new Error('cannot start')",
  'api/shapeless.ts': 'export const GET = () => new Response()',
  'api/throwing.ts': "export default { fetch() { throw new Error('inside') } }",
  'api/_private.ts': 'export default { fetch: () => new Response() }',
  'api/echo.test.mjs': 'export default { fetch: () => new Response() }',
}

async function start(options: { log?: (line: string) => void; port?: number } = {}): Promise<Host> {
  const host = await startHost({ root: await temporaryDirectory(PROJECT), port: 0, ...options })
  onTestFinished(() => host.close())
  return host
}

const STATUSES: { name: string; target: string; method?: string; want: number }[] = [
  { name: 'a function', target: '/api/echo', want: 200 },
  { name: 'a rewritten path', target: '/api/echo/a/b?x=1', want: 200 },
  { name: 'the served file', target: '/robots.txt', want: 200 },
  { name: 'the head of the served file', target: '/robots.txt', method: 'HEAD', want: 200 },
  { name: 'a POST to the served file', target: '/robots.txt', method: 'POST', want: 405 },
  { name: 'the root', target: '/', want: 404 },
  { name: 'a folder', target: '/lib/', want: 404 },
  { name: 'a file of the project', target: '/package.json', want: 404 },
  { name: 'a payload in the root', target: '/payload.js', want: 404 },
  { name: 'settings', target: '/.env', want: 404 },
  { name: 'a file beside the served folder', target: '/lib/secret.txt', want: 404 },
  { name: 'an underscored file', target: '/api/_private', want: 404 },
  { name: 'an underscored file with its extension', target: '/api/_private.ts', want: 404 },
  { name: 'a test', target: '/api/echo.test.mjs', want: 404 },
  { name: 'a test without its extension', target: '/api/echo.test', want: 404 },
  { name: 'a doubled slash', target: '//robots.txt', want: 404 },
  { name: 'encoded slashes', target: '/lib%2fsecret.txt', want: 404 },
  { name: 'a way out of the served folder', target: '/../secret.txt', want: 400 },
  { name: 'an encoded way out', target: '/%2e%2e/secret.txt', want: 400 },
  { name: 'an encoded way out with encoded slashes', target: '/..%2fsecret.txt', want: 404 },
  { name: 'a doubly encoded way out', target: '/%252e%252e/secret.txt', want: 404 },
  { name: 'a way out through a function', target: '/api/echo/../../package.json', want: 400 },
  { name: 'NUL', target: '/robots.txt%00', want: 400 },
  { name: 'a backslash', target: '/..\\secret.txt', want: 400 },
  { name: 'bad percent-encoding', target: '/%', want: 400 },
  { name: 'absolute form', target: 'http://127.0.0.1/robots.txt', want: 400 },
  { name: 'asterisk form', target: '*', method: 'OPTIONS', want: 400 },
]

test('answers each path as the host would', async () => {
  const { url } = await start()
  const answers = await Promise.all(
    STATUSES.map(async ({ name, target, method }) => ({ name, want: await statusOf(url, target, method) })),
  )
  expect(answers).toEqual(STATUSES.map(({ name, want }) => ({ name, want })))
})

test('hands a function the exact path, query and body', async () => {
  const { url } = await start()
  const body = new Uint8Array(100_000).map((_, index) => index % 251)
  const reply = await fetch(`${url}/api/echo/a%2Fb/%E8%94%B5?x=%20&x=+`, { method: 'POST', body })
  expect(await reply.json()).toEqual({
    method: 'POST',
    url: `${url}/api/echo/a%2Fb/%E8%94%B5?x=%20&x=+`,
    digest: createHash('sha256').update(body).digest('hex'),
    query: '?x=%20&x=+',
  })
})

test('serves the file with its type, its length and nothing else', async () => {
  const { url } = await start()
  const reply = await fetch(`${url}/robots.txt`)
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await reply.text()).toBe('User-agent: *\n')
})

test.each([
  { method: 'GET', path: '/package.json', status: 404, text: 'Not found\n', allow: null },
  { method: 'HEAD', path: '/package.json', status: 404, text: '', allow: null },
  { method: 'POST', path: '/robots.txt', status: 405, text: 'Method not allowed\n', allow: 'GET, HEAD' },
])(
  'refuses $method $path with a short text that no cache keeps',
  async ({ method, path, status, text, allow }) => {
    const { url } = await start()
    const body = method === 'POST' ? 'a body' : null
    const reply = await fetch(url + path, { method, body })
    expect(reply.status).toBe(status)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(method === 'HEAD' ? 10 : text.length),
      'cache-control': 'no-store',
    })
    expect(reply.headers.get('allow')).toBe(allow)
    expect(await reply.text()).toBe(text)
  },
)

test.each([
  { name: 'cannot be loaded', path: '/api/broken', want: 'cannot start' },
  { name: 'has no fetch handler', path: '/api/shapeless', want: 'no default export' },
  { name: 'throws', path: '/api/throwing', want: 'inside' },
])('a function that $name is a 500 that says nothing, and a line in the log', async ({ path, want }) => {
  const lines: string[] = []
  const { url } = await start({ log: line => void lines.push(line) })
  const reply = await fetch(url + path)
  expect(reply.status).toBe(500)
  expect(await reply.json()).toEqual({
    error: 'Cannot answer: an unexpected fault, see the log',
    code: 'internal',
  })
  expect(lines.join()).toContain(want)
})

test('refuses a host header that is none', async () => {
  const { url } = await start()
  const answer = await sendRaw(url, 'GET /api/echo HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
})

test('takes the next free port', async () => {
  const taken = await listen(() => new Response())
  onTestFinished(() => taken.close())
  const host = await start({ port: taken.port })
  expect(host.port).toBeGreaterThan(taken.port)
})

test('lets a request under way end before it stops', async () => {
  const host = await start()
  const sending = httpRequest(`${host.url}/api/echo`, { method: 'POST' })
  const reply = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', response => resolve(response.resume())).once('error', reject)
  })
  sending.write('half')
  await fetch(`${host.url}/robots.txt`)
  const closed = host.close()
  sending.end(' and half')
  expect(await reply).toMatchObject({ statusCode: 200, headers: { connection: 'close' } })
  await closed
  await expect(fetch(host.url)).rejects.toThrow()
})

test('stops when its signal is aborted', async () => {
  const controller = new AbortController()
  const root = await temporaryDirectory(PROJECT)
  const host = await startHost({ root, port: 0, signal: controller.signal })
  controller.abort()
  await host.close()
  await expect(fetch(host.url)).rejects.toThrow()
})
