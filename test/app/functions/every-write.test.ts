/** Every call that changes something, to any service, has an entry in the activity log. */

import { describe, expect, test } from 'vitest'
import { SERVICES } from '../../../lib/app/contracts/services.ts'
import { handlerDepsOfCron } from '../../../lib/app/functions/cron.ts'
import type { Environment } from '../../../lib/core/config/environment.ts'
import { type Endpoint, PUBLIC } from '../../../lib/core/http/contract.ts'
import { isScope, type Scope } from '../../../lib/core/signatures/keys.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { routesOf } from '../../helpers/host/service-routes.ts'

/**
 * Endpoints that only read, although their methods usually change something. A page is among them, because it changes
 * something only through other endpoints.
 */
const READS = ['distribution ask', 'registrar quote']

/** Writes that concern nothing with a name. */
const NAMELESS = [
  'admin exchangeToken',
  'admin recordSettings',
  'admin sendNotices',
  'authorization receiveCode',
  'chat postStatus',
  'people vouch',
]

const CRON_SECRET = 'what-the-host-sends-along'

const ENDPOINTS = SERVICES.flatMap(({ name: service, contract }) =>
  Object.entries(contract.endpoints).map(([name, endpoint]) => ({ service, name, endpoint })),
)
/**
 * The endpoints that change something. Pages are left out: they have no caller with a key, and the endpoints through
 * which they change something are recorded.
 */
const WRITES = ENDPOINTS.filter(({ endpoint }) => endpoint.changes !== 'never' && endpoint.scope !== PUBLIC)

/** Returns a write, with a value for each member that the log keeps; the service refuses most of these writes. */
async function callOf(service: string, endpoint: Endpoint, deployed: Environment = {}) {
  const { method, path, scope, writeScope = scope, changes, logged = [], upload } = endpoint
  const env = { ...deployed, CRON_SECRET }
  const options = service === 'cron' ? { handlerDeps: handlerDepsOfCron, env } : { env }
  const { url, store, call } = await serveFunction(await routesOf(service), options)
  const query = new URLSearchParams(changes === 'by mode' ? { mode: 'write' } : {})
  for (const name of upload || method === 'DELETE' ? logged : []) query.set(name, `the ${name}`)
  const target = `${path.replaceAll(/\{(\w+)\}/g, 'the-$1')}${query.size > 0 ? `?${query}` : ''}`
  const body = JSON.stringify({
    ...Object.fromEntries(logged.map(name => [name, `the ${name}`])),
    person: 'Hana',
  })
  const scopes = [scope, writeScope].filter(isScope) as Scope[]
  const hasBody = method === 'POST' || method === 'PUT'
  const response =
    service === 'cron'
      ? await fetch(url + path, { headers: { authorization: `Bearer ${CRON_SECRET}` } })
      : await call(target, { method, scopes: [...new Set(scopes)], ...(hasBody && { body }) })
  return { response, store }
}

async function entriesOf(service: string, endpoint: Endpoint) {
  const { store } = await callOf(service, endpoint)
  return (await createActivityLog({ store: () => store, now: Date.now }).page({ limit: 10 })).entries
}

test('every endpoint whose method changes something changes something, but for those that are named here', () => {
  const reads = ENDPOINTS.filter(
    ({ endpoint: { method, changes, scope } }) => method !== 'GET' && changes === 'never' && scope !== PUBLIC,
  )
  expect(reads.map(({ service, name }) => `${service} ${name}`)).toEqual(READS)
})

describe('a write has an entry that says what it was about', () => {
  test.each(WRITES.map(write => ({ ...write, title: `${write.service} ${write.name}` })))(
    '$title',
    async ({ service, name, endpoint, title }) => {
      const { method, path, logged = [] } = endpoint
      const entries = (await entriesOf(service, endpoint)).filter(({ act }) => act !== 'serveRelease')
      expect(entries).toMatchObject([{ act: name, endpoint: `${method} ${path}` }])
      const [{ by, person, what, status } = { what: {} } as never] = entries
      expect(by).toEqual(
        service === 'cron' ? 'cron' : expect.stringContaining(endpoint.writeScope ?? endpoint.scope),
      )
      expect(status).toBeGreaterThanOrEqual(200)
      const segments = [...path.matchAll(/\{(\w+)\}/g)].map(([, segment = '']) => [segment, `the-${segment}`])
      const members = logged.map(member => [member, `the ${member}`])
      expect(what).toMatchObject(Object.fromEntries([...segments, ...members]))
      const isNamed = segments.length + members.length > 0
      expect(isNamed || service === 'cron' || NAMELESS.includes(title)).toBe(true)
      expect(person).toBe(
        method === 'POST' && !endpoint.upload ? 'Hana' : method === 'PUT' ? 'Hana' : undefined,
      )
    },
  )
})

describe('a function of a host that does not say what it runs refuses, and writes nothing', () => {
  const hosted = { LAMBDA_TASK_ROOT: '/var/task', UPSTASH_REDIS_REST_URL: 'https://store.invalid' }
  test.each(WRITES.map(write => ({ ...write, title: `${write.service} ${write.name}` })))(
    '$title',
    async ({ service, endpoint }) => {
      const { response, store } = await callOf(service, endpoint, hosted)
      const { code, hint } = (await response.json()) as Record<string, string>
      expect({ code, hint }).toEqual({
        code: 'not_in_preview',
        hint: expect.stringContaining('tick "Automatically expose System Environment Variables"'),
      })
      expect(store.calls).toMatchObject({ swap: 0, remove: 0 })
    },
  )
})
