/** `api/admin.ts` over its surroundings. */
import { adminRoutes } from '../admin/routes.ts'
import type { Route } from '../http/handler.ts'
import { type Core, lazy } from './core.ts'
import { distribution } from './distribution.ts'

export function routesOfAdmin(core: Core): Route[] {
  return adminRoutes({
    distribution: {
      devices: () => distribution().devices(),
      current: () => distribution().current(),
    },
    keyUses: core.keyUses(),
    store: core.store,
    revoked: lazy(() => core.config.signing().revoked),
    mayWrite: core.mayWrite,
  })
}
