/**
 * Every wait inside a function ends five seconds before the function's own end, which counts from the beginning of the
 * request: the loops of the store, the calls of the store and of the remotes, and their repetitions. The time is the
 * test's own: every timer moves it at once.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { type Core, createCore } from '../../../lib/app/core.ts'
import { routesOfAccounting } from '../../../lib/app/functions/accounting.ts'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { handlerDepsOfCron, routesOfCron } from '../../../lib/app/functions/cron.ts'
import { routesOfRegistrar } from '../../../lib/app/functions/registrar.ts'
import { FUNCTION_LIFE } from '../../../lib/core/claims/lease.ts'
import { createHandler, type HandlerDeps } from '../../../lib/core/http/handler.ts'
import { type Route, routeSource } from '../../../lib/core/http/router.ts'
import { TimeLimit } from '../../../lib/core/remote/time-limit.ts'
import { deriveSecret } from '../../../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../../../lib/core/signatures/sign.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { openUpstashStore } from '../../../lib/core/store/upstash.ts'
import { CREDENTIAL_KEY } from '../../../lib/services/accounting/tokens/schema.ts'
import { TEST_SECRET } from '../../helpers/functions.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { createWorld, LIFETIME } from '../../services/accounting/tokens/world.ts'

const time = vi.hoisted(() => ({ at: 0 }))

vi.mock('node:timers/promises', async original => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async (milliseconds: number, value: unknown, { ref = true } = {}) => {
    // a timer without a ref is the other side of a race, which must never win in the test's own time
    if (!ref) return new Promise(() => undefined)
    const end = time.at + milliseconds
    await new Promise(setImmediate)
    time.at = Math.max(time.at, end)
    return value
  },
}))

const BEGAN = Date.UTC(2026, 3, 1)
const CRON_SECRET = 'what-the-host-sends-along'
/** When each signal fires, and what fires it. */
const limits = new WeakMap<AbortSignal, { readonly end: number; readonly fire: () => void }>()

function moveTime(): void {
  vi.spyOn(performance, 'now').mockImplementation(() => time.at)
  const start = (milliseconds: number) => {
    const controller = new AbortController()
    const fire = () => controller.abort(new DOMException('The call took too long', 'TimeoutError'))
    limits.set(controller.signal, { end: time.at + milliseconds, fire })
    return controller.signal
  }
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(start)
  vi.spyOn(TimeLimit.prototype, 'start').mockImplementation(start)
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => hang(init?.signal ?? undefined))
}

/** A remote that never answers: the call ends with its time-out. */
async function hang(signal: AbortSignal | undefined): Promise<never> {
  const limit = signal && limits.get(signal)
  await turn()
  if (!limit) throw new Error('a call without a time-out')
  time.at = Math.max(time.at, limit.end)
  limit.fire()
  throw signal.reason
}

/** The records with which a caller is authenticated: the store knows them, whatever else it does. */
const isOfCaller = (key: string) => key === 'revoked' || key.startsWith('nonce/')

const STORES = {
  /** Others write each record between each read and each swap. */
  contended: (store: Store): Store => ({
    ...store,
    async swap(key, expected, next) {
      if (isOfCaller(key)) return store.swap(key, expected, next)
      time.at += 5
      const { record, now } = await store.read(key)
      return { done: false, record: { value: record?.value ?? '{}', version: `other-${time.at}` }, now }
    },
  }),
  /** The client of the store gets no answer. */
  silent: (store: Store): Store => {
    const upstash = openUpstashStore({ url: 'https://store.invalid', token: 'token' })
    return {
      ...upstash,
      read: key => (isOfCaller(key) ? store : upstash).read(key),
      swap: (key, ...given) => (isOfCaller(key) ? store : upstash).swap(key, ...given),
    }
  },
  /** Only the remotes hang. */
  sound: (store: Store): Store => store,
} satisfies Record<string, (store: Store) => Store>

interface Asked {
  readonly routes: (core: Core) => readonly Route[]
  readonly deps?: (core: Core) => HandlerDeps
  /** The scope of the key that signs; absent for the host's cron. */
  readonly scope?: string
  readonly body?: object
}

