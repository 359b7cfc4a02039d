import type { CallOf, CallSpec } from '../../../core/remote/call.ts'
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

/** The longest list of members that the platform sends. */
export const MOST_MEMBERS = 1000
export const MESSAGES_PAGE = 100
export const GUILDS_PAGE = 200

export const ownUserCall = (): CallOf<typeof userReply> => ({
  method: 'GET',
  path: '/users/@me',
  reply: userReply,
})

export const ownGuildsCall = (after: string): CallOf<typeof guildsReply> => ({
  method: 'GET',
  path: '/users/@me/guilds',
  query: { limit: String(GUILDS_PAGE), after },
  reply: guildsReply,
})

/** Opens a direct channel. The call may be repeated: the platform then answers with the existing channel. */
export const openDirectCall = (personId: string): CallOf<typeof channelReply> => ({
  method: 'POST',
  path: '/users/@me/channels',
  json: { recipient_id: personId },
  reply: channelReply,
  repeatable: true,
})

export const channelCall = (channelId: string): CallOf<typeof channelReply> => ({
  method: 'GET',
  path: `/channels/${channelId}`,
  reply: channelReply,
})

export const guildChannelsCall = (guildId: string): CallOf<typeof channelsReply> => ({
  method: 'GET',
  path: `/guilds/${guildId}/channels`,
  reply: channelsReply,
})

export const createChannelCall = (guildId: string, json: unknown): CallOf<typeof channelReply> => ({
  method: 'POST',
  path: `/guilds/${guildId}/channels`,
  json,
  reply: channelReply,
})

export const searchMembersCall = (guildId: string, query: string): CallOf<typeof membersReply> => ({
  method: 'GET',
  path: `/guilds/${guildId}/members/search`,
  query: { query, limit: String(MOST_MEMBERS) },
  reply: membersReply,
})

export const memberCall = (guildId: string, personId: string): CallOf<typeof memberReply> => ({
  method: 'GET',
  path: `/guilds/${guildId}/members/${personId}`,
  reply: memberReply,
})

/** The flag for no preview of linked web pages. */
const SUPPRESS_EMBEDS = 1 << 2

/** Posts a message. One with an earlier nonce is answered with the first. `quotes`: links must show no preview. */
export const postMessageCall = (
  channelId: string,
  { content, nonce, quotes = false }: { content: string; nonce: string; quotes?: boolean },
): CallOf<typeof messageReply> => ({
  method: 'POST',
  path: `/channels/${channelId}/messages`,
  json: {
    content,
    nonce,
    enforce_nonce: true,
    allowed_mentions: { parse: [] },
    ...(quotes && { flags: SUPPRESS_EMBEDS }),
  },
  reply: messageReply,
})

/** Edits a message of the bot itself; the platform notifies no person of the change. */
export const editMessageCall = (
  channelId: string,
  messageId: string,
  { content, quotes }: { content: string; quotes: boolean },
): CallOf<typeof messageReply> => ({
  method: 'PATCH',
  path: `/channels/${channelId}/messages/${messageId}`,
  json: { content, allowed_mentions: { parse: [] }, ...(quotes && { flags: SUPPRESS_EMBEDS }) },
  reply: messageReply,
  repeatable: true,
})

export const messageCall = (channelId: string, messageId: string): CallOf<typeof messageReply> => ({
  method: 'GET',
  path: `/channels/${channelId}/messages/${messageId}`,
  reply: messageReply,
})

export const messagesCall = (
  channelId: string,
  from: { readonly after: string } | { readonly before?: string },
): CallOf<typeof messagesReply> => ({
  method: 'GET',
  path: `/channels/${channelId}/messages`,
  query: { ...from, limit: String(MESSAGES_PAGE) },
  reply: messagesReply,
})

/** The route of a call: the platform counts by method and path, with the id of the channel or server. */
export function routeOf({ method, path }: CallSpec): string {
  return `${method} ${path.replace(/\/(messages|members)\/\d+/, '/$1/{id}')}`
}
