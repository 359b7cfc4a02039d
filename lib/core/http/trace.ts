/**
 * The trace of a request: the line for the log, and durations in milliseconds. A trace is passed along, never kept in a
 * global variable, because one instance serves several requests at a time. It contains only values that were added by
 * name, so no secret has to be removed.
 */
import { AppError } from '../errors.ts'

export interface RemoteCall {
  remote: string
  method: string
  /** The path without its query. */
  path: string
  status: number | 'unreachable'
  milliseconds: number
  /** The remote's own id, for questions to its support. */
  requestId?: string | undefined
}

export type Noted = string | number | boolean | undefined

/** The most characters of a note, because a caller must not make a line long. */
const LONGEST_NOTE = 4_000

export interface Trace {
  readonly id: string
  /** The beginning of the request, on the clock of the trace. The function's life counts from then. */
  readonly started: number
  /** Logs the duration of `work` as the part `name`, beside the stages. */
  part<T>(name: string, work: () => Promise<T>): Promise<T>
  note(name: string, value: Noted): void
  remote(call: RemoteCall): void
}

export interface OpenTrace extends Trace {
  readonly notes: Readonly<Record<string, Noted>>
  /** Begins the stage `name`. The time until the next stage or the end is logged under this name. */
  stage(name: string): void
  /** Returns the log's line. `timing` is the value of the header Server-Timing. */
  end(facts: Record<string, Noted>): { readonly line: string; readonly timing: string }
}

/**
 * @param clock the time in milliseconds, which never goes back
 * @param started when the request for the page began, if a page makes this call
 */
export function openTrace(id: string, clock: () => number, started = clock()): OpenTrace {
  const parts: Record<string, number> = {}
  const notes: Record<string, Noted> = {}
  const remotes: RemoteCall[] = []
  const opened = clock()
  let current: string | undefined
  let since = opened
  const add = (name: string, milliseconds: number) => {
    parts[name] = (parts[name] ?? 0) + milliseconds
  }
  const stage = (name: string | undefined) => {
    const now = clock()
    if (current !== undefined) add(current, now - since)
    current = name
    since = now
  }
  return {
    id,
    started,
    notes,
    stage,
    async part(name, work) {
      const from = clock()
      try {
        return await work()
      } finally {
        add(name, clock() - from)
      }
    },
    note(name, value) {
      notes[name] = typeof value === 'string' ? value.slice(0, LONGEST_NOTE).toWellFormed() : value
    },
    remote: call => void remotes.push({ ...call, milliseconds: rounded(call.milliseconds) }),
    end(facts) {
      stage(undefined)
      add('total', since - opened)
      const ms = roundedAll(parts)
      const line: Record<string, unknown> = { ...facts }
      for (const name of Object.keys(notes)) line[name] = notes[name]
      line['ms'] = ms
      if (remotes.length > 0) line['remotes'] = remotes
      return { line: JSON.stringify(line), timing: timingOf(ms) }
    },
  }
}

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
  let timing = ''
  for (const name of Object.keys(milliseconds)) timing += `${timing && ', '}${name};dur=${milliseconds[name]}`
  return timing
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}
