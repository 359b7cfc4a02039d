/** Wires `api/admin.ts`. */

import type { Route } from '../core/http/router.ts'
import { type Handlers, serveContract } from '../core/http/serve.ts'
import { activityContract } from '../services/activity/contract.ts'
import { activityHandlers } from '../services/activity/routes.ts'
import { adminContract } from '../services/admin/contract.ts'
import { enrolmentHandlers } from '../services/admin/enrolments.ts'
import { adminHandlers } from '../services/admin/routes.ts'
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
  const own: Handlers<typeof adminContract, 'health' | 'recordSettings'> = {
    health: async () => (await import('./health/health.ts')).readHealth(core),
    recordSettings: async call => (await import('./health/health.ts')).settingsRecorder(core)(call),
  }
  return [
    ...serveContract(adminContract, { ...handlers, ...enrolments, ...noticesHandlers(core), ...own }),
    ...serveContract(activityContract, activity),
  ]
}
