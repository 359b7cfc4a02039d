/** What the registrar's function answers, as far as the command line shows it; other members pass through. */
import { z } from 'zod'

const text = z.string()
const texts = z.array(text)
/** Cents of US dollars. */
const cents = z.number()
const sums = z.looseObject({ day: cents, month: cents })

export const quoteAnswer = z.looseObject({
  domain: text,
  years: z.number(),
  purchaseCents: cents,
  renewalCents: cents.nullable(),
  autoRenew: z.boolean().optional(),
  contact: z.looseObject({
    missing: texts,
    invalid: z.array(z.unknown()),
    unknown: texts,
    complete: z.boolean(),
  }),
  lacking: texts,
  quote: text.optional(),
  until: text.optional(),
})
export type QuoteAnswer = z.infer<typeof quoteAnswer>

export const fieldsAnswer = z.looseObject({
  required: texts,
  missing: texts,
  refused: texts,
  ended: text,
  complete: z.boolean(),
  calls: z.number(),
})
export type FieldsAnswer = z.infer<typeof fieldsAnswer>

const terms = { domain: text, years: z.number(), autoRenew: z.boolean(), cents }

export const dryRunAnswer = z.looseObject({
  mode: z.literal('dry-run'),
  ...terms,
  spent: sums,
  obstacles: texts,
})
export type DryRunAnswer = z.infer<typeof dryRunAnswer>

export const orderedAnswer = z.looseObject({ mode: z.literal('write'), ...terms, orderId: text })

const deadline = {
  state: text,
  verifyBy: text.optional(),
  source: text,
  verifiedBy: text.optional(),
  reopened: z.boolean().optional(),
}

/** A purchase, and what has become of it. */
export const purchaseAnswer = z.looseObject({
  domain: text,
  state: text,
  reason: text.optional(),
  failure: text.optional(),
  orderId: text.optional(),
  boughtAt: text.optional(),
  cents: cents.optional(),
  years: z.number().optional(),
  incident: z.boolean().optional(),
  order: z
    .looseObject({ status: text.optional(), domainStatus: text.optional(), error: text.optional() })
    .optional(),
  expiresAt: text.optional(),
  verification: z.looseObject(deadline).optional(),
  steps: z.array(z.looseObject({ state: text, at: text.optional(), by: text, reason: text.optional() })),
})
export type PurchaseAnswer = z.infer<typeof purchaseAnswer>

export const purchasesAnswer = z.looseObject({ orders: z.array(purchaseAnswer) })

/** A purchase after it was looked for. */
export const resolvedAnswer = purchaseAnswer.extend({ resolution: text })

export const deadlinesAnswer = z.looseObject({
  deadlines: z.array(z.looseObject({ domain: text, failure: text.optional(), ...deadline })),
})

export const mailAnswer = z.looseObject({
  deadline: z.boolean(),
  words: texts,
  effect: text,
  domains: texts,
  reopened: texts,
})
export type MailAnswer = z.infer<typeof mailAnswer>

export const spendingAnswer = z.looseObject({
  purchases: z.boolean(),
  caps: z.looseObject({ order: cents, day: cents, month: cents }).optional(),
  spent: sums,
  reserves: z.array(z.looseObject({ domain: text, cents, state: text, at: z.number() })),
})

export const attachPlanAnswer = z.looseObject({ mode: z.literal('dry-run'), steps: texts })
export type AttachPlanAnswer = z.infer<typeof attachPlanAnswer>

const attachedName = z.looseObject({
  name: text,
  attached: z.boolean(),
  redirect: text.optional(),
  redirectStatusCode: z.number().optional(),
  https: z.looseObject({ status: z.number(), location: text.optional() }).optional(),
})
export type AttachedNameAnswer = z.infer<typeof attachedName>

export const attachmentAnswer = z.looseObject({
  configured: z.boolean(),
  names: z.array(attachedName),
  ready: z.boolean(),
})
export type AttachmentAnswer = z.infer<typeof attachmentAnswer>
