/** The checks that the registrar makes before an endpoint does its work: the token (401), then the team (403). */
import { credentialOf } from '../requests.ts'
import type { SandboxCall, SandboxRoute } from '../serve.ts'
import { type ErrorStyle, refusal } from './errors.ts'
import type { RegistrarState } from './state.ts'

export interface Endpoint extends SandboxRoute {
  readonly errors: ErrorStyle
}

export function guarded(endpoint: Endpoint, state: RegistrarState): SandboxRoute {
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
  { request, url }: SandboxCall,
  { state, style }: { state: RegistrarState; style: ErrorStyle },
): void {
  if (credentialOf(request, 'Bearer') !== state.token)
    throw refusal(style, { status: 401, code: 'unauthorized', message: 'The request is not authorized' })
  if (url.searchParams.get('teamId') !== state.teamId) {
    const code = style === 'flat' ? 'not_authorized_for_scope' : 'forbidden'
    throw refusal(style, { status: 403, code, message: 'The token does not reach this scope' })
  }
}

/** The domain in lower case, as the registrar stores it. */
export function domainOf({ params }: SandboxCall): string {
  return (params['domain'] ?? '').toLowerCase()
}
