import * as z from 'zod'
import { pageQuery, pageReply } from '../../core/http/page-schemas.ts'
import { moment, text, typed } from '../../core/json/fields.ts'
import { reasonReply } from '../../core/language/reason-schemas.ts'
import { deviceReportSchema } from '../../core/release/device-state.ts'
import { revocationSchema } from '../../core/signatures/stored-records.ts'
import { durabilitySchema, restoredSchema, stoppedSchema } from '../../core/store/stored-records.ts'
import { failed, todayReply, urgency } from './today-schemas.ts'

const secret = text.describe('32 bytes in base64url')

const release = z.object({
  release: text.describe('Its digest'),
  version: z.int().min(1),
  created: moment,
  expires: moment,
  files: z.int(),
  bytes: z.int(),
  root: z.object({ version: z.int(), expires: moment, development: z.boolean() }),
})

const notice = z
  .object({
    key: text.describe('Names the open item'),
    step: text.describe('Names its state: another step is sent again'),
    kind: text.describe('The kind of the item; items of one kind are sent in one message'),
    urgency,
    text: text.describe("What happened, in the company's language, as are meaning and act"),
    meaning: text,
    act: text.describe('What to do'),
    page: text.optional().describe('Its page on the console'),
    command: text.optional().describe('The command for it, for a shell'),
    by: moment.optional().describe('When it must be done'),
    owner: text.describe('The service that raised it'),
    since: moment,
    told: moment.optional().describe('When it was last sent'),
    done: text.optional().describe('Who has dealt with it'),
    over: z.literal(true).optional(),
  })
  .meta({ id: 'Notice' })

const settingsChange = z.object({
  added: z.array(text).describe('Names of settings'),
  changed: z.array(text),
  removed: z.array(text),
})

const health = z
  .object({
    version: text.describe('Which deployment answers'),
    region: text.optional().describe('The region in which the function runs'),
    node: text,
    deployment: z.enum(['local', 'preview', 'production']),
    time: moment.describe("The host's clock"),
    settings: z
      .array(
        z.object({
          section: text,
          missing: z.array(text),
          invalid: z
            .array(reasonReply)
            .describe('Sentences that name a setting and its form, never its value'),
        }),
      )
      .describe('Services of which nothing is set are left out'),
    store: z.object({
      kind: z.enum(['upstash', 'embedded']).optional(),
      milliseconds: z.int().optional().describe('How long a read takes'),
      eviction: text.optional().describe('The eviction policy; absent if the database does not tell'),
      problem: reasonReply.optional().describe('Why it cannot be read'),
    }),
    token: z
      .object({
        state: text,
        reason: reasonReply.optional(),
        obstacle: text.optional(),
        daysLeft: z.int().optional().describe('Days until the refresh token is too old'),
      })
      .optional()
      .describe('The token of the accounting service; absent if that is not set up'),
    settingsSeen: settingsChange
      .extend({
        by: text
          .optional()
          .describe('The keyid that recorded the settings last; absent if they were never recorded'),
        at: moment.optional(),
      })
      .optional()
      .describe('What has changed since the settings were recorded; absent if the store cannot be read'),
    noticesChannel: text.optional().describe('CHAT_NOTICES_CHANNEL_ID'),
  })
  .meta({ id: 'Health' })

const finding = z.strictObject({
  url: z.url().max(500).describe('The host that was probed'),
  at: z.iso.datetime(),
  conclusion: z.enum(['open', 'closed', 'unknown']),
  open: z.array(z.string().max(500)).max(20).describe('Paths that answered and must not'),
})

