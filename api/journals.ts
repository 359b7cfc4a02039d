/** Serves the files of journals, which take longer than any other call (document 1, Journal report job). */

import { endpoint } from '../lib/app/core.ts'
import { journalsContract } from '../lib/services/accounting/journals/contract.ts'

export default endpoint(journalsContract, async core => {
  const { routesOfJournals } = await import('../lib/app/functions/journals.ts')
  return routesOfJournals(core)
})
