/**
 * `api/cron.ts`: the jobs that the host starts by itself, once a day and up to an hour off its time. A job may be
 * started twice or not at all, so it looks at what is stored and does what is due; everything is done on demand too.
 */
import { jsonAnswer } from '../http/answers.ts'
import type { HandlerParts } from '../http/handler.ts'
import type { Call, Route } from '../http/router.ts'
import { createBearerAuthenticator } from '../signatures/bearer.ts'
import { type Core, lazy } from './core.ts'
import { noticesDue } from './notices.ts'
import { ordersDue } from './registrar.ts'
import { tokensOf } from './tokens.ts'

/** A job; what it did is the answer. */
export interface CronJob {
  /** `/api/cron/<name>`, as the crons of vercel.json name it. */
  readonly name: string
  run(call: Call): Promise<object>
}

const SCOPE = 'cron'

/** Every job. */
function jobsOf(core: Core): CronJob[] {
  return [
    refreshJob(core),
    { name: 'orders', run: ({ trace }) => ordersDue(core, trace) },
    { name: 'notices', run: ({ trace }) => noticesDue(trace, core) },
  ]
}

export function routesOfCron(core: Core): Route[] {
  return jobsOf(core).map(job => ({
    method: 'GET',
    path: `/api/cron/${job.name}`,
    scope: SCOPE,
    changes: 'always',
    handle: async call => jsonAnswer(await job.run(call)),
  }))
}

/** The host's cron cannot sign: it sends CRON_SECRET along, and is no key of an operator. */
export function handlerPartsOfCron({ config, handlerParts }: Core): HandlerParts {
  const caller = { keyid: SCOPE, name: SCOPE, scopes: [SCOPE] }
  const { onCaller: _, ...parts } = handlerParts
  const authenticator = lazy(() => createBearerAuthenticator({ secret: config.cron().secret, caller }))
  return { ...parts, authenticator }
}

/** Keeps the accounting service's refresh token from dying of age. */
function refreshJob(core: Core): CronJob {
  const tokens = tokensOf(core, { name: SCOPE })
  return {
    name: 'refresh',
    async run({ trace }) {
      const report = await tokens().refreshIfDue({ observe: trace.remote })
      trace.note('did', report.did)
      trace.note('why', report.why)
      return report
    },
  }
}