export const adminSchemas = {
  devices: {
    query: z.strictObject(pageQuery),
    reply: z.object({ devices: z.array(deviceReportSchema), ...pageReply }),
  },
  forgetDevice: { reply: deviceReportSchema },
  enrol: {
    body: z.strictObject({
      name: z
        .string()
        .max(82)
        .regex(/^(?!.*--[0-9a-f]{16}$)[a-z0-9-]+$/),
      force: z
        .literal(true)
        .optional()
        .describe('If the last token of the device was used, revokes the key that it gave'),
    }),
    reply: z.object({
      keyid: text.describe('The token is a key of its own'),
      secret,
      expires: moment.describe('Until when it can be exchanged'),
      device: text.describe("The keyid of the device's own key, which no other enrolment has"),
      replaced: z
        .object({ keyid: text, at: moment, revoked: moment })
        .optional()
        .describe('The key that the previous token gave, when it gave the key, and when the key was revoked'),
    }),
  },
  exchangeToken: {
    body: z.strictObject({
      claim: z
        .string()
        .regex(/^[A-Za-z0-9_-]{43}$/)
        .describe('32 random bytes in base64url, which the device keeps: a repeat needs the same'),
    }),
    reply: z.object({ keyid: text, secret }),
  },
  release: { reply: release },
  releaseFiles: {
    query: z.strictObject(pageQuery),
    reply: z.object({
      version: z.int(),
      before: z.int().optional().describe('The version of the release before; absent if there is none'),
      files: z.array(
        z.object({
          path: text,
          size: z.int().describe('Bytes'),
          change: z
            .enum(['added', 'changed', 'removed', 'same'])
            .describe('Since the release before; a removed file is only in that one'),
        }),
      ),
      ...pageReply,
    }),
  },
  keys: {
    query: z.strictObject(pageQuery),
    reply: z.object({
      keys: z.array(
        z.object({
          keyid: text,
          seen: moment.optional(),
          revoked: text.optional().describe('By whom'),
          decision: revocationSchema
            .pick({ state: true, at: true })
            .optional()
            .describe('Whether a person last revoked the key or took that back, and when'),
        }),
      ),
      ...pageReply,
    }),
  },
  changeRevocation: {
    body: z.strictObject({
      keyid: text.describe('A keyid, or the name of a device for the key of its last enrolment'),
      state: z.enum(['revoked', 'restored']).default('revoked'),
    }),
    reply: revocationSchema,
  },
  recordSettings: { reply: settingsChange },
  store: {
    reply: z.object({
      durability: durabilitySchema
        .optional()
        .describe('Absent until something that must happen once was written'),
      stopped: stoppedSchema.optional().describe('Absent if acts go on'),
      head: z
        .object({ seq: z.int(), digest: text, at: moment })
        .optional()
        .describe('The last entry of the activity log; absent if it is empty'),
    }),
  },
  confirmStore: {
    body: z.strictObject({
      person: typed(100),
      since: z.iso
        .datetime()
        .optional()
        .describe('The `since` of the stop that was shown; absent if there was none'),
    }),
    reply: restoredSchema,
  },
  health: { reply: health },
  notices: {
    query: z.strictObject(pageQuery),
    reply: z.object({ notices: z.array(notice), failed, ...pageReply }),
  },
  today: { reply: todayReply },
  sendNotices: {
    reply: z.object({
      open: z.int(),
      outlets: z
        .array(
          z.object({
            outlet: z.enum(['chat', 'webhook', 'log']),
            messages: z.int().describe('How many were sent'),
            told: z.int().describe('How many notices were in them'),
            waiting: z
              .array(z.object({ keys: z.array(text), reason: reasonReply }))
              .describe('Messages that were not sent, or may not have been, and why'),
          }),
        )
        .describe('Each is sent independently of the others'),
      failed,
      ignored: z
        .array(text)
        .optional()
        .describe("Variables of a person's chat token that are set and not used"),
    }),
  },
  finishNotice: {
    body: z.strictObject({
      key: z.string().min(1).max(500),
      step: z.string().min(1).max(10_000),
      person: typed(100),
    }),
    reply: notice,
  },
  reportExposure: { body: finding, reply: finding },
}
