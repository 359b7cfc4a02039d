import * as z from 'zod'
import { bodyDigest, moment, text } from '../../../core/json/fields.ts'
import { reasonReply } from '../../../core/language/reason-schemas.ts'

const texts = z.array(text)
const cents = z.int()

/** The domain's record, which is found only after the domain's order has completed. */
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

/** The price of all years together; null if the domain is not sold for this term. */
export const price = z.object({
  domain: text,
  currency: z.literal('USD'),
  years: z.number(),
  purchaseCents: cents.nullable(),
  renewalCents: cents.nullable(),
  transferCents: cents.nullable(),
  page: text.optional().describe('Where a person buys it, on the console'),
})

export const orderErrorContent = z
  .object({
    field: text.optional().describe('The contact field that is not valid'),
    language: text.optional().describe('The language that the registrar detected in an international name'),
    expectedCents: cents.optional().describe('The price that was sent, in cents'),
    actualCents: cents.optional().describe('The real price, in cents'),
    outages: z
      .array(z.object({ tld: text, endsAt: moment }))
      .optional()
      .describe('Top-level domains whose registry is out of service, and until when'),
  })
  .meta({ id: 'OrderErrorContent', description: 'What the registrar says of an error besides its code' })

/** An order. Its statuses are the registrar's, even if kura does not know them. */
export const order = z.object({
  orderId: text,
  status: text,
  error: text.optional().describe('The code of what went wrong'),
  errorContent: orderErrorContent.optional(),
  domains: z.array(
    z.object({
      name: text,
      kind: text.describe('`purchase`, `renewal`, `transfer`'),
      status: text,
      error: text.optional(),
      errorContent: orderErrorContent.optional(),
      cents: cents.nullable(),
    }),
  ),
})

/** `untold`: the registrar says nothing (yet); `unregistered`: it says that the domain is not registered. */
export const contactVerification = z.object({
  domain: text,
  state: z.enum(['verified', 'pending', 'untold', 'unregistered']),
  verifyBy: moment.optional(),
})

export const attachment = z
  .object({
    project: text,
    domain: text.describe('The apex'),
    configured: z.boolean().describe('DNS points at the host and a certificate can be made'),
    names: z
      .array(
        z.object({
          name: text,
          attached: z.boolean(),
          redirect: text.optional(),
          redirectStatusCode: z.int().optional(),
          https: z
            .object({ status: z.int(), location: text.optional() })
            .optional()
            .describe('Absent if nothing answers over https'),
        }),
      )
      .describe('The apex and its www name'),
    ready: z
      .boolean()
      .describe(
        'Both names are attached, DNS points at the host, and over https the apex answers without a server error and www redirects to it',
      ),
  })
  .meta({ id: 'Attachment' })

export const attachmentPlan = z.object({
  mode: z.literal('dry-run'),
  project: text,
  domain: text,
  steps: texts,
})

/** A quote; its amounts are for all years together. */
export const quote = z.object({
  domain: text,
  years: z.number(),
  purchaseCents: cents,
  renewalCents: cents.nullable().describe('Null if the domain cannot be renewed for this term'),
  autoRenew: z.boolean().optional(),
  contact: z
    .object({
      missing: texts,
      invalid: z.array(z.object({ field: text, wanted: text })),
      unknown: texts.describe('Fields that the registrar does not have'),
      complete: z.boolean(),
    })
    .describe('What the registrar would refuse of the contact data: names of fields, never a value'),
  lacking: texts.describe('What a purchase still lacks, for people; empty if there is a token'),
  quote: text
    .optional()
    .describe('The token that a purchase needs; it lives for five minutes and buys nothing but this'),
  until: moment.optional(),
})

export const requiredFields = z.object({
  domain: text,
  required: texts.describe('The fields that the registrar asked for'),
  missing: texts.describe('Those of them that the given contact lacks'),
  refused: texts.describe('Fields whose given value the registrar refused'),
  ended: text.describe(
    "The registrar's last answer, a code or fields; `expected_price_mismatch` once all fields are known",
  ),
  complete: z.boolean(),
  calls: z.int().describe('How many calls it took'),
})

const terms = { domain: text, years: z.int(), autoRenew: z.boolean(), cents }
const spent = z.object({ day: cents, month: cents })

export const buyReply = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('dry-run'),
    ...terms,
    spent,
    sends: bodyDigest,
    obstacles: z
      .array(reasonReply)
      .describe('Why a real purchase would be refused; empty if it would be sent'),
  }),
  z.object({ mode: z.literal('write'), ...terms, orderId: text }),
])

export const spending = z.object({
  purchases: z.boolean().describe('Whether purchases are switched on'),
  caps: z
    .object({ order: cents, day: cents, month: cents })
    .optional()
    .describe('Absent if the caps are not set'),
  spent,
  reserves: z.array(
    z.object({
      operation: text.describe('The attempt that the reserve belongs to'),
      ...terms,
      at: z.number().describe('Milliseconds since the epoch'),
      state: z
        .enum(['reserved', 'spent', 'released'])
        .describe('`released`: a person saw no order; it counts for no cap, and is watched'),
      stray: z.boolean().optional().describe('It was released, and its purchase appeared after all'),
      orderId: text.optional().describe('The order of such an attempt, if it is known'),
    }),
  ),
})

export const mailReport = z.object({
  deadline: z
    .union([z.boolean(), z.literal('unknown')])
    .describe('The subject contains a word that indicates a deadline; `unknown`: it cannot be read surely'),
  words: texts.describe('The words that were found'),
  verification: z
    .boolean()
    .describe('The subject asks to verify: the message of a fresh purchase, or its reminder'),
  effect: z.enum(['reopened', 'noted', 'none', 'no known domain']),
  domains: texts.describe('The domains whose deadlines now record the message'),
  reopened: texts.describe('Those of them whose deadline was closed before'),
})
