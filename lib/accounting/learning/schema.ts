/** What callers send about learning tax codes, what the endpoints reply, and a candidate, which is stored as well. */
import { z } from 'zod'
import { dealBody } from '../deals/reply-schemas.ts'
import { companyReference } from '../deals/schema.ts'

const MOST_CODES = 100

export const learnRequest = z.strictObject({
  company_id: companyReference,
  /** The candidates; every code that account items and earlier deals name, unless given. */
  tax_codes: z.array(z.int().min(0)).min(1).max(MOST_CODES).optional(),
  /** The account item of the test deals; the most used one of earlier expenses, unless given. */
  account_item: z.string().trim().min(1).max(100).optional(),
  /** The day of the test deals; today, unless given. */
  issue_date: z.string().trim().min(1).max(40).optional(),
  /** Deletes the deals of an open run, and ends it. */
  abandon: z.boolean().default(false),
})
export type LearnRequest = z.infer<typeof learnRequest>

export const candidate = z.object({
  code: z.int(),
  /** Whole yen; no other candidate has it. */
  amount: z.int(),
  state: z.enum(['planned', 'sending', 'created', 'refused', 'unknown', 'deleted']),
  deal: z.int().optional(),
  /** Why the service refused it. */
  reason: z.string().optional(),
  /** The name that the journal gave to its code. */
  category: z.string().optional(),
})
export type Candidate = z.infer<typeof candidate>

export const phase = z.enum(['creating', 'reading', 'deleting', 'ended'])

const issueDate = z.string()

export const learnReply = z.discriminatedUnion('mode', [
  /** What a run would do. */
  z.object({
    mode: z.literal('dry-run'),
    issueDate,
    accountItem: z.string(),
    bodies: z.array(dealBody),
    /** What keeps it from being done now. */
    obstacles: z.array(z.string()),
  }),
  z.object({
    mode: z.literal('write'),
    /** `confirm`: a person has to confirm `deal`; `working`: call again. */
    status: z.enum(['confirm', 'working', 'ended']),
    company: z.int(),
    issueDate,
    accountItem: z.string(),
    /** The deal that a person has to confirm. */
    deal: z.int().optional(),
    candidates: z.array(candidate),
  }),
])

export const learningReply = z.discriminatedUnion('phase', [
  z.object({ company: z.int(), phase: z.literal('none') }),
  z.object({ company: z.int(), phase, issueDate, candidates: z.array(candidate) }),
])

export const taxTableReply = z.object({
  company: z.int(),
  /** Where the table came from. */
  source: z.enum(['listing', 'learned']),
  entries: z.array(
    z.object({
      code: z.int(),
      name: z.string(),
      /** The day on which it was learned, YYYY-MM-DD. */
      learned: z.string().optional(),
    }),
  ),
})
