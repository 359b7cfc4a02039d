/** `api/admin.ts` over its surroundings. */
import { adminRoutes } from '../admin/routes.ts'
import type { Route } from '../http/router.ts'
import { type Core, lazy } from './core.ts'
import { distributionOf } from './distribution.ts'

export function routesOfAdmin(core: Core): Route[] {
  const distribution = distributionOf(core)
  return adminRoutes({
    distribution: {
      devices: () => distribution().devices(),
      current: () => distribution().current(),
    },
    keyUses: core.keyUses(),
    store: core.store,
    revoked: lazy(() => core.config.signing().revoked),
  })
}
