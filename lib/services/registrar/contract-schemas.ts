import * as z from 'zod'
import { bodyDigest, moment, text, typed } from '../../core/json/fields.ts'
import { reasonReply } from '../../core/language/reason-schemas.ts'
import { readDomain } from './domains/name.ts'
import {
  attachment,
  attachmentPlan,
  buyReply,
  contactVerification,
  domainRecord,
  mailReport,
  order,
  orderErrorContent,
  price,
  quote,
  requiredFields,
  spending,
} from './routes/reply-schemas.ts'
import { ORDER_STATES } from './stored-records.ts'

const contact = z.record(text, z.unknown())
const years = z.int().min(1).max(10)
const languageCode = z.string().regex(/^[A-Za-z-]{2,20}$/, 'expected letters, such as JPN')
const domain = z.string().max(300).transform(readDomain)

/** The attempt that was shown to the person; a decision is valid only for this attempt. */
const shown = z.strictObject({
  operation: z.string().min(1).max(100).describe('The operation of the purchase as it was shown'),
})

const decisionBody = shown.extend({ person: typed(100) })

const orderId = z.string().min(1).max(200).describe("The order that the registrar's own page shows")

/** The body of a release. For a purchase of unknown outcome, the person says what the registrar's own page shows. */
const releaseBody = decisionBody
  .extend({
    orderId: orderId.optional(),
    noOrder: z.literal(true).optional().describe("The registrar's own page shows no order of the domain"),
    seenAt: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('With `noOrder`: when the purchase was shown; the person looked at that page after that'),
  })
  .refine(({ orderId, noOrder }) => orderId === undefined || noOrder === undefined, {
    error: 'expected `orderId` or `noOrder`, not both',
  })
  .refine(({ noOrder, seenAt }) => (noOrder === undefined) === (seenAt === undefined), {
    error: 'expected `noOrder` and `seenAt` together',
  })

const operation = text.describe('Names the attempt, for what is decided or looked up')

const deadline = z
  .object({
    state: z
      .enum(['open', 'verified', 'ended', 'overdue, may be suspended'])
      .describe('`ended`: the registrar says that the domain is not registered'),
    verifyBy: moment,
    source: z
      .enum(['rule', 'registrar'])
      .describe('Who sets the deadline: the rule of 15 days, or the registrar'),
    boughtAt: moment,
    day: z.int().optional().describe('The day of the reminder that is due'),
    verifiedBy: text.optional().describe('`registrar`, or a person'),
    verifiedAt: moment.optional(),
    remindedAt: moment.optional().describe('When the last reminder arrived by mail'),
    reopened: z.literal(true).optional().describe('A reminder arrived after the deadline was closed'),
    contradicted: z
      .literal(true)
      .optional()
      .describe('A person has closed the deadline, and the registrar says that the e-mail is not confirmed'),
  })
  .meta({ id: 'Deadline', description: "The deadline for confirming the registrant's e-mail" })

const purchaseOrder = z.object({
  status: text.optional(),
  domainStatus: text.optional(),
  error: text.optional().describe('The code of what went wrong'),
  errorContent: orderErrorContent.optional(),
  trouble: z
    .object({ kind: z.enum(['missing', 'unread']), since: moment, reason: reasonReply })
    .optional()
    .describe('Why the order cannot be read, and since when: the rest is what was known before'),
  checkedAt: moment.optional(),
  askAgainAt: moment.optional().describe('The registrar is not asked again before this'),
})

const purchaseStep = z.object({
  state: z.enum(['review', 'claimed', 'done', 'refused', 'unknown', 'removing', 'gone']),
  at: moment,
  by: text,
  reason: reasonReply.optional(),
})

const failure = {
  failure: reasonReply
    .optional()
    .describe('Why the registrar could not be asked: the rest is what was known before'),
}

const purchase = z
  .object({
    domain: text,
    state: z.enum(['review', 'buying', 'refused', 'unknown', 'removing', 'gone', ...ORDER_STATES]),
    operation,
    seenAt: moment.describe('When kura read this, for `release` with `noOrder`'),
    reason: reasonReply.optional().describe('Why it was refused or is unknown'),
    ...failure,
    orderId: text.optional().describe('Absent if the purchase was found by its domain record'),
    boughtAt: moment.optional(),
    cents: z.int().optional().describe('US cents; absent if it is unknown what was charged'),
    years: z.int().optional(),
    autoRenew: z.boolean().optional(),
    incident: z
      .boolean()
      .optional()
      .describe('The registrar sold the domain at a price that was deliberately wrong'),
    order: purchaseOrder.optional(),
    expiresAt: moment.optional(),
    verification: deadline.optional(),
    steps: z.array(purchaseStep),
  })
  .meta({ id: 'Purchase', description: 'A purchase, its order and its deadline' })

const resolved = purchase
  .extend({
    resolution: z.enum([
      'bought',
      'nothing-charged',
      'not-found',
      'bought-before',
      'earlier-attempt',
      'known',
    ]),
  })
  .meta({ id: 'ResolvedPurchase', description: 'A purchase, and what was found out about it' })

const purchaseFilter = z.strictObject({
  state: z.literal('all').optional().describe('All purchases; the open ones unless it is given'),
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
  purchase: { reply: purchase },
  purchases: { query: purchaseFilter, reply: z.object({ orders: z.array(purchase) }) },
  deadlines: {
    query: purchaseFilter,
    reply: z.object({ deadlines: z.array(deadline.extend({ domain: text, operation, ...failure })) }),
  },
  spending: { reply: spending },
  release: { body: releaseBody, reply: z.object({ domain: text, released: z.literal(true) }) },
  resolve: { body: shown, reply: resolved },
  nameOrder: { body: decisionBody.extend({ orderId }), reply: resolved },
  closeDeadline: { body: decisionBody, reply: purchase },
  reportMail: {
    body: z.strictObject({
      subject: z.string().min(1).max(2000),
      unreadable: z.literal(true).optional().describe('A part of the subject could not be decoded surely'),
      date: z.iso.datetime({ offset: true }).optional(),
      domain: domain.optional().describe('If the subject does not name it'),
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
      quote: z.string().max(2000).describe("The quote's token"),
      confirm: domain.describe('The domain, typed again'),
      years: years.optional().describe("The quote's years unless given"),
      autoRenew: z.boolean(),
      languageCode: languageCode.optional(),
      contact,
      sends: bodyDigest.optional(),
    }),
    reply: buyReply,
  },
}
