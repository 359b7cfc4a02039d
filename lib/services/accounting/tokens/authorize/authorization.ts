/**
 * The authorization that a person has granted. It stays the same while its tokens are refreshed. It is stored with
 * every pair of tokens, encoded as one word: kura may have to recover the pair from a line of the log, and free text
 * there, such as a company's name, could end the parsing early.
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

interface Carrier {
  readonly authorization?: string | undefined
}

/** The authorization as one word: base64url of JSON. */
export function formatAuthorization(authorization: Authorization): string {
  return Buffer.from(JSON.stringify(authorization)).toString('base64url')
}

/**
 * The authorization of a credential; undefined without a credential, or if kura stored the credential before it stored
 * authorizations.
 */
export function authorizationOf(carrier: Carrier | undefined): Authorization | undefined {
  if (carrier?.authorization === undefined) return undefined
  return authorizationSchema.parse(JSON.parse(Buffer.from(carrier.authorization, 'base64url').toString()))
}

/** The company of the credential, `unknown` if the credential does not name it; undefined without a credential. */
export function companyInUse(credential: Carrier | undefined): Company | 'unknown' | undefined {
  return credential && (authorizationOf(credential)?.company ?? 'unknown')
}
