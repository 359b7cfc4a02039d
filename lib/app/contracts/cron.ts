/** The host cannot sign requests, so it starts the jobs with a bearer secret. No key has the scope of the jobs. */
import { defineContract } from '../../core/http/contract.ts'

const job = { method: 'GET', scope: 'cron', changes: 'always' } as const

export const cronContract = defineContract({
  endpoints: {
    refresh: {
      ...job,
      path: '/api/cron/refresh',
      summary: 'Refreshes the credential of the accounting service if it is due',
    },
    orders: {
      ...job,
      path: '/api/cron/orders',
      summary: 'Asks the registrar what has become of each open order',
    },
    notices: { ...job, path: '/api/cron/notices', whilePaused: true, summary: 'Tells people what is due' },
    health: {
      method: 'GET',
      path: '/api/cron/health',
      scope: 'admin',
      changes: 'never',
      summary:
        'Shows what ran when, what is open and what failed; also for a signed call with the scope admin',
    },
  },
  schemas: async () => (await import('./cron-schemas.ts')).cronSchemas,
})
