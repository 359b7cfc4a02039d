/**
 * Serves the books: master data, deals, journals, partners and items of the accounting service, and its authorization
 * (document 1).
 */

import { endpoint } from '../lib/app/core.ts'
import { watchingDeps } from '../lib/app/health/watch.ts'
import { accountingContract } from '../lib/services/accounting/contract.ts'
import { authorizationContract } from '../lib/services/accounting/tokens/contract.ts'

const endpoints = { ...accountingContract.endpoints, ...authorizationContract.endpoints }

export default endpoint(
  { endpoints },
  async core => {
    const { routesOfAccounting } = await import('../lib/app/functions/accounting.ts')
    return routesOfAccounting(core)
  },
  watchingDeps,
)
