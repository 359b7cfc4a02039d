/**
 * Explains why a call to Upstash failed. The client's errors quote the whole command with its values, and the
 * platform's errors may quote a header. So the texts of these errors are examined but never passed on.
 */
import { AppError } from '../errors.ts'

/** For each answer of the service, the hint for an operator; the first match applies. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/WRONGPASS|NOAUTH|Unauthorized/i, 'it refuses the token'],
  [/NOPERM|READONLY|read.?only/i, 'the token or the database is read-only'],
  [/max request size/i, 'the record is larger than the database accepts in one request'],
  [/max (daily|monthly|requests?)|rate limit|quota/i, 'the request limit of its plan is reached'],
  [/OOM|maxmemory|max data size/i, 'the database is full'],
  [/WRONGTYPE|user_script|Error running script/i, 'a key under "kura:" has a value that kura did not write'],
]

/** Returns the error for an exception of the client; `action` says what the client tried to do. */
export function upstashFault(action: string, error: unknown): AppError {
  return unavailable(action, reasonOf(error), harmlessCause(error))
}

/** Returns the error for a command of a pipeline that the service did not run. */
export function refusedCommand(action: string, words: string): AppError {
  return unavailable(action, refusalOf(words))
}

/** Returns the error for an answer that kura's scripts never return. */
export function unexpectedAnswer(action: string): AppError {
  return unavailable(action, 'gave an unexpected answer')
}

function unavailable(action: string, reason: string, cause?: unknown): AppError {
  return new AppError('store_unavailable', `Cannot ${action}: the store at Upstash ${reason}`, {
    hint: 'try again in a moment; UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN name the store',
    ...(cause !== undefined && { cause }),
  })
}

function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error()
  if (name === 'TimeoutError') return 'did not answer in time'
  if (name === 'UpstashJSONParseError') return 'gave an answer that is not JSON'
  if (name === 'UpstashError') return refusalOf(message)
  const code = codeOf(harmlessCause(error))
  return code === undefined ? 'could not be called' : `could not be reached (${code})`
}

/**
 * Cuts off the command that the client appends to the service's error message, because a value in the command might
 * match a row of the table.
 */
function refusalOf(message: string): string {
  const [words = ''] = message.split(', command was: ')
  return `refused: ${REASONS.find(([pattern]) => pattern.test(words))?.[1] ?? 'the command failed'}`
}

/** Returns an error of the connection, or the time-out, to be used as the cause: neither contains what was sent. */
function harmlessCause(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'TimeoutError') return error
  return codeOf(error.cause) === undefined ? undefined : error.cause
}

function codeOf(fault: unknown): string | undefined {
  const code = fault instanceof Error ? (fault as NodeJS.ErrnoException).code : undefined
  return typeof code === 'string' ? code : undefined
}
