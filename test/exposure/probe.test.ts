import { expect, onTestFinished, test } from 'vitest'
import type { ProgressStep } from '../../lib/core/work/progress.ts'
import type { CompletionReport } from '../../lib/exposure/completion.ts'
import { forbiddenPaths } from '../../lib/exposure/forbidden-paths.ts'
import { type ProbeOptions, probe } from '../../lib/exposure/probe.ts'
import { createRawClient } from '../../lib/exposure/raw-request.ts'
import { type FetchHandler, listen } from '../../sandbox/listen.ts'

const PATHS = forbiddenPaths({
  functions: ['distribution'],
  payload: ['settings.json'],
  files: ['package.json', 'lib/www/robots.txt', 'lib/core/errors.ts'],
  served: 'lib/www',
})

/** A host that refuses everything. */
const closed: FetchHandler = (request, { rawTarget }) => {
  if (rawTarget === '/robots.txt') return new Response('User-agent: *\n')
  if (!/^\/api\/distribution(\/|$)/.test(rawTarget)) return new Response('Not found\n', { status: 404 })
  const allowed = request.method === 'GET' || request.method === 'POST'
  return Response.json(
    { error: 'Cannot answer', code: allowed ? 'signature_missing' : 'method_not_allowed' },
    {
      status: allowed ? 401 : 405,
      headers: { 'cache-control': 'no-store', ...(!allowed && { allow: 'GET, POST' }) },
    },
  )
}

/** The same host with another answer for one path. */
const but =
  (target: string, handler: FetchHandler): FetchHandler =>
  (request, connection) =>
    (connection.rawTarget === target ? handler : closed)(request, connection)

const text = (body: string, init?: ResponseInit) => () => new Response(body, init)
const redirect = (location: string) => text('', { status: 308, headers: { location } })

async function run(handler: FetchHandler, changes: Partial<ProbeOptions> = {}) {
  const { url, close } = await listen(handler)
  const client = createRawClient(url, { timeout: 500 })
  onTestFinished(async () => {
    await client.close()
    await close()
  })
  return probe({
    url,
    paths: PATHS,
    endpoints: [{ path: '/api/distribution', methods: ['GET', 'POST'] }],
    send: client.send,
    now: () => 0,
    ...changes,
  })
}

test('a host that opens nothing is closed, and without a device that is no proof', async () => {
  const report = await run(closed)
  expect(report).toMatchObject({ conclusion: 'closed', findings: [], paths: PATHS.length })
  expect(report.completion).toEqual({ ran: false })
  expect(report.rows.map(({ verdict, answers }) => ({ verdict, answers }))).toEqual(
    Array.from({ length: 5 }, () => ({ verdict: 'closed', answers: [404] })),
  )
  expect(report.groups.reduce((sum, { paths }) => sum + paths, 0)).toBe(PATHS.length)
})

const WRONG: { name: string; handler: FetchHandler; path: string; conclusion: string; reason: string }[] = [
  {
    name: 'a payload that is served',
    handler: but('/settings.js', text('export default {}')),
    path: '/settings.js',
    conclusion: 'open',
    reason: '200: served',
  },
  {
    name: 'a variant that is served',
    handler: but('/x/../package.json', text('{}')),
    path: '/x/../package.json',
    conclusion: 'open',
    reason: '200: served',
  },
  {
    name: 'a 404 that contains the file',
    handler: but('/lib/core/errors.ts', text('<pre>export class AppError</pre>', { status: 404 })),
    path: '/lib/core/errors.ts',
    conclusion: 'open',
    reason: '404: the file itself',
  },
  {
    name: 'a redirect to an open path',
    handler: (request, connection) =>
      but('/package.json', redirect('/login'))(request, {
        ...connection,
        ...(connection.rawTarget === '/login' && { rawTarget: '/robots.txt' }),
      }),
    path: '/package.json',
    conclusion: 'open',
    reason: '200: served',
  },
  {
    name: 'a redirect loop',
    handler: but('/package.json', redirect('/package.json')),
    path: '/package.json',
    conclusion: 'unknown',
    reason: 'a redirect through more than five redirects: not followed',
  },
  {
    name: 'a redirect to another origin',
    handler: but('/package.json', redirect('https://login.example/')),
    path: '/package.json',
    conclusion: 'unknown',
    reason: 'a redirect to https://login.example, another origin: not followed',
  },
  {
    name: 'a redirect from a row of document 3, even to nothing',
    handler: but('/.env', redirect('/nothing')),
    path: '/.env',
    conclusion: 'unknown',
    reason: '308: only a 404 is allowed here (document 3)',
  },
  {
    name: "the host's own protection",
    handler: but('/package.json', text('<html>Sign in', { status: 401 })),
    path: '/package.json',
    conclusion: 'unknown',
    reason:
      "401: a 401 that is not kura's own; KURA_PROTECTION_BYPASS passes the host's deployment protection",
  },
  {
    name: 'a firewall',
    handler: but('/.git/config', text('', { status: 403 })),
    path: '/.git/config',
    conclusion: 'unknown',
    reason: '403: neither served nor not found',
  },
  {
    name: 'a test that was deployed',
    handler: but('/api/distribution.test.mjs', text('', { status: 500 })),
    path: '/api/distribution.test.mjs',
    conclusion: 'unknown',
    reason: '500: only a 404 is allowed here (document 3)',
  },
  {
    name: 'an answer that never comes',
    handler: but('/package.json', () => new Promise<Response>(() => undefined)),
    path: '/package.json',
    conclusion: 'unknown',
    reason: 'no answer in time',
  },
]

