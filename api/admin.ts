/** Shows devices, keys, notices, the release and the activity log to an operator, and revokes keys. */
import { endpoint } from '../lib/app/core.ts'

export default endpoint({ methods: ['GET', 'DELETE', 'POST'] }, async core => {
  const { routesOfAdmin } = await import('../lib/app/functions/admin.ts')
  return routesOfAdmin(core)
})
