/** Shows devices, keys, notices, the release and the activity log to an operator, and revokes keys. */
import { endpoint } from '../lib/app/core.ts'
import { activityContract } from '../lib/services/activity/contract.ts'
import { adminContract } from '../lib/services/admin/contract.ts'

const endpoints = { ...adminContract.endpoints, ...activityContract.endpoints }

export default endpoint({ endpoints }, async core => {
  const { routesOfAdmin } = await import('../lib/app/functions/admin.ts')
  return routesOfAdmin(core)
})
