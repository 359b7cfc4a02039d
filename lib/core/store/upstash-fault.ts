/**
 * The client's errors quote the whole command with its values, and fetch's errors may quote a header. So this file
 * examines their texts, but never passes them on.
 */
import { AppError } from '../errors.ts'
import { phrase } from '../language/catalogue.ts'
import { english } from '../language/text.ts'
import { LastingFault } from './store.ts'
import { STORE_HINTS } from './upstash/words.ts'

/** Why a call failed. With `mend`, repeating does not help, and the hint of this name says what to do. */
interface Reason {
  readonly why: string
  readonly mend?: Exclude<keyof typeof STORE_HINTS, 'again'> | undefined
}

/** The reason for a database that was deleted, or archived because nothing used it. */
const GONE: Reason = { why: 'the database is gone', mend: 'gone' }

/** The reasons for answers of the service (docs: redis/troubleshooting). The first match applies. */
const REASONS: readonly (readonly [RegExp, Reason])[] = [
  [/WRONGPASS|NOAUTH|Unauthorized/i, { why: 'it refuses the token', mend: 'token' }],
  [/NOPERM|READONLY|read.?only/i, { why: 'the token or the database is read-only', mend: 'mayWrite' }],
  [
    /max (?:request|single record|key) size/i,
    { why: 'the record is larger than the database accepts in one request', mend: 'less' },
  ],
  [/OOM|maxmemory|max data size|capacity quota|storage/i, { why: 'the database is full', mend: 'larger' }],
  [/max daily/i, { why: 'the request limit of its plan is reached', mend: 'day' }],
  [
    /max (?:monthly|requests?)|quota|bandwidth/i,
    { why: 'the request limit of its plan is reached', mend: 'month' },
  ],
  [/rate limit|concurrent/i, { why: 'it gets more calls at once than its plan allows' }],
  [/(?:database|db)\b.*\b(?:not found|does ?n.t exist|deleted|archived|paused|suspended|inactive)/i, GONE],
  [
    /WRONGTYPE|user_script|Error running script/i,
    { why: 'a key under "kura:" has a value that kura did not write', mend: 'foreign' },
  ],
]

/** @param action what the client tried to do */
export function upstashFault(action: string, error: unknown): AppError {
  const { why, mend } = reasonOf(error)
  return unavailable(action, { why, mend, cause: harmlessCause(error) })
}

/** @param words the service's own words */
export function refusedCommand(action: string, words: string): AppError {
  return unavailable(action, refusalOf(words))
}

/** The error for an answer that kura's scripts never return. */
export function unexpectedAnswer(action: string): AppError {
  return unavailable(action, { why: 'gave an unexpected answer' })
}

function unavailable(action: string, { why, mend, cause }: Reason & { cause?: unknown }): AppError {
  const Fault = mend === undefined ? AppError : LastingFault
  const hint = phrase(STORE_HINTS[mend ?? 'again'])
  return new Fault('store_unavailable', `Cannot ${action}: the store at Upstash ${why}`, {
    hint: english(hint),
    hintPhrase: hint,
    ...(cause !== undefined && { cause }),
  })
}

function reasonOf(error: unknown): Reason {
  const { name, message } = error instanceof Error ? error : new Error()
  if (name === 'TimeoutError') return { why: 'did not answer in time' }
  if (name === 'UpstashJSONParseError') return { why: 'gave an answer that is not JSON' }
  if (name === 'UpstashError') return refusalOf(message)
  const code = codeOf(harmlessCause(error))
  const why = code === undefined ? 'could not be called' : `could not be reached (${code})`
  // the database is gone, because the server's name is unknown: a resolver that does not answer has another code
  return code === 'ENOTFOUND' ? { ...GONE, why } : { why }
}

/** Cuts off the command that the client appends, because a value in it might match a row of the table. */
function refusalOf(message: string): Reason {
  const [words = ''] = message.split(', command was: ')
  const reason = REASONS.find(([pattern]) => pattern.test(words))?.[1]
  return { ...reason, why: `refused: ${reason?.why ?? 'the command failed'}` }
}

/** Returns the cause if it quotes no request: an error of the connection, or the time-out. */
function harmlessCause(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'TimeoutError') return error
  return codeOf(error.cause) === undefined ? undefined : error.cause
}

function codeOf(fault: unknown): string | undefined {
  const code = fault instanceof Error ? (fault as NodeJS.ErrnoException).code : undefined
  return typeof code === 'string' ? code : undefined
}
