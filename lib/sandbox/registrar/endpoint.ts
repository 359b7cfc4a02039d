/** What the registrar checks before an endpoint does its work: the token (401), then the team (403). */
import type { StandInCall, StandInRoute } from '../serve.ts'
import { type ErrorStyle, refusal } from './errors.ts'
import type { RegistrarState } from './state.ts'

export interface Endpoint extends StandInRoute {
  readonly errors: ErrorStyle
}

/** The route of an endpoint, behind the checks. */
export function guarded(endpoint: Endpoint, state: RegistrarState): StandInRoute {
  return {
    method: endpoint.method,
    path: endpoint.path,
    answer(call) {
      checkCaller(call, { state, style: endpoint.errors })
      return endpoint.answer(call)
    },
  }
}

function checkCaller(
  { request, url }: StandInCall,
  { state, style }: { state: RegistrarState; style: ErrorStyle },
): void {
  if (request.headers.get('authorization') !== `Bearer ${state.token}`)
    throw refusal(style, { status: 401, code: 'unauthorized', message: 'The request is not authorized' })
  if (url.searchParams.get('teamId') !== state.teamId) {
    const code = style === 'flat' ? 'not_authorized_for_scope' : 'forbidden'
    throw refusal(style, { status: 403, code, message: 'The token does not reach this scope' })
  }
}

/** The name of the path's domain, as the remote keeps it. */
export function domainOf({ params }: StandInCall): string {
  return (params['domain'] ?? '').toLowerCase()
}
