/**
 * The errors of the registrar, in three forms: flat from the registrar's own endpoints, wrapped in `error` from the
 * older endpoints, and a list of issues for a malformed body.
 */
import { answered, type Fault, serverFailures } from '../faults.ts'
import { Refusal } from '../refusal.ts'

export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

export type ErrorStyle = 'flat' | 'wrapped'

interface CodedError {
  readonly status: number
  readonly code: string
  readonly message: string
}

export function refusal(style: ErrorStyle, error: CodedError): Refusal {
  return new Refusal(refusalAnswer(style, error))
}

export function refusalAnswer(style: ErrorStyle, { status, code, message }: CodedError): Response {
  const body = style === 'flat' ? { status, code, message } : { error: { code, message } }
  return Response.json(body, { status })
}

/** A 400 without a code, for a body with invalid members. */
export function undecodable(issues: readonly Issue[]): Refusal {
  const message = issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('\n')
  return new Refusal(Response.json({ issues, message }, { status: 400 }))
}

/** The fault of too many requests, in the flat form of the registrar's own endpoints; the request does nothing. */
export function tooManyRequests(seconds = 30): Fault {
  return answered(() =>
    Response.json(
      {
        status: 429,
        code: 'too_many_requests',
        message: 'Rate limit exceeded',
        retryAfter: { value: seconds, str: `${seconds} seconds` },
        limit: { total: 100, remaining: 0, reset: 1_800_000_000 },
      },
      { status: 429, headers: { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0' } },
    ),
  )
}

/** The registrar fails before the work, or after it is committed; in the second case a repeated request acts twice. */
export const { failedBeforeCommit, failedAfterCommit } = serverFailures(() =>
  refusalAnswer('flat', { status: 500, code: 'internal_server_error', message: 'Something went wrong' }),
)
