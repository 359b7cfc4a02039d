/** The distribution over its surroundings: `api/distribution.ts`, and what admin shows of it. */
import { QUESTION_LIMIT } from '../distribution/question.ts'
import { createDistribution, type Distribution } from '../distribution/service.ts'
import type { Route } from '../http/router.ts'
import { type Core, lazy } from './core.ts'

/** Made when it is first asked for. */
export function distributionOf({ config, store, now }: Core): () => Distribution {
  return lazy(() =>
    createDistribution({ releaseDir: config.releaseDir, store, now, deployment: config.deployment }),
  )
}

/** GET and POST are both reads. */
export function routesOfDistribution(core: Core): Route[] {
  const distribution = distributionOf(core)
  const handle: Route['handle'] = call => distribution().answer(call)
  const route = { path: '/api/distribution', scope: 'device', bodyLimit: QUESTION_LIMIT, handle }
  return ['GET', 'POST'].map(method => ({ ...route, method }))
}
