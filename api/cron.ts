/**
 * The jobs that the host starts once a day, and their health.
 * `npm run functions` makes this file.
 */
import { endpoint } from '../lib/app/core.ts'
import { handlerDepsOfCron } from '../lib/app/functions/cron.ts'

export default endpoint(
  { methods: ['GET'] },
  async core => {
    const { routesOfCron } = await import('../lib/app/functions/cron.ts')
    return routesOfCron(core)
  },
  handlerDepsOfCron,
)
