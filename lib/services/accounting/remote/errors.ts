/**
 * Explains the errors of the accounting service. A 401 or a 403 can mean several things. Its error code says which; the
 * message is read only to find out whether a 403 means a missing permission.
 */
import type { ErrorBody, ErrorWords, Refusal } from '../../../core/remote/profile.ts'
import { type ErrorReply, errorReply } from './schema.ts'

/** Returns the codes in the body of an error, in any form that the service has sent so far. */
export function errorCodes(body: unknown): string[] {
  return codesOf(readError(body))
}

/** Returns the codes and messages in the body of an error, in any form that the service has sent so far. */
export function readErrorBody(body: unknown): ErrorBody {
  const reply = readError(body)
  return { codes: codesOf(reply), messages: messagesOf(reply) }
}

const AUTHORIZE = 'press "Authorize the books" on the page Connections, or run kura accounting authorize'
const EXCESS: ErrorWords = {
  code: 'limited',
  hint: 'the service takes no more calls for now: try again after ten minutes',
}
const SCOPES: ErrorWords = {
  code: 'permission_missing',
  hint: `allow the application to use this endpoint, then authorize again, because a token does not gain scopes that are added later: ${AUTHORIZE}`,
}

/** What the codes of a 401 mean, except that of an expired token (document 1 and the service's own list). */
const UNAUTHORIZED: Readonly<Record<string, ErrorWords>> = {
  re_authorization_required: { code: 'reauthorize', hint: `authorize again: ${AUTHORIZE}` },
  user_do_not_have_permission: {
    code: 'permission_missing',
    hint: "ask an admin of the company to give the user's account this permission",
  },
}
const UNAUTHORIZED_OTHERWISE: ErrorWords = {
  hint: 'see the state of the credential: kura accounting token',
}

/** Returns kura's explanation of a refusal. */
export function wordsFor({ status, codes, messages }: Refusal): ErrorWords {
  if (status === 401) return unauthorized(codes)
  if (status === 403) return namesPermission([...codes, ...messages]) ? SCOPES : EXCESS
  return status === 429 ? EXCESS : {}
}

function unauthorized(codes: readonly string[]): ErrorWords {
  const known = codes.find(code => Object.hasOwn(UNAUTHORIZED, code))
  return (known && UNAUTHORIZED[known]) || UNAUTHORIZED_OTHERWISE
}

function namesPermission(texts: readonly string[]): boolean {
  return texts.some(text => /権限|アクセス権|permission|access right|insufficient_scope/i.test(text))
}

function readError(body: unknown): ErrorReply {
  return errorReply.safeParse(body).data ?? {}
}

function codesOf({ code, codes = [] }: ErrorReply): string[] {
  return code === undefined ? codes : [code, ...codes]
}

function messagesOf({ message, messages = [], errors = [] }: ErrorReply): string[] {
  return [...(message ? [message] : []), ...[messages].flat(), ...errors.flatMap(error => error.messages)]
}
