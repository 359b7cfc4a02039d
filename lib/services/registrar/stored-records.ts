/**
 * The schemas of the registrar's stored records; loaded when a record is read. Rules import only the types. Moments are
 * milliseconds since the epoch.
 */
import * as z from 'zod'
import { milliseconds } from '../../core/json/fields.ts'
import { storedReason } from '../../core/language/reason-schemas.ts'
import { storedOrderError } from './remote/order-error.ts'

/** The result of a claim whose purchase was made; it has no contact data. */
export const purchaseSchema = z.object({
  /** The id of the order; absent if the purchase was found by its domain record. */
  orderId: z.string().optional(),
  /** The time of the purchase, from the claim or from the domain's record. */
  at: milliseconds,
  /** The charged amount; absent if it is unknown. */
  cents: z.int().optional(),
  years: z.int().optional(),
  autoRenew: z.boolean().optional(),
  /** Set for an unintended purchase: the registrar accepted a probe for required fields. */
  incident: z.boolean().optional(),
})

export const ORDER_STATES = [
  /** The order is accepted and not completed yet. */
  'purchasing',
  /** Order and domain are completed, but the domain's record does not exist yet. */
  'completed',
  /** Order and domain are completed, and the domain's record exists. */
  'registered',
  /** The domain was registered, and the team no longer has it. */
  'lapsed',
  'failed',
  /** The order failed, and the money was refunded. */
  'refunded',
  /** The order failed, and the money was not refunded: a person must write to the registrar. */
  'refund-failed',
  /** The registrar's status is unknown to kura. */
  'unrecognised',
] as const

/** The attempt to which a record belongs, and when the attempt began. */
const attempt = { operation: z.string(), claimedAt: milliseconds }

export const progressSchema = z.object({
  ...attempt,
  state: z.enum(ORDER_STATES),
  /** The registrar's status of the order, unchanged. */
  status: z.string().optional(),
  domainStatus: z.string().optional(),
  error: z.string().optional(),
  errorContent: storedOrderError.optional(),
  expiresAt: milliseconds.optional(),
  boughtAt: milliseconds.optional(),
  /** The number of queries to the registrar while the order was in this state. */
  checks: z.int(),
  checkedAt: milliseconds.optional(),
  /** When the registrar may be queried again. */
  next: milliseconds,
  /**
   * Why the order cannot be read, and since when. `missing`: the registrar does not know the order. If this is set, the
   * other members have the values of the last successful query.
   */
  trouble: z
    .object({ kind: z.enum(['missing', 'unread']), since: milliseconds, reason: storedReason })
    .optional(),
})

export const deadlineSchema = z.object({
  ...attempt,
  boughtAt: milliseconds,
  /** The time until which the link must be followed. */
  verifyBy: milliseconds,
  /** The source of `verifyBy`: the rule of document 2, or the registrar. */
  source: z.enum(['rule', 'registrar']),
  /** `ended`: the registrar says that the domain is not registered. */
  state: z.enum(['open', 'verified', 'ended']),
  /** Who closed the deadline: `registrar`, or a person's name. */
  verifiedBy: z.string().optional(),
  verifiedAt: milliseconds.optional(),
  /** When the last reminder arrived by mail. */
  remindedAt: milliseconds.optional(),
  /** Whether a reminder arrived after the deadline was closed. */
  reopened: z.boolean().optional(),
  /**
   * A person has closed the deadline, but the registrar says that the e-mail is not confirmed, so the deadline is open
   * again.
   */
  contradicted: z.boolean().optional(),
  /** A person has closed the deadline, and the registrar has confirmed that the e-mail is verified. */
  confirmed: z.boolean().optional(),
  /** When the registrar was last queried. */
  askedAt: milliseconds.optional(),
})

export const reserveSchema = z.object({
  operation: z.string(),
  domain: z.string(),
  cents: z.int(),
  years: z.int(),
  autoRenew: z.boolean(),
  /** The time at which the amount was reserved, by the store's clock. */
  at: milliseconds,
  state: z.enum(['reserved', 'spent', 'released']),
  /** The attempt was charged although it no longer has the claim: its domain may have been charged twice. */
  stray: z.boolean().optional(),
  /** The order of the attempt, if it is known. */
  orderId: z.string().optional(),
})

export const spendingSchema = z.object({ reserves: z.array(reserveSchema).readonly() })