const WRITING = 'accounting.read+accounting.write'
const REQUESTS: Readonly<Record<string, Asked>> = {
  '/api/admin/devices': { routes: routesOfAdmin, scope: 'admin' },
  '/api/admin/enrolments': { routes: routesOfAdmin, scope: 'admin', body: { name: 'mei' } },
  '/api/admin/revocations': { routes: routesOfAdmin, scope: 'admin', body: { keyid: 'lost:admin:1' } },
  '/api/accounting/companies': { routes: routesOfAccounting, scope: 'accounting.read' },
  '/api/accounting/deals?mode=write': {
    routes: routesOfAccounting,
    scope: WRITING,
    body: {
      case: 'receipt 1',
      company_id: 7,
      issue_date: '2026-03-30',
      details: [{ account_item: '消耗品費', rate: 10, qualified: true, amount: 1100 }],
    },
  },
  '/api/accounting/authorize': { routes: routesOfAccounting, scope: 'admin', body: {} },
  '/api/registrar/orders': { routes: routesOfRegistrar, scope: 'registrar.read' },
  '/api/registrar/mail': {
    routes: routesOfRegistrar,
    scope: 'registrar.write',
    body: { subject: 'ACTION REQUIRED: verify example.com', date: '2026-03-30T00:00:00Z' },
  },
  '/api/chat/deliveries?mode=write': {
    routes: routesOfChat,
    scope: 'chat.send',
    body: { name: 'x', text: 'x', channel: '21' },
  },
  '/api/chat/channels/21': { routes: routesOfChat, scope: 'chat.read' },
  '/api/cron/refresh': { routes: routesOfCron, deps: handlerDepsOfCron },
  '/api/cron/orders': { routes: routesOfCron, deps: handlerDepsOfCron },
  '/api/cron/notices': { routes: routesOfCron, deps: handlerDepsOfCron },
}

/** How many milliseconds ago the request began: it may have been under way for a while. */
const AGES = [0, 54_000]

/** Sends the request, and returns how old it is when it is answered. */
async function answered(path: string, asked: Asked, store: Store, age: number) {
  const { routes, deps = core => core.handlerDeps, scope, body } = asked
  const core = createCore({
    env: { ...SETTINGS, ...credential?.env },
    openStore: async () => store,
    now: () => BEGAN + time.at,
    clock: () => time.at,
    fetch: (_, init) => hang(init?.signal ?? undefined),
    log: () => undefined,
  })
  const url = `https://kura.example${path}`
  const method = body ? 'POST' : 'GET'
  const sent = body && JSON.stringify(body)
  const keyid = `hana:${scope}:1`
  const secret = deriveSecret(TEST_SECRET, keyid)
  const signed = { method, url, keyid, secret, now: BEGAN, nonce: newNonce(), ...(sent && { body: sent }) }
  const headers = scope ? signRequest(signed) : { authorization: `Bearer ${CRON_SECRET}` }
  const handler = createHandler(routeSource(routes(core)), { ...deps(core), startOf: () => -age })
  const { status } = await handler(
    new Request(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(sent && { body: sent }),
    }),
  )
  return { status, after: age + time.at }
}

const SEAL = `1:${TEST_SECRET.toString('base64url')}`
const SETTINGS = {
  VERCEL: '1',
  VERCEL_ENV: 'production',
  KURA_URL: 'https://kura.example',
  KURA_SECRETS: SEAL,
  KURA_SEAL_KEYS: SEAL,
  CRON_SECRET,
  UPSTASH_REDIS_REST_URL: 'https://store.invalid',
  UPSTASH_REDIS_REST_TOKEN: 'token',
  REGISTRAR_TOKEN: 'test',
  REGISTRAR_TEAM_ID: 'test',
  CHAT_BOT_TOKENS: `MQ.test.${'test'.repeat(6)}`,
  CHAT_GUILD_ID: '1',
  KURA_NOTICES_CHANNEL_ID: '21',
}

let credential: { readonly value: string; readonly env: object } | undefined

/** Returns a stored credential of the accounting service, and the settings of its application. */
async function newCredential() {
  const { store, settings } = await createWorld()
  const env = { ACCOUNTING_CLIENT_ID: settings.clientId, ACCOUNTING_CLIENT_SECRET: settings.clientSecret }
  return { value: (await store.read(CREDENTIAL_KEY)).record?.value ?? '', env }
}

/** Returns a store with a credential, which is due or not. */
async function authorizedStore(value: string, isDue: boolean): Promise<Store> {
  const store = createMemoryStore({ now: () => BEGAN + (isDue ? LIFETIME : 0) + time.at })
  await store.swap(CREDENTIAL_KEY, undefined, { value, version: 'first' })
  return store
}

const rows = Object.entries(REQUESTS).flatMap(([path, asked]) =>
  Object.entries(STORES).map(([name, storeOf]) => ({ path, asked, name, storeOf })),
)

test.each(rows)('$path is answered in time with a store that is $name', async ({ path, asked, storeOf }) => {
  credential ??= await newCredential()
  moveTime()
  for (const isDue of [false, true])
    for (const age of AGES) {
      const given = storeOf(await authorizedStore(credential.value, isDue))
      time.at = 0
      const { status, after } = await answered(path, asked, given, age)
      expect([400, 404]).not.toContain(status)
      expect(after).toBeLessThan(FUNCTION_LIFE)
    }
})
