import { describe, expect, test } from 'vitest'
import { AppError } from '../../lib/errors.ts'
import { jsonAnswer } from '../../lib/http/answers.ts'
import { PUBLIC } from '../../lib/http/contract.ts'
import { type AnsweredWrite, createHandler, type HandlerDeps } from '../../lib/http/handler.ts'
import { BROWSER, type Route, routeSource } from '../../lib/http/router.ts'

const CALLER = { keyid: 'hana:admin:1', name: 'hana', scopes: ['admin'] }

const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/api/x/things', scope: 'admin', handle: async () => jsonAnswer({ list: true }) },
  {
    method: 'POST',
    path: '/api/x/things',
    scope: 'admin',
    changes: 'always',
    bodyLimit: 10,
    handle: async ({ body }) => jsonAnswer({ size: body.length }),
  },
  {
    method: 'DELETE',
    path: '/api/x/things/{id}',
    scope: 'admin',
    handle: async ({ params }) => jsonAnswer(params),
  },
  { method: 'GET', path: '/api/x/money', scope: 'registrar.buy', handle: async () => jsonAnswer({}) },
  {
    method: 'GET',
    path: '/api/x/fault',
    scope: 'admin',
    handle: async () => {
      throw new Error('secret in a fault', { cause: new Error('deep') })
    },
  },
  {
    method: 'GET',
    path: '/api/x/hint',
    scope: 'admin',
    handle: async () => {
      throw new AppError('conflict', 'Cannot do it', { hint: 'wait', details: { id: 7 } })
    },
  },
]

/** A handler whose authenticator lets `x-key: good` pass, with everything that it did, in order. */
function createTestHandler(change: Partial<HandlerDeps> = {}, routes: readonly Route[] = ROUTES) {
  const events: string[] = []
  const lines: Record<string, unknown>[] = []
  const handler = createHandler(routeSource(routes), {
    authenticator: () => ({
      async authenticate(request) {
        events.push('authenticate')
        if (request.headers.get('x-key') !== 'good')
          throw new AppError('signature_missing', 'Cannot tell who calls: the request is not signed')
        return CALLER
      },
      checkBody: (_request, body) => void events.push(`body ${body.length}`),
      async spendNonce() {
        events.push('nonce')
      },
    }),
    clock: () => 0,
    mayWrite: () => void events.push('may write'),
    requestId: () => 'request-1',
    log: line => void lines.push(JSON.parse(line)),
    ...change,
  })
  const send = (path: string, init: RequestInit = {}) => handler(new Request(`http://kura.test${path}`, init))
  const sendSigned = (path: string, init: RequestInit = {}) =>
    send(path, { ...init, headers: { 'x-key': 'good' } })
  return { send, sendSigned, events, lines }
}

