/** Wires `api/admin.js`. */
import { activityHandlers } from '../admin/activity-routes.ts'
import { adminContract } from '../admin/contract.ts'
import { enrolmentHandlers } from '../admin/enrolments.ts'
import { adminHandlers } from '../admin/routes.ts'
import type { Route } from '../http/router.ts'
import { serveContract } from '../http/serve.ts'
import { type Core, lazy } from './core.ts'
import { distributionOf, revokedKeys } from './distribution.ts'
import { noticesHandlers } from './notices-routes.ts'

export function routesOfAdmin(core: Core): Route[] {
  const distribution = distributionOf(core)
  const handlers = adminHandlers({
    distribution: {
      devicesNamed: names => distribution().devicesNamed(names),
      forget: name => distribution().forget(name),
      devicesPage: page => distribution().devicesPage(page),
      current: () => distribution().current(),
    },
    keyUses: core.keyUses(),
    store: core.store,
    revoked: lazy(() => core.config.signing().revoked),
  })
  const activity = activityHandlers({ ...core, activity: core.activity(), timezone: core.config.timezone })
  const enrolments = enrolmentHandlers({
    store: core.store,
    secrets: () => core.config.secrets(),
    revoked: () => revokedKeys(core),
  })
  const health = async () => (await import('./health/health.ts')).readHealth(core)
  return serveContract(adminContract, {
    ...handlers,
    ...activity,
    ...enrolments,
    ...noticesHandlers(core),
    health,
  })
}
