/** Wires the distribution: for `api/distribution.ts`, and for the endpoints of admin that show it. */

import { hasCode } from '../core/errors.ts'
import type { Route } from '../core/http/router.ts'
import { routeOf } from '../core/http/serve.ts'
import { readRevocations } from '../core/signatures/revocations.ts'
import { distributionContract } from '../services/distribution/contract.ts'
import { createDistribution, type Distribution } from '../services/distribution/service.ts'
import { type Core, lazy } from './core.ts'

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

/** The service handles all endpoints of the contract alike: it reads the question itself. */
export function routesOfDistribution(core: Core): Route[] {
  const distribution = distributionOf(core)
  const handle: Route['handle'] = call => distribution().answer(call)
  return Object.values(distributionContract.endpoints).map(endpoint => ({ ...routeOf(endpoint), handle }))
}

/**
 * The keyids that are revoked, in the store or by KURA_REVOKED; without the settings of signatures only those of the store.
 * @throws AppError `store_unavailable`
 */
export async function revokedKeys({ config, store }: Pick<Core, 'config' | 'store'>): Promise<Set<string>> {
  const listed = (await readRevocations(store())).filter(({ state }) => state === 'revoked')
  return new Set([...floorOf(config), ...listed.map(({ keyid }) => keyid)])
}

function floorOf(config: Core['config']): readonly string[] {
  try {
    return config.signing().revoked
  } catch (error) {
    if (hasCode(error, 'settings_missing')) return []
    throw error
  }
}
