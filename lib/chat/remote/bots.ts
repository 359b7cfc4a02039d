/**
 * The bots of CHAT_BOT_TOKENS. Before anything else is done with a token, the platform must say that it is a bot's: a
 * person's token is never used, because that breaks the platform's rules and puts the person's whole account at risk.
 */
import type { ChatSettings } from '../../config/chat.ts'
import { AppError } from '../../errors.ts'
import { createRemote, type Remote } from '../../remote/remote.ts'
import type { RemoteDeps } from '../../remote/send.ts'
import { GUILDS_PAGE, ownGuildsCall, ownUserCall } from './calls.ts'
import { refusalOf } from './errors.ts'
import { PROFILE } from './profile.ts'
import { createRateLimits, type RateLimitDeps } from './rate-limits.ts'
import { createSession } from './session.ts'

export interface BotDeps extends RemoteDeps, Omit<RateLimitDeps, 'deadline'> {
  readonly settings: Pick<ChatSettings, 'tokens' | 'baseUrl' | 'guildId'>
  /** The address that the platform sees in the user agent. */
  readonly home: string
}

/** Makes a call with a bot's token. @throws AppError `limited`, `remote_*`, `permission_missing` */
export type Wire = Remote['call']

export interface Bot {
  readonly id: string
  readonly name: string
  readonly wire: Wire
  /** Its permissions in the server of CHAT_GUILD_ID; undefined if it is not in that server. */
  permissions(): Promise<bigint | undefined>
}

/** A token that is not used, by its place in CHAT_BOT_TOKENS. */
export interface RefusedToken {
  readonly token: number
  readonly reason: string
}

export interface Bots {
  readonly bots: readonly Bot[]
  readonly refused: readonly RefusedToken[]
}

/**
 * Asks the platform about each token, in their order. No wait for a rate limit goes on after `deadline`, by the clock of
 * `deps`.
 * @throws AppError if the platform cannot be asked
 */
export async function openBots(deadline: number, deps: BotDeps): Promise<Bots> {
  const asked = await Promise.all(
    deps.settings.tokens.map((token, index) => openBot({ token, index, deadline }, deps)),
  )
  return {
    bots: asked.filter(found => 'wire' in found),
    refused: asked.filter(found => 'reason' in found),
  }
}

interface GivenToken {
  readonly token: string
  readonly index: number
  readonly deadline: number
}

async function openBot({ token, index, deadline }: GivenToken, deps: BotDeps): Promise<Bot | RefusedToken> {
  const wire = wireOf({ token, deadline }, deps)
  const refuse = (reason: string) => ({ token: index + 1, reason })
  try {
    const { id, username, bot } = await wire(ownUserCall())
    if (bot !== true)
      return refuse("it is a person's token: it is not used, because the platform forbids that")
    let permissions: Promise<bigint | undefined> | undefined
    return {
      id,
      name: username,
      wire,
      permissions() {
        permissions ??= readPermissions(wire, deps.settings.guildId)
        return permissions
      },
    }
  } catch (error) {
    const { status } = refusalOf(error) ?? {}
    if (status === 401) return refuse('the platform does not know it as the token of a bot (401)')
    if (status === 403) return refuse('the platform locks this bot out (403)')
    throw error
  }
}

function wireOf({ token, deadline }: Omit<GivenToken, 'index'>, deps: BotDeps): Wire {
  const account = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
  const limits = createRateLimits(account, { ...deps, deadline })
  const session = createSession({ baseUrl: deps.settings.baseUrl, token, home: deps.home }, limits)
  return createRemote(PROFILE, session, deps).call
}

async function readPermissions(wire: Wire, guildId: string): Promise<bigint | undefined> {
  for (let after = '0'; ; ) {
    const page = await wire(ownGuildsCall(after))
    const found = page.find(({ id }) => id === guildId)
    if (found) return BigInt(found.permissions)
    const last = page.at(-1)
    if (!last || page.length < GUILDS_PAGE) return undefined
    after = last.id
  }
}

/** The bots, if there is one. @throws AppError `remote_refused`, which says why each token is not used */
export function usableBots(opened: Bots): Bots {
  if (opened.bots.length > 0) return opened
  throw noBot(reasonsOf(opened.refused))
}

/** The first bot that is in the server. @throws AppError `remote_refused` if none is */
export async function serverBot({ bots }: Bots): Promise<Bot> {
  for (const bot of bots) if ((await bot.permissions()) !== undefined) return bot
  throw noBot('no bot is in the server of CHAT_GUILD_ID')
}

/** The bot that began something. @throws AppError `remote_refused` if it is no longer configured */
export function botOf({ bots, refused }: Bots, id: string): Bot {
  const bot = bots.find(bot => bot.id === id)
  if (bot) return bot
  throw noBot(`the bot ${id} began this and is no longer in CHAT_BOT_TOKENS ${reasonsOf(refused)}`.trim())
}

function reasonsOf(refused: readonly RefusedToken[]): string {
  return refused.map(({ token, reason }) => `token ${token}: ${reason}`).join('; ')
}

function noBot(reason: string): AppError {
  return new AppError('remote_refused', `Cannot use the chat platform: ${reason}`, {
    hint: 'add the token of a bot that is in the server to CHAT_BOT_TOKENS',
  })
}
