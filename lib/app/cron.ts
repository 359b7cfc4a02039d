/**
 * `api/cron.ts`: the jobs that the host starts by itself, once a day and up to an hour off its time. A job may be
 * started twice or not at all, so it looks at what is stored and does what is due; everything is done on demand too.
 */
import type { HandlerDeps } from '../http/handler.ts'
import type { Route } from '../http/router.ts'
import { type Handlers, serveContract } from '../http/serve.ts'
import { createBearerAuthenticator } from '../signatures/bearer.ts'
import { cronContract } from './contracts/cron.ts'
import { type Core, lazy } from './core.ts'
import { noticesDue } from './notices.ts'
import { ordersDue } from './registrar.ts'
import { tokensOf } from './tokens.ts'

const CALLER = 'cron'

/** Every job; what it did is the reply. */
function jobsOf(core: Core): Handlers<typeof cronContract> {
  const tokens = tokensOf(core, { name: CALLER })
  return {
    async refresh({ trace }) {
      const report = await tokens().refreshIfDue({ observe: trace.remote })
      trace.note('did', report.did)
      trace.note('why', report.why)
      return report
    },
    orders: ({ trace }) => ordersDue(core, trace),
    notices: ({ trace }) => noticesDue(trace, core),
  }
}

export function routesOfCron(core: Core): Route[] {
  return serveContract(cronContract, jobsOf(core))
}

/** The host's cron cannot sign: it sends CRON_SECRET along, and is no key of an operator. */
export function handlerDepsOfCron({ config, handlerDeps }: Core): HandlerDeps {
  const { scope } = cronContract.endpoints.refresh
  const caller = { keyid: CALLER, name: CALLER, scopes: [scope] }
  const { onCaller: _, ...deps } = handlerDeps
  const authenticator = lazy(() => createBearerAuthenticator({ secret: config.cron().secret, caller }))
  return { ...deps, authenticator }
}
