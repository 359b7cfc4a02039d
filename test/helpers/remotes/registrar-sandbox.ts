/** The registrar's sandbox on a loopback socket; every exchange is checked against the service's own description. */
import {
  createRegistrarSandbox,
  type RegistrarSandbox,
  type RegistrarSandboxOptions,
} from '../../../sandbox/registrar/sandbox.ts'
import { hasReference, type OpenApi, openapi } from '../http/openapi.ts'
import { serveWatched, type Watched } from '../http/watch-exchanges.ts'

const DESCRIPTION = 'registrar.openapi.json'

/** 2026-06-15 12:00 in Japan. */
export const NOON = Date.UTC(2026, 5, 15, 3)

/** The service's description; undefined if the reference is not available. */
export const registrarApi: OpenApi | undefined = hasReference(DESCRIPTION) ? openapi(DESCRIPTION) : undefined

/**
 * Matches the endpoints that document 2 reports as removed or missing: the description has them in another form, or not
 * at all.
 */
const UNDESCRIBED = /^\/v4\/|\/contact-info\/schema$/

/** The description lacks the answer about a missing payment method, failures, and the refusals of the list of events. */
const KNOWN = / reply: the status (?:402|5\d\d) is not described$|^GET \/v3\/events reply: the status /

/** A fictitious registrant. Each value differs from every other text, so that a leak can be found. */
export const CONTACT = {
  firstName: 'Hanako-q7',
  lastName: 'Yamada-q7',
  email: 'hanako-q7@registrant.example',
  phone: '+81.398765432',
  address1: '1-2-3 Chiyoda-q7',
  city: 'Tokyo-q7',
  state: 'Tokyo-to-q7',
  zip: '100-0001-q7',
  country: 'JP',
} as const

/** The texts of the contact data, which must not be stored, logged or shown. */
export const CONTACT_TEXTS = Object.values(CONTACT).filter(value => value.length > 2)

export interface RunningRegistrar extends Watched {
  readonly sandbox: RegistrarSandbox
  /** The settings with which kura uses the sandbox, and buys. */
  readonly settings: Readonly<Record<`REGISTRAR_${string}`, string>>
  /** The sandbox's time, in milliseconds; a test moves it. */
  readonly clock: { now: number }
  call(method: string, path: string, options?: RegistrarCall): Promise<RegistrarAnswer>
  /** Returns the number of charges for a domain that were not refunded. */
  charges(domain: string): number
}

export interface RegistrarCall {
  readonly json?: unknown
  readonly token?: string
  readonly team?: string | undefined
}

export interface RegistrarAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly body: any
}

export async function startRegistrarSandbox(
  options: Partial<RegistrarSandboxOptions> = {},
): Promise<RunningRegistrar> {
  const clock = { now: NOON }
  const sandbox = createRegistrarSandbox({ now: () => clock.now, ...options })
  const isDescribed = (path: string) => !UNDESCRIBED.test(path)
  const served = await serveWatched(sandbox.fetch, { api: registrarApi, isDescribed, known: KNOWN })
  return {
    ...served,
    sandbox,
    settings: {
      REGISTRAR_TOKEN: sandbox.state.token,
      REGISTRAR_TEAM_ID: sandbox.state.teamId,
      REGISTRAR_BASE_URL: served.url,
      REGISTRAR_PURCHASES: 'on',
      REGISTRAR_CAP_ORDER: '5000',
      REGISTRAR_CAP_DAY: '5000',
      REGISTRAR_CAP_MONTH: '9000',
    },
    clock,
    async call(method, path, { json, token = sandbox.state.token, ...rest } = {}) {
      const team = 'team' in rest ? rest.team : sandbox.state.teamId
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const url = new URL(`${served.url}${path}`)
      if (team !== undefined) url.searchParams.set('teamId', team)
      const body = json === undefined ? {} : { body: JSON.stringify(json) }
      const response = await fetch(url, { method, headers, ...body })
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
    charges: domain => keptCharges(sandbox, domain),
  }
}

/**
 * Returns the number of charges for `domain` whose order did not fail, because a failed order is refunded or never
 * charged.
 */
function keptCharges({ state }: RegistrarSandbox, domain: string): number {
  return state.charges.filter(
    charge =>
      charge.domain === domain &&
      !['failed', 'refunded'].includes(state.orders.get(charge.orderId)?.fate.domainStatus ?? ''),
  ).length
}
