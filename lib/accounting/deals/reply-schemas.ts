/** What the endpoints of deals and their cases reply. */
import { z } from 'zod'
import { firstDeal } from './schema.ts'

const text = z.string()

/** The exact body of POST /deals at the service. */
export const dealBody = z.object({
  company_id: z.int(),
  /** YYYY-MM-DD */
  issue_date: text,
  type: z.enum(['income', 'expense']),
  details: z.array(
    z.object({
      account_item_id: z.int(),
      tax_code: z.int(),
      amount: z.int(),
      description: text.optional(),
    }),
  ),
  ref_number: text.optional(),
  partner_id: z.int().optional(),
  due_date: text.optional(),
})

/** The deduction of a purchase without a qualified invoice. */
const deduction = z.object({
  /** Percent of the tax. */
  deduction: z.int(),
  schedule: text,
  /** What other schedules say of the same date, if they differ. */
  otherwise: z.array(z.object({ schedule: text, deduction: z.int() })),
  review: z.boolean(),
})

/** A line as it was understood. */
const line = z.object({
  accountItem: z.object({ id: z.int(), name: text }),
  /** Absent if a person has to choose. */
  tax: z.object({ code: z.int(), name: text }).optional(),
  /** What the schedule says of the date, if it was asked. */
  deduction: deduction.optional(),
  amount: z.int(),
  description: text.optional(),
})

/** Why a person has to look at a deal before it is sent. */
const flag = z.object({
  flag: z.enum([
    'unreadable',
    'ambiguous',
    'future',
    'schedules_disagree',
    'contradicts_schedule',
    'no_measure',
    'category_missing',
  ]),
  reason: text,
  /** The line that is meant, from 0. */
  line: z.int().optional(),
})

/** How a deal was understood. */
const understood = {
  /** Absent if a person has to correct the request. */
  body: dealBody.optional(),
  lines: z.array(line),
  flags: z.array(flag),
  /** Where the tax codes came from. */
  taxes: z.enum(['listing', 'learned']),
}

export const dealReply = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('dry-run'),
    /** What is known of the case, if the request names one. */
    case: z.object({ name: text, state: text, deal: z.int().optional() }).optional(),
    ...understood,
    /** What keeps it from being written now. */
    obstacles: z.array(text),
  }),
  z.object({
    mode: z.literal('write'),
    case: text,
    /** `review`: nothing was sent, a person has to look. */
    state: z.enum(['done', 'review']),
    deal: z.int().optional(),
    /** Names what a person releases. */
    operation: text.optional(),
    ...understood,
  }),
])

export const caseStates = z.enum(['review', 'claimed', 'done', 'refused', 'unknown'])

export const caseReport = z.object({
  case: text,
  state: caseStates,
  /** When it got into this state, ISO time, and who did that. */
  since: text,
  by: text,
  /** The body that was sent or waits; absent if a person has to correct the request. */
  body: dealBody.optional(),
  deal: z.int().optional(),
  /** Why a person had to look, or has to. */
  flags: z.array(text),
  releasedBy: text.optional(),
  reason: text.optional(),
  /** Names the attempt, for `release` and `free`. */
  operation: text,
})

/** A case after its deal was looked for; `found` lists the deals that carry its reference. */
export const resolvedCase = caseReport.extend({ found: z.array(z.int()) })

export const releaseReply = z.discriminatedUnion('mode', [
  caseReport.extend({ mode: z.literal('dry-run') }),
  z.object({
    mode: z.literal('write'),
    case: text,
    state: z.enum(['done', 'review']),
    deal: z.int().optional(),
    operation: text.optional(),
  }),
])

export const firstDealReply = z.object({
  company: z.int(),
  /** The one case that may be written before the confirmation. */
  case: text,
  confirmed: firstDeal.optional(),
})
