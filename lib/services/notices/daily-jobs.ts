/** Daily jobs. One that has not begun for 26 hours is silent: the host starts each once a day, up to an hour late. */
import type { NoticeOf } from '../../core/language/open-item.ts'
import type { Reason } from '../../core/phrase.ts'
import type { Store } from '../../core/store/store.ts'
import { uncheckedFormat, update } from '../../core/store/update.ts'
import type { DailyJobs, Job, JobRun } from './stored-records.ts'
import type { jobItems } from './words.ts'

type JobNotice = NoticeOf<typeof jobItems>

export const JOBS: readonly Job[] = ['refresh', 'orders', 'notices']

export interface SilentJob {
  readonly job: Job
  /** The time at which the job last began or, if it never ran, since when it is expected. */
  readonly since: number
  readonly ran: boolean
}

const KEY = 'cron/jobs'
const SILENT_AFTER = 26 * 3_600_000

const format = uncheckedFormat<DailyJobs>()

/** The record; undefined if no job has run yet and none is expected. */
export async function readDailyJobs(store: Store): Promise<DailyJobs | undefined> {
  const { record } = await store.read(KEY)
  return record && format.parse(record.value)
}

/** Records that the daily jobs are expected from now on, unless that is recorded already. */
export function expectDailyJobs(store: Store): Promise<DailyJobs> {
  return change(store, (current, now) => current ?? { since: now, jobs: {} })
}

/** Records that the job began and how it ended. `problemOf` returns undefined if an error is no problem. */
export async function recordedJob<Report>(
  job: Job,
  { work, problemsOf }: { work: () => Promise<Report>; problemsOf: (outcome: Report) => readonly Reason[] },
  { store, problemOf }: { readonly store: Store; readonly problemOf: (error: unknown) => Reason | undefined },
): Promise<Report> {
  const { jobs } = await record(job, (_, now) => ({ at: now }), store)
  const at = jobs[job]?.at
  const end = (problems: readonly Reason[]) =>
    record(job, (run, now) => (run && run.at !== at ? run : { at: at ?? now, ended: now, problems }), store)
  try {
    const report = await work()
    await end(problemsOf(report))
    return report
  } catch (error) {
    const problem = problemOf(error)
    await end(problem === undefined ? [] : [problem])
    throw error
  }
}

function record(
  job: Job,
  next: (run: JobRun | undefined, now: number) => JobRun,
  store: Store,
): Promise<DailyJobs> {
  return change(store, (current, now) => ({
    since: current?.since ?? now,
    jobs: { ...current?.jobs, [job]: next(current?.jobs[job], now) },
  }))
}

function change(
  store: Store,
  next: (current: DailyJobs | undefined, now: number) => DailyJobs,
): Promise<DailyJobs> {
  return update<DailyJobs, DailyJobs>(store, {
    key: KEY,
    format,
    transition(current, now) {
      const jobs = next(current, now)
      return { write: jobs, result: jobs }
    },
  })
}

export function silentJobs(daily: DailyJobs | undefined, now: number): SilentJob[] {
  if (!daily) return []
  return JOBS.map(job => {
    const run = daily.jobs[job]
    return { job, since: run?.at ?? daily.since, ran: run !== undefined }
  }).filter(({ since }) => now - since >= SILENT_AFTER)
}

export function jobNotices(daily: DailyJobs | undefined, now: number): JobNotice[] {
  return silentJobs(daily, now).map(silent => ({
    key: `cron/${silent.job}`,
    step: `silent since ${new Date(silent.since).toISOString()}`,
    kind: 'cron_silent',
    facts: silent,
  }))
}
