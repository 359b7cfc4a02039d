/**
 * The accounting service's token endpoint, the credential, and the processes that share the credential, for the worlds
 * of tokens.
 */
import { english } from '../../../lib/core/language/text.ts'
import { createSealer } from '../../../lib/core/store/seal.ts'
import { formatAuthorization } from '../../../lib/services/accounting/tokens/authorize/authorization.ts'
import type { TokenDeps } from '../../../lib/services/accounting/tokens/deps.ts'
import { openPair, sealPair } from '../../../lib/services/accounting/tokens/exchange/pair.ts'
import { GRACE } from '../../../lib/services/accounting/tokens/keeper.ts'
import {
  CREDENTIAL_KEY,
  type Credential,
  credentialFormat,
  type Issued,
  UNSTORED_KEY,
  unstoredFormat,
} from '../../../lib/services/accounting/tokens/schema.ts'
import { joinJournals } from '../../../lib/services/accounting/tokens/storing/joined-journals.ts'
import { createLogJournal } from '../../../lib/services/accounting/tokens/storing/journal.ts'
import { createSecondRecord } from '../../../lib/services/accounting/tokens/storing/second-record.ts'
import { MAX_DURATION } from '../../../lib/services/accounting/tokens/tokens.ts'
import { createReach, type Remote, UNTIMED } from '../network.ts'
import type { Simulation } from '../simulation.ts'
import { createSimulatedStore, type SimulatedStore } from '../store.ts'

export const LEASE = MAX_DURATION + GRACE
/**
 * Milliseconds after a refresh token was sent in which no other process may send it: the shortest pause after an
 * attempt.
 */
const ALONE = 60_000
export const HOUR = 3_600_000
/** The company whose books are in use, and are authorized again. */
const COMPANY = { id: 1, number: '1', name: 'one' }

export const SETTINGS = {
  clientId: 'kura',
  clientSecret: 'secret',
  tokenUrl: 'https://books.invalid/token',
  authorizeUrl: 'https://books.invalid/authorize',
  redirectUri: 'urn:ietf:wg:oauth:2.0:oob',
}
/** The sealer, without randomness. */
export const SEALER = createSealer([{ epoch: '1', secret: Buffer.alloc(32, 7) }], {
  random: size => Buffer.alloc(size, 7),
})

/** The pair of tokens that is stored when the story begins. */
const FIRST_PAIR = sealPair(SEALER, { accessToken: 'a1', refreshToken: 'r1' }, 1)

export interface Service {
  /** The refresh tokens that still work. */
  readonly living: string[]
  /** When each refresh token was last used, in milliseconds since the epoch. */
  readonly spent: Record<string, number>
  /** How a refresh token was sent again too early. */
  hasty?: string | undefined
  /** The refresh tokens that were issued for a code, after it was used. */
  fromCode: string[] | undefined
  /** The refresh tokens that the service has revoked because their code was sent again. */
  readonly revoked: string[]
  count: number
  hasRefused: boolean
}

export interface TokenStage {
  readonly simulation: Simulation
  readonly store: SimulatedStore
  readonly service: Service
  /** The pairs that a process has received. */
  readonly received: { readonly actor: string; readonly token: string }[]
  /** The answers in the log. */
  readonly log: Issued[]
}

/** Creates a store whose access token has just expired, and a service at which its refresh token works. */
export function createTokenStage(simulation: Simulation): TokenStage {
  const store = createSimulatedStore(simulation)
  const service: Service = simulation.share<Service>({
    living: ['r1'],
    spent: {},
    fromCode: undefined,
    revoked: [],
    count: 1,
    hasRefused: false,
  })
  const stage = { simulation, store, service, received: simulation.share([]), log: simulation.share([]) }
  store.put(CREDENTIAL_KEY, credentialFormat.format(expiredCredential(simulation.now)))
  return stage
}

/** Returns the broken promise if a refresh token was sent again too early after `failures` failed attempts. */
function brokenPause(
  token: string,
  { gap, failures }: { gap: number; failures: number },
): string | undefined {
  if (gap < ALONE) return `the refresh token ${token} was sent twice within ${gap / 1000} s`
  const pause = failures > 0 ? Math.min(ALONE * 2 ** (failures - 1), HOUR) : ALONE
  return gap < pause ? `${gap / 1000} s after failure ${failures} it was sent again` : undefined
}

export function credentialIn(store: SimulatedStore): Credential {
  return credentialFormat.parse(store.record(CREDENTIAL_KEY) ?? '')
}

export function brokenLifecycle({ store, service }: TokenStage): string | undefined {
  const credential = credentialIn(store)
  const { lifecycle } = credential
  if (lifecycle.state !== 'reauthorize') return undefined
  const { refreshToken } = openPair(SEALER, credential)
  if (service.living.includes(refreshToken))
    return `a person must authorize (${english(lifecycle.reason)}), and the refresh token works`
  if (service.hasRefused) return undefined
  return `a person must authorize (${english(lifecycle.reason)}), and the service has refused nothing`
}

/**
 * Returns the broken promise if a pair was lost: if a process that lives on has received a pair, a refresh token that
 * works must be kept.
 */
