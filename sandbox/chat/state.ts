/** The state of the chat platform's sandbox, and its settings. */

/** Bits of a permission set. */
export const PERMISSION = {
  administrator: 1n << 3n,
  manageChannels: 1n << 4n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  readMessageHistory: 1n << 16n,
} as const

/** Channel types of the platform. */
export const CHANNEL = {
  text: 0,
  dm: 1,
  voice: 2,
  group: 3,
  category: 4,
  announcement: 5,
  forum: 15,
} as const

export interface SandboxUser {
  readonly id: string
  readonly username: string
  readonly globalName: string | null
  readonly bot: boolean
  /** Whether this person accepts direct messages from bots. */
  acceptsMessages: boolean
}

export interface SandboxMember {
  nick: string | null
  readonly roles: string[]
  readonly joinedAt: number
}

export interface SandboxGuild {
  readonly id: string
  readonly name: string
  /** Permission bits by role; the everyone role has the server's own id. */
  readonly roles: Map<string, bigint>
  readonly members: Map<string, SandboxMember>
}

export interface Overwrite {
  readonly id: string
  /** 0 a role, 1 a member. */
  readonly type: 0 | 1
  readonly allow: bigint
  readonly deny: bigint
}

export interface SandboxChannel {
  readonly id: string
  readonly type: number
  readonly guildId?: string
  readonly name?: string
  readonly topic?: string | null
  readonly overwrites: Overwrite[]
  /** The people of a direct message or of a group. */
  readonly recipients: readonly string[]
}

export interface SandboxMessage {
  readonly id: string
  readonly channelId: string
  readonly authorId: string
  readonly content: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly nonce?: string
  /** Whether a mention notified a person. */
  readonly mentions: boolean
  readonly embeds?: readonly unknown[]
  /** Whether the platform shows nothing of what the text links to. */
  readonly embedsSuppressed?: true
  /** The platform's type: 0 a message, 6 a pin, 19 a reply. */
  readonly type?: number
  /** The message that a reply is to. */
  readonly replyTo?: string
}

/** The most calls of one route within `window` milliseconds. */
export interface RouteLimit {
  limit: number
  window: number
}

export interface ChatState {
  readonly users: Map<string, SandboxUser>
  /** The account of each token; a person's token is not a bot token. */
  readonly tokens: Map<string, string>
  readonly guilds: Map<string, SandboxGuild>
  readonly channels: Map<string, SandboxChannel>
  /** By channel, oldest first. */
  readonly messages: Map<string, SandboxMessage[]>
  routeLimit: RouteLimit
  /** The limit of posting to one channel. */
  postLimit: RouteLimit
  /** New direct messages that a bot may open in ten minutes. */
  openings: number
  /** Milliseconds for which a nonce is remembered. */
  nonceTime: number
  /** A new identifier; identifiers only grow, and each holds its time. */
  newId(): string
}

/** Identifiers count milliseconds from here. */
const EPOCH = 1_420_070_400_000n

export function createState(now: () => number): ChatState {
  let last = 0n
  return {
    users: new Map(),
    tokens: new Map(),
    guilds: new Map(),
    channels: new Map(),
    messages: new Map(),
    routeLimit: { limit: 50, window: 1_000 },
    postLimit: { limit: 5, window: 5_000 },
    openings: 1_000,
    nonceTime: 300_000,
    newId() {
      const fresh = (BigInt(now()) - EPOCH) << 22n
      last = fresh > last ? fresh : last + 1n
      return String(last)
    },
  }
}
