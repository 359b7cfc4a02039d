/**
 * A sandbox of the accounting service: the authorization page and the token endpoint under `/public_api`, and the API
 * under `/api/1`. It follows the tables of document 1 and, if they say nothing, the service's own description. A client
 * authorizes here, keeps one rotating credential and calls the API with its access token. Invariants: every answer has
 * `X-Freee-Request-ID`; a refresh token works once; every request to create a deal creates one.
 */
import { randomUUID } from 'node:crypto'
import { createFaults } from '../faults.ts'
import { type Sandbox, type SandboxOptions, type SandboxRoute, serveRemote } from '../serve.ts'
import { dealEndpoints } from './deals.ts'
import { companyRoute, userRoute } from './endpoint.ts'
import { notFoundAnswer } from './errors.ts'
import { itemEndpoints } from './items.ts'
import { journalEndpoints } from './journals.ts'
import { masterDataEndpoints, userEndpoints } from './master-data.ts'
import { createOauth, type Oauth } from './oauth.ts'
import { partnerEndpoints } from './partners.ts'
import { receiptEndpoints } from './receipts.ts'
import { createState } from './seed.ts'
import type { AccountingState, Permission } from './state.ts'

export const AUTHORIZE_PATH = '/public_api/authorize'
export const TOKEN_PATH = '/public_api/token'

export interface AccountingSandboxOptions extends SandboxOptions {
  /** A number in [0, 1) that decides whether a journal job fails. */
  readonly random?: () => number
  /** The permissions of the application; by default all except the tax listing. */
  readonly permissions?: readonly Permission[]
}

export interface AccountingSandbox extends Sandbox<AccountingState> {
  readonly oauth: Oauth
}

export function createAccountingSandbox({
  now,
  random = Math.random,
  faults = createFaults(),
  permissions,
}: AccountingSandboxOptions): AccountingSandbox {
  const state = createState(permissions ? { permissions } : {})
  const oauth = createOauth(state, now)
  const today = () => tokyoDate(now())
  const deps = { state, oauth }
  const routes: SandboxRoute[] = [
    { method: 'GET', path: AUTHORIZE_PATH, answer: oauth.authorizePage },
    {
      method: 'GET',
      path: '/deals',
      answer: () => new Response('the list of deals: not part of the sandbox\n'),
    },
    { method: 'POST', path: TOKEN_PATH, answer: oauth.tokenEndpoint },
    ...userEndpoints(state).map(endpoint => userRoute(endpoint, deps)),
    ...[
      ...masterDataEndpoints(),
      ...dealEndpoints(state),
      ...journalEndpoints({ state, random, today }),
      ...partnerEndpoints(state, today),
      ...itemEndpoints(state, today),
      ...receiptEndpoints(state, now),
    ].map(endpoint => companyRoute(endpoint, deps)),
  ]
  const fetch = serveRemote({ routes, faults, notFound: notFoundAnswer, headers })
  return { fetch, faults, state, oauth }
}

function headers() {
  return { 'x-freee-request-id': randomUUID() }
}

function tokyoDate(now: number): string {
  return new Date(now + 9 * 3_600_000).toISOString().slice(0, 10)
}
