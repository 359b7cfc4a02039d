/**
 * The record of an authorization by a link. The link's secret is not stored: the record's key is its digest, and what must
 * come from the same browser is stored as a digest too. What the service gave is sealed, and gone with the record.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { RecordFormat } from '../../../../core/store/update.ts'
import { companySchema } from '../company.ts'

/** Milliseconds since the epoch, the store's time. */
const time = z.number()
const text = z.string()

/** The company of a new pair, with what the person may do there. */
const userCompanySchema = companySchema.extend({ role: text.optional() })

/** From the opening on: which browser it was. */
const bound = { browser: text }

/** While a person is at the service: what the answer is checked and redeemed with. */
const sent = {
  ...bound,
  /** The digest of the state. */
  state: text,
  /** State and verifier, sealed. */
  secret: text,
}

/** After the exchange: a pair that is not kept yet. */
const received = {
  ...bound,
  /** Names the exchange, and later the authorization. */
  operation: text,
  /** The grant, sealed. */
  grant: text,
  /** A time before the exchange. */
  askedAt: time,
}

const stepSchema = z.discriminatedUnion('at', [
  z.object({ at: z.literal('issued') }),
  z.object({ at: z.literal('opened'), ...sent }),
  z.object({ at: z.literal('exchanging'), ...sent, operation: text, askedAt: time, lease: time }),
  z.object({ at: z.literal('received'), ...received, companies: z.array(userCompanySchema).optional() }),
  z.object({
    at: z.literal('keeping'),
    ...received,
    company: userCompanySchema,
    /** The operation of the authorization in use at the answer; the pair follows no other. */
    replaces: text.optional(),
  }),
  z.object({ at: z.literal('kept'), ...bound, company: userCompanySchema, generation: z.int() }),
  z.object({
    at: z.literal('dropped'),
    ...bound,
    why: z.enum(['denied', 'declined', 'foreign', 'replaced']),
    companies: z.array(userCompanySchema).optional(),
  }),
  z.object({ at: z.literal('failed'), ...bound, reason: text }),
])

const linkSchema = z.object({
  /** The keyid of the operator who asked for the link. */
  keyid: text,
  /** What is authorized: the application, for which the service knows the redirect URI. */
  client: text,
  redirectUri: text,
  /** The id or the office number of the company, if it was named. */
  named: text.optional(),
  /** When the record ends, unless it goes on before that. */
  until: time,
  step: stepSchema,
})

export type Link = z.infer<typeof linkSchema>
export type Step = Link['step']
export type At<Name extends Step['at']> = Extract<Step, { at: Name }>

export const linkFormat: RecordFormat<Link> = {
  parse: stored => linkSchema.parse(JSON.parse(stored)),
  format: link => JSON.stringify(link),
}

/** Milliseconds for each step of a person: to open the link, to log in, to answer. A code works about as long. */
export const STEP_LIFE = 600_000

/** A digest for what must be compared and not be read. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** The key of the record; `id` is the digest of the link's secret. */
export function linkKey(id: string): string {
  return `tokens/accounting/link/${id}`
}
