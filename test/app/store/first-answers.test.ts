/**
 * The table "The first answer of an instance" of `lib/core/store/README.md` has the true number of consecutive calls to
 * the store for which the caller of a new instance waits.
 */
import { readFile } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Core, createCore } from '../../../lib/app/core.ts'
import { routesOfAccounting } from '../../../lib/app/functions/accounting.ts'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { handlerDepsOfCron, routesOfCron } from '../../../lib/app/functions/cron.ts'
import { routesOfDistribution } from '../../../lib/app/functions/distribution.ts'
import { routesOfRegistrar } from '../../../lib/app/functions/registrar.ts'
import { watchingDeps } from '../../../lib/app/health/watch.ts'
import { createHandler, type HandlerDeps } from '../../../lib/core/http/handler.ts'
import { type Route, routeSource } from '../../../lib/core/http/router.ts'
import { deriveSecret } from '../../../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../../../lib/core/signatures/sign.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { TEST_SECRET } from '../../helpers/functions.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { createTestPublisher, type TestPublisher } from '../../helpers/publishing/release.ts'

const README = new URL('../../../lib/core/store/README.md', import.meta.url)
const CRON_SECRET = 'what-the-host-sends-along'
const FINDING = { url: 'https://example.com', at: '2026-06-15T00:00:00Z', conclusion: 'closed', open: [] }
/** The number of turns of the event loop after which no further call belongs to the same round. */
const QUIET = 50

let publisher: TestPublisher
let release = ''

beforeAll(async () => {
  publisher = await createTestPublisher({ now: Date.now() })
  ;({ release } = await publisher.publish({ 'a.json': '{}' }))
})
afterAll(() => publisher.remove())

/**
 * Returns a store that collects all calls of a round, and then answers all of them. `rounds` is the number of rounds.
 */
function createStoreInRounds() {
  const store = createMemoryStore()
  const waiting: (() => void)[] = []
  let rounds = 0
  const answer = async () => {
    for (let turns = 0; turns < QUIET; turns++) await turn()
    rounds += 1
    for (const resume of waiting.splice(0)) resume()
  }
  const held = <A extends unknown[], R>(work: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      await new Promise<void>(resume => {
        if (waiting.push(resume) === 1) void answer()
      })
      return work(...given)
    }
  }
  const { read, readMany, swap, remove, keys } = store
  const inRounds: Store = {
    ...store,
    read: held(read),
    readMany: held(readMany),
    // as in production, a durable swap says whether a replica has confirmed it
    swap: held(async (key, expected, next) => ({
      ...(await swap(key, expected, next)),
      ...(next.durable && { confirmed: true }),
    })),
    remove: held(remove),
    keys: held(keys),
  }
  return { store: inRounds, rounds: () => rounds }
}

interface Asked {
  readonly routes: (core: Core) => readonly Route[]
  readonly deps?: (core: Core) => HandlerDeps
  readonly path: string
  /** The scope of the key that signs; absent for the host's cron, which sends its secret instead of a signature. */
  readonly scope?: string
  readonly body?: object
}

/** Returns the number of consecutive rounds of calls to the store before a new instance answers. */
async function roundsOf({
  routes,
  deps = core => core.handlerDeps,
  path,
  scope,
  body,
}: Asked): Promise<number> {
  const { store, rounds } = createStoreInRounds()
  const core = createCore({
    env: settings(),
    openStore: async () => store,
    now: Date.now,
    clock: () => 0,
    fetch,
    log: () => undefined,
  })
  const url = `https://kura.example${path}`
  const method = body ? 'POST' : 'GET'
  const sent = body && JSON.stringify(body)
  const headers = { 'content-type': 'application/json', ...headersOf({ method, url, scope, body: sent }) }
  const handler = createHandler(routeSource(routes(core)), deps(core))
  const { status } = await handler(new Request(url, { method, headers, ...(sent && { body: sent }) }))
  expect([200, 304]).toContain(status)
  return rounds()
}

function headersOf({
  scope,
  ...request
}: {
  method: string
  url: string
  scope: string | undefined
  body: string | undefined
}) {
  if (scope === undefined) return { authorization: `Bearer ${CRON_SECRET}` }
  const keyid = `hana:${scope}:1`
  return signRequest({
    ...request,
    keyid,
    secret: deriveSecret(TEST_SECRET, keyid),
    now: Date.now(),
    nonce: newNonce(),
  })
}

function settings(): Record<string, string> {
  const secret = `1:${TEST_SECRET.toString('base64url')}`
  return {
    VERCEL: '1',
    VERCEL_ENV: 'production',
    KURA_URL: 'https://kura.example',
    KURA_SECRETS: secret,
    KURA_SEAL_KEYS: secret,
    KURA_RELEASE_DIR: publisher.releaseDir,
    CRON_SECRET,
    UPSTASH_REDIS_REST_URL: 'https://store.invalid',
    UPSTASH_REDIS_REST_TOKEN: 'token',
    ACCOUNTING_CLIENT_ID: 'test',
    ACCOUNTING_CLIENT_SECRET: 'test',
    REGISTRAR_TOKEN: 'test',
    REGISTRAR_TEAM_ID: 'test',
    CHAT_BOT_TOKENS: `MQ.test.${'test'.repeat(6)}`,
    CHAT_GUILD_ID: '1',
  }
}

const REQUESTS: Readonly<Record<string, () => Asked>> = {
  'a device with nothing new': () => ({
    routes: routesOfDistribution,
    path: `/api/distribution?v=1&have=${release}&root=1`,
    scope: 'device',
  }),
  'a page of devices': () => ({ routes: routesOfAdmin, path: '/api/admin/devices', scope: 'admin' }),
  'a list of cases': () => ({
    routes: routesOfAccounting,
    deps: watchingDeps,
    path: '/api/accounting/cases',
    scope: 'accounting.read',
  }),
  'a list of messages': () => ({
    routes: routesOfChat,
    deps: watchingDeps,
    path: '/api/chat/messages',
    scope: 'chat.send',
  }),
  'a list of purchases': () => ({
    routes: routesOfRegistrar,
    path: '/api/registrar/orders',
    scope: 'registrar.read',
  }),
  'a finding of the probe, the first write': () => ({
    routes: routesOfAdmin,
    path: '/api/admin/exposure',
    scope: 'admin',
    body: FINDING,
  }),
  'the daily run of the orders': () => ({
    routes: routesOfCron,
    deps: handlerDepsOfCron,
    path: '/api/cron/orders',
  }),
}

/** The rows of the table. */
async function readTable(): Promise<Record<string, number>> {
  const [, section = ''] = (await readFile(README, 'utf8')).split('## The first answer of an instance')
  const [table = ''] = section.split('\n## ')
  const rows = [...table.matchAll(/^\| ([^|]+?) \| (\d+) \|/gm)]
  return Object.fromEntries(rows.map(([, name = '', rounds]) => [name, Number(rounds)]))
}

test('the table of first answers has a row for each request that is measured', async () => {
  expect(Object.keys(await readTable())).toEqual(Object.keys(REQUESTS))
})

test.each(Object.entries(REQUESTS))('%s waits as often as the table says', async (name, asked) => {
  // continues work after the answer, as the host does
  const context = Symbol.for('@vercel/request-context')
  Object.assign(globalThis, { [context]: { get: () => ({ waitUntil: () => undefined }) } })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, context))
  // loads the code, so that the second call does not load it
  await roundsOf(asked())
  expect(await roundsOf(asked())).toBe((await readTable())[name])
})
