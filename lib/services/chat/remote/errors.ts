/** The platform's own messages are not passed on, because they may quote a name. */
import { AppError, type ErrorContext } from '../../../core/errors.ts'
import { type Message, phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { effectOf } from '../../../core/remote/effect.ts'
import type { ErrorBody, ErrorWords, Refusal, RemoteProfile } from '../../../core/remote/profile.ts'
import { REMOTE_REASONS } from '../../../core/remote/words.ts'
import { refusalReply } from '../schema.ts'
import { FIELD_ADVICE, REFUSALS, REFUSED } from './words.ts'

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

/** The codes that kura only explains to people. */
export const EXPLAINED = { unknownGuild: 10004, threadArchived: 50083, threadLocked: 160005 } as const

/** The code of a refusal without one, by a proxy between kura and the platform. */
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

export interface PlatformRefusal {
  readonly status: number
  readonly code: number
  /** The refused members of the call, each with the platform's code: `name: BASE_TYPE_REQUIRED`. */
  readonly fields?: readonly string[] | undefined
}

function readErrorBody(body: unknown): ErrorBody {
  const { code: platform = NO_CODE, errors } = refusalReply.safeParse(body).data ?? {}
  const fields = fieldsBelow(errors, []).slice(0, MOST_FIELDS)
  const details = { platform, ...(fields.length > 0 && { fields }) }
  return { isExplained: platform !== NO_CODE, details }
}

function wordsFor({ status, details }: Refusal): ErrorWords {
  const platform = Number(details?.['platform'])
  const fields = fieldsIn(details)
  const meaning = meaningOf({ status, code: platform, fields })
  const reason =
    platform === NO_CODE ? meaning : phrase(REFUSED.withCode, { reason: meaning, code: platform })
  if (status === 429 || platform === CODE.openingTooFast) return { code: 'limited', reason }
  return {
    ...(platform === CODE.missingPermissions && { code: 'permission_missing' as const }),
    reason,
    ...(fields.length > 0 && { hint: english(phrase(adviceFor(fields))) }),
  }
}

/** The refusal that caused `error`, if any. A 5xx is none, because the call may have had its effect. */
export function refusalOf(error: unknown): PlatformRefusal | undefined {
  if (!(error instanceof AppError) || effectOf(error) !== 'none') return undefined
  const { upstream, platform } = error.details
  if (typeof upstream !== 'number' || typeof platform !== 'number') return undefined
  const fields = fieldsIn(error.details)
  return { status: upstream, code: platform, ...(fields.length > 0 && { fields }) }
}

/** Whether the refusal is about the call's content, not about the token, the User-Agent or a proxy. */
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
/** Matches a name, a place in a list, or a code: nothing that could quote a text. */
const PLAIN = /^\w{1,60}$/

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

function adviceFor([first = '']: readonly string[]): Message<object> {
  const [path = ''] = first.split(':')
  const [member = ''] = path.split('.')
  return ADVICE[member] ?? FIELD_ADVICE.other
}

const ADVICE: Readonly<Record<string, Message<object>>> = {
  name: FIELD_ADVICE.name,
  content: FIELD_ADVICE.content,
  recipient_id: FIELD_ADVICE.people,
  permission_overwrites: FIELD_ADVICE.people,
}

/** The time-out in milliseconds. With the wait before it, a call ends within the lease of its claim. */
const TIMEOUT = 10_000

export const PROFILE: RemoteProfile = {
  name: 'chat',
  title: phrase(REMOTE_REASONS.chat),
  scheme: 'Bot',
  timeouts: { read: TIMEOUT, act: TIMEOUT },
  passesStatus: false,
  retryAfterHeaders: [],
  readErrorBody,
  wordsFor,
}
