import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Authenticator, createHandler } from '../../../lib/core/http/handler.ts'
import { type Route, routeSource } from '../../../lib/core/http/router.ts'
import { createAuthenticator } from '../../../lib/core/signatures/authenticator.ts'
import { changeRevocation } from '../../../lib/core/signatures/revocations.ts'
import { newNonce, signRequest } from '../../../lib/core/signatures/sign.ts'
import { listAll } from '../../../lib/core/store/list.ts'
import { ADDRESS, forgeRequest, KEYID, NOW, SETTINGS, secretOf } from '../../helpers/http/forged-request.ts'
import { createMemoryStore, OUTAGE } from '../../helpers/memory-store.ts'

const now = () => NOW

const authenticate = (authenticator: Authenticator, request: Request) =>
  authenticator.authenticate(request, new URL(request.url))

describe('authenticate()', () => {
  test('tells who calls and what the key may do', async () => {
    const authenticator = createAuthenticator({ settings: SETTINGS, now })
    const keyid = 'anna:accounting.read+admin:1'
    const { caller } = await authenticate(authenticator, forgeRequest({ keyid }))
    expect(caller).toEqual({ keyid, name: 'anna', scopes: ['accounting.read', 'admin', 'today.read'] })
  })

  test('refuses a key that KURA_REVOKED names', async () => {
    const authenticator = createAuthenticator({ settings: { ...SETTINGS, revoked: [KEYID] }, now })
    await expect(authenticate(authenticator, forgeRequest())).rejects.toMatchObject({ code: 'key_revoked' })
  })

  test('refuses a key that the store names, and says so to no one without the key', async () => {
    const store = createMemoryStore({ now })
    await changeRevocation(store, { keyid: KEYID, state: 'revoked', by: 'anna' })
    const authenticator = createAuthenticator({ settings: SETTINGS, store: () => store, now })
    await expect(authenticate(authenticator, forgeRequest())).rejects.toMatchObject({ code: 'key_revoked' })
    const stranger = forgeRequest({ secret: Buffer.alloc(32) })
    await expect(authenticate(authenticator, stranger)).rejects.toMatchObject({ code: 'signature_invalid' })
  })

  test('says that a request is signed while the list is read, and nothing of a stranger or later', async () => {
    const store = createMemoryStore({ now })
    const authenticator = createAuthenticator({ settings: SETTINGS, store: () => store, now })
    let signed = 0
    const ask = (request: Request) =>
      authenticator.authenticate(request, new URL(request.url), () => {
        signed += 1
      })
    await expect(ask(forgeRequest({ secret: Buffer.alloc(32) }))).rejects.toThrow()
    expect(signed).toBe(0)
    const asked = ask(forgeRequest())
    expect(signed).toBe(1)
    await asked
    await ask(forgeRequest())
    expect(signed).toBe(1)
  })

  test('accepts no write of a revoked key on an instance whose first read of the list failed', async () => {
    const store = createMemoryStore({ now })
    await changeRevocation(store, { keyid: KEYID, state: 'revoked', by: 'anna' })
    store.failure = OUTAGE
    const authenticator = createAuthenticator({ settings: SETTINGS, store: () => store, now })
    const { spendNonce } = await authenticate(authenticator, forgeRequest())
    store.failure = undefined
    await expect(spendNonce({})).rejects.toMatchObject({ code: 'key_revoked' })
  })

  test('accepts no operator on an instance that cannot read the list, and each as soon as it can', async () => {
    const store = createMemoryStore({ now })
    const keyid = 'anna:accounting.read:1'
    await changeRevocation(store, { keyid, state: 'revoked', by: 'hana' })
    store.failure = OUTAGE
    const authenticator = createAuthenticator({ settings: SETTINGS, store: () => store, now })
    const ask = (of: string) => authenticate(authenticator, forgeRequest({ keyid: of }))
    await expect(ask(keyid)).rejects.toMatchObject({ code: 'store_unavailable' })
    store.failure = undefined
    await expect(ask(keyid)).rejects.toMatchObject({ code: 'key_revoked' })
    expect((await ask('hana:accounting.read:1')).caller.name).toBe('hana')
  })

  test('answers while the store is down, and the log says so', async () => {
    const store = createMemoryStore({ now })
    store.failure = OUTAGE
    const notes: unknown[] = []
    const authenticator = createAuthenticator({
      settings: SETTINGS,
      store: () => store,
      now,
      note: (event, facts) => notes.push({ event, ...facts }),
    })
    await authenticate(authenticator, forgeRequest())
    await authenticate(authenticator, forgeRequest())
    expect(notes).toEqual([
      {
        event: 'revocations_stale',
        text: 'Cannot read the revoked keys: KURA_REVOKED and the last known list apply to devices',
        cause: 'Cannot reach the store: it is switched off by the test',
      },
    ])
  })
})

