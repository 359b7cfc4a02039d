/** Who calls `api/cron`: the host's cron, which cannot sign. It is apart from the jobs, which load after it is known. */
import type { Authenticator, HandlerDeps } from '../core/http/handler.ts'
import { createBearerAuthenticator } from '../core/signatures/bearer.ts'
import { cronContract } from './contracts/cron.ts'
import { type Core, lazy } from './core.ts'

/** The name of the host's cron among callers. */
export const CRON = 'cron'

/**
 * The host's cron sends CRON_SECRET along, and is no key of an operator. It may ask for the health too, as may a key with the
 * scope admin, whose calls are signed.
 */
export function handlerDepsOfCron({ config, handlerDeps }: Core): HandlerDeps {
  const { refresh, health } = cronContract.endpoints
  const caller = { keyid: CRON, name: CRON, scopes: [refresh.scope, health.scope] }
  const { onCaller: _, ...deps } = handlerDeps
  const bearer = lazy(() => createBearerAuthenticator({ secret: config.cron().secret, caller }))
  const of = (request: Request) =>
    request.headers.has('signature-input') ? handlerDeps.authenticator() : bearer()
  const authenticator: Authenticator = {
    authenticate: async (request, url) => of(request).authenticate(request, url),
  }
  return { ...deps, authenticator: () => authenticator }
}
