/** A stored approval is also a line of an export of the activity log. */
import * as z from 'zod'
import { sha256, text } from '../json/fields.ts'
import { envelopeSchema } from '../release/schema.ts'

/** An approval by a passkey. Its digest is the SHA-256 of `statement`. */
const passkeyApproval = z.strictObject({
  /** The text of the statement as it was signed. */
  statement: text,
  /** This member and the next two are as the browser made them, in base64url. */
  authenticatorData: text,
  clientDataJSON: text,
  signature: text,
  credential: text,
  /** The passkey's SubjectPublicKeyInfo in DER, as base64url. */
  publicKey: text,
  /** The digests of the approvals that vouch for the passkey. */
  vouches: z.array(sha256).max(20),
  /** The time of the approval, by the store's clock. */
  at: z.iso.datetime(),
})
export type PasskeyApproval = z.infer<typeof passkeyApproval>

/** A vouch of the publisher's keys. Its digest is the SHA-256 of the envelope's text. */
const publisherApproval = z.strictObject({
  envelope: z.strictObject(envelopeSchema.shape),
  at: z.iso.datetime(),
})

export const approvalSchema = z.union([passkeyApproval, publisherApproval])
export type StoredApproval = z.infer<typeof approvalSchema>