describe('checkBody()', () => {
  const authenticator = createAuthenticator({ settings: SETTINGS, now })
  const bytes = (text: string) => new TextEncoder().encode(text)

  test.each([
    { name: 'the signed body', request: { method: 'POST', body: '{"a":1}' }, body: '{"a":1}', ok: true },
    { name: 'an empty body that was signed', request: { method: 'POST' }, body: '', ok: true },
    { name: 'a changed body', request: { method: 'POST', body: '{"a":1}' }, body: '{"a":2}', ok: false },
    { name: 'a body cut short', request: { method: 'POST', body: '{"a":1}' }, body: '{"a":1', ok: false },
    { name: 'a body in place of none', request: { method: 'POST' }, body: '{}', ok: false },
    { name: 'no body in place of one', request: { method: 'POST', body: '{}' }, body: '', ok: false },
    { name: 'no body of a GET', request: {}, body: '', ok: true },
    { name: 'a body of a GET', request: {}, body: 'x', ok: false },
  ])('$name: $ok', async ({ request, body, ok }) => {
    const signed = forgeRequest(request)
    const authenticated = await authenticate(authenticator, signed)
    const check = () => authenticated.checkBody(bytes(body))
    if (ok) expect(check).not.toThrow()
    else expect(check).toThrow(expect.objectContaining({ code: 'signature_invalid' }))
  })

  test('keeps the bodies of requests apart that an instance serves at the same time', async () => {
    const bodies = ['{"a":1}', '{"b":2}']
    const requests = bodies.map(body => forgeRequest({ method: 'POST', body }))
    const [one, other] = await Promise.all(requests.map(request => authenticate(authenticator, request)))
    expect(() => one?.checkBody(bytes('{"a":1}'))).not.toThrow()
    expect(() => other?.checkBody(bytes('{"a":1}'))).toThrow('it is not the body that was signed')
  })
})

