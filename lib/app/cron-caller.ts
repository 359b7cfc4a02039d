/** Who calls `api/cron`: the host's cron, which cannot sign. It is apart from the jobs, which load after it is known. */
import type { HandlerDeps } from '../http/handler.ts'
import { createBearerAuthenticator } from '../signatures/bearer.ts'
import { cronContract } from './contracts/cron.ts'
import { type Core, lazy } from './core.ts'

/** The name of the host's cron among callers. */
export const CRON = 'cron'

/** The host's cron sends CRON_SECRET along, and is no key of an operator. */
export function handlerDepsOfCron({ config, handlerDeps }: Core): HandlerDeps {
  const { scope } = cronContract.endpoints.refresh
  const caller = { keyid: CRON, name: CRON, scopes: [scope] }
  const { onCaller: _, ...deps } = handlerDeps
  const authenticator = lazy(() => createBearerAuthenticator({ secret: config.cron().secret, caller }))
  return { ...deps, authenticator }
}
