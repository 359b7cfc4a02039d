import * as z from 'zod'
import { moment, text } from '../../core/json/fields.ts'
import { reasonReply } from '../../core/language/reason-schemas.ts'
import { adminSchemas } from '../../services/admin/contract-schemas.ts'
import { jobRuns } from '../../services/admin/today-schemas.ts'
import { registrarSchemas } from '../../services/registrar/contract-schemas.ts'

const token = z.object({
  state: z.enum(['unauthorized', 'current', 'refreshing', 'interrupted', 'paused', 'reauthorize']),
  generation: z.int().describe('Counts the pairs of tokens since the first authorization'),
  access: z.object({ state: z.enum(['live', 'expired', 'rejected']), expiresAt: moment }).optional(),
  refresh: z
    .object({
      state: z.enum(['live', 'expired']).describe('Whether the service may still take it, by its age'),
      issuedAt: moment,
      expiresAt: moment,
      ageDays: z.int(),
      lifetimeDays: z.int(),
    })
    .optional(),
  scopes: z.array(text),
  company: z
    .object({ id: z.int(), number: text.describe('The office number'), name: text })
    .optional()
    .describe('The company to whose books it gives access'),
  refreshedBy: text.optional(),
  refreshedAt: moment.optional(),
  reason: reasonReply.optional().describe('Why it is paused or needs a new authorization'),
  until: moment
    .optional()
    .describe(
      'When the lease of a running refresh, or a pause, ends; with reauthorize: kura tries again then',
    ),
  failures: z
    .object({ count: z.int(), reason: reasonReply, since: moment })
    .optional()
    .describe('The attempts that failed since the last success'),
  obstacle: z
    .enum(['other_application', 'sealed'])
    .optional()
    .describe('Why the settings of this deployment cannot use it, whatever its state'),
})

export const cronSchemas = {
  refresh: {
    reply: z.object({
      did: z.enum(['refreshed', 'failed', 'nothing']),
      why: z
        .enum([
          'expired',
          'close_to_expiry',
          'old',
          'not_due',
          'unauthorized',
          'refreshing',
          'paused',
          'reauthorize',
          'not_in_preview',
          'acts_paused',
          'not_in_this_function',
          'too_late',
          'other_application',
        ])
        .describe('Why it was refreshed or tried, or why nothing was done'),
      token,
    }),
  },
  orders: { reply: registrarSchemas.purchases.reply },
  notices: { reply: adminSchemas.sendNotices.reply },
  health: {
    reply: z.object({
      healthy: z
        .boolean()
        .describe('Whether every job ran within 26 hours without a problem, and everything was sent'),
      jobs: jobRuns,
      notices: z
        .object({
          open: z.int(),
          untold: z.int().describe('Those that no outlet has sent yet'),
          unsent: z.int().describe('Messages that may not have been sent'),
          urgencies: z
            .object({
              exposure: z.int().optional(),
              money: z.int().optional(),
              credential: z.int().optional(),
              deadline: z.int().optional(),
              device: z.int().optional(),
            })
            .describe('The open ones by urgency'),
        })
        .describe('As of the last run or listing'),
      log: z
        .object({ seq: z.int(), digest: z.string(), at: z.string() })
        .optional()
        .describe(
          'The last entry of the activity log, for kura log verify --head SEQ:DIGEST; absent if it is empty',
        ),
    }),
  },
}
