import type { ReplyOf } from '../../core/http/contract.ts'
import { saidReason } from '../../core/language/text.ts'
import { readStopped } from '../../core/store/stopped.ts'
import { newestWitness } from '../../services/activity/witness.ts'
import { JOBS, readDailyJobs, silentJobs } from '../../services/notices/daily-jobs.ts'
import { readOpenCounts } from '../../services/notices/open-counts.ts'
import type { DailyJobs, JobRun } from '../../services/notices/stored-records.ts'
import type { cronContract } from '../contracts/cron.ts'
import type { Core } from '../core.ts'
import { NOTICE_KINDS } from '../notice-kinds.ts'
import '../../services/words.ts'

type Health = ReplyOf<typeof cronContract, 'health'>

/** Milliseconds after which a job without an end counts as stopped, because a function lives for sixty seconds. */
const LONGEST_RUN = 120_000

export async function healthOf({ store, now }: Core): Promise<Health> {
  const [daily, notices, stopped, end] = await Promise.all([
    readDailyJobs(store()),
    readOpenCounts(store(), { kinds: NOTICE_KINDS }),
    readStopped(store()),
    newestWitness(store()),
  ])
  const jobs = jobsAt(daily, now())
  const isWell = jobs.every(({ state }) => state === 'done' || state === 'running')
  return { healthy: isWell && notices.unsent === 0, jobs, notices, ...(end && !stopped && { log: end }) }
}

export function jobsAt(daily: DailyJobs | undefined, now: number): Health['jobs'] {
  const silent = new Set(silentJobs(daily, now).map(({ job }) => job))
  return JOBS.map(job => {
    const run = daily?.jobs[job]
    if (!run) return { job, state: silent.has(job) ? 'silent' : 'never', problems: [] }
    const { at, ended, problems = [] } = run
    const iso = (moment: number) => new Date(moment).toISOString()
    return {
      job,
      state: silent.has(job) ? 'silent' : stateOf(run, now),
      began: iso(at),
      ...(ended !== undefined && { ended: iso(ended) }),
      problems: problems.map(saidReason),
    }
  })
}

function stateOf({ at, ended, problems = [] }: JobRun, now: number) {
  if (ended === undefined) return now - at < LONGEST_RUN ? 'running' : 'stopped'
  return problems.length > 0 ? 'failed' : 'done'
}
