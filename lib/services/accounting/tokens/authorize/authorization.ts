/** An authorization is stored as one word, because free text in a line of the log could mislead its recovery. */
import * as z from 'zod'
import { type Company, companySchema } from '../company.ts'

const authorizationSchema = z.object({
  /** The operation that exchanged the authorization code. */
  operation: z.string(),
  company: companySchema,
})
export type Authorization = z.infer<typeof authorizationSchema>

interface Carrier {
  readonly authorization?: string | undefined
}

export function formatAuthorization(authorization: Authorization): string {
  return Buffer.from(JSON.stringify(authorization)).toString('base64url')
}

/** Undefined also for a credential that kura stored before it stored authorizations. */
export function authorizationOf(carrier: Carrier | undefined): Authorization | undefined {
  if (carrier?.authorization === undefined) return undefined
  return authorizationSchema.parse(JSON.parse(Buffer.from(carrier.authorization, 'base64url').toString()))
}

/** `unknown` if the credential does not name its company; undefined without a credential. */
export function companyInUse(credential: Carrier | undefined): Company | 'unknown' | undefined {
  return credential && (authorizationOf(credential)?.company ?? 'unknown')
}
