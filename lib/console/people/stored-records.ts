/** The schemas of the console's stored records load when a record is read, so rules import only their types. */
import * as z from 'zod'
import { ALGORITHMS } from '../../core/passkey/challenge.ts'
import { SCOPES } from '../../core/signatures/keys.ts'

const datetime = z.iso.datetime()

const scopes = z.array(z.enum(SCOPES))
const role = z.enum(['accounting', 'admin', 'viewer'])
export type Role = z.infer<typeof role>

const vouchSchema = z.object({
  at: datetime,
  /** The name of the person who vouches; for the publisher, the name of the key that signed the request. */
  by: z.string(),
  /** The digest of the approval, or of the text that the publisher's keys signed. Its record is `approval/<digest>`. */
  approval: z.string(),
  publisher: z.literal(true).optional(),
})
export type Vouch = z.infer<typeof vouchSchema>

const passkeySchema = z.object({
  /** The id of the credential, base64url. */
  credential: z.string(),
  /** The public key in COSE form, and as SPKI in DER, base64url. */
  publicKey: z.string(),
  spki: z.string(),
  /** The algorithm as COSE numbers it: -7 is ES256, -257 is RS256. */
  algorithm: z.literal(ALGORITHMS),
  /** A random text in base64url, which the server chose after it had the key. The number depends on the text too. */
  salt: z.string(),
  /** The confirmation number, which the person reads on the screen of the new passkey. */
  number: z.string(),
  /** The scopes of the invitation. The person gets these scopes when the passkey has enough vouches. */
  scopes,
  role: role.optional(),
  /** The host name to which the browser has bound the passkey. */
  host: z.string(),
  added: datetime,
  invitedBy: z.string(),
  vouches: z.array(vouchSchema),
  /** The time from which the passkey had enough vouches; absent before. */
  vouched: datetime.optional(),
  /** The end of the waiting time, after which the passkey counts. Only a person who had lost all passkeys has one. */
  from: datetime.optional(),
  ended: datetime.optional(),
})
export type Passkey = z.infer<typeof passkeySchema>

export const personSchema = z.object({
  name: z.string(),
  /** The scopes of the passkey that last got enough vouches, or of the last link of `npm start`; empty before. */
  scopes,
  role: role.optional(),
  language: z.enum(['en', 'ja']).optional(),
  since: datetime,
  passkeys: z.array(passkeySchema),
  ended: datetime.optional(),
})
export type Person = z.infer<typeof personSchema>

export const invitationSchema = z.object({
  name: z.string(),
  scopes,
  role: role.optional(),
  by: z.string(),
  /** True for the link that `npm start` prints: it signs in on this machine instead of adding a passkey. */
  here: z.literal(true).optional(),
  since: datetime,
  until: datetime,
  /** The time at which the link was opened, and the digest of the browser that may continue. */
  spent: z.object({ at: datetime, browser: z.string() }).optional(),
  credential: z.string().optional(),
})
export type Invitation = z.infer<typeof invitationSchema>

export const sessionSchema = z.object({
  /** The key of the person's record. */
  person: z.string(),
  /** The passkey that signed in; `this-machine` for the link of `npm start`. */
  credential: z.string(),
  since: datetime,
  until: datetime,
})
export type StoredSession = z.infer<typeof sessionSchema>

export const formSchema = z.object({
  session: z.string(),
  /** The post that does the work, and the store's time until which it may work, in milliseconds. */
  run: z.string(),
  until: z.number(),
  outcome: z.string().optional(),
})
export type StoredForm = z.infer<typeof formSchema>
