/**
 * A refresh token that works exactly once. Hana and Ken, two callers, need an access token when the stored one has just
 * expired; Mei, a person, may authorize at any moment. The token endpoint may be out of order.
 */

import { createSealer } from '../../../lib/store/seal.ts'
import { joinJournals } from '../../../lib/tokens/answers/joined-journals.ts'
import { createLogJournal } from '../../../lib/tokens/answers/journal.ts'
import { createSecondRecord } from '../../../lib/tokens/answers/second-record.ts'
import { formatAuthorization } from '../../../lib/tokens/authorization.ts'
import { finishAuthorization } from '../../../lib/tokens/authorize.ts'
import type { TokenDeps } from '../../../lib/tokens/deps.ts'
import { openPair, sealPair } from '../../../lib/tokens/exchange/pair.ts'
import { GRACE } from '../../../lib/tokens/keeper.ts'
import {
  CREDENTIAL_KEY,
  type Credential,
  credentialFormat,
  type Issued,
  PENDING_KEY,
  UNSTORED_KEY,
  unstoredFormat,
} from '../../../lib/tokens/schema.ts'
import { createSource } from '../../../lib/tokens/source.ts'
import { MAX_DURATION } from '../../../lib/tokens/tokens.ts'
import type { Play, World } from '../explore.ts'
import { createReach, type Remote, UNTIMED } from '../network.ts'
import type { Simulation } from '../simulation.ts'
import { createSimulatedStore, type SimulatedStore } from '../store.ts'
import { told } from '../told.ts'

const LEASE = MAX_DURATION + GRACE
/** Milliseconds for which nobody else may send a refresh token that was sent: the shortest pause after it. */
const ALONE = 60_000
const HOUR = 3_600_000
/** Whose books are in use, and are authorized again. */
const COMPANY = { id: 1, number: '1', name: 'one' }

const SETTINGS = {
  clientId: 'kura',
  clientSecret: 'secret',
  tokenUrl: 'https://books.invalid/token',
  authorizeUrl: 'https://books.invalid/authorize',
  redirectUri: 'urn:ietf:wg:oauth:2.0:oob',
}
/** Nothing is random in a simulation. */
const SEALER = createSealer([{ epoch: '1', secret: Buffer.alloc(32, 7) }], {
  random: size => Buffer.alloc(size, 7),
})

/** The pair that the story begins with. */
const FIRST_PAIR = sealPair(SEALER, { accessToken: 'a1', refreshToken: 'r1' }, 1)
/** The authorization that Mei may finish. */
const PENDING = SEALER.seal(
  JSON.stringify({ state: 's', verifier: 'v', redirectUri: SETTINGS.redirectUri }),
  { record: PENDING_KEY, counter: 0 },
)

export interface TokensOptions {
  readonly name: string
  /** How often Hana and Ken ask at most, each time in a process of its own. */
  readonly asks: number
}

export function tokensWorld({ name, asks }: TokensOptions): World {
  return { name, steps: [LEASE + 1, HOUR], begin: simulation => beginTokens(simulation, asks) }
}

interface Service {
  /** The refresh tokens that still work. */
  readonly living: string[]
  readonly spent: Spent[]
  count: number
  refusals: number
}

/** A use of a refresh token. */
interface Spent {
  readonly token: string
  readonly at: number
  /** How many attempts had failed before, as the record says. */
  readonly failures: number
}

interface Stage {
  readonly simulation: Simulation
  readonly store: SimulatedStore
  readonly service: Service
  /** The pairs that reached a process. */
  readonly received: { readonly actor: string; readonly token: string }[]
  /** The answers in the log. */
  readonly log: Issued[]
}

function beginTokens(simulation: Simulation, asks: number): Play {
  const store = createSimulatedStore(simulation)
  const service: Service = { living: ['r1'], spent: [], count: 1, refusals: 0 }
  const stage: Stage = { simulation, store, service, received: [], log: [] }
  simulation.worldState.push(() => JSON.stringify([service, stage.received, stage.log]))
  store.put(CREDENTIAL_KEY, credentialFormat.format(expiredCredential(simulation.now)))
  store.put(PENDING_KEY, PENDING)
  for (const actor of ['hana', 'ken'])
    simulation.actor(actor, async () => {
      for (let ask = 0; ask < asks; ask++) {
        const again = ask === 0 || (await simulation.choose(actor, ['asks', 'leaves'], `${ask}`)) === 'asks'
        if (!again) return
        await told(simulation, actor, createSource(depsOf(actor, ask, stage)).accessToken())
      }
    })
  simulation.actor('mei', async () => {
    const what = await simulation.choose('mei', ['authorizes', 'leaves'], '')
    if (what === 'authorizes')
      await told(simulation, 'mei', finishAuthorization('code', {}, depsOf('mei', 0, stage)))
  })
  return {
    broken: () => spentTwice(service),
    brokenAtEnd: () => brokenLifecycle(stage) ?? lostPair(stage),
    ending: () => [
      `credential: ${store.records().get(CREDENTIAL_KEY)}`,
      `put aside: ${store.records().get(UNSTORED_KEY) ?? 'none'}`,
      `service: ${JSON.stringify(service)}`,
    ],
  }
}

