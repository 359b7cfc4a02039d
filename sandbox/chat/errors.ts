import { answered, type Fault, serverFailures } from '../faults.ts'
import { Refusal } from '../refusal.ts'

interface CodedError {
  readonly status: number
  readonly code: number
  readonly message: string
}

export const REFUSALS = {
  unauthorized: { status: 401, code: 0, message: '401: Unauthorized' },
  notFound: { status: 404, code: 0, message: '404: Not Found' },
  unknownChannel: { status: 404, code: 10003, message: 'Unknown Channel' },
  unknownGuild: { status: 404, code: 10004, message: 'Unknown Guild' },
  unknownMember: { status: 404, code: 10007, message: 'Unknown Member' },
  unknownMessage: { status: 404, code: 10008, message: 'Unknown Message' },
  unknownUser: { status: 404, code: 10013, message: 'Unknown User' },
  tooManyChannels: { status: 400, code: 30013, message: 'Maximum number of server channels reached (500)' },
  openingTooFast: { status: 400, code: 40003, message: 'You are opening direct messages too fast' },
  userAgent: { status: 403, code: 40333, message: 'internal network error' },
  missingAccess: { status: 403, code: 50001, message: 'Missing Access' },
  emptyMessage: { status: 400, code: 50006, message: 'Cannot send an empty message' },
  cannotMessage: { status: 403, code: 50007, message: 'Cannot send messages to this user' },
  otherAuthor: { status: 403, code: 50005, message: 'Cannot edit a message authored by another user' },
  nonText: { status: 400, code: 50008, message: 'Cannot send messages in a non-text channel' },
  missingPermissions: { status: 403, code: 50013, message: 'Missing Permissions' },
  invalidBody: { status: 400, code: 50035, message: 'Invalid Form Body' },
  noMutualGuild: {
    status: 403,
    code: 50278,
    message: 'Cannot send messages to this user due to having no mutual guilds',
  },
} as const satisfies Record<string, CodedError>

export function refusal(error: CodedError): Refusal {
  return new Refusal(refusalAnswer(error))
}

export function refusalAnswer({ status, code, message }: CodedError): Response {
  return Response.json({ message, code }, { status })
}

export function invalidBody(field: string, code: string): Refusal {
  const errors = { [field]: { _errors: [{ code, message: `${field} is not valid` }] } }
  const { status, ...words } = REFUSALS.invalidBody
  return new Refusal(Response.json({ ...words, errors }, { status }))
}

/** The answer at a limit; `seconds` appears exactly in the body, and rounded up in the header. */
export function limitAnswer(seconds: number, scope: 'user' | 'global' | 'shared'): Response {
  const global = scope === 'global'
  const headers = {
    'retry-after': String(Math.ceil(seconds)),
    'x-ratelimit-scope': scope,
    ...(global && { 'x-ratelimit-global': 'true' }),
  }
  const body = { message: 'You are being rate limited.', code: 0, retry_after: seconds, global }
  return Response.json(body, { status: 429, headers })
}

/** The fault of a reached limit, of the whole bot or of a shared resource. The platform does nothing. */
export function limitReached(seconds: number, scope: 'global' | 'shared' = 'global'): Fault {
  return answered(() => limitAnswer(seconds, scope))
}

/** Faults in which the platform fails before the work, or after the work is committed. */
export const { failedBeforeCommit, failedAfterCommit } = serverFailures(() =>
  refusalAnswer({ status: 500, code: 0, message: '500: Internal Server Error' }),
)
