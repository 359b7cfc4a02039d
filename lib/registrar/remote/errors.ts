/**
 * What an answer of the registrar means, without a network; a purchase's answer is `purchase/outcome.ts`'s. The remote's
 * code stands in the error's message, which is logged; its own message never does: it goes along as detail and hint,
 * where the caller sees it.
 */
import { AppError, type ErrorCode } from '../../errors.ts'
import type { JsonReply } from '../../http/fetch-json.ts'
import { REQUEST_ID } from './api.ts'
import type { WireCall } from './calls.ts'
import { type ErrorReply, readError } from './schema.ts'

const LONGEST_MESSAGE = 500

/** What reads like a code of the service. */
const CODE = /^[a-z][a-z0-9_-]{0,59}$/i

/** A 408 says nothing of what became of the call. */
const TIMED_OUT = 408

const CODES: Readonly<Record<number, ErrorCode>> = {
  402: 'payment_required',
  403: 'permission_missing',
  429: 'limited',
}

const HINTS: Readonly<Record<number, string>> = {
  401: 'REGISTRAR_TOKEN must be a living token of the team',
  402: 'register a payment method with the registrar first',
  403: 'the token of REGISTRAR_TOKEN must reach the team of REGISTRAR_TEAM_ID',
}

/** The error that an answer stands for; undefined where the call succeeded. A text that holds `token` is left out. */
export function judge(
  call: WireCall,
  { reply, token }: { reply: JsonReply; token: string },
): AppError | undefined {
  const { status } = reply
  if (status >= 200 && status < 300) return undefined
  const told = readError(reply.body)
  const message = told.message?.includes(token) ? undefined : told.message?.slice(0, LONGEST_MESSAGE)
  const code = told.code && CODE.test(told.code) && !told.code.includes(token) ? told.code : undefined
  const answer = code === undefined ? String(status) : `${status} ${code}`
  const hint = [HINTS[status], message && `the service says: ${message}`].filter(Boolean).join('; ')
  return new AppError(codeOf(status), `Cannot ${nameOf(call)}: the registrar answered ${answer}`, {
    ...(hint && { hint }),
    status: status >= 400 ? status : 502,
    details: {
      upstream: status,
      ...(code !== undefined && { codes: [code] }),
      ...(message && { messages: [message] }),
      ...detailsOf(reply, told),
    },
  })
}

/** The error of an answer that is a success by its status and not by its body. */
export function unreadable(call: WireCall, reply: JsonReply, cause?: unknown): AppError {
  const message = `Cannot read the answer to ${nameOf(call)}: the registrar sent another shape`
  return new AppError('remote_answer', message, { details: detailsOf(reply, readError(undefined)), cause })
}

/** Whether `error` is the registrar's own refusal with one of these statuses. */
export function isRefusal(error: unknown, ...statuses: number[]): error is AppError {
  return error instanceof AppError && statuses.includes(Number(error.details['upstream']))
}

/** The public details of an answer: the service's request id, and when to try again. */
export function detailsOf(
  { headers }: JsonReply,
  { retryAfter }: Pick<ErrorReply, 'retryAfter'>,
): Record<string, string> {
  const requestId = headers.get(REQUEST_ID)
  const wait = headers.get('retry-after') ?? (retryAfter === undefined ? undefined : String(retryAfter))
  return { ...(requestId && { requestId }), ...(wait && { retryAfter: wait }) }
}

function codeOf(status: number): ErrorCode {
  const refused = status >= 400 && status < 500 && status !== TIMED_OUT
  return CODES[status] ?? (refused ? 'remote_refused' : 'remote_answer')
}

function nameOf({ method, path }: WireCall): string {
  return `${method} "${path}"`
}
