/** Wires the distribution: `api/distribution.js`, and what admin shows of it. */
import { distributionContract } from '../distribution/contract.ts'
import { createDistribution, type Distribution } from '../distribution/service.ts'
import type { Route } from '../http/router.ts'
import { routeOf } from '../http/serve.ts'
import { type Core, lazy } from './core.ts'
import { revokedKeys } from './revoked-keys.ts'

/** Created on first use. */
export function distributionOf(core: Core): () => Distribution {
  const { config, store, now, log } = core
  return lazy(() =>
    createDistribution({
      releaseDir: config.releaseDir,
      store,
      revoked: () => revokedKeys(core),
      now,
      deployment: config.deployment,
      note: (event, facts) => log(JSON.stringify({ event, ...facts })),
    }),
  )
}

/** The contract's endpoints are one and the same to the service, which reads the question by itself. */
export function routesOfDistribution(core: Core): Route[] {
  const distribution = distributionOf(core)
  const handle: Route['handle'] = call => distribution().answer(call)
  return Object.values(distributionContract.endpoints).map(endpoint => ({ ...routeOf(endpoint), handle }))
}
