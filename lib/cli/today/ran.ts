/** What ran: the daily jobs, the last release, the devices that called. Pure. */
import { STATUS } from '../../core/language/catalogue/status.ts'
import { TODAY } from '../../core/language/catalogue/today.ts'
import type { Say, Today } from './page.ts'

type Jobs = Today['ran']['jobs']

/** States that need no word of their own for each job. */
const QUIET: readonly Jobs[number]['state'][] = ['done', 'never']

export function ranLines({ at, ran: { jobs, release, devices } }: Today, say: Say): string[] {
  const now = Date.parse(at)
  const lines = [
    ...jobLines(jobs, now, say),
    release
      ? say(TODAY.release, { version: release.version, age: now - Date.parse(release.created) })
      : say(TODAY.noRelease, undefined),
    devices.count > 0 ? say(TODAY.devices, devices) : say(STATUS.noDevice, undefined),
  ]
  return lines.map(line => `  ${line}`)
}

/** The jobs that went well are one line, and those that have not run yet. */
function jobLines(jobs: Jobs, now: number, say: Say): string[] {
  const ageOf = ({ began }: Jobs[number]) => (began === undefined ? undefined : now - Date.parse(began))
  const quiet = QUIET.flatMap(state => {
    const alike = jobs.filter(job => job.state === state)
    const ages = alike.map(ageOf).filter(age => age !== undefined)
    const age = ages.length > 0 ? Math.min(...ages) : undefined
    return alike.length > 0 ? [say(TODAY.jobs, { count: alike.length, state, age })] : []
  })
  const others = jobs
    .filter(({ state }) => !QUIET.includes(state))
    .map(job => say(TODAY.job, { ...job, age: ageOf(job) }))
  return [...others, ...quiet]
}
