/** The platform's replies are read loosely. */
import * as z from 'zod'
import { storedReason } from '../../core/language/reason-schemas.ts'

const identifier = z.string().regex(/^\d{1,20}$/)

/** Permission bits, as a decimal string. */
const bits = z.string().regex(/^\d+$/)

export const userReply = z.object({
  id: identifier,
  username: z.string(),
  bot: z.boolean().optional(),
  global_name: z.string().nullish(),
})

/** With the bot's permissions there; null in place of an empty list. */
export const guildsReply = z.array(z.object({ id: identifier, permissions: bits })).nullable()

export const channelReply = z.object({
  id: identifier,
  type: z.int(),
  guild_id: identifier.optional(),
  /** Of a thread. */
  parent_id: identifier.nullish(),
  name: z.string().nullish(),
  topic: z.string().nullish(),
  last_message_id: identifier.nullish(),
  /** A bot cannot write to a locked thread. */
  thread_metadata: z.object({ locked: z.boolean().optional() }).nullish().catch(undefined),
  permission_overwrites: z.array(z.object({ id: identifier, allow: bits, deny: bits })).optional(),
})
export type PlatformChannel = z.infer<typeof channelReply>

/** The platform's documentation allows null in place of an empty list. */
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

/** A 429 also has `retry_after` (seconds) and `global`. One malformed member does not hide the others. */
export const refusalReply = z.object({
  code: z.int().optional().catch(undefined),
  /** Of each refused member of a call (code 50035). */
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
  /** As it was written; the record's key has the folded name. */
  name: z.string(),
  text: z.string(),
  /** SHA-256 of the order without its people. */
  digest: z.string(),
  /** As the order spells them. */
  named: z.array(z.string()),
  bot: identifier,
  way: z.enum(['channel', 'private_channel', 'direct_messages']),
  why: storedReason.optional(),
  /** Not created yet: the targets are its people. */
  making: z.object({ guildId: identifier, name: z.string() }).optional(),
  targets: z.array(targetSchema),
  /** Why no direct message could be opened, for each such person. */
  refusals: z.record(z.string(), storedReason).optional(),
  by: z.string(),
  /** ISO 8601. */
  at: z.string(),
})
export type StoredDelivery = z.infer<typeof deliverySchema>

export const repliesSchema = z.object({
  cursor: identifier,
  /** Each person's first answer (ISO 8601). */
  answered: z.record(z.string(), z.string()),
})
export type StoredReplies = z.infer<typeof repliesSchema>

/** When each route (or `global`) may be called again, by the store's time. */
export const storedLimits = z.record(z.string(), z.number())
export type StoredLimits = z.infer<typeof storedLimits>
