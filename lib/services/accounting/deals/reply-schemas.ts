import * as z from 'zod'
import { text, yen } from '../../../core/json/fields.ts'
import { reasonReply } from '../../../core/language/reason-schemas.ts'
import { dealBody } from '../remote/deal-schema.ts'
import { dealRequest, firstDeal } from './schema.ts'

const deduction = z
  .object({
    deduction: z.int().describe('Percent of the tax'),
    schedule: text,
    otherwise: z
      .array(z.object({ schedule: text, deduction: z.int() }))
      .describe('What other schedules say of the same date, if they differ'),
    review: z.boolean(),
  })
  .meta({ id: 'Deduction', description: 'The deduction of a purchase without a qualified invoice' })

const line = z
  .object({
    accountItem: z.object({ id: z.int(), name: text }),
    tax: z.object({ code: z.int(), name: text }).optional().describe('Absent if a person has to choose'),
    deduction: deduction.optional().describe('What the schedule says of the date, if it was asked'),
    amount: yen,
    description: text.optional(),
  })
  .meta({ id: 'DealLine', description: 'A line as it was understood' })

const flag = z
  .object({
    flag: z.enum([
      'unreadable',
      'ambiguous',
      'future',
      'long_ago',
      'refund',
      'contradicts_partner',
      'schedules_disagree',
      'contradicts_schedule',
      'no_measure',
      'category_missing',
      'looks_double',
      'declined',
      'differs_from_file',
    ]),
    reason: reasonReply,
    line: z.int().optional().describe('The line that is meant, from 0'),
  })
  .meta({ id: 'DealFlag', description: 'Why a person has to look at a deal before it is sent' })

export const understoodDeal = {
  issueDate: text.optional().describe('As it was read, YYYY-MM-DD; absent if it cannot be read'),
  body: dealBody.optional().describe('Absent if a person has to correct the request'),
  lines: z.array(line),
  flags: z.array(flag),
  taxes: z.enum(['listing', 'learned']).describe('Where the tax codes came from'),
}

export const caseStates = z.enum(['review', 'claimed', 'done', 'refused', 'unknown', 'removing', 'gone'])

export const differs = reasonReply.optional().describe('What the service stored otherwise than it was sent')

export const dealReply = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('dry-run'),
    case: z
      .object({ name: text, state: z.union([z.literal('new'), caseStates]), deal: z.int().optional() })
      .optional()
      .describe('What is known of the case, if the request names one'),
    ...understoodDeal,
    obstacles: z.array(reasonReply).describe('What keeps it from being written now'),
  }),
  z.object({
    mode: z.literal('write'),
    case: text,
    state: z.enum(['done', 'review']).describe('`review`: nothing was sent, a person has to look'),
    deal: z.int().optional(),
    operation: text.optional().describe('Names what a person releases'),
    differs,
    ...understoodDeal,
  }),
  z.object({
    mode: z.literal('propose'),
    case: text,
    state: z.literal('review'),
    operation: text.describe('Names what a person releases'),
    ...understoodDeal,
  }),
])

export const caseReport = z
  .object({
    case: text,
    state: caseStates,
    since: text.describe('When it got into this state, ISO 8601'),
    by: text.describe('Who got it into this state'),
    body: dealBody
      .optional()
      .describe('The body that was sent or waits; absent if a person has to correct the request'),
    deal: z.int().optional(),
    asked: dealRequest.optional().describe('The request as its caller made it, while the case waits'),
    flags: z.array(reasonReply).describe('Why a person had to look, or has to'),
    releasedBy: text.optional(),
    first: z
      .object({ approval: text, person: text, until: text })
      .optional()
      .describe(
        'The first approval, if two people have to approve: until then another person can add theirs',
      ),
    proposal: z
      .object({
        by: text.describe('The name of the key that proposed it'),
        reason: reasonReply.describe("Why, in the proposer's own words"),
        before: dealBody.optional().describe('The body that was proposed first, if it was corrected'),
      })
      .optional()
      .describe('Set if the deal was proposed: it waits for a person'),
    declined: z
      .array(z.object({ by: text, reason: reasonReply }))
      .optional()
      .describe('Who declined a proposed body of the case, and why'),
    reason: reasonReply.optional(),
    operation: text.describe('Names the attempt, for `release` and `free`'),
    strays: z
      .array(z.object({ deal: z.int().optional(), since: text, by: text }))
      .optional()
      .describe('Deals of other attempts, which may be duplicates; `deal` is absent if its id is unknown'),
    steps: z
      .array(
        z.object({
          state: caseStates,
          at: text.describe('ISO 8601'),
          by: text.describe('The name of a key or of a person, who may have approved it with a passkey'),
          reason: reasonReply.optional(),
        }),
      )
      .describe('What happened to the case, the oldest first'),
  })
  .meta({ id: 'Case' })

/** The case after a query; `found` are the ids of its deals at the service. */
export const resolvedCase = caseReport.extend({ found: z.array(z.int()) })

const alikeDeal = z
  .object({
    id: text.describe('Names it in `apart`, if a person says that these are two'),
    case: text.optional(),
    state: caseStates.optional().describe('Of its case'),
    deal: z.int().optional().describe('Its id at the service'),
    file: z.int().optional().describe('The file that both have'),
    corrects: z
      .literal(true)
      .optional()
      .describe('It waits and differs in one fact: one may be the correction of the other'),
    day: text.optional().describe('YYYY-MM-DD; absent if it could not be read'),
    amount: yen,
    partner_id: z.int().optional(),
    descriptions: z.array(text),
    files: z.array(z.int()),
  })
  .meta({ id: 'AlikeDeal', description: 'Another case or deal that may be the same receipt' })

export const releaseReply = z.discriminatedUnion('mode', [
  caseReport.extend({
    mode: z.literal('dry-run'),
    alike: z
      .array(alikeDeal)
      .describe('What it looks like now: a release names those that are new in `apart`'),
  }),
  z.object({
    mode: z.literal('write'),
    case: text,
    state: z.enum(['done', 'review']),
    deal: z.int().optional(),
    operation: text.optional(),
    differs,
  }),
])

export const firstDealReply = z.object({
  company: z.int(),
  case: text.describe('The one case that may be written before the confirmation'),
  confirmed: firstDeal.optional(),
})
