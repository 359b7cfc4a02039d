import * as z from 'zod'
import { typed } from '../../../core/json/fields.ts'
import { reasonReply } from '../../../core/language/reason-schemas.ts'
import { saidReason } from '../../../core/language/text.ts'
import { companyReference } from '../fields/company.ts'
import { wholeYen } from '../fields/yen.ts'
import { dealBody } from '../remote/deal-schema.ts'

const MOST_CODES = 100

export const learnRequest = z.strictObject({
  company_id: companyReference,
  tax_codes: z
    .array(z.int().min(0))
    .min(1)
    .max(MOST_CODES)
    .optional()
    .describe('The candidates; every code that account items and earlier deals name, unless given'),
  account_item: typed(100)
    .optional()
    .describe('The account item of the test deals; the most used one of earlier expenses, unless given'),
  issue_date: typed(40).optional().describe('The day of the test deals; today, unless given'),
  abandon: typed(100)
    .optional()
    .describe('The open run that ends now: its deals are deleted, and nothing is learned'),
})
export type LearnRequest = z.infer<typeof learnRequest>

export const candidate = z.object({
  code: z.int(),
  amount: wholeYen.describe('Whole yen; no other candidate has it'),
  state: z.enum(['planned', 'sending', 'created', 'refused', 'unknown', 'deleted']),
  deal: z.int().optional(),
  reason: z.string().optional().describe('Why the service refused it'),
  differs: z.string().optional().describe('What the service stored otherwise than it was sent'),
  category: z.string().optional().describe('The name that the journal gave to its code'),
})
export type Candidate = z.infer<typeof candidate>

const candidateReply = candidate.extend({
  reason: reasonReply.optional().describe('Why the service refused it'),
  differs: reasonReply.optional().describe('What the service stored otherwise than it was sent'),
})

export function shownCandidate({ reason, differs, ...candidate }: Candidate): z.infer<typeof candidateReply> {
  return {
    ...candidate,
    ...(reason !== undefined && { reason: saidReason(reason) }),
    ...(differs !== undefined && { differs: saidReason(differs) }),
  }
}

export const phase = z.enum(['creating', 'reading', 'deleting', 'ended'])

const issueDate = z.string()
const run = z.string().describe('Names the run')

export const learnReply = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('dry-run'),
    issueDate,
    accountItem: z.string(),
    bodies: z.array(dealBody),
    obstacles: z.array(reasonReply).describe('What keeps it from being done now'),
  }),
  z.object({
    mode: z.literal('write'),
    status: z
      .enum(['confirm', 'working', 'ended'])
      .describe('`confirm`: a person has to confirm `deal`; `working`: call again'),
    company: z.int(),
    run,
    issueDate,
    accountItem: z.string(),
    deal: z.int().optional().describe('The deal that a person has to confirm'),
    candidates: z.array(candidateReply),
  }),
])

export const learningReply = z.discriminatedUnion('phase', [
  z.object({ company: z.int(), phase: z.literal('none') }),
  z.object({ company: z.int(), run, phase, issueDate, candidates: z.array(candidateReply) }),
])

export const taxTableReply = z.object({
  company: z.int(),
  source: z.enum(['listing', 'learned']).describe('Where the table came from'),
  entries: z.array(
    z.object({
      code: z.int(),
      name: z.string(),
      learned: z.string().optional().describe('The day on which it was learned, YYYY-MM-DD'),
    }),
  ),
})
