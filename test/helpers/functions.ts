/**
 * kura's functions on a loopback socket, over surroundings of the test's own, and signed calls to them. A test in which a
 * function answers what kura's OpenAPI document does not allow fails.
 */
import { expect, onTestFinished } from 'vitest'
import { type Core, createCore, type Surroundings } from '../../lib/app/core.ts'
import { createHandler, type HandlerParts } from '../../lib/http/handler.ts'
import { listen } from '../../lib/http/listen.ts'
import type { Route } from '../../lib/http/router.ts'
import { deriveSecret, type Scope } from '../../lib/signatures/keys.ts'
import { newNonce, signRequest } from '../../lib/signatures/sign.ts'
import { answerProblems } from './http/described-answers.ts'
import { createMemoryStore, type MemoryStore } from './memory-store.ts'

/** The secret of epoch 1 that the functions of a test derive their keys from. */
export const TEST_SECRET = Buffer.alloc(32, 7)

export interface TestFunction {
  readonly url: string
  readonly store: MemoryStore
  /** The log, a parsed line each. */
  readonly lines: Record<string, unknown>[]
  /** A signed request; the body is signed as it is. */
  call(path: string, options?: TestCall): Promise<Response>
}

export interface TestCall {
  readonly method?: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly scopes?: readonly Scope[]
  readonly name?: string
}

export interface ServeOptions extends Partial<Surroundings> {
  /** The function's own way to tell who calls. */
  readonly parts?: (core: Core) => HandlerParts
}

/** Serves `routes` until the test ends; `env` is all that they see of an environment. */
export async function serveFunction(
  routes: (core: Core) => readonly Route[],
  { env = {}, parts = core => core.handlerParts, ...surroundings }: ServeOptions = {},
): Promise<TestFunction> {
  const store = createMemoryStore(surroundings.now ? { now: surroundings.now } : {})
  const lines: Record<string, unknown>[] = []
  const settings: Record<string, string | undefined> = {
    KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
  }
  const core = createCore({
    env: new Proxy(settings, {
      get: (target, name) => (name in env ? env[String(name)] : target[String(name)]),
    }),
    now: Date.now,
    clock: () => performance.now(),
    fetch,
    log: line => void lines.push(JSON.parse(line)),
    openStore: async () => store,
    ...surroundings,
  })
  const handler = createHandler(routes(core), parts(core))
  const undescribed: string[] = []
  const server = await listen(async request => {
    const asked = request.clone()
    const response = await handler(request)
    undescribed.push(...(await answerProblems(asked, response)))
    return response
  })
  settings['KURA_URL'] = server.url
  onTestFinished(() => expect(undescribed).toEqual([]))
  onTestFinished(() => server.close())
  const now = surroundings.now ?? Date.now
  return {
    url: server.url,
    store,
    lines,
    call: (path, options) => sendSigned(`${server.url}${path}`, { now: now(), ...options }),
  }
}

/** Sends a request that is signed with a key derived from the test's secret. */
function sendSigned(
  url: string,
  { method = 'GET', body, scopes = ['device'], name = 'demo', now }: TestCall & { now: number },
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
  return fetch(new URL(url), { method, headers, ...(sent !== undefined && { body: sent }) })
}
