/** Shows devices, keys, notices and the release to an operator, and revokes keys. */
import { adminContract } from '../lib/admin/contract.ts'
import { endpoint } from '../lib/app/core.ts'

export default endpoint(adminContract, async core => {
  const { routesOfAdmin } = await import('../lib/app/admin.ts')
  return routesOfAdmin(core)
})
