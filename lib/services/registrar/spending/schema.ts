/** The stored ledger; loaded when it is read. */
import { z } from 'zod'
import type { Spending } from './budget.ts'

export const spendingSchema: z.ZodType<Spending> = z.object({
  reserves: z.array(
    z.object({
      operation: z.string(),
      domain: z.string(),
      cents: z.int(),
      years: z.int(),
      autoRenew: z.boolean(),
      at: z.number(),
      state: z.enum(['reserved', 'spent', 'released']),
      stray: z.boolean().optional(),
      orderId: z.string().optional(),
    }),
  ),
})
