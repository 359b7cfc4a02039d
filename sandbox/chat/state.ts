export const PERMISSION = {
  administrator: 1n << 3n,
  manageChannels: 1n << 4n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  readMessageHistory: 1n << 16n,
  sendMessagesInThreads: 1n << 38n,
} as const

export const CHANNEL = {
  text: 0,
  dm: 1,
  voice: 2,
  group: 3,
  category: 4,
  announcement: 5,
  thread: 11,
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
  /** A role (0) or a member (1). */
  readonly type: 0 | 1
  readonly allow: bigint
  readonly deny: bigint
}

export interface SandboxChannel {
  readonly id: string
  readonly type: number
  readonly guildId?: string
  /** The channel to which a thread belongs. */
  readonly parentId?: string
  readonly name?: string
  readonly topic?: string | null
  readonly overwrites: Overwrite[]
  readonly recipients: readonly string[]
}

export interface SandboxMessage {
  readonly id: string
  readonly channelId: string
  readonly authorId: string
  readonly content: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly editedAt?: number
  readonly nonce?: string
  /** Whether the people whom the message mentions were notified. */
  readonly mentions: boolean
  readonly embeds?: readonly unknown[]
  /** Whether the platform shows no preview of linked pages. */
  readonly embedsSuppressed?: true
  /** The platform's type: 0 a message, 6 a pin, 19 a reply. */
  readonly type?: number
  readonly replyTo?: string
}

/** The number of calls of one route that are allowed within `window` milliseconds. */
export interface RouteLimit {
  limit: number
  window: number
}

export interface ChatState {
  readonly users: Map<string, SandboxUser>
  /** The account of each token, bots' and people's; the scheme Bot accepts only bots' tokens. */
  readonly tokens: Map<string, string>
  readonly guilds: Map<string, SandboxGuild>
  readonly channels: Map<string, SandboxChannel>
  /** The messages of each channel, oldest first. */
  readonly messages: Map<string, SandboxMessage[]>
  routeLimit: RouteLimit
  postLimit: RouteLimit
  /** The maximum number of new direct messages that a bot may open in ten minutes. */
  openings: number
  /** The time in milliseconds for which the platform remembers a nonce. */
  nonceTime: number
  /** An identifier that is larger than every earlier one, and contains the current time. */
  newId(): string
}

/** The platform's epoch, from which identifiers count milliseconds. */
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
