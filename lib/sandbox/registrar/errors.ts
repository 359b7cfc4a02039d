/** How the registrar says no: its own endpoints flat, the older ones wrapped, and a body that it cannot read with issues. */
import { answered, answeredAfterCommit, type Fault } from '../faults.ts'
import { Refusal } from '../serve.ts'

/** A body member that is not as it should be. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** How an endpoint words its errors. */
export type ErrorStyle = 'flat' | 'wrapped'

interface Told {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** Ends a request with a coded error. */
export function refusal(style: ErrorStyle, told: Told): Refusal {
  return new Refusal(refusalAnswer(style, told))
}

/** A coded error as an answer. */
export function refusalAnswer(style: ErrorStyle, { status, code, message }: Told): Response {
  const body = style === 'flat' ? { status, code, message } : { error: { code, message } }
  return Response.json(body, { status })
}

/** Ends a request whose body does not decode: 400 without a code. */
export function undecodable(issues: readonly Issue[]): Refusal {
  const message = issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('\n')
  return new Refusal(Response.json({ issues, message }, { status: 400 }))
}

/** Too many calls, flat, as the registrar's own endpoints say it. Nothing is done. */
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

/** The service breaks before it has done anything. */
export function failedBeforeCommit(): Fault {
  return answered(broken)
}

/** The service breaks after it has committed: the outcome that must not be repeated. */
export function failedAfterCommit(): Fault {
  return answeredAfterCommit(broken)
}

function broken(): Response {
  const told = { status: 500, code: 'internal_server_error', message: 'Something went wrong' }
  return refusalAnswer('flat', told)
}
