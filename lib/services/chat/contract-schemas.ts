import * as z from 'zod'
import { foldCaseName } from '../../core/claims/case-name.ts'
import { pageQuery, pageReply } from '../../core/http/page-schemas.ts'
import { bodyDigest, moment, text, typed } from '../../core/json/fields.ts'
import { reasonReply } from '../../core/language/reason-schemas.ts'

const caseName = z.string().regex(/^[^\p{Cs}]{1,500}$/u, 'expected 1 to 500 characters')
const name = typed(100)

export const identifier = z.string().regex(/^\d{1,20}$/, 'expected an identifier, digits only')

/** The name of a delivery, in which different spellings mean the same delivery. */
export const deliveryName = name
  .normalize('NFC')
  .regex(
    /^(?!\.{1,2}$)[^/\\\p{Cc}\p{Cs}]+$/u,
    'expected a name that can be a path segment: neither . nor .., without /, \\ and control characters',
  )
  .refine(text => foldCaseName(text) !== '', 'expected more than invisible characters')

/** `ignored` names settings that kura does not use, because each has a person's token instead of a bot's. */
function reply<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ ...shape, ignored: z.array(text).optional() })
}

const way = z.enum(['channel', 'private_channel', 'direct_messages'])
const otherWay = z.enum(['private_channel', 'direct_messages'])
/** The refused tokens; `token` is the position in CHAT_BOT_TOKENS. */
const refused = z.array(z.object({ token: z.int(), reason: reasonReply }))
/** A person or a channel. The label is the requester's own name for it. */
const named = z.object({ label: text, id: text })

const decision = z.discriminatedUnion('use', [
  z.object({ use: z.literal('channel'), bot: text, type: z.int() }),
  z.object({
    use: z.literal('other'),
    cause: z.enum([
      'group',
      'unreachable',
      'not_in_server',
      'no_text',
      'thread_closed',
      'not_writable',
      'unknown_channel',
      'refused',
      'no_bot',
    ]),
    ways: z.array(otherWay).describe('Empty if a person has to act first'),
    why: reasonReply,
  }),
])

const observation = z.object({
  bot: z.object({ id: text, name: text }),
  saw: z
    .union([
      z.object({
        type: z.int(),
        lacks: z.array(text).optional().describe('The permissions without which the bot cannot write there'),
        closed: z.boolean().optional().describe('Whether it is a thread that is locked'),
      }),
      z.object({ status: z.int(), code: z.int() }),
      z.object({ unanswered: text }),
    ])
    .describe(
      "The channel's type, the status and the code of the platform's refusal, or why there was no answer",
    ),
  inServer: z
    .boolean()
    .optional()
    .describe('Whether the bot is in the server; only for a bot that did not see the channel'),
})

const dryRun = reply({
  mode: z.literal('dry-run'),
  way,
  why: reasonReply.optional().describe('Why the channel that was asked for is not used'),
  people: z.array(named),
  channel: text.optional(),
  channelName: text.optional().describe('The name of the private channel that would be created'),
  text: text.describe('As it is sent: without characters that the platform may strip'),
  characters: z.int(),
  sends: bodyDigest,
  begun: moment.optional().describe('When the delivery was begun: what was sent then is not sent again'),
  refused,
})

const summary = reply({
  name: text,
  way,
  why: reasonReply.optional(),
  by: text,
  at: moment,
  reached: z
    .array(named.extend({ message: text }))
    .describe('With the identifier of the message that each received'),
  unreached: z.array(
    named.extend({
      state: z.enum(['sent', 'refused', 'limited', 'unknown', 'in_progress', 'waiting', 'conflict']),
      reason: reasonReply,
    }),
  ),
  answered: z.array(named.extend({ at: moment })),
  silent: z.array(named),
  unread: z
    .array(named.extend({ reason: reasonReply }))
    .describe('Those whose answers could not be read, and why'),
  complete: z.boolean().describe('Everybody was reached, or cannot be'),
  text: text.describe("All of it for people, in the company's language"),
}).meta({ id: 'DeliverySummary' })

const message = z.object({
  case: text,
  state: z.enum(['review', 'claimed', 'done', 'refused', 'unknown', 'removing', 'gone']),
  operation: text.describe('Names the attempt, for `resolve`'),
  seenAt: moment.describe('When kura read this, for `resolve`'),
  since: moment,
  channel: text,
  message: text.optional(),
  reason: reasonReply.optional(),
})

const posted = reply({
  mode: z.literal('write'),
  text,
  state: z.literal('done'),
  result: z.object({ channel: text, message: text }),
  sent: z.boolean().describe('Whether this call sent it, or an earlier one'),
})

const notPosted = reply({
  mode: z.literal('write'),
  text,
  state: z.enum(['refused', 'limited', 'waiting', 'unknown', 'in_progress', 'conflict']),
  reason: reasonReply,
})

/** The attempt that was shown to the person; a statement is valid only for this attempt. */
const shown = z.strictObject({
  case: caseName,
  operation: z.string().min(1).max(100).describe('The operation of the message as it was shown'),
  person: name,
})

const resolution = z.union([
  shown.extend({ message: identifier }),
  shown.extend({
    not_sent: z.literal(true),
    seenAt: z.iso
      .datetime({ offset: true })
      .describe('When the message was shown; the person looked after that'),
  }),
])

export const chatSchemas = {
  checkChannel: { reply: reply({ channel: text, decision, observations: z.array(observation), refused }) },
  deliver: {
    body: z
      .strictObject({
        name: deliveryName,
        text: z
          .string()
          .max(10_000)
          .optional()
          .describe('Without it, the delivery that was begun under this name is continued as it is stored'),
        channel: identifier.optional(),
        people: z.array(name).min(1).max(50).optional(),
        way: otherWay.optional(),
        sends: bodyDigest.optional(),
      })
      .refine(
        ({ text, channel, people, way }) => text !== undefined || !(channel ?? people ?? way),
        'expected a text, or the name alone to continue a delivery',
      ),
    reply: z.union([dryRun, summary]),
  },
  deliveries: {
    query: z.strictObject(pageQuery),
    reply: reply({
      deliveries: z.array(
        z.object({
          name: text,
          way,
          by: text,
          at: moment,
          messages: z.int().describe('One to each person, or one to the channel'),
          sent: z.int().describe('How many of them are sent'),
        }),
      ),
      ...pageReply,
    }),
  },
  summary: { reply: summary },
  messages: {
    query: z.strictObject({
      state: z
        .enum(['claimed', 'done', 'refused', 'unknown'])
        .optional()
        .describe('Those of unknown outcome unless it is given'),
      ...pageQuery,
    }),
    reply: reply({ messages: z.array(message), ...pageReply }),
  },
  resolve: { body: resolution, reply: reply(message.shape) },
  status: { reply: reply({ text }) },
  standing: {
    reply: reply({
      text: text.optional().describe('Absent if there is no such message, or no channel for notices'),
      at: moment.optional().describe('When it was last edited, or posted'),
    }),
  },
  postStatus: { reply: z.union([reply({ mode: z.literal('dry-run'), text }), posted, notPosted]) },
}
