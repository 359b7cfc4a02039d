/**
 * A sandbox of the registrar. It follows the tables of document 2 and, if they say nothing, the service's own
 * description. It answers that every domain is available, but only a domain with a price can be bought. A purchase is
 * charged immediately, its order completes after a while, and until then the domain is not found. Invariants: each
 * accepted purchase adds one charge to `state.charges`, unless the payment is declined; every answer has `x-vercel-id`.
 * Tests arm faults on `faults` and set everything else on `state`.
 */
import { randomUUID } from 'node:crypto'
import { createFaults } from '../faults.ts'
import { type Sandbox, type SandboxOptions, type SandboxRoute, serveRemote } from '../serve.ts'
import { domainEndpoints } from './domains.ts'
import { guarded } from './endpoint.ts'
import { refusalAnswer } from './errors.ts'
import { priceEndpoints } from './prices.ts'
import { projectEndpoints } from './projects.ts'
import { purchaseEndpoints } from './purchases.ts'
import { createState, type RegistrarState } from './state.ts'

/** The purchase of a domain, in the form of `faults.arm`. */
export const BUY = 'POST /v1/registrar/domains/{domain}/buy'

export interface RegistrarSandboxOptions extends SandboxOptions {
  /** The team; by default, every sandbox has the same one. */
  readonly teamId?: string | undefined
}

export type RegistrarSandbox = Sandbox<RegistrarState>

export function createRegistrarSandbox({
  now,
  faults = createFaults(),
  teamId,
}: RegistrarSandboxOptions): RegistrarSandbox {
  const state = createState(teamId)
  const deps = { state, now }
  const endpoints = [
    ...priceEndpoints(state),
    ...purchaseEndpoints(deps),
    ...domainEndpoints(deps),
    ...projectEndpoints(deps),
  ]
  const routes = [...endpoints.map(endpoint => guarded(endpoint, state)), ...retiredRoutes(), schemaRoute()]
  const fetch = serveRemote({ routes, faults, notFound, headers })
  return { fetch, faults, state }
}

/** The two older endpoints that the paths under `/registrar` have replaced (document 2, Errors). */
function retiredRoutes(): SandboxRoute[] {
  const answer = () =>
    refusalAnswer('wrapped', { status: 410, code: 'gone', message: 'This endpoint has been sunsetted' })
  return ['/v4/domains/status', '/v4/domains/price'].flatMap(path =>
    ['GET', 'POST'].map(method => ({ method, path, answer })),
  )
}

/** An endpoint that does not exist (document 2, rule 3), although other documents mention it. */
function schemaRoute(): SandboxRoute {
  return {
    method: 'GET',
    path: '/v1/registrar/domains/{domain}/contact-info/schema',
    answer: () => refusalAnswer('flat', { status: 404, code: 'not_found', message: 'Not Found' }),
  }
}

function notFound(): Response {
  return refusalAnswer('wrapped', { status: 404, code: 'not_found', message: 'Not Found' })
}

function headers() {
  return { 'x-vercel-id': `sandbox::${randomUUID()}` }
}
