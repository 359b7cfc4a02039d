/**
 * Turns a reply into an error, without a network. Invariants:
 * - the message, which is logged, has the status, the codes and kura's own explanation; the remote's sentences, which
 * may quote a person, are in the hint and the details, which only the caller gets;
 * - a text that contains the call's token is left out;
 * - the code says whether the call had an effect (`effect.ts`): a reply that is no refusal is always `remote_answer`.
 */
import type { AppError } from '../errors.ts'
import { phrase } from '../language/catalogue.ts'
import { outside } from '../language/outside.ts'
import { phraseError } from '../language/phrase-error.ts'
import type { Phrase } from '../phrase.ts'
import { type CallSpec, endpointOf, isRepeatable, nameOf } from './call.ts'
import { isRefusalReply, isRefusalStatus } from './effect.ts'
import type { JsonReply } from './fetch-json.ts'
import type { ErrorBody, ErrorWords, Refusal, RemoteProfile } from './profile.ts'
import { REMOTE_REASONS } from './words.ts'

export interface Answered {
  readonly reply: JsonReply
  readonly token?: string | undefined
}

/** The most codes, and the most messages, that an error passes on. */
const MOST_TEXTS = 20
const LONGEST_MESSAGE = 500

const TOO_MANY_REQUESTS = 429

/** Whether a text of a remote may be logged as an error code. */
export function isCode(text: string): boolean {
  return /^[a-z][a-z0-9_-]{0,59}$/i.test(text)
}

/** Returns the error of a reply. Undefined for a status of success. */
export function errorFromResponse(
  call: CallSpec,
  { reply, token }: Answered,
  profile: RemoteProfile,
): AppError | undefined {
  const { status, body } = reply
  if (status >= 200 && status < 300) return undefined
  const read = profile.readErrorBody(body)
  const safe = withoutSecret(read, token)
  const refused = isRefused(call, { status, isExplained: isExplained(read) })
  const words = refused ? profile.wordsFor({ ...safe, status }) : {}
  const code = refused ? (words.code ?? refusalCode(status)) : 'remote_answer'
  return phraseError(code, messageFor(call, { status, safe, words, profile }), {
    ...hintFor(words, safe),
    ...(profile.passesStatus && { status: status >= 400 ? status : 502 }),
    details: {
      upstream: status,
      ...(code === 'limited' && profile.limitsEndpoints && { endpoint: endpointOf(call) }),
      ...detailsOf({ reply, token }, safe, profile),
    },
  })
}

function refusalCode(status: number) {
  return status === TOO_MANY_REQUESTS ? 'limited' : 'remote_refused'
}

function isRefused(call: CallSpec, reply: { status: number; isExplained: boolean }): boolean {
  if (call.refusedBy?.includes(reply.status)) return true
  return isRepeatable(call) ? isRefusalStatus(reply.status) : isRefusalReply(reply)
}

function isExplained({ codes = [], messages = [], isExplained }: ErrorBody): boolean {
  return isExplained ?? codes.length + messages.length > 0
}

/** The error for a reply with a status of success, but an invalid body. */
export function unreadableReply(
  call: CallSpec,
  { reply, token, cause }: Answered & { readonly cause?: unknown },
  profile: RemoteProfile,
): AppError {
  const message = phrase(REMOTE_REASONS.otherShape, { call: nameOf(call), remote: profile.title })
  return phraseError('remote_answer', message, { details: detailsOf({ reply, token }, {}, profile), cause })
}

/** @throws AppError `remote_answer` if the body does not fit the call's schema */
export function parseReply<Reply>(call: CallSpec<Reply>, answered: Answered, profile: RemoteProfile): Reply {
  const parsed = call.reply.safeParse(answered.reply.body)
  if (!parsed.success) throw unreadableReply(call, { ...answered, cause: parsed.error }, profile)
  return parsed.data
}

type SafeBody = Pick<Refusal, 'codes' | 'messages' | 'retryAfter' | 'details'>

function withoutSecret({ codes = [], messages = [], ...others }: ErrorBody, token?: string): SafeBody {
  const isSafe = (text: string) => !repeats(text, token)
  return {
    ...others,
    codes: codes.filter(code => isCode(code) && isSafe(code)).slice(0, MOST_TEXTS),
    messages: messages
      .filter(isSafe)
      .slice(0, MOST_TEXTS)
      .map(text => text.slice(0, LONGEST_MESSAGE)),
  }
}

interface Described {
  readonly status: number
  readonly safe: SafeBody
  readonly words: ErrorWords
  readonly profile: RemoteProfile
}

function messageFor(call: CallSpec, { status, safe, words, profile }: Described): Phrase {
  const answer = [status, ...safe.codes].join(' ')
  const exchange = { call: nameOf(call), remote: profile.title }
  return words.reason === undefined
    ? phrase(REMOTE_REASONS.answered, { ...exchange, reason: outside(answer) })
    : phrase(REMOTE_REASONS.answeredWhy, { ...exchange, answer, reason: words.reason })
}

function hintFor({ hint }: ErrorWords, { messages }: SafeBody): { hint?: string | Phrase } {
  if (messages.length === 0) return hint === undefined ? {} : { hint }
  const words = messages.join(' / ')
  return {
    hint:
      hint === undefined
        ? phrase(REMOTE_REASONS.says, { words })
        : phrase(REMOTE_REASONS.hintAndSays, { hint, words }),
  }
}

function detailsOf({ reply: { headers }, token }: Answered, safe: Partial<SafeBody>, profile: RemoteProfile) {
  const { codes = [], messages = [], details } = safe
  const requestId = profile.requestIdHeader && headers.get(profile.requestIdHeader)
  const asked = profile.retryAfterHeaders.map(name => headers.get(name)).find(value => value !== null)
  const retryAfter = asked ?? safe.retryAfter
  return {
    ...details,
    ...(messages.length > 0 && { messages }),
    ...(codes.length > 0 && { codes }),
    ...(requestId && !repeats(requestId, token) && { requestId }),
    ...(retryAfter && !repeats(retryAfter, token) && { retryAfter }),
  }
}

function repeats(text: string, token: string | undefined): boolean {
  return token !== undefined && text.includes(token)
}
