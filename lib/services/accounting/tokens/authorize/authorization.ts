/**
 * The authorization that a person has granted. It stays the same while its tokens are refreshed. The authorization is
 * stored with every pair of tokens, encoded as one word: if the answer of the token endpoint has to be recovered from a
 * line of the log, the line then contains no free text, such as a company's name, at which parsing could stop early.
 */
import * as z from 'zod'
import { type Company, companySchema } from '../company.ts'

const authorizationSchema = z.object({
  /** The operation that exchanged the authorization code. */
  operation: z.string(),
  /** The company to whose books the authorization gives access. */
  company: companySchema,
})
export type Authorization = z.infer<typeof authorizationSchema>

/** A record that contains an authorization. */
interface Carrier {
  readonly authorization?: string | undefined
}

/** Returns the authorization encoded as one word: base64url of JSON. */
export function formatAuthorization(authorization: Authorization): string {
  return Buffer.from(JSON.stringify(authorization)).toString('base64url')
}

/**
 * Returns the authorization of a credential; undefined if there is no credential, or if it was granted before kura
 * stored authorizations.
 */
export function authorizationOf(carrier: Carrier | undefined): Authorization | undefined {
  if (carrier?.authorization === undefined) return undefined
  return authorizationSchema.parse(JSON.parse(Buffer.from(carrier.authorization, 'base64url').toString()))
}

/** Returns the company in use; `unknown` if the credential does not name its company. */
export function companyInUse(credential: Carrier | undefined): Company | 'unknown' | undefined {
  return credential && (authorizationOf(credential)?.company ?? 'unknown')
}
