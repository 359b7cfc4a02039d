import { describe, expect, test } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import { jsonAnswer } from '../../../lib/core/http/answers.ts'
import { createHandler } from '../../../lib/core/http/handler.ts'
import type { Route } from '../../../lib/core/http/router.ts'
import { CALLER, createTestHandler, ROUTES } from './sample-handler.ts'

describe('createHandler()', () => {
  /** Sends a signed request, of a method and a path: `GET /api/x/things`. */
  const ask = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    return createTestHandler().sendSigned(path, { method })
  }
  const rows = [
    { name: 'answers a route', call: 'GET /api/x/things', status: 200, body: { list: true } },
    {
      name: 'gives a named segment in clear',
      call: 'DELETE /api/x/things/a%20b',
      status: 200,
      body: { id: 'a b' },
    },
    {
      name: 'gives hint and details of an error',
      call: 'GET /api/x/hint',
      status: 409,
      body: { error: 'Cannot do it', code: 'conflict', hint: 'wait', id: 7 },
    },
  ]
  test.each(rows)('$name', async ({ call, status, body }) => {
    const response = await ask(call)
    expect({ status: response.status, body: await response.json() }).toMatchObject({ status, body })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  const refused = [
    { name: 'a path that is no route', call: 'GET /api/x/nothing', status: 404, code: 'not_found' },
    { name: 'a longer path', call: 'GET /api/x/things/1/2', status: 404, code: 'not_found' },
    {
      name: 'a method that the path lacks',
      call: 'POST /api/x/money',
      status: 405,
      code: 'method_not_allowed',
    },
    { name: 'a scope that the key lacks', call: 'GET /api/x/money', status: 403, code: 'scope_missing' },
    {
      name: 'an encoded slash in a segment',
      call: 'DELETE /api/x/things/a%2Fb',
      status: 400,
      code: 'bad_request',
    },
    {
      name: 'an encoded backslash in a segment',
      call: 'DELETE /api/x/things/a%5Cb',
      status: 400,
      code: 'bad_request',
    },
    { name: 'bad percent-encoding', call: 'DELETE /api/x/things/%E0%A4', status: 400, code: 'bad_request' },
    { name: 'an empty segment', call: 'DELETE /api/x/things/', status: 400, code: 'bad_request' },
  ]
  test.each(refused)('refuses $name', async ({ call, status, code }) => {
    const response = await ask(call)
    expect({ status: response.status, body: await response.json() }).toMatchObject({ status, body: { code } })
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
    { method: 'GET', path: '/api/x/things', header: ['content-length', '2'] },
    { method: 'GET', path: '/api/x/things', header: ['content-length', 'x'] },
    { method: 'GET', path: '/api/x/things', header: ['transfer-encoding', 'chunked'] },
    { method: 'GET', path: '/api/x/things', header: ['content-digest', `sha-256=:${'A'.repeat(43)}=:`] },
    { method: 'DELETE', path: '/api/x/things/a', header: ['content-length', '2'] },
  ])('a body with $method is refused: $header', async ({ method, path, header: [name = '', value = ''] }) => {
    const { send } = createTestHandler()
    const response = await send(path, { method, headers: { 'x-key': 'good', [name]: value } })
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: `Cannot read the body: ${method} carries none`,
        code: 'bad_request',
        hint: 'send the request without a body, or with POST',
      },
    ])
  })

  test.each(['GET', 'DELETE'])('a length of 0 with %s is no body', async method => {
    const { send } = createTestHandler()
    const path = method === 'GET' ? '/api/x/things' : '/api/x/things/a'
    const headers = { 'x-key': 'good', 'content-length': '0' }
    expect((await send(path, { method, headers })).status).toBe(200)
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
        ms: { auth: 0, load: 0, work: 0, total: 0 },
      },
    ])
    expect(response.headers.get('server-timing')).toBe('auth;dur=0, load;dur=0, work;dur=0, total;dur=0')
    expect(response.headers.get('x-request-id')).toBe('request-1')
  })

  test('the stages of a request are timed one after the other, and the loading of the routes once', async () => {
    let time = 0
    const clock = () => {
      time += 1.25
      return time
    }
    const { sendSigned, lines } = createTestHandler({ clock })
    await sendSigned('/api/x/things')
    await sendSigned('/api/x/things', { method: 'POST', body: 'x' })
    expect(lines.map(({ ms }) => ms)).toEqual([
      { auth: 1.25, load: 1.25, work: 1.25, total: 5 },
      { auth: 1.25, body: 1.25, nonce: 1.25, work: 1.25, total: 6.25 },
    ])
  })

  test('the stage in which a request fails is timed too', async () => {
    const { send, lines } = createTestHandler({ clock: () => performance.now() })
    await send('/api/x/things')
    expect(lines[0]?.['ms']).toEqual({ auth: expect.any(Number), total: expect.any(Number) })
  })
})

describe('the routes of a function', () => {
  /** A handler whose routes are loaded by `load`. */
  function createLazyHandler(load: () => Promise<readonly Route[]>, lookUp?: () => Promise<void>) {
    const handler = createHandler(
      { methods: ['GET'], open: [], load },
      {
        authenticator: () => ({
          async authenticate({ headers }, _url, onSigned) {
            if (!headers.has('x-key'))
              throw new AppError('signature_missing', 'Cannot tell who calls: the request is not signed')
            if (lookUp) onSigned?.()
            await lookUp?.()
            return { caller: CALLER, checkBody: () => undefined, spendNonce: async () => undefined }
          },
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

  test('are loaded while the key of a signed request is looked up, and answer only if it may call', async () => {
    let [loads, handled] = [0, 0]
    const routes = ROUTES.map(route => ({
      ...route,
      async handle() {
        handled += 1
        return new Response()
      },
    }))
    const load = async () => {
      loads += 1
      return routes
    }
    const send = createLazyHandler(load, async () => {
      expect(loads).toBe(1)
      throw new AppError('key_revoked', 'Cannot accept the signature: the key is revoked')
    })
    expect(await send({ 'x-key': 'good' })).toBe(401)
    expect(handled).toBe(0)
  })

  test('that cannot be loaded ahead are loaded again for the answer', async () => {
    let broken = true
    const load = async () => {
      if (broken) throw new AppError('settings_missing', 'Cannot work without a setting')
      return ROUTES
    }
    const send = createLazyHandler(load, async () => {
      await new Promise(setImmediate)
      broken = false
    })
    expect(await send({ 'x-key': 'good' })).toBe(200)
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
