/** Shows devices, keys, notices and the release to an operator, and revokes keys. */
import { routesOfAdmin } from '../lib/app/admin.ts'
import { endpoint } from '../lib/app/core.ts'

export default endpoint(routesOfAdmin)
