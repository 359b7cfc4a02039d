import { expect, onTestFinished, test } from 'vitest'
import { checkEndpoints } from '../../lib/exposure/endpoint-checks.ts'
import { createRawClient } from '../../lib/exposure/raw-request.ts'
import { type FetchHandler, listen } from '../../sandbox/listen.ts'

const ENDPOINT = { path: '/api/distribution', methods: ['GET', 'POST'] }

const right: FetchHandler = ({ method }) => {
  const allowed = method === 'GET' || method === 'POST'
  const body = { error: 'Cannot answer', code: allowed ? 'signature_missing' : 'method_not_allowed' }
  return Response.json(body, {
    status: allowed ? 401 : 405,
    headers: { 'cache-control': 'no-store', ...(!allowed && { allow: 'GET, POST' }) },
  })
}

/** The right answer; `change` changes it for some methods. */
const changed =
  (methods: string[], change: (response: Response) => Response): FetchHandler =>
  async (request, connection) => {
    const response = await right(request, connection)
    return methods.includes(request.method) ? change(response) : response
  }

const without = (name: string) => (response: Response) => {
  response.headers.delete(name)
  return response
}

async function failuresOf(handler: FetchHandler) {
  const { url, close } = await listen(handler)
  const client = createRawClient(url)
  onTestFinished(async () => {
    await client.close()
    await close()
  })
  const checks = await checkEndpoints([ENDPOINT], client.send)
  expect(checks.map(({ method }) => method)).toEqual([
    'GET',
    'POST',
    'HEAD',
    'OPTIONS',
    'PUT',
    'PATCH',
    'DELETE',
  ])
  return checks
    .filter(({ result }) => result !== 'passed')
    .map(({ method, result, reason }) => ({ method, result, reason }))
}

test('passes an endpoint that refuses as it should', async () => {
  expect(await failuresOf(right)).toEqual([])
})

const failed = (method: string, reason: string) => ({ method, result: 'failed', reason })

test.each([
  {
    name: 'GET is answered to anybody',
    handler: changed(['GET'], () =>
      Response.json({ error: 'x', code: 'x' }, { headers: { 'cache-control': 'no-store' } }),
    ),
    want: [failed('GET', '200, without: status 401')],
  },
  {
    name: 'HEAD is taken for GET',
    handler: changed(
      ['HEAD'],
      () => new Response(null, { status: 401, headers: { 'cache-control': 'no-store' } }),
    ),
    want: [failed('HEAD', '401, without: status 405, Allow: GET, POST')],
  },
  {
    name: 'OPTIONS is answered for other origins',
    handler: changed(['OPTIONS'], () => new Response(null, { status: 204 })),
    want: [failed('OPTIONS', '204, without: status 405, no-store, Allow: GET, POST, JSON with error')],
  },
  {
    name: 'PUT lacks Allow',
    handler: changed(['PUT'], without('allow')),
    want: [failed('PUT', '405, without: Allow: GET, POST')],
  },
  {
    name: 'a refusal may be cached',
    handler: changed(['POST', 'DELETE'], without('cache-control')),
    want: [failed('POST', '401, without: no-store'), failed('DELETE', '405, without: no-store')],
  },
  {
    name: 'a refusal is a page',
    handler: changed(
      ['GET'],
      () => new Response('<html>', { status: 401, headers: { 'cache-control': 'no-store' } }),
    ),
    want: [failed('GET', '401, without: JSON with error')],
  },
])('fails if $name', async ({ handler, want }) => {
  expect(await failuresOf(handler)).toEqual(want)
})

test('an answer that does not come is unknown', async () => {
  const handler: FetchHandler = (request, connection) => {
    if (request.method === 'PATCH') connection.cut()
    return right(request, connection)
  }
  expect(await failuresOf(handler)).toEqual([
    { method: 'PATCH', result: 'unknown', reason: expect.stringContaining('no readable answer') },
  ])
})

const PAGE = { path: '/api/x/page', methods: ['GET', 'POST'], pages: ['GET'] }
const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/html',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

test.each([
  ['a page that says that there is no link', { status: 400, headers: PAGE_HEADERS }, 'passed'],
  [
    'an error of the function',
    { status: 503, headers: { 'cache-control': 'no-store', 'content-type': 'application/json' } },
    'passed',
  ],
  ['a page for everybody', { status: 200, headers: PAGE_HEADERS }, 'failed'],
  [
    'a page that others may frame',
    { status: 400, headers: { ...PAGE_HEADERS, 'content-security-policy': '' } },
    'failed',
  ],
  [
    'a page that a cache may keep',
    { status: 400, headers: { ...PAGE_HEADERS, 'cache-control': '' } },
    'failed',
  ],
])('a public page without a link is %s: %o', async (_name, init, want) => {
  expect(await resultOf(PAGE, init)).toBe(want)
})

test.each([
  ['a page', { status: 200, headers: PAGE_HEADERS }, 'passed'],
  ['an error of the caller', { status: 400, headers: PAGE_HEADERS }, 'failed'],
  [
    'a page that others may frame',
    { status: 200, headers: { ...PAGE_HEADERS, 'content-security-policy': '' } },
    'failed',
  ],
])('a page for anybody is %s: %o', async (_name, init, want) => {
  expect(await resultOf({ ...PAGE, open: ['GET'] }, init)).toBe(want)
})

/** The result of the check of `page` if GET is answered with `init`, and each other method correctly. */
async function resultOf(page: typeof PAGE & { open?: string[] }, init: ResponseInit) {
  const body = JSON.stringify({ error: 'Cannot answer', code: 'settings_missing' })
  const handler: FetchHandler = (request, connection) =>
    request.method === 'GET' ? new Response(body, init) : right(request, connection)
  const { url, close } = await listen(handler)
  const client = createRawClient(url)
  onTestFinished(async () => {
    await client.close()
    await close()
  })
  const checks = await checkEndpoints([page], client.send)
  expect(checks.filter(({ method }) => method !== 'GET').map(({ result }) => result)).toEqual(
    Array(6).fill('passed'),
  )
  return checks.find(({ method }) => method === 'GET')?.result
}
