/**
 * Before anything else is done with a token, the platform must say that it is a bot's. A person's token is never used,
 * because that breaks the platform's rules and puts the person's whole account at risk.
 */
import type { ChatSettings } from '../../../core/config/chat.ts'
import { AppError, failureOf } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import { saidReason } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { createRemote, type Remote } from '../../../core/remote/remote.ts'
import type { RemoteDeps } from '../../../core/remote/send.ts'
import type { ChannelCheck } from '../contract.ts'
import { GUILDS_PAGE, ownGuildsCall, ownUserCall } from './calls.ts'
import { PROFILE, refusalOf } from './errors.ts'
import { createRateLimits, type RateLimitDeps } from './rate-limits.ts'
import { createSession } from './session.ts'
import { UNUSED_TOKENS } from './words.ts'

export interface BotDeps extends RemoteDeps, Omit<RateLimitDeps, 'deadline'> {
  readonly settings: Pick<ChatSettings, 'tokens' | 'baseUrl' | 'guildId'>
  /** The address for the header User-Agent. */
  readonly home: string
}

/** Calls the platform. @throws AppError `limited`, `remote_*`, `permission_missing` */
export type Wire = Remote['call']

export interface Bot {
  readonly id: string
  readonly name: string
  readonly wire: Wire
  /** Makes queries that another bot can make too: with a short time-out, and at most a short wait for a rate limit. */
  readonly ask: Wire
  /** The bot's permissions, by default in the server of CHAT_GUILD_ID; undefined if the bot is not in that server. */
  permissions(guildId?: string): Promise<bigint | undefined>
}

type RefusedToken = ChannelCheck['refused'][number]

export interface Bots {
  readonly bots: readonly Bot[]
  readonly refused: ChannelCheck['refused']
}

/** The limits in milliseconds for a query that another bot can make too. */
const QUESTION_TIMEOUT = 5_000
const QUESTION_WAIT = 3_000

/** A token about which the platform gave no answer, so that the bot may still work. */
interface UnansweredToken {
  readonly refused: RefusedToken
  readonly error: AppError
}

/** Asks about all tokens at once, until `deadline` (on `clock`). @throws AppError if the platform answers for none */
export async function openBots(deadline: number, deps: BotDeps): Promise<Bots> {
  const asked = await Promise.all(
    deps.settings.tokens.map((token, index) => openBot({ token, index, deadline }, deps)),
  )
  const unanswered = asked.filter(found => 'error' in found)
  const [first] = unanswered
  if (first && unanswered.length === asked.length) throw first.error
  return {
    bots: asked.filter(found => 'wire' in found),
    refused: asked.flatMap(found => {
      if ('wire' in found) return []
      return 'error' in found ? found.refused : found
    }),
  }
}

interface GivenToken {
  readonly token: string
  readonly index: number
  readonly deadline: number
}

type OpenedToken = Bot | RefusedToken | UnansweredToken

async function openBot(given: GivenToken, deps: BotDeps): Promise<OpenedToken> {
  const wires = wiresOf(given, deps)
  const refuse = (reason: Phrase) => ({ token: given.index + 1, reason: saidReason(reason) })
  try {
    const { id, username, bot } = await wires.ask(ownUserCall())
    if (bot === true) return botWith({ id, name: username, ...wires }, deps)
    return refuse(phrase(UNUSED_TOKENS.personal))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { status } = refusalOf(error) ?? {}
    if (status === 401) return refuse(phrase(UNUSED_TOKENS.unknown))
    if (status === 403) return refuse(phrase(UNUSED_TOKENS.lockedOut))
    const reason = quotedReason(failureOf(error))
    return { refused: refuse(phrase(UNUSED_TOKENS.unanswered, { reason })), error }
  }
}

function botWith(bot: Omit<Bot, 'permissions'>, { settings }: BotDeps): Bot {
  const known = new Map<string, Promise<bigint | undefined>>()
  return {
    ...bot,
    permissions(guildId = settings.guildId) {
      const permissions = known.get(guildId) ?? readPermissions(bot.ask, guildId)
      known.set(guildId, permissions)
      return permissions
    },
  }
}

function wiresOf({ token, deadline }: GivenToken, deps: BotDeps): Pick<Bot, 'wire' | 'ask'> {
  const account = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
  const limits = createRateLimits(account, { ...deps, deadline })
  const access = { baseUrl: deps.settings.baseUrl, token, home: deps.home }
  const { call: wire } = createRemote(PROFILE, createSession(access, limits), deps)
  const hasty = createSession({ ...access, longestWait: QUESTION_WAIT }, limits)
  const { call: ask } = createRemote(PROFILE, hasty, deps)
  return { wire, ask: call => ask({ ...call, repeatable: false, timeout: QUESTION_TIMEOUT }) }
}

async function readPermissions(ask: Wire, guildId: string): Promise<bigint | undefined> {
  for (let after = '0'; ; ) {
    const page = (await ask(ownGuildsCall(after))) ?? []
    const found = page.find(({ id }) => id === guildId)
    if (found) return BigInt(found.permissions)
    const last = page.at(-1)
    if (!last || page.length < GUILDS_PAGE) return undefined
    after = last.id
  }
}

/** Returns the usable bots. @throws AppError `remote_refused` with the reasons if no token can be used */
export function usableBots(opened: Bots): Bots {
  if (opened.bots.length > 0) return opened
  throw noBot(reasonsOf(opened.refused))
}

/** The bot's permissions. If the query fails, the bot counts as absent, because another may be in the server. */
export function permissionsOrNone(bot: Bot): Promise<bigint | undefined> {
  return bot.permissions().catch(error => {
    if (error instanceof AppError) return undefined
    throw error
  })
}

/** @throws AppError `remote_refused` if no bot is in the server */
export async function serverBot({ bots }: Bots): Promise<Bot> {
  for (const bot of bots) if ((await permissionsOrNone(bot)) !== undefined) return bot
  throw noBot('no bot is in the server of CHAT_GUILD_ID')
}

/** @throws AppError `remote_refused` if the bot is no longer configured or does not work */
export function botOf({ bots, refused }: Bots, id: string): Bot {
  const bot = bots.find(bot => bot.id === id)
  if (bot) return bot
  const why =
    refused.length > 0 ? `cannot be used now: ${reasonsOf(refused)}` : 'is no longer in CHAT_BOT_TOKENS'
  throw noBot(`the bot ${id} began this and ${why}`)
}

function reasonsOf(refused: readonly RefusedToken[]): string {
  return refused.map(({ token, reason }) => `token ${token}: ${reason.text}`).join('; ')
}

function noBot(reason: string): AppError {
  return new AppError('remote_refused', `Cannot use the chat platform: ${reason}`, {
    hint: 'add the token of a bot that is in the server to CHAT_BOT_TOKENS',
  })
}
