/**
 * The current release, for devices.
 * `npm run functions` makes this file.
 */
import { endpoint } from '../lib/app/core.ts'

export default endpoint({ methods: ['GET', 'POST'] }, async core => {
  const { routesOfDistribution } = await import('../lib/app/functions/distribution.ts')
  return routesOfDistribution(core)
})
