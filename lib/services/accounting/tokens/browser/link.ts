/**
 * The record of an authorization by a link. The link's secret is not stored: the record's key is the digest of this
 * secret. The secrets that the browser must send again are stored as digests too. The tokens from the service are
 * stored sealed, and are removed with the record.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { storedReason } from '../../../../core/language/reason-schemas.ts'
import { jsonFormat } from '../../../../core/store/update.ts'
import { companySchema } from '../company.ts'

/** Milliseconds since the epoch, the store's time. */
const time = z.number()
const text = z.string()

/** The company of a new pair, with the person's role there. */
const userCompanySchema = companySchema.extend({ role: text.optional() })

/** The field of the record from the time when the link is opened: the digest of the browser's secret. */
const bound = { browser: text }

/**
 * The fields of the record while a person is on the service's login page: the values for checking the answer and for
 * exchanging the code.
 */
const sent = {
  ...bound,
  /** The digest of the state. */
  state: text,
  /** State and verifier, sealed. */
  secret: text,
}

/** The fields of the record after the exchange: a pair of tokens that is not kept yet. */
const received = {
  ...bound,
  /** The operation that exchanges the code, and later identifies the authorization. */
  operation: text,
  /** The grant, sealed. */
  grant: text,
  /** A store time before the exchange, from which the expiry of the tokens is counted. */
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
    /**
     * The operation of the authorization that was in use when the person answered; the pair may replace only that one.
     */
    replaces: text.optional(),
  }),
  z.object({ at: z.literal('kept'), ...bound, company: userCompanySchema, generation: z.int() }),
  z.object({
    at: z.literal('dropped'),
    ...bound,
    why: z.enum(['denied', 'declined', 'foreign', 'replaced']),
    companies: z.array(userCompanySchema).optional(),
  }),
  z.object({ at: z.literal('failed'), ...bound, reason: storedReason }),
])

const linkSchema = z.object({
  /** The keyid of the operator who asked for the link. */
  keyid: text,
  /** The client_id of the application, and the redirect URI that is registered for it. */
  client: text,
  redirectUri: text,
  /** The id or the office number of the company, if it was named. */
  named: text.optional(),
  /** When the record expires, unless the next step comes first. */
  until: time,
  step: stepSchema,
})

export type Link = z.infer<typeof linkSchema>
export type Step = Link['step']
export type At<Name extends Step['at']> = Extract<Step, { at: Name }>

export const linkFormat = jsonFormat(linkSchema)

/**
 * Milliseconds for each step of a person: to open the link, to log in, to answer. A code is valid for about as long.
 */
export const STEP_LIFE = 600_000

/** The digest of a secret. Only digests are stored and compared, so the secret cannot be read from the store. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** The key of the record; `id` is the digest of the link's secret. */
export function linkKey(id: string): string {
  return `tokens/accounting/link/${id}`
}
