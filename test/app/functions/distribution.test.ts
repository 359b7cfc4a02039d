/** The distribution function over real HTTP: document 3, part B, Endpoints and Errors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routesOfDistribution } from '../../../lib/app/functions/distribution.ts'
import { answerSchema } from '../../../lib/core/release/schema.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { OUTAGE } from '../../helpers/memory-store.ts'
import { createTestPublisher, type TestPublisher } from '../../helpers/publishing/release.ts'

const PATH = '/api/distribution'

let publisher: TestPublisher

beforeAll(async () => {
  publisher = await createTestPublisher()
  await publisher.publish({
    'settings/a b.json': '{}',
    'knowledge/営業.md': '# 営業時間\n',
    'icon.bin': Buffer.from([0, 255, 1]),
  })
})
afterAll(() => publisher.remove())

const serve = (more = {}) =>
  serveFunction(routesOfDistribution, { env: { KURA_RELEASE_DIR: publisher.releaseDir }, ...more })

describe('/api/distribution', () => {
  test.each(['GET', 'POST'])('%s hands out one entry for every file, and no cache keeps it', async method => {
    const { call } = await serve()
    const response = await call(PATH, { method })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(
      answerSchema
        .parse(await response.json())
        .files.map(({ path }) => path)
        .sort(),
    ).toEqual(['icon.bin', 'knowledge/営業.md', 'settings/a b.json'])
  })

  test.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])(
    '%s gets 405 with Allow and an error, signed or not',
    async method => {
      const { url, call } = await serve()
      for (const response of [await fetch(url + PATH, { method }), await call(PATH, { method })]) {
        expect(response.status).toBe(405)
        expect(response.headers.get('allow')).toBe('GET, POST')
        expect(response.headers.get('cache-control')).toBe('no-store')
        if (method !== 'HEAD')
          expect(await response.json()).toMatchObject({
            code: 'method_not_allowed',
            error: expect.any(String),
          })
      }
    },
  )

  test.each(['GET', 'POST'])('%s without a signature gets 401 with error and code', async method => {
    const { url } = await serve()
    const response = await fetch(url + PATH, { method })
    expect(response.status).toBe(401)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ code: 'signature_missing', error: expect.any(String) })
  })

  test('authentication comes before routing', async () => {
    const { url, call } = await serve()
    expect((await fetch(`${url}${PATH}/nothing`)).status).toBe(401)
    expect((await call(`${PATH}/nothing`)).status).toBe(404)
  })

  test('a key without the scope gets 403', async () => {
    const { call } = await serve()
    const response = await call(PATH, { scopes: ['chat.send'] })
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 403,
      code: 'scope_missing',
    })
  })

  test('a body over the limit gets 413', async () => {
    const { call } = await serve()
    const response = await call(PATH, { method: 'POST', body: 'x'.repeat(1_600_000) })
    expect(response.status).toBe(413)
  })

  const bodies = [
    { name: 'an unknown field', body: '{"speed":1}', field: /speed/ },
    { name: 'a digest that is none', body: '{"have":"abc"}', field: /have/ },
    { name: 'a wanted digest that is none', body: '{"want":["x"]}', field: /want/ },
    { name: 'a status without its counts', body: '{"status":{"sequence":1}}', field: /status/ },
    { name: 'no JSON', body: '{', field: /body/ },
    { name: 'no object', body: '[]', field: /body/ },
  ]
  test.each(bodies)('a body with $name gets 400 that names the field', async ({ body, field }) => {
    const { call } = await serve()
    const response = await call(PATH, { method: 'POST', body })
    const answer = (await response.json()) as { error: string }
    expect({ status: response.status, ...answer }).toMatchObject({ status: 400, code: 'bad_request' })
    expect(answer.error).toMatch(field)
  })

  test('a deployment without a release says how to publish, and names no path of the host', async () => {
    const { call } = await serve({ env: { KURA_RELEASE_DIR: '/nonexistent/release' } })
    const response = await call(PATH)
    const text = await response.text()
    expect(response.status).toBe(503)
    expect(text).toMatch(/release_missing/)
    expect(text).toMatch(/kura publish/)
    expect(text).not.toMatch(/nonexistent/)
  })

  test('a missing setting is named, not what it holds', async () => {
    const { url } = await serve({ env: { KURA_SECRETS: undefined } })
    const response = await fetch(url + PATH)
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 503,
      code: 'settings_missing',
      missing: ['KURA_SECRETS'],
    })
  })

  test('a deployment that is called by a name it does not know says so', async () => {
    const { call } = await serve({
      env: { KURA_RELEASE_DIR: publisher.releaseDir, KURA_AUTHORITIES: 'kura.example' },
    })
    const response = await call(PATH)
    const text = await response.text()
    expect(response.status).toBe(401)
    expect(text).toMatch(/authority_unknown/)
    expect(text).not.toMatch(/kura\.example/)
  })

  test('a device is answered while the store is down, and the log says so', async () => {
    const { call, store, lines } = await serve()
    store.failure = OUTAGE
    expect((await call(PATH)).status).toBe(200)
    expect(JSON.stringify(lines)).toMatch(/revocations_stale/)
  })

  test('a revocation that was read before the store went down still holds', async () => {
    let now = Date.now()
    const { call, store } = await serve({ now: () => now })
    const entry = { keyid: 'demo:device:1', state: 'revoked', by: 'hana', at: new Date(now).toISOString() }
    await store.swap('revoked', undefined, { value: JSON.stringify([entry]), version: 'v1' })
    expect((await call(PATH)).status).toBe(401)
    store.failure = OUTAGE
    now += 61_000
    expect((await call(PATH)).status).toBe(401)
  })

  test('each request leaves one line and a Server-Timing header; neither holds a secret', async () => {
    const { call, lines } = await serve()
    const response = await call(`${PATH}?root=1`)
    expect(response.headers.get('server-timing')).toMatch(/auth;dur=.*total;dur=/)
    expect(lines).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: PATH,
        status: 200,
        caller: 'demo:device:1',
        release: 1,
      }),
    ])
    expect(JSON.stringify(lines)).not.toMatch(/signature|nonce|hmac/)
  })

  test('a preview answers a device and writes nothing', async () => {
    const env = { KURA_RELEASE_DIR: publisher.releaseDir, VERCEL: '1', VERCEL_ENV: 'preview' }
    const { call, store } = await serve({ env })
    const answer = answerSchema.parse(await (await call(PATH)).json())
    expect(answer.files).toHaveLength(3)
    expect(store.calls.swap).toBe(0)
  })
})
