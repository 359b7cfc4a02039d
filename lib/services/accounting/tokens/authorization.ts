/**
 * An authorization that a person has granted. It stays the same while its pairs of tokens are refreshed. Every stored
 * pair carries it, encoded as one word, so that an answer recovered from a log line contains no free text, such as a
 * company's name, at which parsing could stop early.
 */
import * as z from 'zod'
import { type Company, companySchema } from './company.ts'

const authorizationSchema = z.object({
  /** The operation that exchanged the code. */
  operation: z.string(),
  /** The company whose books the authorization opens. */
  company: companySchema,
})
export type Authorization = z.infer<typeof authorizationSchema>

/** A record that carries an authorization. */
interface Carrier {
  readonly authorization?: string | undefined
}

/** The authorization encoded as one word: base64url of JSON. */
export function formatAuthorization(authorization: Authorization): string {
  return Buffer.from(JSON.stringify(authorization)).toString('base64url')
}

/**
 * The authorization of a credential; undefined if there is no credential, or if it was granted before kura stored
 * authorizations.
 */
export function authorizationOf(carrier: Carrier | undefined): Authorization | undefined {
  if (carrier?.authorization === undefined) return undefined
  return authorizationSchema.parse(JSON.parse(Buffer.from(carrier.authorization, 'base64url').toString()))
}

/** The company in use; `unknown` if the credential does not name its company. */
export function companyInUse(credential: Carrier | undefined): Company | 'unknown' | undefined {
  return credential && (authorizationOf(credential)?.company ?? 'unknown')
}
