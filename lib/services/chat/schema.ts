/** The schemas of chat. They accept unknown members in the platform's replies. */
import * as z from 'zod'
import { storedReason } from '../../core/language/reason-schemas.ts'

const identifier = z.string().regex(/^\d{1,20}$/)

/** The permission bits, as a decimal string. */
const bits = z.string().regex(/^\d+$/)

export const userReply = z.object({
  id: identifier,
  username: z.string(),
  bot: z.boolean().optional(),
  global_name: z.string().nullish(),
})

/** The bot's servers, with its permissions there; null in place of an empty list. */
export const guildsReply = z.array(z.object({ id: identifier, permissions: bits })).nullable()

export const channelReply = z.object({
  id: identifier,
  type: z.int(),
  guild_id: identifier.optional(),
  /** The parent channel of a thread. */
  parent_id: identifier.nullish(),
  name: z.string().nullish(),
  topic: z.string().nullish(),
  last_message_id: identifier.nullish(),
  /** The state of a thread; a bot cannot write to a locked one. */
  thread_metadata: z.object({ locked: z.boolean().optional() }).nullish().catch(undefined),
  permission_overwrites: z.array(z.object({ id: identifier, allow: bits, deny: bits })).optional(),
})
export type PlatformChannel = z.infer<typeof channelReply>

/** The channels of a server; the platform's documentation allows null in place of an empty list. */
export const channelsReply = z.array(channelReply).nullable()

export const memberReply = z.object({
  nick: z.string().nullish(),
  user: userReply,
  roles: z.array(identifier).optional(),
})
export type Member = z.infer<typeof memberReply>
export const membersReply = z.array(memberReply)

export const messageReply = z.object({
  id: identifier,
  /** 0 is a text and 19 a reply; the others are made by the platform, such as a pin. */
  type: z.int().default(0),
  message_reference: z.object({ message_id: identifier.optional() }).nullish(),
  channel_id: identifier,
  content: z.string(),
  author: z.object({ id: identifier }),
  timestamp: z.string(),
  edited_timestamp: z.string().nullish(),
  nonce: z.union([z.string(), z.number()]).nullish(),
})
export type Message = z.infer<typeof messageReply>
export const messagesReply = z.array(messageReply).nullable()

/** A refusal. A 429 also has `retry_after` (seconds) and `global`. One malformed member does not hide the others. */
export const refusalReply = z.object({
  code: z.int().optional().catch(undefined),
  /** The errors of each refused member of a call (code 50035). */
  errors: z.unknown().optional(),
  retry_after: z.number().min(0).optional().catch(undefined),
  global: z.boolean().optional().catch(undefined),
})

export const sentSchema = z.object({ channel: identifier, message: identifier })
export type SentMessage = z.infer<typeof sentSchema>

export const madeChannelSchema = z.object({ channel: identifier })
export type MadeChannel = z.infer<typeof madeChannelSchema>

const personSchema = z.object({
  id: identifier,
  /** The requester's own name for the target. */
  label: z.string(),
})
export type Person = Readonly<z.infer<typeof personSchema>>

/** A person, or a channel with the people whose answers are awaited there. */
export const targetSchema = z.object({
  kind: z.enum(['person', 'channel']),
  ...personSchema.shape,
  awaits: z.array(personSchema),
})
export type Target = z.infer<typeof targetSchema>

export const deliverySchema = z.object({
  /** The name as it was written; the record's key has the folded name. */
  name: z.string(),
  text: z.string(),
  /** The SHA-256 of the order without its people. */
  digest: z.string(),
  /** The people as the order spells them. */
  named: z.array(z.string()),
  bot: identifier,
  way: z.enum(['channel', 'private_channel', 'direct_messages']),
  why: storedReason.optional(),
  /** The private channel, if it is not created yet; the targets are then its people. */
  making: z.object({ guildId: identifier, name: z.string() }).optional(),
  targets: z.array(targetSchema),
  /** The reasons why no direct message could be opened, for each such person. */
  refusals: z.record(z.string(), storedReason).optional(),
  by: z.string(),
  /** The time of storing in ISO 8601. */
  at: z.string(),
})
export type StoredDelivery = z.infer<typeof deliverySchema>

export const repliesSchema = z.object({
  cursor: identifier,
  /** The time of each person's first answer (ISO 8601). */
  answered: z.record(z.string(), z.string()),
})
export type StoredReplies = z.infer<typeof repliesSchema>

/** The times from which each route (or `global`) may be called again, by the store's clock. */
export const storedLimits = z.record(z.string(), z.number())
export type StoredLimits = z.infer<typeof storedLimits>
