/** Runs the jobs that the host starts once a day: `GET /api/cron/refresh` keeps the accounting credential valid. */
import { endpoint } from '../lib/app/core.ts'
import { handlerDepsOfCron, routesOfCron } from '../lib/app/functions/cron.ts'

export default endpoint({ methods: ['GET'] }, async core => routesOfCron(core), handlerDepsOfCron)
