/** What the endpoints of `contract.ts` take and give; loaded when a body or a reply is read. */
import { z } from 'zod'

const text = z.string()
/** A moment, ISO 8601. */
const moment = z.string()

const device = z.object({
  name: text,
  keyid: text,
  release: text.optional(),
  version: z.int().optional(),
  expected: z.int(),
  installed: z.int(),
  indexed: z.int(),
  /** The device's status line. */
  line: text,
  problems: z.array(text).optional(),
  sequence: z.int(),
  /** The device's own time. */
  deviceAt: moment.optional(),
  since: moment,
  at: moment,
  whole: z.boolean(),
  behind: z.boolean(),
  silent: z.boolean(),
})

const release = z.object({
  release: text,
  version: z.int().min(1),
  created: moment,
  expires: moment,
  files: z.int(),
  bytes: z.int(),
  root: z.object({ version: z.int(), expires: moment, development: z.boolean() }),
})

const revocation = z.object({
  keyid: text,
  state: z.enum(['revoked', 'restored']),
  by: text,
  at: moment,
})

const notice = z.object({
  key: text,
  step: text,
  text,
  owner: text,
  since: moment,
  told: moment.optional(),
  /** Who has dealt with it. */
  done: text.optional(),
  over: z.literal(true).optional(),
})

const failed = z.array(z.object({ owner: text, reason: text }))

/** The host that was probed, when, and the paths that answered and must not. */
const finding = z.strictObject({
  url: z.url().max(500),
  at: z.iso.datetime(),
  conclusion: z.enum(['open', 'closed', 'unknown']),
  open: z.array(z.string().max(500)).max(20),
})

export const adminSchemas = {
  devices: { reply: z.object({ devices: z.array(device) }) },
  release: { reply: release },
  keys: {
    reply: z.object({
      keys: z.array(z.object({ keyid: text, seen: moment.optional(), revoked: text.optional() })),
    }),
  },
  changeRevocation: {
    body: z.strictObject({ keyid: text, state: z.enum(['revoked', 'restored']).default('revoked') }),
    reply: revocation,
  },
  notices: { reply: z.object({ notices: z.array(notice), failed }) },
  sendNotices: {
    reply: z.object({
      outlet: z.enum(['chat', 'log']),
      open: z.int(),
      told: z.int(),
      waiting: z.array(z.object({ key: text, reason: text })),
      failed,
    }),
  },
  finishNotice: {
    body: z.strictObject({
      key: z.string().min(1).max(500),
      step: z.string().min(1).max(10_000),
      person: z.string().trim().min(1).max(100),
    }),
    reply: notice,
  },
  reportExposure: { body: finding, reply: finding },
}
