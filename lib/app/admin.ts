/** Wires `api/admin.js`. */
import { adminContract } from '../admin/contract.ts'
import { adminHandlers } from '../admin/routes.ts'
import type { Route } from '../http/router.ts'
import { serveContract } from '../http/serve.ts'
import { type Core, lazy } from './core.ts'
import { distributionOf } from './distribution.ts'
import { noticesHandlers } from './notices-routes.ts'

export function routesOfAdmin(core: Core): Route[] {
  const distribution = distributionOf(core)
  const handlers = adminHandlers({
    distribution: {
      devicesNamed: names => distribution().devicesNamed(names),
      devicesPage: page => distribution().devicesPage(page),
      current: () => distribution().current(),
    },
    keyUses: core.keyUses(),
    store: core.store,
    activity: core.activity(),
    revoked: lazy(() => core.config.signing().revoked),
  })
  const health = async () => (await import('./health/health.ts')).readHealth(core)
  return serveContract(adminContract, { ...handlers, ...noticesHandlers(core), health })
}
