/**
 * The books: master data, deals, journals, partners and items.
 * Authorizing kura at the accounting service.
 * `npm run functions` makes this file.
 */
import { endpoint } from '../lib/app/core.ts'
import { watchingDeps } from '../lib/app/health/watch.ts'

export default endpoint(
  { methods: ['GET', 'DELETE', 'POST', 'PUT'] },
  async core => {
    const { routesOfAccounting } = await import('../lib/app/functions/accounting.ts')
    return routesOfAccounting(core)
  },
  watchingDeps,
)
