/** What the endpoints of `contract.ts` take and give; loaded when a query, a body or a reply is read. */
import { z } from 'zod'
import { readDomain } from './domain-name.ts'
import {
  attachment,
  attachmentPlan,
  buyReply,
  contactVerification,
  domainRecord,
  mailReport,
  order,
  price,
  quote,
  requiredFields,
  spending,
} from './reply-schemas.ts'

const text = z.string()
/** A moment, ISO 8601. */
const moment = z.string()

/** The registrant's contact data; its values go to the registrar and nowhere else. */
const contact = z.record(text, z.unknown())
const years = z.int().min(1).max(10)
const languageCode = z.string().regex(/^[A-Za-z-]{2,20}$/)
const domain = z.string().max(300).transform(readDomain)

/** The person who decides. */
const personBody = z.strictObject({ person: z.string().trim().min(1).max(100) })

/** The deadline for confirming the registrant's e-mail. */
const deadline = z.object({
  state: z.enum(['open', 'verified', 'overdue, may be suspended']),
  verifyBy: moment,
  /** Who sets the deadline: the rule of 15 days, or the registrar. */
  source: z.enum(['rule', 'registrar']),
  boughtAt: moment,
  /** The day of the reminder that is due. */
  day: z.int().optional(),
  /** `registrar`, or a person. */
  verifiedBy: text.optional(),
  verifiedAt: moment.optional(),
  /** When the last reminder arrived by mail. */
  remindedAt: moment.optional(),
  /** A reminder arrived after the deadline was closed. */
  reopened: z.literal(true).optional(),
})

/** The order of a purchase, in the registrar's own words. */
const purchaseOrder = z.object({
  status: text.optional(),
  domainStatus: text.optional(),
  /** The code of what went wrong. */
  error: text.optional(),
  checkedAt: moment.optional(),
  /** The registrar is not asked again before this. */
  askAgainAt: moment.optional(),
})

const purchaseStep = z.object({
  state: z.enum(['review', 'claimed', 'done', 'refused', 'unknown']),
  at: moment,
  by: text,
  reason: text.optional(),
})

/** A purchase, and what has become of it. */
export const purchaseSchema = z.object({
  domain: text,
  state: z.enum([
    'review',
    'buying',
    'refused',
    'unknown',
    'purchasing',
    'completed',
    'registered',
    'failed',
    'refunded',
    'refund-failed',
    'unrecognised',
  ]),
  /** Why it was refused or is unknown. */
  reason: text.optional(),
  /** Why the registrar could not be asked: the rest is what was known before. */
  failure: text.optional(),
  /** Absent if the purchase was found by its domain record. */
  orderId: text.optional(),
  boughtAt: moment.optional(),
  /** Absent if it is unknown what was charged. */
  /** US dollars. */
  cents: z.int().optional(),
  years: z.int().optional(),
  autoRenew: z.boolean().optional(),
  /** The registrar sold the domain at a price that was deliberately wrong. */
  incident: z.boolean().optional(),
  order: purchaseOrder.optional(),
  expiresAt: moment.optional(),
  verification: deadline.optional(),
  steps: z.array(purchaseStep),
})

export const registrarSchemas = {
  domain: { reply: domainRecord },
  availability: {
    reply: z.object({
      domain: text,
      available: z.boolean(),
      advice: z.literal(true),
      decides: z.literal('the price'),
    }),
  },
  price: {
    query: z.strictObject({ years: z.coerce.number<number | string>().pipe(years).optional() }),
    reply: price,
  },
  configuration: { reply: z.object({ domain: text, misconfigured: z.boolean() }) },
  contactVerification: { reply: contactVerification },
  order: { reply: order },
  attachment: { reply: attachment },
  purchase: { reply: purchaseSchema },
  purchases: { reply: z.object({ orders: z.array(purchaseSchema) }) },
  deadlines: {
    reply: z.object({
      deadlines: z.array(deadline.extend({ domain: text, failure: text.optional() })),
    }),
  },
  spending: { reply: spending },
  release: { body: personBody, reply: z.object({ domain: text, released: z.literal(true) }) },
  resolve: {
    body: z.strictObject({
      /** An order that a person found on the registrar's own page. */
      orderId: z.string().min(1).max(200).optional(),
    }),
    reply: purchaseSchema.extend({
      resolution: z.enum(['bought', 'nothing-charged', 'not-found', 'bought-before', 'known']),
    }),
  },
  closeDeadline: { body: personBody, reply: purchaseSchema },
  reportMail: {
    body: z.strictObject({
      subject: z.string().min(1).max(2000),
      date: z.iso.datetime({ offset: true }).optional(),
      /** If the subject does not name it. */
      domain: domain.optional(),
    }),
    reply: mailReport,
  },
  attach: { body: z.strictObject({ name: domain }), reply: z.union([attachmentPlan, attachment]) },
  quote: {
    body: z.strictObject({
      years: years.optional(),
      autoRenew: z.boolean().optional(),
      languageCode: languageCode.optional(),
      contact: contact.optional(),
    }),
    reply: quote,
  },
  requiredFields: {
    body: z.strictObject({ languageCode: languageCode.optional(), contact: contact.optional() }),
    reply: requiredFields,
  },
  buy: {
    body: z.strictObject({
      /** The quote's token. */
      quote: z.string().max(2000),
      /** The domain, typed again. */
      confirm: domain,
      /** The quote's years unless given. */
      years: years.optional(),
      autoRenew: z.boolean(),
      languageCode: languageCode.optional(),
      contact,
    }),
    reply: buyReply,
  },
}
