/**
 * Serves kura's functions on a loopback socket, with the test's own dependencies, and sends signed calls to them. A
 * test fails if a function gives an answer that kura's OpenAPI document does not allow.
 */
import { expect, onTestFinished } from 'vitest'
import { type Core, type CoreDeps, createCore } from '../../lib/app/core.ts'
import { createHandler, type HandlerDeps } from '../../lib/core/http/handler.ts'
import { type Route, routeSource } from '../../lib/core/http/router.ts'
import { deriveSecret, type Scope } from '../../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../../lib/core/signatures/sign.ts'
import type { Store } from '../../lib/core/store/store.ts'
import { listen } from '../../sandbox/listen.ts'
import { answerProblems } from './http/described-answers.ts'
import { createMemoryStore, type MemoryStore, unlistedKeys } from './memory-store.ts'

/** The secret of epoch 1, from which the functions of a test derive their keys. */
export const TEST_SECRET = Buffer.alloc(32, 7)

export interface TestFunction {
  readonly url: string
  /** The settings that the function sees; a test may change settings that the function reads late. */
  readonly env: Record<string, string | undefined>
  /** The store as it is: anyone with write access sees it like this. */
  readonly store: MemoryStore
  /** The store as the function sees it: with the MACs of its own records. */
  readonly own: Store
  /** The parsed lines of the log. */
  readonly lines: Record<string, unknown>[]
  /** Sends a signed request; the body is signed unchanged. */
  call(path: string, options?: TestCall): Promise<Response>
}

export interface TestCall {
  readonly method?: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly contentType?: string
  readonly scopes?: readonly Scope[]
  readonly name?: string
}

export interface ServeOptions extends Partial<CoreDeps> {
  /** Returns the dependencies of the handler, if the function authenticates its callers in its own way. */
  readonly handlerDeps?: (core: Core) => HandlerDeps
}

/** Serves `routes` until the test ends; `env` is their whole environment. */
export async function serveFunction(
  routes: (core: Core) => readonly Route[],
  { env = {}, handlerDeps = core => core.handlerDeps, ...deps }: ServeOptions = {},
): Promise<TestFunction> {
  const store = createMemoryStore(deps.now ? { now: deps.now } : {})
  const lines: Record<string, unknown>[] = []
  const settings: Record<string, string | undefined> = {
    KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
    ...env,
  }
  const core = createCore({
    env: settings,
    now: Date.now,
    clock: () => performance.now(),
    fetch,
    log: line => void lines.push(JSON.parse(line)),
    openStore: async () => store,
    ...deps,
  })
  const handler = createHandler(routeSource(routes(core)), handlerDeps(core))
  const undescribed: string[] = []
  const server = await listen(async request => {
    const asked = request.clone()
    const response = await handler(request)
    undescribed.push(...(await answerProblems(asked, response)))
    return response
  })
  settings['KURA_URL'] ??= server.url
  onTestFinished(() => expect(undescribed).toEqual([]))
  onTestFinished(() =>
    expect(
      unlistedKeys(store.written.keys()),
      'lib/core/store/README.md needs a row for each in "Every key"',
    ).toEqual([]),
  )
  onTestFinished(() => server.close())
  const now = deps.now ?? Date.now
  return {
    url: server.url,
    env: settings,
    store,
    own: core.store(),
    lines,
    call: (path, options) => sendSigned(`${server.url}${path}`, { now: now(), ...options }),
  }
}

/** The settings of a deployment at the host; no test reaches its store. */
export const hosted = (as: 'preview' | 'production') => ({
  VERCEL: '1',
  VERCEL_ENV: as,
  UPSTASH_REDIS_REST_URL: 'https://store.invalid',
  UPSTASH_REDIS_REST_TOKEN: 'token',
})

/** Returns the content of the file of an operator's key for the host at `url`. */
export function keyText(url: string, keyid: string): string {
  return JSON.stringify({ url, keyid, secret: deriveSecret(TEST_SECRET, keyid).toString('base64url') })
}

/** Sends a request that is signed with a key derived from the test's secret. */
function sendSigned(
  url: string,
  { method = 'GET', body, contentType, scopes = ['device'], name = 'demo', now }: TestCall & { now: number },
): Promise<Response> {
  const keyid = `${name}:${scopes.join('+')}:1`
  const sent = body ?? (method === 'GET' || method === 'HEAD' ? undefined : '')
  const headers = signRequest({
    method,
    url,
    body: sent,
    keyid,
    secret: deriveSecret(TEST_SECRET, keyid),
    now,
    nonce: newNonce(),
  })
  const typed = contentType === undefined ? headers : { ...headers, 'content-type': contentType }
  return fetch(new URL(url), { method, headers: typed, ...(sent !== undefined && { body: sent }) })
}
