import {
  CHANNEL,
  type ChatState,
  type Overwrite,
  PERMISSION,
  type SandboxChannel,
  type SandboxGuild,
  type SandboxMessage,
  type SandboxUser,
} from './state.ts'

/** The default permissions of every member in a server. */
const EVERYONE =
  PERMISSION.viewChannel |
  PERMISSION.sendMessages |
  PERMISSION.sendMessagesInThreads |
  PERMISSION.readMessageHistory

export interface World {
  guild(name: string): SandboxGuild
  /** Adds a person, as a member of `guild` if one is given. */
  person(username: string, options?: PersonOptions): SandboxUser
  /** Adds a bot and its token; the bot's own role gives it `permissions`. */
  bot(username: string, options?: BotOptions): { user: SandboxUser; token: string }
  channel(guild: SandboxGuild, options?: ChannelOptions): SandboxChannel
  /** Adds a group of people; a bot is never a member of a group. */
  group(people: readonly SandboxUser[]): SandboxChannel
  /**
   * Posts a message in the name of a person. By default it is a text that the person wrote; its type may also be one of
   * those that the platform itself makes, such as a pin.
   */
  says(
    author: SandboxUser,
    channelId: string,
    content: string,
    extra?: Partial<Pick<SandboxMessage, 'type' | 'replyTo'>>,
  ): void
}

export interface PersonOptions {
  readonly guild?: SandboxGuild
  readonly globalName?: string
  readonly nick?: string
  readonly acceptsMessages?: boolean
}

export interface BotOptions {
  readonly guild?: SandboxGuild
  readonly permissions?: bigint
}

export interface ChannelOptions {
  readonly name?: string
  readonly type?: number
  readonly overwrites?: Overwrite[]
  /** The channel to which a thread belongs. The channel's overwrites apply in the thread. */
  readonly parent?: SandboxChannel
}

export function createWorld(state: ChatState, now: () => number): World {
  const join = (guild: SandboxGuild | undefined, id: string, nick: string | null, roles: string[] = []) =>
    void guild?.members.set(id, { nick, roles, joinedAt: now() })
  const addUser = (user: Omit<SandboxUser, 'id'>) => {
    const added = { id: state.newId(), ...user }
    state.users.set(added.id, added)
    return added
  }
  const addChannel = (channel: Omit<SandboxChannel, 'id'>) => {
    const added = { id: state.newId(), ...channel }
    state.channels.set(added.id, added)
    return added
  }
  return {
    guild(name) {
      const id = state.newId()
      const guild = { id, name, roles: new Map([[id, EVERYONE]]), members: new Map() }
      state.guilds.set(id, guild)
      return guild
    },
    person(username, { guild, globalName, nick, acceptsMessages = true } = {}) {
      const user = addUser({ username, globalName: globalName ?? null, bot: false, acceptsMessages })
      join(guild, user.id, nick ?? null)
      return user
    },
    bot(username, { guild, permissions = PERMISSION.manageChannels } = {}) {
      const user = addUser({ username, globalName: null, bot: true, acceptsMessages: false })
      const role = state.newId()
      guild?.roles.set(role, permissions)
      join(guild, user.id, null, guild ? [role] : [])
      const token = tokenOf(user.id)
      state.tokens.set(token, user.id)
      return { user, token }
    },
    channel: (guild, { name = 'general', type = CHANNEL.text, overwrites = [], parent } = {}) =>
      addChannel({
        type,
        guildId: guild.id,
        ...(parent && { parentId: parent.id }),
        name,
        topic: null,
        overwrites,
        recipients: [],
      }),
    group: people =>
      addChannel({ type: CHANNEL.group, overwrites: [], recipients: people.map(({ id }) => id) }),
    says(author, channelId, content, extra = {}) {
      const message = {
        id: state.newId(),
        channelId,
        authorId: author.id,
        content,
        at: now(),
        mentions: false,
        ...extra,
      }
      state.messages.set(channelId, [...(state.messages.get(channelId) ?? []), message])
    },
  }
}

/** A token in the platform's format: the account's number, a time and a checksum. Only a sandbox accepts it. */
function tokenOf(id: string): string {
  return `${Buffer.from(id).toString('base64url')}.sandbo.${'sandbox-only-'.repeat(3).slice(0, 38)}`
}