describe('createHandler()', () => {
  const rows = [
    { name: 'answers a route', method: 'GET', path: '/api/x/things', status: 200, body: { list: true } },
    {
      name: 'gives a named segment in clear',
      method: 'DELETE',
      path: '/api/x/things/a%20b',
      status: 200,
      body: { id: 'a b' },
    },
    {
      name: 'refuses a path that is no route',
      method: 'GET',
      path: '/api/x/nothing',
      status: 404,
      body: { code: 'not_found' },
    },
    {
      name: 'refuses a longer path',
      method: 'GET',
      path: '/api/x/things/1/2',
      status: 404,
      body: { code: 'not_found' },
    },
    {
      name: 'refuses a method that the path lacks',
      method: 'POST',
      path: '/api/x/money',
      status: 405,
      body: { code: 'method_not_allowed' },
    },
    {
      name: 'refuses a scope that the key lacks',
      method: 'GET',
      path: '/api/x/money',
      status: 403,
      body: { code: 'scope_missing' },
    },
    {
      name: 'refuses an encoded slash in a segment',
      method: 'DELETE',
      path: '/api/x/things/a%2Fb',
      status: 400,
      body: { code: 'bad_request' },
    },
    {
      name: 'refuses an encoded backslash in a segment',
      method: 'DELETE',
      path: '/api/x/things/a%5Cb',
      status: 400,
      body: { code: 'bad_request' },
    },
    {
      name: 'refuses bad percent-encoding',
      method: 'DELETE',
      path: '/api/x/things/%E0%A4',
      status: 400,
      body: { code: 'bad_request' },
    },
    {
      name: 'refuses an empty segment',
      method: 'DELETE',
      path: '/api/x/things/',
      status: 400,
      body: { code: 'bad_request' },
    },
    {
      name: 'gives hint and details of an error',
      method: 'GET',
      path: '/api/x/hint',
      status: 409,
      body: { error: 'Cannot do it', code: 'conflict', hint: 'wait', id: 7 },
    },
  ]
  test.each(rows)('$name', async ({ method, path, status, body }) => {
    const response = await createTestHandler().sendSigned(path, { method })
    expect({ status: response.status, body: await response.json() }).toMatchObject({ status, body })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'PROPFIND'])(
    '%s gets 405 with Allow, before it is authenticated',
    async method => {
      const { send, events } = createTestHandler()
      const response = await send('/api/x/things', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, POST, DELETE')
      expect(events).toEqual([])
    },
  )

  test('authentication comes before routing: unsigned is 401 on any path', async () => {
    const { send } = createTestHandler()
    for (const path of ['/api/x/things', '/api/x/nothing']) {
      const response = await send(path)
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ code: 'signature_missing' })
    }
  })

  test('a write spends its nonce after the body is checked', async () => {
    const { sendSigned, events } = createTestHandler()
    const response = await sendSigned('/api/x/things', { method: 'POST', body: 'abc' })
    expect(await response.json()).toEqual({ size: 3 })
    expect(events).toEqual(['authenticate', 'body 3', 'may write', 'nonce'])
  })

  test.each([
    { query: '', write: false },
    { query: '?mode=dry-run', write: false },
    { query: '?mode=dry-run&mode=dry-run', write: false },
    { query: '?mode=write', write: true },
    { query: '?mode=dry-run&mode=write', write: true },
    { query: '?mode=Write', write: true },
    { query: '?mode=', write: true },
    { query: '?m%6Fde=write', write: true },
  ])('a route that writes by its mode, asked with "$query": a write is $write', async ({ query, write }) => {
    const handle = async () => jsonAnswer({})
    const route: Route = { method: 'POST', path: '/api/x/act', scope: 'admin', changes: 'by mode', handle }
    const { sendSigned, events } = createTestHandler({}, [route])
    await sendSigned(`/api/x/act${query}`, { method: 'POST', body: 'abc' })
    expect(events).toEqual(['authenticate', 'body 3', ...(write ? ['may write', 'nonce'] : [])])
  })

  test.each([
    { method: 'POST', want: 'body 3' },
    { method: 'PUT', want: 'body 3' },
    { method: 'PATCH', want: 'body 3' },
    { method: 'DELETE', want: 'body 0' },
    { method: 'OPTIONS', want: 'body 0' },
  ])('of a $method the $want is taken, as its signature covers it', async ({ method, want }) => {
    const route = { method, path: '/api/x/any', scope: 'admin', handle: async () => jsonAnswer({}) }
    const { sendSigned, events } = createTestHandler({}, [route])
    await sendSigned('/api/x/any', { method, body: 'abc' })
    expect(events).toEqual(['authenticate', want])
  })

  test('a body over the limit is 413 and acts on nothing', async () => {
    const { sendSigned, events } = createTestHandler()
    const response = await sendSigned('/api/x/things', { method: 'POST', body: 'x'.repeat(11) })
    expect(response.status).toBe(413)
    expect(events).toEqual(['authenticate'])
  })

  test('a fault is a bare 500: what it says goes to the log, with its cause', async () => {
    const { sendSigned, lines } = createTestHandler()
    const response = await sendSigned('/api/x/fault')
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toMatch(/secret|deep|\.ts/)
    expect(lines[0]).toMatchObject({ code: 'internal', status: 500, cause: 'deep' })
    expect(String(lines[0]?.['fault'])).toMatch(/secret in a fault/)
  })

  test('missing settings are said before anything else can fail', async () => {
    const missing = () => {
      throw new AppError('settings_missing', 'Cannot work without the settings KURA_SECRETS')
    }
    const response = await createTestHandler({ authenticator: missing }).send('/api/x/things')
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 503,
      body: { code: 'settings_missing' },
    })
  })

  test('each request leaves one line and its timing', async () => {
    const { sendSigned, lines } = createTestHandler()
    const response = await sendSigned('/api/x/things?token=abc')
    expect(lines).toEqual([
      {
        id: 'request-1',
        method: 'GET',
        path: '/api/x/things',
        status: 200,
        caller: 'hana:admin:1',
        ms: { auth: 0, work: 0, total: 0 },
      },
    ])
    expect(response.headers.get('server-timing')).toBe('auth;dur=0, work;dur=0, total;dur=0')
    expect(response.headers.get('x-request-id')).toBe('request-1')
  })
})

