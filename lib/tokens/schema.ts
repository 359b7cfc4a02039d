/** The shapes of the credential: the stored record, an answer on its way to the store, and what the remote replies. */
import { z } from 'zod'

/** The record's key; what is sealed in it is bound to this name and to its generation. */
export const CREDENTIAL_KEY = 'tokens/accounting'

/** The record of an authorization that a person has begun. */
export const PENDING_KEY = 'tokens/accounting/authorization'

/** Milliseconds since the epoch, the store's time. */
const time = z.number()

/** Who is calling the token endpoint, and until when nobody else may. */
const intentSchema = z.object({
  owner: z.string(),
  /** Names the call; only it may say how the call ended. */
  operation: z.string(),
  until: time,
  /** Whether this call is the one later attempt after a failure: the next failure is final. */
  last: z.boolean(),
})
export type Intent = z.infer<typeof intentSchema>

const standingSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('current') }),
  z.object({ state: z.literal('refreshing'), intent: intentSchema }),
  /** A refresh failed in a way that may pass; from `until` on another one is allowed. */
  z.object({ state: z.literal('paused'), reason: z.string(), until: time, last: z.boolean() }),
  /** Only a person can help; nothing is sent any more. */
  z.object({ state: z.literal('reauthorize'), reason: z.string(), since: time }),
])
export type Standing = z.infer<typeof standingSchema>

/** An answer of the token endpoint as it is stored; all but the pair in clear. */
export const issuedSchema = z.object({
  /** Counts the pairs; the pair is sealed for it. */
  generation: z.int().positive(),
  /** The operation that got this pair. */
  operation: z.string(),
  /** The operation that got the pair before it; a first pair follows none. */
  follows: z.string().optional(),
  /** The client_id that the pair was issued to. */
  client: z.string(),
  /** The access and the refresh token, sealed. */
  pair: z.string(),
  accessExpiresAt: time,
  issuedAt: time,
  scopes: z.array(z.string()).readonly(),
  /** The instance that got the pair. */
  by: z.string(),
})
export type Issued = z.infer<typeof issuedSchema>

const credentialSchema = issuedSchema.extend({
  /** Whether the service has refused this generation's access token: nobody uses it. */
  accessRejected: z.boolean(),
  standing: standingSchema,
  updatedAt: time,
})
/** The credential record of document 1; client_secret stays in the settings. */
export type Credential = z.infer<typeof credentialSchema>

export const credentialFormat = {
  parse: (text: string): Credential => credentialSchema.parse(JSON.parse(text)),
  format: (credential: Credential): string => JSON.stringify(credential),
}

/** What is sealed in a credential. */
export const pairSchema = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof pairSchema>

/** What is sealed while a person is at the authorization page. */
export const pendingSchema = z.object({ state: z.string(), verifier: z.string(), redirectUri: z.string() })
export type Pending = z.infer<typeof pendingSchema>

/** Six hours, the service's own lifetime of an access token, for a reply that says none that can be. */
const USUAL_LIFETIME = 21_600
const YEAR = 31_536_000

/** Seconds, as a number or as its digits. */
const lifetime = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^[0-9]+$/)
      .transform(Number),
  ])
  .pipe(z.number().min(1).max(YEAR))

/** A token goes into a header: printable ASCII, as RFC 6749 appendix A.12 has it, and no space. */
const token = z.string().regex(/^[!-~]+$/)

/** A successful reply of the token endpoint (RFC 6749 section 5.1); without a refresh token it is none. */
export const grantReplySchema = z.object({
  access_token: token,
  refresh_token: token,
  expires_in: lifetime.catch(USUAL_LIFETIME),
  scope: z.string().optional().catch(undefined),
})

/** An error reply of the token endpoint (RFC 6749 section 5.2); only its code is kept. */
export const errorReplySchema = z.object({ error: z.string().regex(/^[a-z_]{1,60}$/) })
