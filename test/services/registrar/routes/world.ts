import { routesOfRegistrar } from '../../../../lib/app/functions/registrar.ts'
import type { Scope } from '../../../../lib/core/signatures/keys.ts'
import { hosted, serveFunction, type TestFunction } from '../../../helpers/functions.ts'
import type { MemoryStore } from '../../../helpers/memory-store.ts'
import {
  CONTACT,
  type RunningRegistrar,
  startRegistrarSandbox,
} from '../../../helpers/remotes/registrar-sandbox.ts'

export const DOMAIN = 'example.com'
const ALL: readonly Scope[] = ['registrar.read', 'registrar.write', 'registrar.buy', 'approve']

/** The settings of a preview deployment. */
export const PREVIEW = hosted('preview')

interface Asked {
  readonly method?: string
  readonly json?: unknown
  readonly scopes?: readonly Scope[]
}

export type RoutesWorld = Awaited<ReturnType<typeof createRoutesWorld>>

/** Serves a new function until the test ends. */
export async function createRoutesWorld() {
  const remote = await startRegistrarSandbox()
  /** Domains that answer over https. */
  const secure = new Set<string>()
  let served = await serve(remote, secure)

  async function ask(path: string, { json, scopes = ALL, method = json ? 'POST' : 'GET' }: Asked = {}) {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const response = await served.call(`/api/registrar${path}`, { method, scopes, name: 'hana', ...body })
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
    return { status: response.status, body: (await response.json()) as any }
  }

  /** The body that buys a domain which was quoted just now. */
  async function purchase(domain = DOMAIN) {
    const terms = { autoRenew: true, contact: CONTACT }
    const { body } = await ask(`/domains/${domain}/quote`, { json: terms })
    return { ...terms, quote: body.quote, confirm: domain }
  }

  return {
    remote,
    secure,
    /** The function that answers. */
    get served() {
      return served
    },
    /** Replaces the function by one with other settings and, if given, another store. */
    async deploy(changes: Record<string, string>, store?: MemoryStore) {
      served = await serve(remote, secure, { changes, store })
    },
    ask,
    purchase,
    buy: async (domain = DOMAIN) =>
      ask(`/domains/${domain}/buy?mode=write`, { json: await purchase(domain) }),
    /** The attempt that a person would be shown now. */
    async shownOperation() {
      const { operation } = (await ask(`/domains/${DOMAIN}/order`)).body
      return { operation: operation as string }
    },
  }
}

interface Deployment {
  readonly changes?: Record<string, string>
  readonly store?: MemoryStore | undefined
}

function serve(
  { settings, clock }: RunningRegistrar,
  secure: ReadonlySet<string>,
  { changes = {}, store }: Deployment = {},
): Promise<TestFunction> {
  const env = { ...settings, ...changes }
  const reach: typeof fetch = async (input, init) => {
    const { protocol, hostname } = new URL(String(input))
    if (protocol !== 'https:') return fetch(input, init)
    if (!secure.has(hostname)) throw new TypeError('fetch failed')
    return new Response(null, { status: 301, headers: { location: `https://${DOMAIN}/` } })
  }
  const kept = store && { openStore: async () => store }
  return serveFunction(routesOfRegistrar, { env, fetch: reach, now: () => clock.now, ...kept })
}
