/** Runs the jobs that the host starts once a day: `GET /api/cron/refresh` keeps the accounting credential valid. */
import { cronContract } from '../lib/app/contracts/cron.ts'
import { endpoint } from '../lib/app/core.ts'
import { handlerDepsOfCron, routesOfCron } from '../lib/app/functions/cron.ts'

export default endpoint(cronContract, async core => routesOfCron(core), handlerDepsOfCron)
