/** Explains the errors of the chat platform. Its own messages are not passed on, because they may quote a name. */
import { AppError } from '../../../core/errors.ts'
import { type Message, phrase } from '../../../core/language/catalogue.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { effectOf } from '../../../core/remote/effect.ts'
import type { ErrorBody, ErrorWords, Refusal } from '../../../core/remote/profile.ts'
import { refusalReply } from '../schema.ts'
import { adviceFor, fieldsIn, hintForFields, refusedFields } from './refused-fields.ts'
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

/** Further codes of the platform: kura only explains them to people. */
export const EXPLAINED = { unknownGuild: 10004, threadArchived: 50083, threadLocked: 160005 } as const

/** Stands for the missing code of a refusal that a proxy between kura and the platform sent. */
const NO_CODE = 0

const WORDS: Readonly<Record<number, Message<object>>> = {
  [CODE.unknownChannel]: REFUSALS.unknownChannel,
  [EXPLAINED.unknownGuild]: REFUSALS.unknownGuild,
  [EXPLAINED.threadArchived]: REFUSALS.threadClosed,
  [EXPLAINED.threadLocked]: REFUSALS.threadClosed,
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
  /** The members of the call that the platform refuses, each with the platform's code: `name: BASE_TYPE_REQUIRED`. */
  readonly fields?: readonly string[] | undefined
}

/** Reads an error. Its code becomes the public detail `platform`; the refused members of the call become `fields`. */
export function readErrorBody(body: unknown): ErrorBody {
  const { code: platform = NO_CODE, errors } = refusalReply.safeParse(body).data ?? {}
  const fields = refusedFields(errors)
  const details = { platform, ...(fields.length > 0 && { fields }) }
  return { isExplained: platform !== NO_CODE, details }
}

export function wordsFor({ status, details }: Refusal): ErrorWords {
  const platform = Number(details?.['platform'])
  const meaning = meaningOf({ status, code: platform, fields: fieldsIn(details) })
  const reason =
    platform === NO_CODE ? meaning : phrase(REFUSED.withCode, { reason: meaning, code: platform })
  if (status === 429 || platform === CODE.openingTooFast) return { code: 'limited', reason }
  const hint = hintForFields(fieldsIn(details))
  return {
    ...(platform === CODE.missingPermissions && { code: 'permission_missing' as const }),
    reason,
    ...(hint !== undefined && { hint }),
  }
}

/**
 * The refusal that caused `error`; undefined if no refusal of the platform did. A 5xx is not a refusal, because the
 * call may have had its effect.
 */
export function refusalOf(error: unknown): PlatformRefusal | undefined {
  if (!(error instanceof AppError) || effectOf(error) !== 'none') return undefined
  const { upstream, platform } = error.details
  if (typeof upstream !== 'number' || typeof platform !== 'number') return undefined
  const fields = fieldsIn(error.details)
  return { status: upstream, code: platform, ...(fields.length > 0 && { fields }) }
}

/**
 * Whether a refusal is about the content of the call. Otherwise the same call may succeed later: the platform refused
 * the token or the User-Agent, or a proxy refused the call, without a code of the platform.
 */
export function isAnswered({ status, code }: PlatformRefusal): boolean {
  return status !== 401 && code !== NO_CODE && code !== CODE.otherUserAgent
}

export function wordsOf(refusal: PlatformRefusal): Phrase {
  const { status, code } = refusal
  return phrase(REFUSED.withStatus, { reason: meaningOf(refusal), status, code })
}

function meaningOf({ status, code, fields = [] }: PlatformRefusal): Phrase {
  if (fields.length > 0) return phrase(REFUSED.fields, { fields, advice: phrase(adviceFor(fields)) })
  return phrase(WORDS[code] ?? (status === 401 ? REFUSALS.invalidToken : REFUSALS.refused))
}
