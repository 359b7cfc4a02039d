/** Hands the current release to a device (document 3, part B). */
import { endpoint } from '../lib/app/core.ts'
import { routesOfDistribution } from '../lib/app/distribution.ts'

export default endpoint(routesOfDistribution)
