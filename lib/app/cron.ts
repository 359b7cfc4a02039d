/**
 * `api/cron.js`: the jobs that the host starts by itself, once a day and up to an hour off its time. A job may be
 * started twice or not at all, so it looks at what is stored and does what is due; everything is done on demand too.
 */
import type { Route } from '../http/router.ts'
import { type Handlers, serveContract } from '../http/serve.ts'
import { cronContract } from './contracts/cron.ts'
import type { Core } from './core.ts'
import { CRON } from './cron-caller.ts'

/** Every job, loaded when it is started; what it did is the reply. */
function jobsOf(core: Core): Handlers<typeof cronContract> {
  return {
    async refresh({ trace }) {
      const { tokensOf } = await import('./tokens.ts')
      const report = await tokensOf(core, { name: CRON })().refreshIfDue({ observe: trace.remote })
      trace.note('did', report.did)
      trace.note('why', report.why)
      return report
    },
    async orders({ trace }) {
      const { ordersDue } = await import('./registrar.ts')
      return ordersDue(core, trace)
    },
    async notices({ trace }) {
      const { noticesDue } = await import('./notices.ts')
      return noticesDue(trace, core)
    },
  }
}

export function routesOfCron(core: Core): Route[] {
  return serveContract(cronContract, jobsOf(core))
}
