/**
 * The pages on a loopback socket, the accounting sandbox, and browsers that keep cookies and follow redirects. `function()`
 * is an instance of the deployment: several share one store, and each can die.
 */
import { onTestFinished } from 'vitest'
import { routesOfAuthorization } from '../../../../../lib/app/accounting.ts'
import { type Core, createCore } from '../../../../../lib/app/core.ts'
import { tokensOf } from '../../../../../lib/app/tokens.ts'
import { deriveSecret, type Scope } from '../../../../../lib/core/signatures/keys.ts'
import type { Store } from '../../../../../lib/core/store/store.ts'
import { CREDENTIAL_KEY } from '../../../../../lib/services/accounting/tokens/schema.ts'
import type { AccountingTokens } from '../../../../../lib/services/accounting/tokens/tokens.ts'
import { serveFunction, TEST_SECRET } from '../../../../helpers/functions.ts'
import { createMemoryStore } from '../../../../helpers/memory-store.ts'
import { startAccountingSandbox } from '../../../../helpers/remotes/accounting-sandbox.ts'

const SEAL_KEYS = `1:${Buffer.alloc(32, 9).toString('base64url')}`

/** The company that the user of the sandbox chooses first, and the other one. */
export const COMPANY = { id: 1_234_567, number: '8101234567', name: '開発用テスト事業所' }
export const OTHER = { id: 7_654_321, number: '0091234567', name: '株式会社ことなる番号' }

export const MINUTE = 60_000

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Where the browser is in the end. */
  readonly url: string
}

export type Browser = ReturnType<typeof createBrowser>

/** What browsers send as they open a page. */
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** A browser: its cookies, and redirects that it follows as a navigation. */
export function createBrowser() {
  const cookies = new Map<string, string>()
  const visited: string[] = []
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    visited.push(url)
    const { origin } = new URL(url)
    const cookie = [...cookies].filter(([name]) => name.startsWith(origin)).map(([, pair]) => pair)
    const headers = { accept: ACCEPT, ...(init.headers as Record<string, string>), cookie: cookie.join('; ') }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(`${origin} ${pair.split('=')[0]}`, pair)
    }
    return response
  }
  const browser = {
    cookies,
    /** Every address that it has requested. */
    visited,
    send,
    /** Goes to an address, and on as it is told. `until` stops before an address. */
    async go(url: string, { init, until }: { init?: RequestInit; until?: string } = {}): Promise<Answered> {
      let [at, request] = [url, init]
      for (;;) {
        const response = await send(at, request)
        const location = response.headers.get('location')
        const text = await response.text()
        const next = location === null ? undefined : new URL(location, at).href
        if (next === undefined || (until !== undefined && next.includes(until)))
          return { status: response.status, headers: response.headers, text, url: next ?? at }
        ;[at, request] = [next, undefined]
      }
    },
    /** Presses a button of the page. */
    press(page: Answered, answer: 'keep' | 'drop'): Promise<Answered> {
      return browser.go(page.url, { init: pressed(page, answer) })
    },
  }
  return browser
}

/** The request of a button. */
export function pressed({ text }: Answered, answer: string): RequestInit {
  const token = /name="token" value="([^"]*)"/.exec(text)?.[1] ?? ''
  const body = new URLSearchParams({ token, answer })
  return { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin' } }
}

interface WorldOptions {
  readonly authorized?: boolean
  readonly env?: Readonly<Record<string, string>>
}

export type World = Awaited<ReturnType<typeof createWorld>>

const SETTINGS = {
  KURA_SEAL_KEYS: SEAL_KEYS,
  KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
  KURA_LANGUAGE: 'en',
  // on the host, which has no disk
  VERCEL: '1',
  VERCEL_ENV: 'production',
  UPSTASH_REDIS_REST_URL: 'https://store.invalid',
  UPSTASH_REDIS_REST_TOKEN: 'x',
}

