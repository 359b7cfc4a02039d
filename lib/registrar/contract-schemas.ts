/** What the endpoints of `contract.ts` take and give; loaded when a query, a body or a reply is read. */
import { z } from 'zod'
import { readDomain } from './domain-name.ts'

const text = z.string()
const texts = z.array(text)
/** A moment, ISO 8601. */
const moment = z.string()
/** An amount in cents of US dollars. */
const cents = z.int()

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
  cents: cents.optional(),
  years: z.int().optional(),
  autoRenew: z.boolean().optional(),
  /** The registrar sold the domain at a price that was deliberately wrong. */
  incident: z.boolean().optional(),
  order: purchaseOrder.optional(),
  expiresAt: moment.optional(),
  verification: deadline.optional(),
  steps: z.array(purchaseStep),
})

/** The domain's record at the registrar, once its order has completed. */
const domainRecord = z.discriminatedUnion('found', [
  z.object({
    found: z.literal(true),
    name: text,
    verified: z.boolean(),
    nameservers: texts,
    boughtAt: moment.optional(),
    expiresAt: moment.optional(),
    renew: z.boolean().optional(),
  }),
  z.object({ found: z.literal(false), name: text }),
])

/** Amounts for all years together; null if the domain is not sold for this term. */
const price = z.object({
  domain: text,
  currency: z.literal('USD'),
  years: z.number(),
  purchaseCents: cents.nullable(),
  renewalCents: cents.nullable(),
  transferCents: cents.nullable(),
})

/** An order as the registrar shows it; its words are passed on, known or not. */
const order = z.object({
  orderId: text,
  status: text,
  error: text.optional(),
  domains: z.array(
    z.object({
      name: text,
      /** `purchase`, `renewal`, `transfer`. */
      kind: text,
      status: text,
      error: text.optional(),
      cents: cents.nullable(),
    }),
  ),
})

/** `untold`: the registrar says nothing (yet). */
const contactVerification = z.object({
  domain: text,
  state: z.enum(['verified', 'pending', 'untold']),
  verifyBy: moment.optional(),
})

const attachment = z.object({
  project: text,
  /** The apex. */
  domain: text,
  /** DNS points at the host and a certificate can be made. */
  configured: z.boolean(),
  /** The apex and its www name. */
  names: z.array(
    z.object({
      name: text,
      attached: z.boolean(),
      redirect: text.optional(),
      redirectStatusCode: z.int().optional(),
      /** Absent if nothing answers over https. */
      https: z.object({ status: z.int(), location: text.optional() }).optional(),
    }),
  ),
  /** Both names are attached, www redirects to the apex, DNS points at the host, and https answers on both. */
  ready: z.boolean(),
})

/** The steps that are left. */
const attachmentPlan = z.object({ mode: z.literal('dry-run'), project: text, domain: text, steps: texts })

/** Amounts for all years together. */
const quote = z.object({
  domain: text,
  years: z.number(),
  purchaseCents: cents,
  /** Null if the domain cannot be renewed for this term. */
  renewalCents: cents.nullable(),
  autoRenew: z.boolean().optional(),
  /** What the registrar would refuse of the contact data: names of fields, never a value. */
  contact: z.object({
    missing: texts,
    invalid: z.array(z.object({ field: text, wanted: text })),
    /** Fields that the registrar does not have. */
    unknown: texts,
    complete: z.boolean(),
  }),
  /** What a purchase still lacks, for people; empty if there is a token. */
  lacking: texts,
  /** The token that a purchase needs; it lives for five minutes and buys nothing but this. */
  quote: text.optional(),
  until: moment.optional(),
})

const requiredFields = z.object({
  domain: text,
  /** The fields that the registrar asked for. */
  required: texts,
  /** Those of them that the given contact lacks. */
  missing: texts,
  /** Fields whose given value the registrar refused. */
  refused: texts,
  /** The registrar's last answer, a code or fields; `expected_price_mismatch` once all fields are known. */
  ended: text,
  complete: z.boolean(),
  /** How many calls it took. */
  calls: z.int(),
})

const terms = { domain: text, years: z.int(), autoRenew: z.boolean(), cents }
/** What was spent and reserved in the current day and month. */
const spent = z.object({ day: cents, month: cents })

const buyReply = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('dry-run'),
    ...terms,
    spent,
    /** Why a real purchase would be refused; empty if it would be sent. */
    obstacles: texts,
  }),
  z.object({ mode: z.literal('write'), ...terms, orderId: text }),
])

const spending = z.object({
  /** Whether purchases are switched on. */
  purchases: z.boolean(),
  /** Absent if the caps are not set. */
  caps: z.object({ order: cents, day: cents, month: cents }).optional(),
  spent,
  reserves: z.array(
    z.object({
      /** The attempt that the reserve belongs to. */
      operation: text,
      ...terms,
      /** Milliseconds since the epoch. */
      at: z.number(),
      state: z.enum(['reserved', 'spent']),
    }),
  ),
})

const mailReport = z.object({
  /** The subject contains a word that indicates a deadline. */
  deadline: z.boolean(),
  /** The words that were found. */
  words: texts,
  /** The subject asks to verify: the message of a fresh purchase, or its reminder. */
  verification: z.boolean(),
  effect: z.enum(['reopened', 'noted', 'none', 'no known domain']),
  /** The domains whose deadline the message was noted with. */
  domains: texts,
  /** Those of them whose deadline was closed before. */
  reopened: texts,
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
