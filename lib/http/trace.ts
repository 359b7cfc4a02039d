/**
 * What one request leaves behind: a JSON line, and the same milliseconds as Server-Timing.
 * A trace is passed along, never kept in a global: one instance serves several requests at a time.
 * Values are logged by name; nothing is logged first and cleaned later.
 */
import { AppError } from '../errors.ts'

/** A call to a remote, as the line shows it. */
export interface RemoteCall {
  remote: string
  method: string
  /** The remote's path without its query. */
  path: string
  status: number | 'unreachable'
  milliseconds: number
  /** The remote's own id of the request, for its support. */
  requestId?: string | undefined
}

/** The value of a logged field. */
export type Noted = string | number | boolean | undefined

export interface Trace {
  readonly id: string
  /** Runs `work` and adds its milliseconds to the part `name`. */
  part<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Puts a named value in the line. */
  note(name: string, value: Noted): void
  remote(call: RemoteCall): void
}

/** A trace that can still be ended. */
export interface OpenTrace extends Trace {
  /** What was put in the line so far. */
  readonly notes: Readonly<Record<string, Noted>>
  /** Stops the clock: the line for the log, and the value of the Server-Timing header. */
  end(facts: Record<string, Noted>): { readonly line: string; readonly timing: string }
}

/** `clock` gives milliseconds and never goes back; `id` names the request. */
export function openTrace(id: string, clock: () => number): OpenTrace {
  const started = clock()
  const parts: Record<string, number> = {}
  const notes: Record<string, Noted> = {}
  const remotes: RemoteCall[] = []
  return {
    id,
    notes,
    async part(name, work) {
      const from = clock()
      try {
        return await work()
      } finally {
        parts[name] = (parts[name] ?? 0) + clock() - from
      }
    },
    note(name, value) {
      notes[name] = value
    },
    remote: call => void remotes.push({ ...call, milliseconds: rounded(call.milliseconds) }),
    end(facts) {
      const ms = roundedAll({ ...parts, total: clock() - started })
      const line = JSON.stringify({ ...facts, ...notes, ms, ...(remotes.length > 0 && { remotes }) })
      return { line, timing: timingOf(ms) }
    },
  }
}

/** Puts an error in the line of its request. */
export function noteError(error: unknown, trace: Trace): void {
  if (error instanceof AppError) {
    trace.note('code', error.code)
    trace.note('error', error.message)
  } else {
    trace.note('code', 'internal')
    trace.note('fault', error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  if (error instanceof Error && error.cause !== undefined) trace.note('cause', causeOf(error.cause))
}

function causeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause === undefined ? cause.message : `${cause.message}: ${causeOf(cause.cause)}`
}

function roundedAll(parts: Readonly<Record<string, number>>): Record<string, number> {
  const all: Record<string, number> = {}
  for (const name of Object.keys(parts)) all[name] = rounded(parts[name] ?? 0)
  return all
}

function timingOf(milliseconds: Readonly<Record<string, number>>): string {
  return Object.keys(milliseconds)
    .map(name => `${name};dur=${milliseconds[name]}`)
    .join(', ')
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}