/** `authorized`: kura uses the books of `COMPANY` already. */
export async function createWorld({ authorized = false, env: change = {} }: WorldOptions = {}) {
  const time = { now: Date.UTC(2026, 3, 1) }
  const now = () => time.now
  const service = await startAccountingSandbox({ now })
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]()
  })
  const store = createMemoryStore({ now })
  const env: Record<string, string> = { ...SETTINGS, ...service.settings, ...change }
  const deps = { now, clock: now, fetch: (...given: Parameters<typeof fetch>) => world.fetch(...given) }
  const served = await serveFunction(routesOfAuthorization, {
    env,
    ...deps,
    openStore: async () => watched(store, (...given) => world.dies(...given)),
  })
  const lines = served.lines
  const core: Core = createCore({
    env: { ...env, KURA_URL: served.url },
    ...deps,
    log: line => void lines.push(JSON.parse(line)),
    openStore: async () => store,
  })
  const world = {
    time,
    env: served.env,
    service,
    store,
    lines,
    url: served.url,
    call: served.call,
    /** Replaced by a test that lets the service or the network fail. */
    fetch: fetch as typeof fetch,
    /** Called before and after each write to the store, which waits for it; throws if the function dies there. */
    dies: ((): void => undefined) as Dies,
    tokens: (): AccountingTokens => tokensOf(core, { name: 'test' })(),
    activity: core.activity,
    advance(milliseconds: number) {
      time.now += milliseconds
    },
    /** What an operator asks for: a link. */
    async link({ company, name = 'hana', scopes = ['admin'] }: LinkOptions = {}): Promise<string> {
      const body = JSON.stringify(company === undefined ? {} : { company })
      const response = await served.call('/api/accounting/authorize', { method: 'POST', scopes, name, body })
      return ((await response.json()) as { url: string }).url
    },
    /** The whole way of a person, up to the question. */
    async ask(
      options: LinkOptions = {},
      browser = createBrowser(),
    ): Promise<{ browser: Browser; page: Answered }> {
      return { browser, page: await browser.go(await world.link(options)) }
    },
    /** Refreshes the stored pair. */
    async refresh(): Promise<void> {
      const tokens = world.tokens()
      const token = await tokens.accessToken()
      await tokens.accessToken({ rejected: { token, codes: ['expired_access_token'] } })
    },
    forgetCompany: () => forgetCompany(store),
    revoke: () => revoke(store),
    /** What the service says to the stored token. */
    async works(): Promise<number> {
      const token = await world.tokens().accessToken()
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${service.url}/api/1/companies`, { headers })
      await response.arrayBuffer()
      return response.status
    },
  }
  if (authorized) {
    const { browser, page } = await world.ask()
    await browser.press(page, 'keep')
  }
  return world
}

/** Lets the stored pair be one of which kura does not know whose books it opens. */
async function forgetCompany(store: Store): Promise<void> {
  const { record } = await store.read(CREDENTIAL_KEY)
  const value = JSON.stringify({ ...JSON.parse(record?.value ?? ''), authorization: undefined })
  await store.swap(CREDENTIAL_KEY, record?.version, { value, version: 'forgotten' })
}

/** Revokes the key of the operator who asks for links. */
async function revoke(store: Store): Promise<void> {
  const value = JSON.stringify([{ keyid: 'hana:admin:1', state: 'revoked', by: 'x', at: '2026-04-01' }])
  await store.swap('revoked', undefined, { value, version: 'v' })
}

export interface LinkOptions {
  readonly company?: string
  readonly name?: string
  readonly scopes?: readonly Scope[]
}

type Dies = (when: 'before' | 'after', key: string) => void | Promise<void>

/** The file of an operator's key for the deployment at `url`. */
export function keyFileOf(url: string, keyid = 'hana:admin:1'): string {
  const secret = deriveSecret(TEST_SECRET, keyid).toString('base64url')
  return JSON.stringify({ url, keyid, secret })
}

/** The store of a function that may die at a write. */
function watched(store: Store, dies: Dies): Store {
  return {
    ...store,
    async swap(...given) {
      await dies('before', given[0])
      const answer = await store.swap(...given)
      await dies('after', given[0])
      return answer
    },
  }
}

export const CALLBACK = '/api/accounting/authorize/callback'
export const CONFIRM = '/api/accounting/authorize/confirm'

export function heading({ text }: Answered): string {
  return /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''
}

/** What has been recorded of browsers. */
export async function recorded(world: World) {
  const { entries } = await world.activity().page({ limit: 100 })
  return entries.filter(({ by }) => by === 'browser').map(({ act, what }) => ({ act, ...what }))
}

export async function storedText(world: World): Promise<string> {
  const { keys } = await world.store.keys('tokens/accounting/link/')
  const { records } = await world.store.readMany(keys)
  return records.map(record => record?.value).join('\n')
}