function spentTwice({ spent }: Service): string | undefined {
  const last = spent.at(-1)
  const before = spent.slice(0, -1).findLast(({ token }) => token === last?.token)
  if (!last || !before) return undefined
  const gap = last.at - before.at
  if (gap < ALONE) return `the refresh token ${last.token} was sent twice within ${gap / 1000} s`
  const { failures } = last
  const pause = failures > 0 ? Math.min(ALONE * 2 ** (failures - 1), HOUR) : ALONE
  return gap < pause ? `${gap / 1000} s after failure ${failures} it was sent again` : undefined
}

function credentialIn(store: SimulatedStore): Credential {
  return credentialFormat.parse(store.records().get(CREDENTIAL_KEY) ?? '')
}

function brokenLifecycle({ store, service }: Stage): string | undefined {
  const credential = credentialIn(store)
  const { lifecycle } = credential
  if (lifecycle.state !== 'reauthorize') return undefined
  const { refreshToken } = openPair(SEALER, credential)
  if (service.living.includes(refreshToken))
    return `a person must authorize (${lifecycle.reason}), and the refresh token works`
  if (service.refusals > 0) return undefined
  return `a person must authorize (${lifecycle.reason}), and the service has refused nothing`
}

/** Whoever lives on keeps a refresh token that works, if one has reached them. */
function lostPair({ simulation, store, service, received, log }: Stage): string | undefined {
  const isLiving = (token: string) => service.living.includes(token)
  const reached = received.find(
    ({ actor, token }) => isLiving(token) && simulation.actors.get(actor)?.state === 'ended',
  )
  const aside = store.records().get(UNSTORED_KEY)
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

/** A process of its own. */
function depsOf(actor: string, ask: number, stage: Stage): TokenDeps {
  const { simulation, log } = stage
  let count = 0
  const note = (_event: string, { answer }: Readonly<Record<string, unknown>>) => {
    if (answer) log.push(answer as Issued)
  }
  const timing = { clock: simulation.clockOf(actor), sleep: simulation.waitOf(actor), random: () => 0.5 }
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
    instance: actor,
    maxDuration: MAX_DURATION,
    note,
    alert: async () => undefined,
    companies: async () => [COMPANY],
  }
}

/** The platform's fetch, which notes the pairs that it gives. */
function receiving(actor: string, stage: Stage): typeof fetch {
  const { simulation, received } = stage
  const reach = { remote: tokenEndpoint(stage), outage: brokenEndpoint(stage), lateness: 30_000 }
  const fetch = createReach(actor, reach, simulation)
  return async (input, init) => {
    const response = await fetch(input, init)
    const { refresh_token: token } = (await response.clone().json()) as { refresh_token?: string }
    if (token !== undefined) received.push({ actor, token })
    return response
  }
}

/** A refresh token works once; a code gives a pair beside any other. */
function tokenEndpoint(stage: Stage): Remote {
  const { service } = stage
  return ({ body }) => {
    const token = spend(body, stage)
    if (token !== null && !service.living.includes(token)) {
      service.refusals += 1
      return { status: 400, body: { error: 'invalid_grant' } }
    }
    if (token !== null) service.living.splice(service.living.indexOf(token), 1)
    const count = ++service.count
    service.living.push(`r${count}`)
    return {
      status: 200,
      body: { access_token: `a${count}`, refresh_token: `r${count}`, expires_in: (6 * HOUR) / 1000 },
    }
  }
}

/** It answers 503, and the refresh token is not used up. */
function brokenEndpoint(stage: Stage): Remote {
  return ({ body }) => {
    spend(body, stage)
    return { status: 503, body: {} }
  }
}

/** The refresh token that was sent, if it was not a code. */
function spend(body: string, { simulation, store, service }: Stage): string | null {
  const token = new URLSearchParams(body).get('refresh_token')
  const { lifecycle, failures } = credentialIn(store)
  // a call that arrives late was sent before the record said that it failed
  const before = lifecycle.state === 'refreshing' ? (failures?.count ?? 0) : 0
  if (token !== null) service.spent.push({ token, at: simulation.now, failures: before })
  return token
}
