/** The books: master data, deals, journals, partners and items of the accounting service (document 1). */
import { accountingContract } from '../lib/accounting/contract.ts'
import { endpoint } from '../lib/app/core.ts'
import { watchingDeps } from '../lib/app/cron/watch.ts'

export default endpoint(
  accountingContract,
  async core => {
    const { routesOfAccounting } = await import('../lib/app/accounting.ts')
    return routesOfAccounting(core)
  },
  watchingDeps,
)
