/**
 * The files of journals.
 * `npm run functions` makes this file.
 */
import { endpoint } from '../lib/app/core.ts'

export default endpoint({ methods: ['GET'] }, async core => {
  const { routesOfJournals } = await import('../lib/app/functions/journals.ts')
  return routesOfJournals(core)
})
