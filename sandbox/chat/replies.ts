import type {
  ChatState,
  SandboxChannel,
  SandboxGuild,
  SandboxMember,
  SandboxMessage,
  SandboxUser,
} from './state.ts'

function userReply({ id, username, globalName, bot }: SandboxUser) {
  return {
    id,
    username,
    avatar: null,
    discriminator: bot ? '0001' : '0',
    public_flags: 0,
    flags: 0,
    ...(bot && { bot }),
    global_name: globalName,
    primary_guild: null,
  }
}

export function ownReply(user: SandboxUser) {
  return { ...userReply(user), mfa_enabled: false, locale: 'en-US', verified: true, email: null }
}

export function guildReply({ id, name }: SandboxGuild, permissions: bigint) {
  return { id, name, icon: null, banner: null, owner: false, permissions: String(permissions), features: [] }
}

export function memberReply(user: SandboxUser, { nick, roles, joinedAt }: SandboxMember) {
  return {
    avatar: null,
    banner: null,
    communication_disabled_until: null,
    flags: 0,
    joined_at: new Date(joinedAt).toISOString(),
    nick,
    pending: false,
    premium_since: null,
    roles,
    user: userReply(user),
    mute: false,
    deaf: false,
  }
}

/**
 * The members that only a thread has. The permissions in a thread are those of the channel to which the thread belongs.
 */
const THREAD = {
  owner_id: '1',
  thread_metadata: {
    archived: false,
    archive_timestamp: '2026-06-15T03:00:00+00:00',
    auto_archive_duration: 1440,
    locked: false,
  },
  message_count: 0,
  member_count: 1,
  total_message_sent: 0,
}

/** A channel in a reply; a private one lists the people in it other than `viewer`. */
export function channelReply(channel: SandboxChannel, state: ChatState, viewer: string) {
  const { id, type, guildId } = channel
  const last = { last_message_id: state.messages.get(id)?.at(-1)?.id ?? null }
  if (!guildId) {
    const others = channel.recipients.filter(other => other !== viewer)
    const people = others.flatMap(other => state.users.get(other) ?? [])
    const group = type === 3 && { name: null, icon: null, owner_id: channel.recipients[0] }
    return { id, type, ...last, flags: 0, recipients: people.map(userReply), ...group }
  }
  const name = channel.name ?? ''
  if (channel.parentId !== undefined)
    return { id, type, ...last, flags: 0, guild_id: guildId, name, parent_id: channel.parentId, ...THREAD }
  const overwrites = channel.overwrites.map(({ allow, deny, ...target }) => ({
    ...target,
    allow: String(allow),
    deny: String(deny),
  }))
  return {
    id,
    type,
    ...last,
    flags: 0,
    guild_id: guildId,
    name,
    topic: channel.topic ?? null,
    parent_id: null,
    position: 0,
    permission_overwrites: overwrites,
    nsfw: false,
  }
}

export function messageReply(message: SandboxMessage, state: ChatState) {
  const author = state.users.get(message.authorId)
  return {
    type: message.type ?? 0,
    content: message.content,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: message.embeds ?? [],
    timestamp: new Date(message.at).toISOString(),
    edited_timestamp: message.editedAt === undefined ? null : new Date(message.editedAt).toISOString(),
    flags: 0,
    components: [],
    id: message.id,
    channel_id: message.channelId,
    author: author && userReply(author),
    pinned: false,
    mention_everyone: message.mentions,
    tts: false,
    ...(message.nonce && { nonce: message.nonce }),
    ...(message.replyTo && {
      message_reference: { type: 0, channel_id: message.channelId, message_id: message.replyTo },
    }),
  }
}
