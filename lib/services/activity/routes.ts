import { pageOf } from '../../core/http/pages.ts'
import type { Handlers } from '../../core/http/serve.ts'
import type { Store } from '../../core/store/store.ts'
import type { activityContract } from './contract.ts'
import { isChosen } from './history/choice.ts'
import { searchEntries } from './history/search.ts'
import type { ActivityLog } from './log.ts'

export interface ActivityRoutesDeps {
  readonly store: () => Store
  readonly activity: Pick<ActivityLog, 'page'>
}

export function activityHandlers(deps: ActivityRoutesDeps): Handlers<typeof activityContract> {
  return {
    async activity({ query: { since, until, order, person, kind, approval, ...query } }) {
      const { after, limit } = pageOf(query)
      const place = after === undefined ? undefined : Number(after)
      const choice = { person, kind, approval }
      const range = { since, until, limit }
      const { entries, next, head, anchor } =
        order === 'newest'
          ? await searchEntries({ ...range, ...choice, before: place }, deps.store())
          : await deps.activity.page({ ...range, after: place })
      return {
        entries: entries.filter(entry => isChosen(entry, choice)),
        head,
        ...(anchor && { anchor }),
        ...(next !== undefined && { next: String(next) }),
      }
    },
    async approvals({ query: { digests } }) {
      const { readApprovals } = await import('../../core/passkey/approval.ts')
      return { approvals: await readApprovals(digests.split(','), deps.store()) }
    },
    // the handler does nothing else: the activity log records every call of an endpoint that changes something
    recordRelease: async ({ body: { release, version } }) => ({ release, version }),
  }
}
