/** The endpoints of `/api/admin/activity`: who did what, and the removal of what was exported. */
import type { ActivityLog } from '../activity/log.ts'
import { pageOf } from '../http/pages.ts'
import type { Handlers } from '../http/serve.ts'
import { createCalendar } from '../language/calendar.ts'
import type { Store } from '../store/store.ts'
import type { adminContract } from './contract.ts'

export interface ActivityRoutesDeps {
  readonly store: () => Store
  readonly activity: Pick<ActivityLog, 'page' | 'append'>
  /** KURA_TIMEZONE. */
  readonly timezone: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds from a clock that never goes back. */
  readonly clock: () => number
}

/** Milliseconds after which a call leaves the rest of a removal to the next one; a function lives for sixty seconds. */
const PATIENCE = 25_000

export function activityHandlers(
  deps: ActivityRoutesDeps,
): Handlers<typeof adminContract, 'activity' | 'removeActivity'> {
  return {
    async activity({ query: { since, until, ...query } }) {
      const { after, limit } = pageOf(query)
      const from = { since, until, after: after === undefined ? undefined : Number(after), limit }
      const { entries, next, head, anchor } = await deps.activity.page(from)
      return { entries, head, ...(anchor && { anchor }), ...(next !== undefined && { next: String(next) }) }
    },
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
        patience: PATIENCE,
      })
    },
  }
}
