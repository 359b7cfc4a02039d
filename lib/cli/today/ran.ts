/** What ran: the daily jobs, the last release, the devices that called. Pure. */

import { phrase } from '../../core/language/catalogue.ts'
import type { Locale } from '../../core/language/language.ts'
import { type Say, textOf } from '../../core/language/text.ts'
import { STATUS, span } from '../../services/chat/status/words.ts'
import type { Today } from './page.ts'
import { jobPhrase, jobsPhrase, TODAY } from './words.ts'

type Jobs = Today['ran']['jobs']

/** States that need no word of their own for each job. */
const QUIET: readonly Jobs[number]['state'][] = ['done', 'never']

export function ranLines(today: Today, say: Say): string[] {
  const {
    at,
    ran: { jobs, release, devices },
  } = today
  const now = Date.parse(at)
  const lines = [
    ...jobLines(jobs, now, today),
    release
      ? say(TODAY.release, { version: release.version, age: span(now - Date.parse(release.created)) })
      : say(TODAY.noRelease),
    devices.count > 0
      ? say(TODAY.devices, {
          ...devices,
          names: devices.names.length > 0 ? phrase(TODAY.names, { names: devices.names }) : '',
        })
      : say(STATUS.noDevice),
  ]
  return lines.map(line => `  ${line}`)
}

/** The jobs that went well are one line, and those that have not run yet. */
function jobLines(jobs: Jobs, now: number, locale: Locale): string[] {
  const ageOf = ({ began }: Jobs[number]) => (began === undefined ? undefined : now - Date.parse(began))
  const quiet = QUIET.flatMap(state => {
    const alike = jobs.filter(job => job.state === state)
    const ages = alike.map(ageOf).filter(age => age !== undefined)
    const age = ages.length > 0 ? Math.min(...ages) : undefined
    return alike.length > 0 ? [textOf(jobsPhrase({ count: alike.length, state, age }), locale)] : []
  })
  const others = jobs
    .filter(({ state }) => !QUIET.includes(state))
    .map(job => textOf(jobPhrase({ ...job, age: ageOf(job) }), locale))
  return [...others, ...quiet]
}
