/**
 * The accounting service as a stand-in: the authorization page and the token endpoint under `/public_api`, the API
 * under `/api/1`, as document 1's tables say and, where they are silent, as the service's own description does.
 * A client authorizes here, holds one rotating credential and calls the API with its access token; every answer carries
 * `X-Freee-Request-ID`. What always holds: a refresh token serves once, a deal is created as often as it is asked for.
 */
import { randomUUID } from 'node:crypto'
import type { FetchHandler } from '../../http/listen.ts'
import { createFaults, type Faults } from '../faults.ts'
import { createStandIn, type StandInRoute } from '../serve.ts'
import { dealEndpoints } from './deals.ts'
import { companyRoute, userRoute } from './endpoint.ts'
import { notFoundAnswer } from './errors.ts'
import { itemEndpoints } from './items.ts'
import { journalEndpoints } from './journals.ts'
import { masterDataEndpoints, userEndpoints } from './master-data.ts'
import { createOauth, type Oauth } from './oauth.ts'
import { partnerEndpoints } from './partners.ts'
import { createState } from './seed.ts'
import type { AccountingState, Permission } from './state.ts'

/** Where the two OAuth endpoints are. */
export const AUTHORIZE_PATH = '/public_api/authorize'
export const TOKEN_PATH = '/public_api/token'

export interface AccountingSandboxOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** In [0, 1): decides which journal jobs fail. */
  readonly random?: () => number
  readonly faults?: Faults
  /** What the application may reach; the tax listing is not part of it unless said. */
  readonly permissions?: readonly Permission[]
}

export interface AccountingSandbox {
  readonly fetch: FetchHandler
  readonly faults: Faults
  readonly state: AccountingState
  readonly oauth: Oauth
}

/** A fresh world of its own. */
export function createAccountingSandbox({
  now,
  random = Math.random,
  faults = createFaults(),
  permissions,
}: AccountingSandboxOptions): AccountingSandbox {
  const state = createState(permissions ? { permissions } : {})
  const oauth = createOauth(state, now)
  const today = () => tokyoDate(now())
  const parts = { state, oauth }
  const routes: StandInRoute[] = [
    { method: 'GET', path: AUTHORIZE_PATH, answer: oauth.authorizePage },
    { method: 'POST', path: TOKEN_PATH, answer: oauth.tokenEndpoint },
    ...userEndpoints(state).map(endpoint => userRoute(endpoint, parts)),
    ...[
      ...masterDataEndpoints(),
      ...dealEndpoints(state),
      ...journalEndpoints({ state, random, today }),
      ...partnerEndpoints(state, today),
      ...itemEndpoints(state, today),
    ].map(endpoint => companyRoute(endpoint, parts)),
  ]
  const fetch = createStandIn({ routes, faults, notFound: notFoundAnswer, finish: withRequestId })
  return { fetch, faults, state, oauth }
}

function withRequestId(answer: Response): Response {
  answer.headers.set('x-freee-request-id', randomUUID())
  return answer
}

/** The service's day, which is Japan's. */
function tokyoDate(now: number): string {
  return new Date(now + 9 * 3_600_000).toISOString().slice(0, 10)
}