describe('spendNonce()', () => {
  test('lets a request through once, and the same request never again', async () => {
    const store = createMemoryStore({ now })
    const authenticator = createAuthenticator({ settings: SETTINGS, store: () => store, now })
    const [first, replayed] = [forgeRequest(), forgeRequest()]
    const once = await authenticate(authenticator, first)
    const again = await authenticate(authenticator, replayed)
    await once.spendNonce({})
    await expect(again.spendNonce({})).rejects.toMatchObject({ code: 'nonce_used' })
  })

  test('keeps the nonces of requests apart that an instance serves at the same time', async () => {
    const store = createMemoryStore({ now })
    const authenticator = createAuthenticator({ settings: SETTINGS, store: () => store, now })
    const nonces = Array.from({ length: 20 }, newNonce).sort()
    await Promise.all(
      nonces.map(async nonce => {
        const request = forgeRequest({ parameters: { nonce: `"${nonce}"` } })
        const authenticated = await authenticate(authenticator, request)
        await authenticated.spendNonce({})
      }),
    )
    const { records } = await listAll(store, 'nonce/')
    expect(records.map(({ key }) => key)).toEqual(nonces.map(nonce => `nonce/${KEYID}/${nonce}`))
  })

  test('refuses a write if there is no store', async () => {
    const authenticator = createAuthenticator({ settings: SETTINGS, now })
    const authenticated = await authenticate(authenticator, forgeRequest())
    await expect(authenticated.spendNonce({})).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})

describe('over real HTTP', () => {
  const route = { path: '/api/echo', scope: 'device', handle: async () => Response.json({ ok: true }) }
  const routes: Route[] = [
    { ...route, method: 'GET' },
    { ...route, method: 'POST', changes: 'always' },
  ]
  let server: ReturnType<typeof serve>
  let origin = ''

  beforeAll(async () => {
    const listening = Promise.withResolvers<AddressInfo>()
    const store = createMemoryStore({ now })
    const authenticator = () =>
      createAuthenticator({
        settings: { ...SETTINGS, authorities: [new URL(origin).host] },
        store: () => store,
        now,
      })
    const silent = () => undefined
    const parts = { authenticator, clock: () => 0, requestId: () => 'id', log: silent, mayWrite: silent }
    const fetch = createHandler(routeSource(routes), parts)
    const options = { hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false }
    server = serve({ fetch, ...options }, listening.resolve)
    origin = `http://127.0.0.1:${(await listening.promise).port}`
  })

  afterAll(() => new Promise(closed => server.close(closed)))

  /** Sends exactly these headers, with this spelling and in this order. */
  function send(
    method: string,
    headers: readonly (readonly [string, string])[],
    body?: string,
  ): Promise<{ status: number; code?: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; code?: string }>()
    const sent = httpRequest(`${origin}/api/echo`, { method, headers: headers.flat() }, async answer => {
      const text = Buffer.concat(await answer.toArray()).toString()
      resolve({ status: answer.statusCode ?? 0, ...JSON.parse(text) })
    })
    sent.on('error', reject)
    sent.end(body)
    return promise
  }

  function signed(method: string, body?: string): (readonly [string, string])[] {
    const url = `${origin}/api/echo`
    const headers = signRequest({
      method,
      url,
      body,
      keyid: KEYID,
      secret: secretOf(KEYID),
      now: NOW,
      nonce: newNonce(),
    })
    return [['host', new URL(origin).host], ...Object.entries(headers)]
  }

  test('a GET and a POST are answered', async () => {
    expect(await send('GET', signed('GET'))).toMatchObject({ status: 200 })
    expect(await send('POST', [...signed('POST', '{}'), ['content-length', '2']], '{}')).toMatchObject({
      status: 200,
    })
  })

  test('the case of header names does not matter', async () => {
    const headers = signed('GET').map(([name, value]) => [name.toUpperCase(), value] as const)
    expect(await send('GET', headers)).toMatchObject({ status: 200 })
  })

  test('a header sent twice is refused', async () => {
    const headers = signed('GET')
    for (const name of ['signature', 'signature-input']) {
      const twice = headers.filter(([other]) => other === name)
      expect(await send('GET', [...headers, ...twice])).toMatchObject({
        status: 401,
        code: 'signature_malformed',
      })
    }
  })

  test('a POST that is sent again is refused, a GET is answered again', async () => {
    const [post, get] = [[...signed('POST', '{}'), ['content-length', '2'] as const], signed('GET')]
    await send('POST', post, '{}')
    expect(await send('POST', post, '{}')).toMatchObject({ status: 401, code: 'nonce_used' })
    await send('GET', get)
    expect(await send('GET', get)).toMatchObject({ status: 200 })
  })

  test('a body that was changed on the way is refused', async () => {
    const headers = [...signed('POST', '{}'), ['content-length', '2'] as const]
    expect(await send('POST', headers, '[]')).toMatchObject({ status: 401, code: 'signature_invalid' })
  })

  test.each([
    { name: 'with a length', headers: [['content-length', '2']] as const },
    { name: 'in chunks', headers: [['transfer-encoding', 'chunked']] as const },
  ])('a GET with a body $name is refused', async ({ headers }) => {
    const answer = await send('GET', [...signed('GET'), ...headers], '{}')
    expect(answer).toMatchObject({ status: 400, code: 'bad_request' })
  })

  test('a request for another host is refused', async () => {
    const headers = signed('GET').map(
      ([name, value]) => [name, name === 'host' ? 'evil.example' : value] as const,
    )
    expect(await send('GET', headers)).toMatchObject({ status: 401, code: 'authority_unknown' })
  })

  test('an unsigned request is refused before its path is looked at', async () => {
    const answer = await fetch(`${origin}/nowhere`)
    expect([answer.status, await answer.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'signature_missing' }),
    ])
  })
})

test('an address that only a client writes otherwise is the one that was signed', async () => {
  const authenticator = createAuthenticator({ settings: SETTINGS, now })
  const headers = forgeRequest().headers
  const request = new Request(ADDRESS.replace('kura.example.com', 'KURA.EXAMPLE.COM:443'), { headers })
  expect((await authenticate(authenticator, request)).caller).toMatchObject({ keyid: KEYID })
})
