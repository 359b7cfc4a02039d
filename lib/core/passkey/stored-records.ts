/** A stored approval is also a line of an export of the activity log. */
import * as z from 'zod'
import { sha256, text } from '../json/fields.ts'
import { envelopeSchema } from '../release/schema.ts'

/** Its digest is the SHA-256 of `statement`. */
const passkeyApproval = z.strictObject({
  /** As it was signed. */
  statement: text,
  /** This and the next two as the browser made them, base64url. */
  authenticatorData: text,
  clientDataJSON: text,
  signature: text,
  credential: text,
  /** SubjectPublicKeyInfo in DER, base64url. */
  publicKey: text,
  /** Digests of approvals. */
  vouches: z.array(sha256).max(20),
  /** By the store's time. */
  at: z.iso.datetime(),
})
export type PasskeyApproval = z.infer<typeof passkeyApproval>

/** Its digest is the SHA-256 of the envelope's text. */
const publisherApproval = z.strictObject({
  envelope: z.strictObject(envelopeSchema.shape),
  at: z.iso.datetime(),
})

export const approvalSchema = z.union([passkeyApproval, publisherApproval])
export type StoredApproval = z.infer<typeof approvalSchema>
