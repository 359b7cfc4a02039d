/** The endpoints of the activity log: who did what, what only the caller has seen, and the removal of what was exported. */
import type { ActivityLog } from '../activity/log.ts'
import type { Environment } from '../config/environment.ts'
import { pageOf } from '../http/pages.ts'
import type { Handlers } from '../http/serve.ts'
import { createCalendar } from '../language/calendar.ts'
import type { Store } from '../store/store.ts'
import type { adminContract } from './contract.ts'

export interface ActivityRoutesDeps {
  readonly store: () => Store
  readonly activity: Pick<ActivityLog, 'page' | 'append'>
  readonly env: Environment
  /** KURA_TIMEZONE. */
  readonly timezone: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds from a clock that never goes back. */
  readonly clock: () => number
}

/** Milliseconds after which a call leaves the rest of a removal to the next one; a function lives for sixty seconds. */
const TIME_BUDGET = 25_000

export function activityHandlers(
  deps: ActivityRoutesDeps,
): Handlers<typeof adminContract, 'activity' | 'removeActivity' | 'recordSettings' | 'recordRelease'> {
  return {
    async activity({ query: { since, until, ...query } }) {
      const { after, limit } = pageOf(query)
      const from = { since, until, after: after === undefined ? undefined : Number(after), limit }
      const { entries, next, head, anchor } = await deps.activity.page(from)
      return { entries, head, ...(anchor && { anchor }), ...(next !== undefined && { next: String(next) }) }
    },
    async recordSettings({ caller, trace }) {
      const { recordSettings } = await import('../activity/settings-seen.ts')
      const change = await recordSettings({ env: deps.env, by: caller.keyid }, deps.store())
      for (const [kind, names] of Object.entries(change)) for (const name of names) trace.note(name, kind)
      const { added, changed, removed } = change
      return { added: [...added], changed: [...changed], removed: [...removed] }
    },
    // it does nothing: the log gets an entry of the call
    recordRelease: async ({ body: { release, version } }) => ({ release, version }),
    async removeActivity({ body: { person, ...named }, caller, trace }) {
      const { removeEntries } = await import('../activity/removal.ts')
      const { now, clock } = deps
      const remover = { by: caller.keyid, person, request: trace.id }
      return removeEntries(named, remover, {
        store: deps.store(),
        append: act => deps.activity.append(act),
        calendar: createCalendar(deps.timezone),
        now,
        clock,
        timeBudget: TIME_BUDGET,
      })
    },
  }
}
