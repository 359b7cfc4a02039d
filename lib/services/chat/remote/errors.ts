/** Explains the errors of the chat platform. Its own messages are not passed on, because they may quote a name. */
import { AppError } from '../../../core/errors.ts'
import { type Message, phrase } from '../../../core/language/catalogue.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { effectOf } from '../../../core/remote/effect.ts'
import type { ErrorBody, ErrorWords, Refusal } from '../../../core/remote/profile.ts'
import { refusalReply } from '../schema.ts'
import { REFUSALS, REFUSED } from './words.ts'

/** The platform's error codes that kura distinguishes. */
export const CODE = {
  unknownChannel: 10003,
  unknownMember: 10007,
  unknownMessage: 10008,
  unknownUser: 10013,
  openingTooFast: 40003,
  otherUserAgent: 40333,
  missingAccess: 50001,
  otherAuthor: 50005,
  cannotMessage: 50007,
  nonTextChannel: 50008,
  missingPermissions: 50013,
  invalidBody: 50035,
  noMutualGuild: 50278,
} as const

/** The code that kura gives to a refusal without a code, which comes from a proxy between kura and the platform. */
const NO_CODE = 0

/** The texts for the platform's error codes. */
const WORDS: Readonly<Record<number, Message<object>>> = {
  [CODE.unknownChannel]: REFUSALS.unknownChannel,
  [CODE.unknownMessage]: REFUSALS.unknownMessage,
  [CODE.unknownMember]: REFUSALS.unknownMember,
  [CODE.unknownUser]: REFUSALS.unknownUser,
  [CODE.openingTooFast]: REFUSALS.openingTooFast,
  [CODE.missingAccess]: REFUSALS.missingAccess,
  [CODE.cannotMessage]: REFUSALS.cannotMessage,
  [CODE.missingPermissions]: REFUSALS.missingPermissions,
  [CODE.noMutualGuild]: REFUSALS.noMutualGuild,
  [CODE.otherUserAgent]: REFUSALS.otherUserAgent,
  [CODE.nonTextChannel]: REFUSALS.noMessages,
  [CODE.invalidBody]: REFUSALS.otherBody,
}

/** The status of a refusal, and the platform's code. */
export interface PlatformRefusal {
  readonly status: number
  readonly code: number
}

/** Reads the body of an error: the platform's code becomes the public detail `platform`. */
export function readErrorBody(body: unknown): ErrorBody {
  const platform = refusalReply.safeParse(body).data?.code ?? NO_CODE
  return { isExplained: platform !== NO_CODE, details: { platform } }
}

/** Returns kura's explanation of a refusal. */
export function wordsFor({ status, details }: Refusal): ErrorWords {
  const platform = Number(details?.['platform'])
  const meaning = meaningOf({ status, code: platform })
  const reason =
    platform === NO_CODE ? meaning : phrase(REFUSED.withCode, { reason: meaning, code: platform })
  if (status === 429 || platform === CODE.openingTooFast) return { code: 'limited', reason }
  return platform === CODE.missingPermissions ? { code: 'permission_missing', reason } : { reason }
}

/**
 * Returns the platform's refusal that caused `error`; undefined for any other error. A 5xx is not a refusal, because
 * the call may have had its effect.
 */
export function refusalOf(error: unknown): PlatformRefusal | undefined {
  if (!(error instanceof AppError) || effectOf(error) !== 'none') return undefined
  const { upstream, platform } = error.details
  if (typeof upstream !== 'number' || typeof platform !== 'number') return undefined
  return { status: upstream, code: platform }
}

/**
 * Whether a refusal is about the content of the call. Otherwise (the token is invalid, or the refusal has no code of
 * the platform because it comes from a proxy) the same call may succeed later.
 */
export function isAnswered({ status, code }: PlatformRefusal): boolean {
  return status !== 401 && code !== NO_CODE && code !== CODE.otherUserAgent
}

/** Returns the text for the reason of a refusal. */
export function wordsOf(refusal: PlatformRefusal): Phrase {
  return phrase(REFUSED.withStatus, { reason: meaningOf(refusal), ...refusal })
}

function meaningOf({ status, code }: PlatformRefusal): Phrase {
  return phrase(WORDS[code] ?? (status === 401 ? REFUSALS.invalidToken : REFUSALS.refused))
}
