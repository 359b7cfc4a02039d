import * as z from 'zod'
import { moment, sha256, text } from '../../core/json/fields.ts'
import { SCOPES } from '../../core/signatures/keys.ts'
import { PERSON_NAME } from './name.ts'

const scopes = z.array(z.enum(SCOPES))
const role = z.enum(['accounting', 'admin', 'viewer'])
const name = z
  .string()
  .trim()
  .regex(PERSON_NAME, 'a name of up to 60 letters, without letters that look like others')
  .describe('The name of the person; two spellings of one name are one person')

const passkey = z.object({
  credential: text.describe('The id of the passkey'),
  publicKey: text.describe('Its public key, as SPKI in DER, base64url'),
  salt: text.describe('What the server chose for the number, base64url'),
  number: text.describe('The number on the screen of the person who made it'),
  scopes,
  role: role.optional(),
  state: z.enum(['waits', 'counts', 'ended']),
  fault: text.optional().describe('Why the vouches for it prove nothing; it then waits for new ones'),
  host: text.describe('The host name for which it was made; it works at no other'),
  added: moment,
  invitedBy: text,
  vouchedBy: z.array(text),
  from: moment.optional().describe('It has enough vouches, and counts from this moment, ISO 8601'),
  ended: moment.optional(),
})

const session = z.object({
  session: text.describe('The digest of its id'),
  credential: text,
  since: moment,
  until: moment,
})

export const peopleSchemas = {
  people: {
    reply: z.object({
      deployment: text.optional().describe('The digest of the first root; absent without a release'),
      people: z.array(
        z.object({
          name: text,
          scopes,
          role: role.optional(),
          since: moment,
          ended: moment.optional(),
          older: z
            .literal(true)
            .optional()
            .describe('The record ends with an older epoch of KURA_SEAL_KEYS; a sign-in renews it'),
          passkeys: z.array(passkey),
          sessions: z.array(session),
        }),
      ),
      refused: z
        .array(z.object({ record: text, name: text.optional() }))
        .describe('Records in the place of people that kura did not write: they are no people'),
    }),
  },
  invite: {
    body: z.union([
      z.strictObject({ name, role }),
      z.strictObject({ name, scopes: scopes.min(1).describe('What the person may do') }),
    ]),
    reply: z.object({
      name: text,
      scopes,
      url: text.describe('The link; its fragment is the token, which stands nowhere else'),
      until: moment,
    }),
  },
  vouch: {
    body: z.union([
      z.strictObject({
        v: z.literal(1),
        at: moment,
        vouch: z.strictObject({
          person: text,
          scopes: z.array(text).min(1),
          credential: text,
          publicKey: text,
          salt: text,
          number: text,
        }),
        deployment: text,
      }),
      z.strictObject({
        envelope: z
          .strictObject({
            signed: z.string().max(5_000),
            signatures: z.array(z.strictObject({ keyid: text, signature: text })).max(20),
          })
          .describe('The same, signed by the keys of the publisher'),
      }),
    ]),
    reply: z.object({
      name: text,
      credential: text,
      state: z
        .enum(['counts', 'waits'])
        .describe('waits: other people have to vouch, or `from` is not yet over'),
      from: moment.optional().describe('When the passkey begins to count, ISO 8601, if that is later'),
      approval: text.describe('The digest of the approval'),
    }),
  },
  revoke: {
    body: z.union([
      z.strictObject({ name, credential: text.optional().describe('One passkey; all of them without it') }),
      z.strictObject({ session: sha256 }),
    ]),
    reply: z.object({ ended: z.enum(['person', 'passkey', 'session']) }),
  },
}
