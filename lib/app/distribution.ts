/** Wires `api/distribution.ts`. */
import type { Route } from '../core/http/router.ts'
import { routeOf } from '../core/http/serve.ts'
import { distributionContract } from '../services/distribution/contract.ts'
import { createDistribution } from '../services/distribution/service.ts'
import type { Core } from './core.ts'

/**
 * Returns the routes of the distribution. All endpoints have the same handler, because the service itself reads the
 * request.
 */
export function routesOfDistribution({ config, store, now, log }: Core): Route[] {
  const distribution = createDistribution({
    releaseDir: config.releaseDir,
    store,
    now,
    deployment: config.deployment,
    note: (event, facts) => log(JSON.stringify({ event, ...facts })),
  })
  const handle: Route['handle'] = call => distribution.answer(call)
  return Object.values(distributionContract.endpoints).map(endpoint => ({ ...routeOf(endpoint), handle }))
}