export function lostPair({ simulation, store, service, received, log }: TokenStage): string | undefined {
  const isLiving = (token: string) => service.living.includes(token)
  const reached = received.find(
    ({ actor, token }) => isLiving(token) && simulation.actors.get(actor)?.state === 'ended',
  )
  const aside = store.record(UNSTORED_KEY)
  const kept = [credentialIn(store), ...(aside ? unstoredFormat.parse(aside) : []), ...log]
  if (!reached || kept.some(issued => isLiving(openPair(SEALER, issued).refreshToken))) return undefined
  return `the refresh token ${reached.token} reached ${reached.actor}, and nothing keeps it`
}

function expiredCredential(now: number): Credential {
  return {
    generation: 1,
    operation: 'first',
    client: SETTINGS.clientId,
    pair: FIRST_PAIR,
    accessExpiresAt: now,
    issuedAt: now - 6 * HOUR,
    scopes: [],
    authorization: formatAuthorization({ operation: 'first', company: COMPANY }),
    by: 'before',
    accessRejected: false,
    lifecycle: { state: 'current' },
    updatedAt: now,
  }
}

/** Returns the dependencies of a process. */
export function depsOf(actor: string, ask: number, stage: TokenStage): TokenDeps {
  const { simulation, log } = stage
  let count = 0
  const note = (_event: string, { answer }: Readonly<Record<string, unknown>>) => {
    if (answer) simulation.change(() => log.push(answer as Issued))
  }
  const timing = { clock: simulation.clock, sleep: simulation.waitOf(actor), random: () => 0.5 }
  const store = stage.store.of(actor)
  const journals = [createLogJournal(note), createSecondRecord({ ...timing, store })]
  return {
    ...timing,
    ...UNTIMED,
    store,
    sealer: SEALER,
    settings: SETTINGS,
    fetch: receiving(actor, stage),
    randomBytes: size => Buffer.alloc(size, 7),
    newId: () => `${actor}-${ask}-${++count}`,
    deployment: 'production',
    journal: joinJournals(journals, { note }),
    mayRefresh: true,
    paused: false,
    instance: actor,
    maxDuration: MAX_DURATION,
    note,
    alert: async () => undefined,
    companies: async () => [COMPANY],
  }
}

/** Returns the fetch of an actor, which records the pairs that it returns. */
function receiving(actor: string, stage: TokenStage): typeof fetch {
  const { simulation, received } = stage
  const reach = { remote: tokenEndpoint(stage), outage: brokenEndpoint(stage), lateness: 30_000 }
  const fetch = createReach(actor, reach, simulation)
  return async (input, init) => {
    const response = await fetch(input, init)
    const { refresh_token: token } = (await response.clone().json()) as { refresh_token?: string }
    if (token !== undefined) simulation.change(() => received.push({ actor, token }))
    return response
  }
}

/** The token endpoint: a refresh token works once; a code gives one pair, once, independently of other pairs. */
function tokenEndpoint(stage: TokenStage): Remote {
  const { service } = stage
  return ({ body }) => {
    const token = spend(body, stage)
    const works = token === null ? isFirstUse(stage) : service.living.includes(token)
    if (token !== null && !works) service.hasRefused = true
    if (!works) return { status: 400, body: { error: 'invalid_grant' } }
    const next = `r${++service.count}`
    if (token === null) service.fromCode = [next]
    else service.living.splice(service.living.indexOf(token), 1)
    if (token !== null && service.fromCode?.includes(token)) service.fromCode.push(next)
    service.living.push(next)
    return {
      status: 200,
      body: { access_token: `a${service.count}`, refresh_token: next, expires_in: (6 * HOUR) / 1000 },
    }
  }
}

/**
 * Whether a code is used for the first time. If it is sent again, it is refused, and all tokens that were issued for it
 * are revoked (RFC 6749 section 4.1.2).
 */
function isFirstUse({ service }: TokenStage): boolean {
  const { fromCode, living, revoked } = service
  for (const token of fromCode?.filter(one => living.includes(one)) ?? []) {
    living.splice(living.indexOf(token), 1)
    revoked.push(token)
  }
  return fromCode === undefined
}

/** A token endpoint that answers 503 and does not spend the refresh token. */
function brokenEndpoint(stage: TokenStage): Remote {
  return ({ body }) => {
    spend(body, stage)
    return { status: 503, body: {} }
  }
}

/** Records the use of the refresh token that was sent, and returns it; null if a code was sent. */
function spend(body: string, { simulation, store, service }: TokenStage): string | null {
  const token = new URLSearchParams(body).get('refresh_token')
  if (token === null) return null
  const { lifecycle, failures } = credentialIn(store)
  // a call that arrives late was sent before the record was changed to failed
  const before = lifecycle.state === 'refreshing' ? (failures?.count ?? 0) : 0
  const gap = simulation.now - (service.spent[token] ?? Number.NEGATIVE_INFINITY)
  service.hasty ??= brokenPause(token, { gap, failures: before })
  service.spent[token] = simulation.now
  return token
}