describe('the routes of a function', () => {
  /** A handler whose routes are loaded by `load`. */
  function createLazyHandler(load: () => Promise<readonly Route[]>) {
    const handler = createHandler(
      { methods: ['GET'], open: [], load },
      {
        authenticator: () => ({
          async authenticate({ headers }) {
            if (headers.has('x-key')) return CALLER
            throw new AppError('signature_missing', 'Cannot tell who calls: the request is not signed')
          },
          checkBody: () => undefined,
          spendNonce: async () => undefined,
        }),
        clock: () => 0,
        mayWrite: () => undefined,
        requestId: () => 'request-1',
        log: () => undefined,
      },
    )
    return async (headers: Record<string, string>) =>
      (await handler(new Request('http://kura.test/api/x/things', { headers }))).status
  }

  test('are loaded for the first caller who is authenticated, and once', async () => {
    let loads = 0
    const send = createLazyHandler(async () => {
      loads += 1
      return ROUTES
    })
    expect(await send({})).toBe(401)
    expect(loads).toBe(0)
    expect(await Promise.all([send({ 'x-key': 'good' }), send({ 'x-key': 'good' })])).toEqual([200, 200])
    expect(loads).toBe(1)
  })

  test('are loaded again after a failure', async () => {
    let broken = true
    const send = createLazyHandler(async () => {
      if (broken) throw new AppError('settings_missing', 'Cannot work without a setting')
      return ROUTES
    })
    expect(await send({ 'x-key': 'good' })).toBe(503)
    broken = false
    expect(await send({ 'x-key': 'good' })).toBe(200)
  })
})

describe('a public endpoint', () => {
  const page = { path: '/api/x/page', scope: PUBLIC, handle: async () => new Response('page') }
  const PUBLIC_ROUTES: readonly Route[] = [
    ...ROUTES,
    { method: 'GET', ...page },
    { method: 'POST', ...page, changes: 'always' },
  ]

  test('is answered without a signature, and nothing is told of the code that runs', async () => {
    const callers: unknown[] = []
    const onCaller = async (caller: unknown) => void callers.push(caller)
    const { send, events } = createTestHandler({ running: 'v1', onCaller }, PUBLIC_ROUTES)
    const response = await send('/api/x/page?x=1')
    expect([response.status, await response.text()]).toEqual([200, 'page'])
    expect(response.headers.has('x-kura-running')).toBe(false)
    expect([events, callers]).toEqual([[], []])
  })

  test('that writes spends no nonce, is not allowed in a preview, and is reported', async () => {
    const reports: unknown[] = []
    const onWrite = async ({ call, status }: AnsweredWrite) => void reports.push([call.caller, status])
    const { send, events } = createTestHandler({ onWrite }, PUBLIC_ROUTES)
    const form = { method: 'POST', body: 'a=b' }
    expect((await send('/api/x/page', form)).status).toBe(200)
    expect(events).toEqual(['may write'])
    expect(reports).toEqual([[BROWSER, 200]])
    const mayWrite = () => {
      throw new AppError('not_in_preview', 'Cannot write: this is a preview')
    }
    const preview = createTestHandler({ mayWrite }, PUBLIC_ROUTES)
    expect((await preview.send('/api/x/page', form)).status).toBe(503)
  })

  test.each([
    ['GET', '/api/x/page/'],
    ['GET', '/api/x/page/more'],
    ['GET', '//api/x/page'],
    ['GET', '/api/x/p%61ge'],
    ['DELETE', '/api/x/page'],
    ['GET', '/api/x/things'],
  ])('does not open what is beside it: %s %s', async (method, path) => {
    const { send } = createTestHandler({}, PUBLIC_ROUTES)
    expect((await send(path, { method })).status).toBe(401)
  })
})
