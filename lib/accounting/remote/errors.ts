/**
 * What an answer of the accounting service means, without a network. A 401 and a 403 each stand for several things, so
 * the code decides, and the message only where a 403 says that a permission is missing. The service's own messages
 * go along as details and hint, where the caller sees them: they may name a person, so they never enter the error's
 * message, which is logged.
 */
import { AppError, type ErrorCode } from '../../errors.ts'
import type { JsonReply } from '../../http/fetch-json.ts'
import { REQUEST_ID, type WireCall } from './api.ts'
import { type ErrorReply, errorReply } from './schema.ts'

/** The codes of a failed call of which nothing has been done at the service; any other failure may have had its effect. */
export const WITHOUT_EFFECT: readonly ErrorCode[] = [
  'remote_unreachable',
  'remote_refused',
  'permission_missing',
  'limited',
  'reauthorize',
  'token_busy',
  'not_in_preview',
  'store_unavailable',
  'store_busy',
]

const MOST_MESSAGES = 20
const LONGEST_MESSAGE = 500

/** The codes that an error's body names, in either of its shapes. */
export function errorCodes(body: unknown): string[] {
  const { code, codes = [] } = readError(body)
  return code === undefined ? codes : [code, ...codes]
}

/** An answer, and the token that its call carried: a message that repeats it is left out. */
export interface Answered {
  readonly reply: JsonReply
  readonly token: string
}

/** The error that an answer stands for; undefined where the call succeeded. */
export function judge(call: WireCall, { reply, token }: Answered): AppError | undefined {
  if (reply.status >= 200 && reply.status < 300) return undefined
  const messages = errorMessages(readError(reply.body)).filter(text => !text.includes(token))
  const codes = errorCodes(reply.body)
  const { code, hint } = verdictOf({ status: reply.status, codes, messages })
  const says = messages.length > 0 ? `the service says: ${messages.join(' / ')}` : undefined
  return new AppError(code, `Cannot ${nameOf(call)}: the accounting service answered ${reply.status}`, {
    ...hintOf(hint, says),
    status: reply.status >= 400 ? reply.status : 502,
    details: {
      upstream: reply.status,
      ...(messages.length > 0 && { messages }),
      ...(codes.length > 0 && { codes }),
      ...detailsOfHeaders(reply.headers),
    },
  })
}

/** The error of an answer that is a success by its status and not by its body. */
export function unreadable(call: WireCall, { headers }: JsonReply, cause?: unknown): AppError {
  const message = `Cannot read the answer to ${nameOf(call)}: the accounting service sent another shape`
  return new AppError('remote_answer', message, { details: detailsOfHeaders(headers), cause })
}

interface Failed {
  readonly status: number
  readonly codes: readonly string[]
  readonly messages: readonly string[]
}

interface Verdict {
  readonly code: ErrorCode
  readonly hint?: string
}

/** A 408 says nothing of what became of the call. */
const TIMED_OUT = 408

const AUTHORIZE = 'kura accounting authorize'
const EXCESS: Verdict = {
  code: 'limited',
  hint: 'the service takes no more calls for now: try again after ten minutes',
}
const SCOPES: Verdict = {
  code: 'permission_missing',
  hint: `allow the application to use this endpoint, then authorize again, for a token does not gain scopes that are added later: ${AUTHORIZE}`,
}

/** What the codes of a 401 mean, beside an expired token (document 1 and the service's own list). */
const UNAUTHORIZED: Readonly<Record<string, Verdict>> = {
  re_authorization_required: { code: 'reauthorize', hint: `authorize again: ${AUTHORIZE}` },
  user_do_not_have_permission: {
    code: 'permission_missing',
    hint: "ask an admin of the company to give the user's account this permission",
  },
}
const UNAUTHORIZED_OTHERWISE: Verdict = {
  code: 'remote_refused',
  hint: 'kura accounting token shows how the credential stands',
}

function verdictOf({ status, codes, messages }: Failed): Verdict {
  if (status === 401) return unauthorized(codes)
  if (status === 403) return namesPermission([...codes, ...messages]) ? SCOPES : EXCESS
  if (status === 429) return EXCESS
  return { code: status >= 400 && status < 500 && status !== TIMED_OUT ? 'remote_refused' : 'remote_answer' }
}

function unauthorized(codes: readonly string[]): Verdict {
  const known = codes.find(code => Object.hasOwn(UNAUTHORIZED, code))
  return (known && UNAUTHORIZED[known]) || UNAUTHORIZED_OTHERWISE
}

function namesPermission(texts: readonly string[]): boolean {
  return texts.some(text => /権限|アクセス権|permission|access right|insufficient_scope/i.test(text))
}

function hintOf(hint: string | undefined, says: string | undefined): { hint?: string } {
  const texts = [hint, says].filter(text => text !== undefined)
  return texts.length > 0 ? { hint: texts.join('; ') } : {}
}

function readError(body: unknown): ErrorReply {
  const parsed = errorReply.safeParse(body)
  return parsed.success ? parsed.data : {}
}

function errorMessages({ message, messages = [], errors = [] }: ErrorReply): string[] {
  const all = [
    ...(message ? [message] : []),
    ...[messages].flat(),
    ...errors.flatMap(error => error.messages),
  ]
  return all.slice(0, MOST_MESSAGES).map(text => text.slice(0, LONGEST_MESSAGE))
}

function detailsOfHeaders(headers: Headers): Record<string, string> {
  const requestId = headers.get(REQUEST_ID)
  const retryAfter = headers.get('retry-after') ?? headers.get('x-ratelimit-reset')
  return { ...(requestId && { requestId }), ...(retryAfter && { retryAfter }) }
}

function nameOf({ method, path }: WireCall): string {
  return `${method} "${path}"`
}
