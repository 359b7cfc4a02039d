/** The calls that kura makes of the platform, as data. */
import type { z } from 'zod'
import {
  channelReply,
  channelsReply,
  guildsReply,
  memberReply,
  membersReply,
  messageReply,
  messagesReply,
  userReply,
} from '../schema.ts'

export interface WireCall<Reply = unknown> {
  readonly method: 'GET' | 'POST'
  /** Below the version's path. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly reply: z.ZodType<Reply>
  /** A write that may be repeated: the platform answers what is there already. */
  readonly repeatable?: true
}

type Call<S extends z.ZodType> = WireCall<z.infer<S>>

/** The most members that a search gives, and the most messages of a page. */
export const MOST_MEMBERS = 1000
export const MESSAGES_PAGE = 100
export const GUILDS_PAGE = 200

export const ownUserCall = (): Call<typeof userReply> => ({
  method: 'GET',
  path: '/users/@me',
  reply: userReply,
})

export const ownGuildsCall = (after: string): Call<typeof guildsReply> => ({
  method: 'GET',
  path: '/users/@me/guilds',
  query: { limit: String(GUILDS_PAGE), after },
  reply: guildsReply,
})

export const openDirectCall = (personId: string): Call<typeof channelReply> => ({
  method: 'POST',
  path: '/users/@me/channels',
  json: { recipient_id: personId },
  reply: channelReply,
  repeatable: true,
})

export const channelCall = (channelId: string): Call<typeof channelReply> => ({
  method: 'GET',
  path: `/channels/${channelId}`,
  reply: channelReply,
})

export const guildChannelsCall = (guildId: string): Call<typeof channelsReply> => ({
  method: 'GET',
  path: `/guilds/${guildId}/channels`,
  reply: channelsReply,
})

export const createChannelCall = (guildId: string, json: unknown): Call<typeof channelReply> => ({
  method: 'POST',
  path: `/guilds/${guildId}/channels`,
  json,
  reply: channelReply,
})

export const searchMembersCall = (guildId: string, query: string): Call<typeof membersReply> => ({
  method: 'GET',
  path: `/guilds/${guildId}/members/search`,
  query: { query, limit: String(MOST_MEMBERS) },
  reply: membersReply,
})

export const memberCall = (guildId: string, personId: string): Call<typeof memberReply> => ({
  method: 'GET',
  path: `/guilds/${guildId}/members/${personId}`,
  reply: memberReply,
})

/** Nobody is mentioned, and the platform keeps a second one with the same nonce from being made. */
export const postMessageCall = (
  channelId: string,
  { content, nonce }: { content: string; nonce: string },
): Call<typeof messageReply> => ({
  method: 'POST',
  path: `/channels/${channelId}/messages`,
  json: { content, nonce, enforce_nonce: true, allowed_mentions: { parse: [] } },
  reply: messageReply,
})

export const messagesCall = (channelId: string, after: string): Call<typeof messagesReply> => ({
  method: 'GET',
  path: `/channels/${channelId}/messages`,
  query: { after, limit: String(MESSAGES_PAGE) },
  reply: messagesReply,
})

/** What the platform counts together: the method, the path, and its channel or server. */
export function routeOf({ method, path }: WireCall): string {
  return `${method} ${path.replace(/\/(messages|members)\/\d+/, '/$1/{id}')}`
}
