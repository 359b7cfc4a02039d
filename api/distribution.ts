/** Sends the current release to a device (document 3, part B). */
import { endpoint } from '../lib/app/core.ts'

export default endpoint({ methods: ['GET', 'POST'] }, async core => {
  const { routesOfDistribution } = await import('../lib/app/functions/distribution.ts')
  return routesOfDistribution(core)
})
