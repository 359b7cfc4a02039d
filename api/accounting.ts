/** The books: master data, deals, journals, partners and items of the accounting service (document 1). */
import { routesOfAccounting } from '../lib/app/accounting.ts'
import { endpoint } from '../lib/app/core.ts'

export default endpoint(routesOfAccounting)
