/** What is stored of a purchase; loaded when one is read. */
import { z } from 'zod'

export const purchaseSchema = z.object({
  orderId: z.string().optional(),
  at: z.number(),
  cents: z.int().optional(),
  years: z.int().optional(),
  autoRenew: z.boolean().optional(),
  incident: z.boolean().optional(),
})
