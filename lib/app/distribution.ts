/** The distribution over its surroundings: `api/distribution.ts`, and what admin shows of it. */
import { createDistribution, type Distribution } from '../distribution/service.ts'
import type { Route } from '../http/handler.ts'
import { type Core, core, lazy } from './core.ts'

/** The distribution of this process. */
export const distribution = lazy(() => createDistributionOf(core()))

export function createDistributionOf({ config, store, now }: Core): Distribution {
  return createDistribution({ releaseDir: config.releaseDir, store, now, deployment: config.deployment })
}

/** GET and POST are both reads. */
export function distributionRoutes(): Route[] {
  const handle: Route['handle'] = call => distribution().answer(call)
  return ['GET', 'POST'].map(method => ({ method, path: '/api/distribution', scope: 'device', handle }))
}
