/**
 * The registrar as a stand-in, as document 2's tables say and, where they are silent, as the service's own description
 * does: availability says yes to everything, the price decides, a purchase is charged at once and its order completes
 * after a while; until then the domain is not found. What always holds: each accepted purchase adds one charge to
 * `state.charges`; every answer carries `x-vercel-id`. Faults are armed on `faults`, the rest is switched on `state`.
 */
import { randomUUID } from 'node:crypto'
import type { FetchHandler } from '../../http/listen.ts'
import { createFaults, type Faults } from '../faults.ts'
import { createStandIn, type StandInRoute } from '../serve.ts'
import { domainEndpoints } from './domains.ts'
import { guarded } from './endpoint.ts'
import { refusalAnswer } from './errors.ts'
import { priceEndpoints } from './prices.ts'
import { projectEndpoints } from './projects.ts'
import { purchaseEndpoints } from './purchases.ts'
import { createState, type RegistrarState } from './state.ts'

/** The purchase call, as faults name it. */
export const BUY = 'POST /v1/registrar/domains/{domain}/buy'

export interface RegistrarSandboxOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly faults?: Faults
  /** The team; the same one for every world unless given. */
  readonly teamId?: string | undefined
}

export interface RegistrarSandbox {
  readonly fetch: FetchHandler
  readonly faults: Faults
  readonly state: RegistrarState
}

/** A fresh world of its own. */
export function createRegistrarSandbox({
  now,
  faults = createFaults(),
  teamId,
}: RegistrarSandboxOptions): RegistrarSandbox {
  const state = createState(teamId)
  const world = { state, now }
  const endpoints = [
    ...priceEndpoints(state),
    ...purchaseEndpoints(world),
    ...domainEndpoints(world),
    ...projectEndpoints(world),
  ]
  const routes = [...endpoints.map(endpoint => guarded(endpoint, state)), ...retiredRoutes(), schemaRoute()]
  const fetch = createStandIn({ routes, faults, notFound, finish: withRequestId })
  return { fetch, faults, state }
}

/** Document 2, Errors: the two endpoints that the registrar paths replaced. */
function retiredRoutes(): StandInRoute[] {
  const answer = () =>
    refusalAnswer('wrapped', { status: 410, code: 'gone', message: 'This endpoint has been sunsetted' })
  return ['/v4/domains/status', '/v4/domains/price'].flatMap(path =>
    ['GET', 'POST'].map(method => ({ method, path, answer })),
  )
}

/** Document 2, rule 3: other references point to it, and it does not exist. */
function schemaRoute(): StandInRoute {
  const told = { status: 404, code: 'not_found', message: 'Not Found' }
  return {
    method: 'GET',
    path: '/v1/registrar/domains/{domain}/contact-info/schema',
    answer: () => refusalAnswer('flat', told),
  }
}

function notFound(): Response {
  return refusalAnswer('wrapped', { status: 404, code: 'not_found', message: 'Not Found' })
}

function withRequestId(answer: Response): Response {
  answer.headers.set('x-vercel-id', `sandbox::${randomUUID()}`)
  return answer
}
