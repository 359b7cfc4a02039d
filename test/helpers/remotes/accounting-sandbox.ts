/** The accounting sandbox on a loopback socket; every exchange is checked against the service's own description. */
import {
  type AccountingSandbox,
  type AccountingSandboxOptions,
  createAccountingSandbox,
} from '../../../sandbox/accounting/sandbox.ts'
import type { Company } from '../../../sandbox/accounting/state.ts'
import { hasReference, type OpenApi, openapi } from '../http/openapi.ts'
import { type Description, serveWatched, type Watched } from '../http/watch-exchanges.ts'

const DESCRIPTION = 'accounting.openapi.json'

/** 2026-06-15 12:00 in Japan. */
export const NOON = Date.UTC(2026, 5, 15, 3)

/** The service's description; undefined if the reference is not available. */
export const accountingApi: OpenApi | undefined = hasReference(DESCRIPTION) ? openapi(DESCRIPTION) : undefined

/** The description lacks failures of the service itself. */
const KNOWN = / reply: the status 5\d\d is not described$/

export interface RunningSandbox extends Watched {
  readonly sandbox: AccountingSandbox
  /** The settings with which kura uses the sandbox. */
  readonly settings: Readonly<Record<`ACCOUNTING_${string}`, string>>
  readonly company: Company
  /** The sandbox's clock, in milliseconds; a test moves it. */
  readonly clock: { now: number }
  /** Calls the API with a bearer token; by default with a new one. */
  call(method: string, path: string, options?: CallOptions): Promise<ApiAnswer>
  /** Asks the token endpoint. */
  token(form: Record<string, string>): Promise<ApiAnswer>
}

export type SandboxOptions = Partial<AccountingSandboxOptions> & Pick<Description, 'known'>

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
export async function startAccountingSandbox({
  known = KNOWN,
  ...options
}: SandboxOptions = {}): Promise<RunningSandbox> {
  const clock = { now: NOON }
  const sandbox = createAccountingSandbox({ now: () => clock.now, random: () => 0.5, ...options })
  // the trimmed copy of the description lacks the lists of sections and memo tags, and the content of files
  const isDescribed = (path: string) => /^\/api\/1\/(?!(?:sections|tags|receipts\/\d+\/download)$)/.test(path)
  const served = await serveWatched(sandbox.fetch, { api: accountingApi, isDescribed, known })
  const [company] = sandbox.state.companies
  if (!company) throw new Error('the sandbox has no company')
  const { client_id, client_secret } = sandbox.state.application
  return {
    ...served,
    sandbox,
    settings: {
      ACCOUNTING_CLIENT_ID: client_id,
      ACCOUNTING_CLIENT_SECRET: client_secret,
      ACCOUNTING_BASE_URL: served.url,
      ACCOUNTING_TOKEN_URL: `${served.url}/public_api/token`,
      ACCOUNTING_AUTHORIZE_URL: `${served.url}/public_api/authorize`,
    },
    company,
    clock,
    async call(method, path, { json, token = sandbox.oauth.grant().access_token } = {}) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = json === undefined ? {} : { body: JSON.stringify(json) }
      return answerOf(await fetch(`${served.url}${path}`, { method, headers, ...body }))
    },
    async token(form) {
      const { client_id, client_secret } = sandbox.state.application
      const body = new URLSearchParams({ client_id, client_secret, ...form })
      return answerOf(await fetch(`${served.url}/public_api/token`, { method: 'POST', body }))
    },
  }
}

async function answerOf(response: Response): Promise<ApiAnswer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}
