/** The books: master data, deals, journals, partners and items of the accounting service, and its authorization (document 1). */
import { accountingContract } from '../lib/accounting/contract.ts'
import { endpoint } from '../lib/app/core.ts'
import { watchingDeps } from '../lib/app/cron/watch.ts'
import { authorizationContract } from '../lib/tokens/contract.ts'

const endpoints = { ...accountingContract.endpoints, ...authorizationContract.endpoints }

export default endpoint(
  { endpoints },
  async core => {
    const { routesOfAccounting } = await import('../lib/app/accounting.ts')
    return routesOfAccounting(core)
  },
  watchingDeps,
)
