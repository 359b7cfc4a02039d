/**
 * What a person granted. It stays the same while its pairs are refreshed, so every pair carries it, as one word: an answer
 * that is read back from a line of the log has no text of a company in it that could end early.
 */
import * as z from 'zod'
import { type Company, companySchema } from './company.ts'

const authorizationSchema = z.object({
  /** The operation that exchanged the code. */
  operation: z.string(),
  /** Whose books it opens. */
  company: companySchema,
})
export type Authorization = z.infer<typeof authorizationSchema>

/** A record that carries an authorization. */
interface Carrier {
  readonly authorization?: string | undefined
}

/** The word for a record: base64url of JSON. */
export function formatAuthorization(authorization: Authorization): string {
  return Buffer.from(JSON.stringify(authorization)).toString('base64url')
}

/** The authorization of a credential; undefined if there is none, or it was granted before kura stored one. */
export function authorizationOf(carrier: Carrier | undefined): Authorization | undefined {
  if (carrier?.authorization === undefined) return undefined
  return authorizationSchema.parse(JSON.parse(Buffer.from(carrier.authorization, 'base64url').toString()))
}

/** The company in use; `unknown` if there is a credential that does not say. */
export function companyInUse(credential: Carrier | undefined): Company | 'unknown' | undefined {
  return credential && (authorizationOf(credential)?.company ?? 'unknown')
}
