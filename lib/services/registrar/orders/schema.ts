/** What is stored of an order and of a deadline; loaded when one is read. */
import { z } from 'zod'
import { storedOrderError } from '../remote/order-error.ts'
import type { Deadline } from './deadline.ts'
import { ORDER_STATES, type OrderProgress } from './progress.ts'

export const progressSchema: z.ZodType<OrderProgress> = z.object({
  operation: z.string(),
  claimedAt: z.number(),
  state: z.enum(ORDER_STATES),
  status: z.string().optional(),
  domainStatus: z.string().optional(),
  error: z.string().optional(),
  errorContent: storedOrderError.optional(),
  expiresAt: z.number().optional(),
  boughtAt: z.number().optional(),
  checks: z.int(),
  checkedAt: z.number().optional(),
  next: z.number(),
  trouble: z
    .object({ kind: z.enum(['missing', 'unread']), since: z.number(), reason: z.string() })
    .optional(),
})

export const deadlineSchema: z.ZodType<Deadline> = z.object({
  operation: z.string(),
  claimedAt: z.number(),
  boughtAt: z.number(),
  verifyBy: z.number(),
  source: z.enum(['rule', 'registrar']),
  state: z.enum(['open', 'verified', 'ended']),
  verifiedBy: z.string().optional(),
  verifiedAt: z.number().optional(),
  remindedAt: z.number().optional(),
  reopened: z.boolean().optional(),
  contradicted: z.boolean().optional(),
  confirmed: z.boolean().optional(),
  askedAt: z.number().optional(),
})
