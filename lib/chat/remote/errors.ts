/** What a refusal of the platform means, without a network. Its own message is not passed on: it may quote a name. */
import { AppError, type ErrorCode } from '../../errors.ts'
import type { JsonReply } from '../../http/fetch-json.ts'
import { refusalReply } from '../schema.ts'
import { routeOf, type WireCall } from './calls.ts'

/** The platform's codes that kura tells apart. */
export const CODE = {
  unknownChannel: 10003,
  unknownMember: 10007,
  unknownUser: 10013,
  openingTooFast: 40003,
  otherUserAgent: 40333,
  missingAccess: 50001,
  cannotMessage: 50007,
  missingPermissions: 50013,
  noMutualGuild: 50278,
} as const

/** Codes in words, for people. */
const WORDS: Readonly<Record<number, string>> = {
  [CODE.unknownChannel]: 'there is no such channel',
  [CODE.unknownMember]: 'nobody of this identifier is in the server',
  [CODE.unknownUser]: 'there is no such person',
  [CODE.openingTooFast]: 'direct messages were opened too fast',
  [CODE.missingAccess]: 'the bot has no access',
  [CODE.cannotMessage]: 'this person takes no direct messages from the bot',
  [CODE.missingPermissions]: 'the bot lacks a permission',
  [CODE.noMutualGuild]: 'this person shares no server with the bot any more',
  [CODE.otherUserAgent]: 'the platform wants another User-Agent',
  50008: 'no message can stand in this kind of channel',
  50035: 'the body is not as the platform wants it',
}

/** A refusal's status and the platform's code. */
export interface PlatformRefusal {
  readonly status: number
  readonly code: number
}

/** The error that an answer stands for; undefined where the call succeeded. */
export function judge(call: WireCall, { status, body }: JsonReply): AppError | undefined {
  if (status >= 200 && status < 300) return undefined
  const platform = refusalReply.safeParse(body).data?.code ?? 0
  const words = WORDS[platform] ?? (status === 401 ? 'the token is not valid' : 'no reason is known')
  return new AppError(
    codeOf(status, platform),
    `Cannot do ${routeOf(call)} at the chat platform: it answered ${status}, code ${platform}: ${words}`,
    { details: { upstream: status, platform } },
  )
}

function codeOf(status: number, platform: number): ErrorCode {
  if (status === 429 || platform === CODE.openingTooFast) return 'limited'
  if (platform === CODE.missingPermissions) return 'permission_missing'
  return status >= 500 ? 'remote_answer' : 'remote_refused'
}

/** The platform's refusal behind `error`; undefined for anything else. A 5xx is no refusal: it may have had its effect. */
export function refusalOf(error: unknown): PlatformRefusal | undefined {
  if (!(error instanceof AppError)) return undefined
  const { upstream, platform } = error.details
  if (typeof upstream !== 'number' || typeof platform !== 'number' || upstream >= 500) return undefined
  return { status: upstream, code: platform }
}

/**
 * Whether a refusal is about what was asked for. A token that ended and a word without the platform's own code (of
 * something between) are not: the same call may succeed later.
 */
export function isAnswered({ status, code }: PlatformRefusal): boolean {
  return status !== 401 && code !== 0 && code !== CODE.otherUserAgent
}

/** The reason of a refusal in words. */
export function wordsOf({ status, code }: PlatformRefusal): string {
  const words = WORDS[code] ?? (status === 401 ? 'the token is not valid' : 'refused')
  return `${words} (${status}, code ${code})`
}
