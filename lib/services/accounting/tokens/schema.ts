import * as z from 'zod'
import { storedReason } from '../../../core/language/reason-schemas.ts'
import { jsonFormat } from '../../../core/store/update.ts'

/** The key of the credential's record. The sealed pair is bound to this key and to the generation. */
export const CREDENTIAL_KEY = 'tokens/accounting'

/** The key of answers that were not stored at once (`storing/second-record.ts`), sealed for `CREDENTIAL_KEY`. */
export const UNSTORED_KEY = 'tokens/accounting/unstored'

/** Milliseconds since the epoch, the store's time. */
const time = z.number()

/** An announced refresh. Until `until`, no other operation may call the token endpoint. */
const intentSchema = z.object({ owner: z.string(), operation: z.string(), until: time })

/** Failures since the last success, without a final refusal. As long as there are failures, people are notified. */
const failuresSchema = z.object({ count: z.int().positive(), reason: storedReason, since: time })
export type Failures = z.infer<typeof failuresSchema>

const lifecycleSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('current') }),
  z.object({ state: z.literal('refreshing'), intent: intentSchema }),
  /** The last refresh brought no new pair. The next refresh is allowed from `until` on. */
  z.object({
    state: z.literal('paused'),
    until: time,
    /** The fingerprint of the settings that the service refused. Other settings end the pause. */
    refusedSettings: z.string().optional(),
  }),
  /** Nothing is sent until a person authorizes again. */
  z.object({ state: z.literal('reauthorize'), reason: storedReason, since: time }),
])
export type Lifecycle = z.infer<typeof lifecycleSchema>

/** An answer of the token endpoint in its stored form; only `pair` is sealed. */
export const issuedSchema = z.object({
  /** The number of the pair since the first authorization. The pair is sealed for this number. */
  generation: z.int().positive(),
  operation: z.string(),
  /** The operation that got the previous pair; absent for the first pair. */
  follows: z.string().optional(),
  /** The client_id of the application. */
  client: z.string(),
  pair: z.string(),
  accessExpiresAt: time,
  issuedAt: time,
  scopes: z.array(z.string()).readonly(),
  /** The authorization, as `formatAuthorization` writes it. */
  authorization: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
  /** The name of the process that got the pair. */
  by: z.string(),
})
export type Issued = z.infer<typeof issuedSchema>

/** The member `lifecycle` is stored under the name `standing`. */
const credentialSchema = issuedSchema
  .extend({
    /** Whether a 401 has proved that this access token has expired. If so, it is no longer used. */
    accessRejected: z.boolean(),
    /** Whether the access token before this one was rejected. */
    followsRejected: z.boolean().optional(),
    failures: failuresSchema.optional(),
    standing: lifecycleSchema,
    updatedAt: time,
  })
  .transform(({ standing, ...record }) => ({ ...record, lifecycle: standing }))

/** The credential record of document 1; client_secret stays in the settings. */
export type Credential = z.output<typeof credentialSchema>

export const credentialFormat = {
  parse: (text: string): Credential => credentialSchema.parse(JSON.parse(text)),
  format: ({ lifecycle, ...record }: Credential): string =>
    JSON.stringify({ ...record, standing: lifecycle } satisfies z.input<typeof credentialSchema>),
}

export const unstoredFormat = jsonFormat(z.array(issuedSchema))

export const pairSchema = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof pairSchema>

/** The usual lifetime of the service's access tokens in seconds, used if a reply has no plausible lifetime. */
const USUAL_LIFETIME = 21_600
const YEAR = 31_536_000

/** A lifetime in seconds, as a number or a string of digits. */
const lifetime = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^[0-9]+$/)
      .transform(Number),
  ])
  .pipe(z.number().min(1).max(YEAR))

/** A token: printable ASCII (RFC 6749 appendix A.12), without spaces. */
const token = z.string().regex(/^[!-~]+$/)

/** A successful answer (RFC 6749 section 5.1), here always with a refresh token. */
export const grantReplySchema = z.object({
  access_token: token,
  refresh_token: token,
  expires_in: lifetime.catch(USUAL_LIFETIME),
  scope: z.string().optional().catch(undefined),
  /** The company that was chosen at the authorization page; `external_cid` is its office number. */
  company_id: z.int().positive().optional().catch(undefined),
  external_cid: z.string().max(100).optional().catch(undefined),
})

/** A refusal. Only these codes (RFC 6749 section 5.2) count as one. */
export const errorReplySchema = z.object({
  error: z.enum([
    'invalid_request',
    'invalid_client',
    'invalid_grant',
    'unauthorized_client',
    'unsupported_grant_type',
    'invalid_scope',
  ]),
})
