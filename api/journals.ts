/** Serves the files of journals, which take longer than any other call (document 1, Journal report job). */

import { endpoint } from '../lib/app/core.ts'

export default endpoint({ methods: ['GET'] }, async core => {
  const { routesOfJournals } = await import('../lib/app/functions/journals.ts')
  return routesOfJournals(core)
})
