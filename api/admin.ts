/**
 * Devices, keys, the release and notices, for an operator.
 * The activity log: who did what.
 * `npm run functions` makes this file.
 */
import { endpoint } from '../lib/app/core.ts'

export default endpoint({ methods: ['GET', 'DELETE', 'POST'] }, async core => {
  const { routesOfAdmin } = await import('../lib/app/functions/admin.ts')
  return routesOfAdmin(core)
})
