/** The schemas of records, loaded when one is read: rules import only the types. Moments are epoch milliseconds. */
import * as z from 'zod'
import { milliseconds } from '../../core/json/fields.ts'
import { storedReason } from '../../core/language/reason-schemas.ts'
import { storedOrderError } from './remote/order-error.ts'

/** The result of a claim whose purchase was made; it has no contact data. */
export const purchaseSchema = z.object({
  /** The order's id; absent if the purchase was found by its domain record. */
  orderId: z.string().optional(),
  at: milliseconds,
  /** The cents that were charged; absent if they are unknown. */
  cents: z.int().optional(),
  years: z.int().optional(),
  autoRenew: z.boolean().optional(),
  /** Whether the registrar accepted a probe for required fields. */
  incident: z.boolean().optional(),
})

export const ORDER_STATES = [
  /** The order is accepted, and not completed yet. */
  'purchasing',
  /** Order and domain are completed, the domain's record does not exist yet. */
  'completed',
  /** The domain's record exists. */
  'registered',
  /** The domain was registered, and the team no longer has it. */
  'lapsed',
  'failed',
  'refunded',
  /** The money was not refunded: a person must write to the registrar. */
  'refund-failed',
  /** The registrar's status is unknown to kura. */
  'unrecognised',
] as const

const attempt = { operation: z.string(), claimedAt: milliseconds }

export const progressSchema = z.object({
  ...attempt,
  state: z.enum(ORDER_STATES),
  status: z.string().optional(),
  domainStatus: z.string().optional(),
  error: z.string().optional(),
  errorContent: storedOrderError.optional(),
  expiresAt: milliseconds.optional(),
  boughtAt: milliseconds.optional(),
  checks: z.int(),
  checkedAt: milliseconds.optional(),
  next: milliseconds,
  /** Why the order could not be read, `missing` if the registrar does not know it. The rest is from the last answer. */
  trouble: z
    .object({ kind: z.enum(['missing', 'unread']), since: milliseconds, reason: storedReason })
    .optional(),
})

export const deadlineSchema = z.object({
  ...attempt,
  boughtAt: milliseconds,
  /** The time by which the link must be followed. */
  verifyBy: milliseconds,
  /** The source of `verifyBy`: the rule of document 2, or the registrar. */
  source: z.enum(['rule', 'registrar']),
  /** The state; `ended` if the registrar says that the domain is not registered. */
  state: z.enum(['open', 'verified', 'ended']),
  /** The name of who closed the deadline: `registrar`, or a person's. */
  verifiedBy: z.string().optional(),
  verifiedAt: milliseconds.optional(),
  remindedAt: milliseconds.optional(),
  /** Whether a reminder arrived after the deadline was closed. */
  reopened: z.boolean().optional(),
  /** Whether the registrar has contradicted a person: the e-mail is not confirmed, and the deadline is open again. */
  contradicted: z.boolean().optional(),
  /** Whether the registrar, too, says that the e-mail is confirmed, after a person closed the deadline. */
  confirmed: z.boolean().optional(),
  askedAt: milliseconds.optional(),
})

export const reserveSchema = z.object({
  operation: z.string(),
  domain: z.string(),
  cents: z.int(),
  years: z.int(),
  autoRenew: z.boolean(),
  /** The time of the reserve by the store's clock. */
  at: milliseconds,
  state: z.enum(['reserved', 'spent', 'released']),
  /** Whether the attempt was charged without the claim, so that its domain may have been charged twice. */
  stray: z.boolean().optional(),
  orderId: z.string().optional(),
})

export const spendingSchema = z.object({ reserves: z.array(reserveSchema).readonly() })
