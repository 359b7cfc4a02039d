/** Sends the current release to a device (document 3, part B). */
import { endpoint } from '../lib/app/core.ts'
import { distributionContract } from '../lib/services/distribution/contract.ts'

export default endpoint(distributionContract, async core => {
  const { routesOfDistribution } = await import('../lib/app/functions/distribution.ts')
  return routesOfDistribution(core)
})
