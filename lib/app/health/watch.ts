import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '../../core/errors.ts'
import { afterAnswer } from '../../core/http/after-answer.ts'
import type { HandlerDeps } from '../../core/http/handler.ts'
import type { Core } from '../core.ts'

const INTERVAL = 3_600_000
/** The maximum time in milliseconds that a request waits for the notice of a silent job. */
const TIMEOUT = 5_000

/**
 * Makes the function's requests check, at most once an hour, whether the daily jobs run. On the host, the caller gets
 * the answer before the check. A failed check never makes the request fail.
 */
export function watchingDeps(core: Core): HandlerDeps {
  const { handlerDeps, now } = core
  if (core.config.deployment === 'preview') return handlerDeps
  let checkedAt = Number.NEGATIVE_INFINITY
  return {
    ...handlerDeps,
    onCaller(caller) {
      const noted = handlerDeps.onCaller?.(caller)
      if (now() - checkedAt < INTERVAL) return noted
      checkedAt = now()
      return Promise.all([noted, afterAnswer(checkJobs(core))]).then(() => undefined)
    },
  }
}

async function checkJobs(core: Core): Promise<void> {
  try {
    const { readDailyJobs, expectDailyJobs, jobNotices, silentJobs } = await import(
      '../../services/notices/daily-jobs.ts'
    )
    const stored = await readDailyJobs(core.store())
    // only in production must the host start the jobs; elsewhere the jobs are watched once one of them has run
    const isExpected = core.config.deployment === 'production'
    const daily = stored === undefined && isExpected ? await expectDailyJobs(core.store()) : stored
    const silent = silentJobs(daily, core.now())
    if (silent.length === 0) return
    for (const { job, since, ran } of silent)
      core.log(JSON.stringify({ event: 'cron', silent: job, ran, since: new Date(since).toISOString() }))
    const { notifyBy } = await import('../send-notices.ts')
    const rule = { owner: 'cron', read: async () => jobNotices(daily, core.now()) }
    await Promise.race([notifyBy(rule, core), delay(TIMEOUT, undefined, { ref: false })])
  } catch (error) {
    core.log(JSON.stringify({ event: 'cron', unwatched: messageOf(error) }))
  }
}