test.each(WRONG)('$name is found', async ({ handler, path, conclusion, reason }) => {
  const beginningOf = async (file: string) =>
    file === 'lib/core/errors.ts' ? Buffer.from('export class AppError') : undefined
  const report = await run(handler, { beginningOf })
  expect(report.conclusion).toBe(conclusion)
  expect(report.findings.map(({ path, reason }) => ({ path, reason }))).toEqual([{ path, reason }])
})

test('a host that answers everything with a page is open everywhere', async () => {
  const report = await run(text('<html>Welcome'))
  expect(report.conclusion).toBe('open')
  expect(report.findings.length).toBeGreaterThan(0.9 * PATHS.length)
  expect(report.rows.every(({ verdict }) => verdict === 'open')).toBe(true)
  expect(report.checks.every(({ result }) => result === 'failed')).toBe(true)
})

test('a redirect is followed five times at most', async () => {
  const report = await run(but('/package.json', redirect('/package.json')))
  expect(report.findings[0]?.via).toEqual(Array(5).fill('/package.json'))
})

test('a redirect to a closed path is closed, and is reported with its way', async () => {
  const report = await run(but('/package.json', redirect('/a/')))
  expect(report.conclusion).toBe('closed')
  expect(report.redirects).toMatchObject([{ path: '/package.json', via: ['/a/'], status: 404 }])
})

test('open weighs more than unknown', async () => {
  const handler = but('/package.json', text('', { status: 403 }))
  const report = await run((request, connection) =>
    connection.rawTarget === '/.env' ? new Response('A=b') : handler(request, connection),
  )
  expect(report.conclusion).toBe('open')
  expect(report.rows.find(({ row }) => row === '/.env')).toMatchObject({ verdict: 'open', answers: [200] })
})

test('an endpoint that fails a check is open', async () => {
  const report = await run((request, connection) =>
    request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : closed(request, connection),
  )
  expect(report).toMatchObject({ conclusion: 'open', findings: [] })
})

const completion = (passed: boolean): CompletionReport => ({
  ran: true,
  passed,
  checks: [{ wanted: 'installed equals expected', passed, found: 'x' }],
})

test.each([
  { passed: true, want: 'closed' },
  { passed: false, want: 'open' },
])('completion checks that passed: $passed -> $want', async ({ passed, want }) => {
  const report = await run(closed, { complete: async () => completion(passed) })
  expect(report).toMatchObject({ conclusion: want, completion: { passed } })
})

test('asks for no more paths at once than it may, and tells how far it is', async () => {
  let now = 0
  let most = 0
  const handler: FetchHandler = async (request, connection) => {
    now += 1
    most = Math.max(most, now)
    await new Promise(resolve => setImmediate(resolve))
    now -= 1
    return closed(request, connection)
  }
  const steps: ProgressStep[] = []
  await run(handler, { concurrency: 3, onProgress: step => void steps.push(step) })
  expect(most).toBeLessThanOrEqual(3)
  expect(steps.at(-1)).toEqual({ what: 'probing', done: PATHS.length, total: PATHS.length, unit: 'paths' })
})

test('a host that is not there is an error, not a report', async () => {
  const { url, close } = await listen(closed)
  await close()
  const client = createRawClient(url)
  onTestFinished(client.close)
  const asked = probe({ url, paths: PATHS, endpoints: [], send: client.send, now: () => 0 })
  await expect(asked).rejects.toMatchObject({ code: 'remote_unreachable' })
})
