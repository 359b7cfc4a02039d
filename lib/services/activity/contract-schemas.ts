/** These schemas load when a record is parsed or an endpoint is called; rules import only types. */
import * as z from 'zod'
import { SERVICE_NAMES } from '../../core/config/services.ts'
import { pageQuery, pageReply } from '../../core/http/page-schemas.ts'
import { moment, sha256, text } from '../../core/json/fields.ts'
import { approvalSchema } from '../../core/passkey/stored-records.ts'

const entry = z.object({
  seq: z.int().describe('1 for the first entry'),
  at: moment,
  by: text.describe(
    'The keyid of the caller, or its passkey; cron, local or browser for a caller without a key',
  ),
  person: text.optional().describe('In whose name the key acted, or the person whose passkey it was'),
  act: text.describe('The name of the endpoint'),
  endpoint: text,
  what: z.record(text, z.union([text, z.number(), z.boolean()])).describe('What it was about'),
  status: z.int().describe('The HTTP status of the answer'),
  code: text.optional().describe('The code of the error, if it was answered with one'),
  request: text.describe("The id of the request, as in the host's log"),
  approval: text.optional().describe('The digest of the statement with which a person approved the call'),
  prev: text.describe('The digest of the entry before; empty for the first'),
})
export type Entry = z.infer<typeof entry>

const activityEntry = entry
  .extend({ digest: text.describe('The SHA-256 of the entry as it is stored') })
  .meta({ id: 'ActivityEntry' })

/** The kinds of entries. `approved` are those that a person approved; the others name a part of kura. */
export const KINDS = ['approved', ...SERVICE_NAMES, 'admin', 'console', 'distribution', 'cron'] as const
export type Kind = (typeof KINDS)[number]

/** An end of the log; the head of the log is stored in this form. */
export const headSchema = z.object({ seq: z.int(), digest: text, at: moment })
export type Witness = z.infer<typeof headSchema>

export const anchorSchema = z
  .object({
    seq: z.int().describe('The last entry that was removed'),
    digest: text,
    at: moment.describe('When that entry was written'),
    first: z.int().describe('The first entry of the last removal'),
    count: z.int().describe('How many entries it had'),
    export: text.describe('The digest of the export that has them'),
    by: text.describe('The keyid that removed them'),
    person: text,
    removedAt: moment,
    pending: z
      .int()
      .optional()
      .describe('From which entry on the removal is not finished; absent when it is'),
  })
  .meta({ id: 'ActivityAnchor' })
export type Anchor = z.infer<typeof anchorSchema>

/** A gap: the store went back, and the entries after `to`, up to and including `from`, are gone. */
const gap = z.object({
  from: z.int(),
  /** The digest of the entry `from`, which is gone. */
  digest: text,
  to: z.int(),
})
export type Gap = z.infer<typeof gap>

export const storedGap = gap.extend({ at: moment })
export type StoredGap = z.infer<typeof storedGap>

export const storedSettings = z.object({
  salt: text,
  /** The first characters of the digest of each setting's value, by the setting's name. */
  settings: z.record(text, text),
  /** The keyid that recorded the settings. */
  by: text,
  at: moment,
})
export type StoredSettings = z.infer<typeof storedSettings>

export const activitySchemas = {
  activity: {
    query: z.strictObject({
      ...pageQuery,
      after: z
        .string()
        .regex(/^\d{1,10}$/)
        .optional()
        .describe('The `next` of the page before'),
      since: z.iso.datetime().optional().describe('Entries from this moment on; not with after'),
      until: z.iso.datetime().optional().describe('Entries before this moment'),
      order: z
        .literal('newest')
        .optional()
        .describe('The newest entry first; `after` then leads to older ones'),
      person: text.max(100).optional().describe('Entries of this person or of the key with this name'),
      kind: z
        .enum(KINDS)
        .optional()
        .describe('Entries of this service, or those that a person approved with a passkey'),
      approval: sha256.optional().describe('Entries that name this approval'),
    }),
    reply: z.object({
      entries: z.array(activityEntry),
      head: z
        .object({ seq: z.int(), digest: text })
        .describe('An entry that was there once: a log that ends before it has lost entries'),
      anchor: anchorSchema
        .optional()
        .describe('After which entry the log begins; absent if nothing was removed'),
      ...pageReply,
    }),
  },
  approvals: {
    query: z.strictObject({
      digests: z
        .string()
        .regex(/^[0-9a-f]{64}(?:,[0-9a-f]{64}){0,39}$/)
        .describe('Up to 40 digests, separated by commas'),
    }),
    reply: z.object({
      approvals: z.array(approvalSchema).describe('Those that the store has, in this order'),
    }),
  },
  recordRelease: {
    body: z.strictObject({
      release: sha256,
      version: z.int().min(1),
      root: z.int().min(1).describe('The version of the root that came with it'),
      signers: z
        .string()
        .regex(/^[0-9a-f]{12}(?:, [0-9a-f]{12})*$/)
        .max(200)
        .describe('The beginnings of the ids of the keys that signed it'),
    }),
    reply: z.object({ release: text, version: z.int() }),
  },
}
