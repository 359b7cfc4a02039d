import { expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { RUNNING_HEADER } from '../../../lib/core/http/handler.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { OUTAGE } from '../../helpers/memory-store.ts'

const NOW = Date.parse('2026-11-20T00:00:00Z')
const HOSTED = {
  VERCEL: '1',
  VERCEL_ENV: 'production',
  VERCEL_REGION: 'hnd1',
  VERCEL_DEPLOYMENT_ID: 'dpl_1',
  ACCOUNTING_CLIENT_ID: 'id',
}

test('GET /api/admin/health tells code, region, clock and every fault of the settings', async () => {
  const { call } = await serveFunction(routesOfAdmin, { env: HOSTED, now: () => NOW })
  const response = await call('/api/admin/health', { scopes: ['admin'] })
  const health = (await response.json()) as { settings: { missing: string[] }[] }
  expect(health).toMatchObject({
    version: 'dpl_1',
    region: 'hnd1',
    deployment: 'production',
    time: '2026-11-20T00:00:00.000Z',
    store: { problem: { text: expect.stringContaining('UPSTASH_REDIS_REST_URL') } },
    token: { state: 'unreadable' },
  })
  const missing = health.settings.flatMap(({ missing }) => missing)
  expect(missing).toEqual(expect.arrayContaining(['KURA_SEAL_KEYS', 'CRON_SECRET']))
})

test('a function of a host that does not say what it runs is a preview: health and the log name the box', async () => {
  const env = { LAMBDA_TASK_ROOT: '/var/task' }
  const { call, lines } = await serveFunction(routesOfAdmin, { env, now: () => NOW })
  const health = await (await call('/api/admin/health', { scopes: ['admin'] })).json()
  const named = expect.stringContaining('tick "Automatically expose System Environment Variables"')
  expect(health).toMatchObject({
    deployment: 'preview',
    settings: expect.arrayContaining([
      { section: 'hosting', missing: [], invalid: [expect.objectContaining({ text: named })] },
    ]),
  })
  expect(lines).toContainEqual({ event: 'preview', because: named })
})

test('GET /api/admin/health needs the scope admin', async () => {
  const { call } = await serveFunction(routesOfAdmin, { now: () => NOW })
  expect((await call('/api/admin/health')).status).toBe(403)
})

test('a store that fails is named, and does not hide the rest', async () => {
  const { call, store } = await serveFunction(routesOfAdmin, { now: () => NOW })
  // loads the list of revoked keys: for an operator, it must be less than a minute old
  await call('/api/admin/health', { scopes: ['admin'] })
  store.failure = OUTAGE
  const response = await call('/api/admin/health', { scopes: ['admin'] })
  expect(await response.json()).toMatchObject({
    store: { problem: { text: expect.stringContaining('switched off by the test') } },
    version: 'local',
  })
})

test('version and region are told to callers with a valid signature, and to no stranger', async () => {
  const { call, url } = await serveFunction(routesOfAdmin, { env: HOSTED, now: () => NOW })
  for (const path of ['/api/admin/health', '/api/admin/doctor'])
    expect((await call(path)).headers.get(RUNNING_HEADER)).toBe('dpl_1 in hnd1')
  expect((await fetch(`${url}/api/admin/health`)).headers.get(RUNNING_HEADER)).toBeNull()
})
