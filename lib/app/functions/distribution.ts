import type { Route } from '../../core/http/router.ts'
import { routeOf } from '../../core/http/serve.ts'
import { createCalendar } from '../../core/language/calendar.ts'
import { distributionContract } from '../../services/distribution/contract.ts'
import { createDistribution } from '../../services/distribution/service.ts'
import { type Core, lazy } from '../core.ts'

/** All routes have the same handler, because the service itself reads the request. */
export function routesOfDistribution({ config, store, now, log, seenLog }: Core): Route[] {
  const calendar = lazy(() => createCalendar(config.timezone))
  const distribution = createDistribution({
    releaseDir: config.releaseDir,
    store: async () => {
      const { readingEnd } = await import('../../services/activity/witness.ts')
      return readingEnd(store(), end => {
        seenLog.end = end
      })
    },
    now,
    deployment: config.deployment,
    note: (event, facts) => log(JSON.stringify({ event, ...facts })),
    dayOf: moment => calendar()(moment),
  })
  const handle: Route['handle'] = call => distribution.answer(call)
  return Object.values(distributionContract.endpoints).map(endpoint => ({ ...routeOf(endpoint), handle }))
}
