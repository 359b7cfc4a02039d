/**
 * The record of an authorization by a link. The link's secret is not stored: the record's key is the digest of this
 * secret. The secrets that the browser must send again are stored as digests too. The tokens from the service are
 * sealed, and are removed with the record.
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

/** The member that the record gets when the link is opened: the digest of the browser's secret. */
const bound = { browser: text }

/**
 * The members of the record while a person is on the service's login page: with them, kura checks the answer and
 * exchanges the code.
 */
const sent = {
  ...bound,
  /** The digest of the state. */
  state: text,
  /** The state and the PKCE verifier, sealed. */
  secret: text,
}

/** The members of the record after the exchange: a pair of tokens that is not kept yet. */
const received = {
  ...bound,
  /** The operation that exchanges the code, and later identifies the authorization. */
  operation: text,
  /** The grant from the token endpoint, sealed. */
  grant: text,
  /** The store's time before the exchange, from which the expiry of the tokens is computed. */
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
     * The operation of the authorization that was in use when the person answered; the pair may replace only that
     * authorization.
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
  /** The key id of the operator who requested the link. */
  keyid: text,
  /** The client_id of the application, and the redirect URI that is registered for it. */
  client: text,
  redirectUri: text,
  /** The id or the office number of the company, if it was named. */
  named: text.optional(),
  /** The time at which the record expires, unless the next step is taken before. */
  until: time,
  step: stepSchema,
})

export type Link = z.infer<typeof linkSchema>
export type Step = Link['step']
export type At<Name extends Step['at']> = Extract<Step, { at: Name }>

export const linkFormat = jsonFormat(linkSchema)

/**
 * Milliseconds that a person has for each step: to open the link, to log in, to answer. A code is valid for about as
 * long.
 */
export const STEP_LIFE = 600_000

/** Returns the digest of a secret. Only digests are stored and compared, so a secret cannot be read from the store. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Returns the key of the record; `id` is the digest of the link's secret. */
export function linkKey(id: string): string {
  return `tokens/accounting/link/${id}`
}
