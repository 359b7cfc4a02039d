/** Explains the errors of the chat platform. Its own messages are not passed on, because they may quote a name. */
import { AppError, type ErrorContext } from '../../../core/errors.ts'
import { type Message, phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { effectOf } from '../../../core/remote/effect.ts'
import type { ErrorBody, ErrorWords, Refusal } from '../../../core/remote/profile.ts'
import { refusalReply } from '../schema.ts'
import { FIELD_ADVICE, REFUSALS, REFUSED } from './words.ts'

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

const MOST_FIELDS = 10
const DEEPEST = 8
/** A name of a member, the place in a list, or a code: nothing that could quote a text. */
const PLAIN = /^\w{1,60}$/

/** Each refused member in the platform's `errors` as its path with the code: `name: BASE_TYPE_REQUIRED`. */
function refusedFields(errors: unknown): string[] {
  return fieldsBelow(errors, []).slice(0, MOST_FIELDS)
}

function fieldsBelow(errors: unknown, path: readonly string[]): string[] {
  if (typeof errors !== 'object' || errors === null || path.length > DEEPEST) return []
  return Object.entries(errors).flatMap(([name, inner]) => {
    if (name === '_errors') return codesOf(inner).map(code => `${path.join('.') || 'body'}: ${code}`)
    return PLAIN.test(name) ? fieldsBelow(inner, [...path, name]) : []
  })
}

function codesOf(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list.map((entry: { readonly code?: unknown } | null) => {
    const code = String(entry?.code ?? '')
    return PLAIN.test(code) ? code : 'invalid'
  })
}

function fieldsIn(details: ErrorContext['details']): string[] {
  const { fields } = details ?? {}
  return Array.isArray(fields) ? fields.map(String) : []
}

/** The advice about the first of the refused members. */
function adviceFor([first = '']: readonly string[]): Message<object> {
  const [path = ''] = first.split(':')
  const [member = ''] = path.split('.')
  return ADVICE[member] ?? FIELD_ADVICE.other
}

/** The hint about refused members; undefined if the platform names none. */
function hintForFields(fields: readonly string[]): string | undefined {
  return fields.length > 0 ? english(phrase(adviceFor(fields))) : undefined
}

const ADVICE: Readonly<Record<string, Message<object>>> = {
  name: FIELD_ADVICE.name,
  content: FIELD_ADVICE.content,
  recipient_id: FIELD_ADVICE.people,
  permission_overwrites: FIELD_ADVICE.people,
}
