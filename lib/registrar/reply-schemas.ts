/** The replies of `contract.ts` about domains, quotes, money and messages; a purchase is in `contract-schemas.ts`. */
import { z } from 'zod'

const text = z.string()
const texts = z.array(text)
/** A moment, ISO 8601. */
const moment = z.string()
/** An amount in cents of US dollars. */
const cents = z.int()

/** The domain's record at the registrar, once its order has completed. */
export const domainRecord = z.discriminatedUnion('found', [
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
export const price = z.object({
  domain: text,
  currency: z.literal('USD'),
  years: z.number(),
  purchaseCents: cents.nullable(),
  renewalCents: cents.nullable(),
  transferCents: cents.nullable(),
})

/** An order as the registrar shows it; its words are passed on, known or not. */
export const order = z.object({
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
export const contactVerification = z.object({
  domain: text,
  state: z.enum(['verified', 'pending', 'untold']),
  verifyBy: moment.optional(),
})

export const attachment = z.object({
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
export const attachmentPlan = z.object({
  mode: z.literal('dry-run'),
  project: text,
  domain: text,
  steps: texts,
})

/** Amounts for all years together. */
export const quote = z.object({
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

export const requiredFields = z.object({
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

export const buyReply = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('dry-run'),
    ...terms,
    spent,
    /** Why a real purchase would be refused; empty if it would be sent. */
    obstacles: texts,
  }),
  z.object({ mode: z.literal('write'), ...terms, orderId: text }),
])

export const spending = z.object({
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

export const mailReport = z.object({
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
