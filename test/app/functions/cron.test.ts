import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { optionsOf, tokensOf } from '../../../lib/app/accounting-access.ts'
import { createCore } from '../../../lib/app/core.ts'
import { handlerDepsOfCron, routesOfCron } from '../../../lib/app/functions/cron.ts'
import { openStore } from '../../../lib/core/store/open.ts'
import { authorizeHere } from '../../../lib/services/accounting/tokens/authorize/here.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'
import { authorize } from '../../services/accounting/tokens/world.ts'

const SECRET = 'what-the-host-sends-along'
const SEAL_KEYS = `1:${Buffer.alloc(32, 9).toString('base64url')}`

/** Serves the function with an accounting service, and returns a function that calls it. */
async function serveCron(env: Record<string, string | undefined> = {}) {
  const running = await startAccountingSandbox()
  const folder = await temporaryDirectory()
  const settings = {
    CRON_SECRET: SECRET,
    KURA_SEAL_KEYS: SEAL_KEYS,
    KURA_STORE_FILE: join(folder, 'store.db'),
    ...running.settings,
    ...env,
  }
  const deps = { env: settings, openStore, now: Date.now, clock: () => performance.now(), fetch }
  const core = createCore({ ...deps, log: () => undefined })
  onTestFinished(() => core.store().close())
  const served = await serveFunction(routesOfCron, { ...deps, handlerDeps: handlerDepsOfCron })
  const ask = (path = '/api/cron/refresh', { method = 'GET', secret = SECRET } = {}) =>
    fetch(`${served.url}${path}`, { method, headers: { authorization: `Bearer ${secret}` } })
  const options = optionsOf(core, { name: 'test' })
  return {
    ...served,
    running,
    ask,
    tokens: { ...tokensOf(core, { name: 'test' })(), ...authorizeHere(options) },
  }
}

describe('GET /api/cron/refresh', () => {
  test('says that nobody has authorized', async () => {
    const { ask, lines } = await serveCron()
    const response = await ask()
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ did: 'nothing', why: 'unauthorized' })
    expect(lines).toEqual([
      expect.objectContaining({ path: '/api/cron/refresh', caller: 'cron', did: 'nothing', status: 200 }),
    ])
  })

  test('leaves a young credential alone', async () => {
    const { ask, tokens } = await serveCron()
    await authorize(tokens)
    expect(await (await ask()).json()).toMatchObject({ did: 'nothing', why: 'not_due' })
  })

  test('refreshes one that is close to its expiry, and says so', async () => {
    const { ask, tokens, running, lines } = await serveCron()
    running.sandbox.state.expiresIn = 1800
    await authorize(tokens)
    expect(await (await ask()).json()).toMatchObject({
      did: 'refreshed',
      why: 'close_to_expiry',
      token: { state: 'current', generation: 2 },
    })
    expect(running.sandbox.oauth.counts.rotations).toBe(1)
    expect(lines.at(-1)).toMatchObject({ did: 'refreshed', remotes: [{ remote: 'accounting', status: 200 }] })
  })

  test('reports a refresh that the service refused', async () => {
    const { ask, tokens, running } = await serveCron()
    running.sandbox.state.expiresIn = 1800
    await authorize(tokens)
    running.sandbox.oauth.revoke()
    const response = await ask()
    expect(await response.json()).toMatchObject({ did: 'failed', token: { state: 'reauthorize' } })
  })
})

describe('/api/cron', () => {
  const refused = [
    { name: 'no secret', given: { secret: '' }, path: '/api/cron/refresh', status: 401 },
    {
      name: 'another secret',
      given: { secret: 'another-secret-than-that' },
      path: '/api/cron/refresh',
      status: 401,
    },
    { name: 'an unknown job without the secret', given: { secret: '' }, path: '/api/cron/x', status: 401 },
    { name: 'an unknown job', given: {}, path: '/api/cron/x', status: 404 },
    { name: 'another method', given: { method: 'POST' }, path: '/api/cron/refresh', status: 405 },
  ]
  test.each(refused)('$name is $status', async ({ given, path, status }) => {
    const { ask, lines } = await serveCron()
    const response = await ask(path, given)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    if (status === 405) expect(response.headers.get('allow')).toBe('GET')
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain(SECRET)
  })

  test('a deployment without the secret says so', async () => {
    const { ask } = await serveCron({ CRON_SECRET: undefined })
    const response = await ask()
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'settings_missing', missing: ['CRON_SECRET'] })
  })

  test('a preview runs no job', async () => {
    const { ask } = await serveCron({ VERCEL: '1', UPSTASH_REDIS_REST_URL: 'https://x.invalid' })
    expect(await (await ask()).json()).toMatchObject({ code: 'not_in_preview' })
  })

  test('the key of an operator starts no job', async () => {
    const { call } = await serveCron()
    const response = await call('/api/cron/refresh', { scopes: ['admin'] })
    expect(response.status).toBe(403)
    const { hint } = (await response.json()) as { hint: string }
    expect(hint).toMatch(/^the host alone starts this job, with CRON_SECRET/)
    expect(hint).not.toContain('key issue')
  })
})
