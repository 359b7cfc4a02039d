/**
 * The bots of CHAT_BOT_TOKENS. Before anything else is done with a token the platform must say that it is a bot's: a
 * person's token is never used, for that breaks the platform's rules and puts the person's whole account at risk.
 */
import { AppError } from '../../errors.ts'
import type { ChatParts } from '../deps.ts'
import { createWire, type Wire } from './api.ts'
import { GUILDS_PAGE, ownGuildsCall, ownUserCall } from './calls.ts'
import { refusalOf } from './errors.ts'
import { createPauses } from './rate-limits.ts'

export interface Bot {
  readonly id: string
  readonly name: string
  readonly wire: Wire
  /** What it may do in the server of CHAT_GUILD_ID; undefined where it is not in it. */
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
 * Asks the platform about each token, in their order. No wait for a rate limit goes on after `deadline`, by the parts'
 * clock.
 * @throws AppError where the platform cannot be asked
 */
export async function openBots(parts: ChatParts, deadline: number): Promise<Bots> {
  const asked = await Promise.all(
    parts.settings.tokens.map((token, index) => openBot(token, { index, deadline, parts })),
  )
  return {
    bots: asked.filter(found => 'wire' in found),
    refused: asked.filter(found => 'reason' in found),
  }
}

async function openBot(
  token: string,
  { index, deadline, parts }: { index: number; deadline: number; parts: ChatParts },
): Promise<Bot | RefusedToken> {
  const account = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
  const wire = createWire(token, { parts, pauses: createPauses(account, { ...parts, deadline }) })
  const refuse = (reason: string) => ({ token: index + 1, reason })
  try {
    const { id, username, bot } = await wire(ownUserCall())
    if (bot !== true)
      return refuse("it is a person's token: it is not used, for that is forbidden by the platform")
    let permissions: Promise<bigint | undefined> | undefined
    return {
      id,
      name: username,
      wire,
      permissions() {
        permissions ??= readPermissions(wire, parts.settings.guildId)
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

/** The bots, where there is one. @throws AppError `remote_refused`, which says why each token is not used */
export function usableBots(opened: Bots): Bots {
  if (opened.bots.length > 0) return opened
  throw noBot(reasonsOf(opened.refused))
}

/** The first bot that is in the server. @throws AppError `remote_refused` where none is */
export async function serverBot({ bots }: Bots): Promise<Bot> {
  for (const bot of bots) if ((await bot.permissions()) !== undefined) return bot
  throw noBot('no bot is in the server of CHAT_GUILD_ID')
}

/** The bot that began something. @throws AppError `remote_refused` where it is not configured any more */
export function botOf({ bots, refused }: Bots, id: string): Bot {
  const bot = bots.find(bot => bot.id === id)
  if (bot) return bot
  throw noBot(`the bot ${id} began this and is not in CHAT_BOT_TOKENS any more ${reasonsOf(refused)}`.trim())
}

function reasonsOf(refused: readonly RefusedToken[]): string {
  return refused.map(({ token, reason }) => `token ${token}: ${reason}`).join('; ')
}

function noBot(reason: string): AppError {
  return new AppError('remote_refused', `Cannot speak at the chat platform: ${reason}`, {
    hint: 'put the token of a bot that is in the server into CHAT_BOT_TOKENS',
  })
}
