/** The schema of a stored approval. It is also a line of an export of the activity log. */
import * as z from 'zod'
import { sha256, text } from '../json/fields.ts'
import { envelopeSchema } from '../release/schema.ts'

/** An approval by a person's passkey; its digest is the SHA-256 of `statement`. */
const passkeyApproval = z.strictObject({
  /** The exact text that was signed. */
  statement: text,
  /** The parts of the assertion as the browser made them, base64url. */
  authenticatorData: text,
  clientDataJSON: text,
  signature: text,
  /** The id of the passkey's credential. */
  credential: text,
  /** The SubjectPublicKeyInfo in DER, base64url. */
  publicKey: text,
  /** The digests of the approvals that vouch for the passkey. */
  vouches: z.array(sha256).max(20),
  /** When the approval was recorded, by the store's time. */
  at: z.iso.datetime(),
})
export type PasskeyApproval = z.infer<typeof passkeyApproval>

/** A vouch that the publisher's keys have signed; its digest is the SHA-256 of the envelope's text. */
const publisherApproval = z.strictObject({
  envelope: z.strictObject(envelopeSchema.shape),
  at: z.iso.datetime(),
})

export const approvalSchema = z.union([passkeyApproval, publisherApproval])
export type StoredApproval = z.infer<typeof approvalSchema>
