/** The host may start a job twice or not at all, so a job reads the stored state and does what is due. */
import { FUNCTION_LIFE } from '../../core/claims/lease.ts'
import { failureOf, hasCode, messageOf } from '../../core/errors.ts'
import type { Authenticator, HandlerDeps } from '../../core/http/handler.ts'
import type { Route } from '../../core/http/router.ts'
import { type Handlers, serveContract } from '../../core/http/serve.ts'
import type { Trace } from '../../core/http/trace.ts'
import type { Reason } from '../../core/phrase.ts'
import { createBearerAuthenticator } from '../../core/signatures/bearer.ts'
import { refuseStopped } from '../../core/store/stopped.ts'
import type { Job } from '../../services/notices/stored-records.ts'
import { cronContract } from '../contracts/cron.ts'
import { type Core, lazy } from '../core.ts'
import type { JobReport } from '../health/problems.ts'

const CRON = 'cron'
/** The hint for a caller without the scope of the jobs, which no key can have. */
const HOST_ONLY =
  'the host alone starts this job, with CRON_SECRET; start it there, in the list of cron jobs of the project, or see what waits: kura today'

/** The host's cron authenticates with CRON_SECRET. `health` also accepts a signed call with the scope admin. */
export function handlerDepsOfCron({ config, handlerDeps, store }: Core): HandlerDeps {
  const { refresh, health } = cronContract.endpoints
  const caller = { keyid: CRON, name: CRON, scopes: [refresh.scope, health.scope] }
  const { onCaller: _, ...deps } = handlerDeps
  const bearer = lazy(() => createBearerAuthenticator({ secret: config.cron().secret, caller }))
  const of = (request: Request) =>
    request.headers.has('signature-input') ? handlerDeps.authenticator() : bearer()
  const authenticator: Authenticator = {
    async authenticate(request, url, onSigned) {
      const authenticated = await of(request).authenticate(request, url, onSigned)
      if (authenticated.caller.keyid !== CRON) return authenticated
      return { ...authenticated, spendNonce: route => refuseStopped(route, store()) }
    },
  }
  const scopeHint = (scope: string) => (scope === refresh.scope ? HOST_ONLY : undefined)
  return { ...deps, authenticator: () => authenticator, scopeHint }
}

export function routesOfCron(core: Core): Route[] {
  return serveContract(cronContract, jobsOf(core))
}

/** The code of a job loads when the job starts. */
function jobsOf(core: Core): Handlers<typeof cronContract> {
  const run = async <Name extends Job>(job: Name, work: () => Promise<JobReport<Name>>) => {
    const { recordedJob } = await import('../../services/notices/daily-jobs.ts')
    const { problemsOf } = await import('../health/problems.ts')
    return recordedJob(job, { work, problemsOf: problemsOf(job) }, { store: core.store(), problemOf })
  }
  return {
    refresh: ({ trace }) =>
      run('refresh', async () => {
        const { tokensOf } = await import('../accounting-access.ts')
        const { statusReply } = await import('../../services/accounting/tokens/status.ts')
        const report = await tokensOf(core, { name: CRON })().refreshIfDue({
          observe: trace.remote,
          deadline: trace.started + FUNCTION_LIFE,
        })
        trace.note('did', report.did)
        trace.note('why', report.why)
        return { ...report, token: statusReply(report.token) }
      }),
    orders: ({ trace }) =>
      run('orders', async () => {
        const { ordersDue } = await import('../registrar-deps.ts')
        return ordersDue(core, trace)
      }),
    notices: ({ trace }) =>
      run('notices', async () => {
        const { noticesDue } = await import('../notices.ts')
        const { dailyWitness } = await import('../outlet/daily-witness.ts')
        const witness = dailyWitness(trace, core)
        await noteServedRelease(trace, core)
        await witness.bringBack()
        const report = await noticesDue(trace, core)
        await witness.leave()
        return report
      }),
    async health() {
      const { healthOf } = await import('../health/jobs.ts')
      return healthOf(core)
    },
  }
}

/** Returns undefined if the job's service is not set up, which is no problem. */
function problemOf(error: unknown): Reason | undefined {
  return hasCode(error, 'settings_missing') ? undefined : failureOf(error)
}

/** Logs a failure and does not throw, so the notices are sent nevertheless; the next run tries again. */
async function noteServedRelease({ id, note }: Trace, core: Core): Promise<void> {
  const { overviewOf } = await import('../open-items/devices.ts')
  const { recordServedRelease } = await import('../../services/activity/record.ts')
  try {
    const { release, version } = await overviewOf(core)().current()
    const deps = { store: core.store(), activity: core.activity() }
    await recordServedRelease({ release, version, by: CRON, request: id }, deps)
  } catch (error) {
    if (!hasCode(error, 'release_missing')) note('release', messageOf(error))
  }
}
