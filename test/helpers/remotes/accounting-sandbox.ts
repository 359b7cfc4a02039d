/** The accounting sandbox on a loopback socket; every exchange is checked against the service's own description. */
import { expect, onTestFinished } from 'vitest'
import {
  type AccountingSandbox,
  type AccountingSandboxOptions,
  createAccountingSandbox,
} from '../../../sandbox/accounting/sandbox.ts'
import type { Company } from '../../../sandbox/accounting/state.ts'
import { listen } from '../../../sandbox/listen.ts'
import { hasReference, type OpenApi, openapi } from '../http/openapi.ts'
import { watch } from '../http/watch-exchanges.ts'

const DESCRIPTION = 'accounting.openapi.json'

/** 2026-06-15 12:00 in Japan. */
export const NOON = Date.UTC(2026, 5, 15, 3)

/** The service's description; undefined if the reference is not available. */
export const accountingApi: OpenApi | undefined = hasReference(DESCRIPTION) ? openapi(DESCRIPTION) : undefined

export interface RunningSandbox extends AsyncDisposable {
  readonly sandbox: AccountingSandbox
  readonly url: string
  /** The settings with which kura uses the sandbox. */
  readonly settings: Readonly<Record<`ACCOUNTING_${string}`, string>>
  readonly company: Company
  /** The deviations from the description; always empty if there is none. */
  readonly problems: string[]
  /** Each request that was received, `METHOD /path?query`. */
  readonly requests: string[]
  /** The sandbox's clock, in milliseconds; a test moves it. */
  readonly clock: { now: number }
  /** Calls the API with a bearer token; by default with a new one. */
  call(method: string, path: string, options?: CallOptions): Promise<ApiAnswer>
  /** Asks the token endpoint. */
  token(form: Record<string, string>): Promise<ApiAnswer>
}

export interface CallOptions {
  readonly json?: unknown
  readonly token?: string
}

export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly body: any
}

/** Starts a new sandbox, in which no journal job fails unless the test asks for it. */
export async function startAccountingSandbox(
  options: Partial<AccountingSandboxOptions> = {},
): Promise<RunningSandbox> {
  const clock = { now: NOON }
  const sandbox = createAccountingSandbox({ now: () => clock.now, random: () => 0.5, ...options })
  // the trimmed copy of the description lacks the lists of sections and memo tags, and the content of files
  const isDescribed = (path: string) => /^\/api\/1\/(?!(?:sections|tags|receipts\/\d+\/download)$)/.test(path)
  const watched = watch(sandbox.fetch, { api: accountingApi, isDescribed })
  const requests: string[] = []
  const server = await listen((request, connection) => {
    const { pathname, search } = new URL(request.url)
    requests.push(`${request.method} ${pathname}${search}`)
    return watched.handler(request, connection)
  })
  const [company] = sandbox.state.companies
  if (!company) throw new Error('the sandbox has no company')
  const { client_id, client_secret } = sandbox.state.application
  return {
    sandbox,
    url: server.url,
    settings: {
      ACCOUNTING_CLIENT_ID: client_id,
      ACCOUNTING_CLIENT_SECRET: client_secret,
      ACCOUNTING_BASE_URL: server.url,
      ACCOUNTING_TOKEN_URL: `${server.url}/public_api/token`,
      ACCOUNTING_AUTHORIZE_URL: `${server.url}/public_api/authorize`,
    },
    company,
    problems: watched.problems,
    requests,
    clock,
    async call(method, path, { json, token = sandbox.oauth.grant().access_token } = {}) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = json === undefined ? {} : { body: JSON.stringify(json) }
      return answerOf(await fetch(`${server.url}${path}`, { method, headers, ...body }))
    },
    async token(form) {
      const { client_id, client_secret } = sandbox.state.application
      const body = new URLSearchParams({ client_id, client_secret, ...form })
      return answerOf(await fetch(`${server.url}/public_api/token`, { method: 'POST', body }))
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** Starts a new sandbox; the test fails if an exchange did not match the description. */
export async function startDescribedSandbox(): Promise<RunningSandbox> {
  const running = await startAccountingSandbox()
  onTestFinished(async () => {
    await running[Symbol.asyncDispose]()
    expect(running.problems).toEqual([])
  })
  return running
}

async function answerOf(response: Response): Promise<ApiAnswer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}
