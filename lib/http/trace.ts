/**
 * What one request leaves behind: a JSON line, and the same milliseconds as Server-Timing.
 * A trace is passed along, never kept in a global: several requests share one instance at a time.
 * Values are named for logging here; nothing is logged first and cleaned later.
 */

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

/** A trace that can still be written: `line` for the log, `timing` for the Server-Timing header. */
export interface OpenTrace extends Trace {
  line(facts: Record<string, Noted>): string
  timing(): string
}

/** `clock` gives milliseconds that only grow, `id` names the request. */
export function openTrace(id: string, clock: () => number): OpenTrace {
  const started = clock()
  const parts = new Map<string, number>()
  const notes: Record<string, Noted> = {}
  const remotes: RemoteCall[] = []
  const measured = () => ({ ...roundedParts(parts), total: rounded(clock() - started) })
  return {
    id,
    async part(name, work) {
      const from = clock()
      try {
        return await work()
      } finally {
        parts.set(name, (parts.get(name) ?? 0) + clock() - from)
      }
    },
    note: (name, value) => void Object.assign(notes, { [name]: value }),
    remote: call => void remotes.push({ ...call, milliseconds: rounded(call.milliseconds) }),
    line: facts =>
      JSON.stringify({ ...facts, ...notes, ms: measured(), ...(remotes.length > 0 && { remotes }) }),
    timing: () =>
      Object.entries(measured())
        .map(([name, duration]) => `${name};dur=${duration}`)
        .join(', '),
  }
}

function roundedParts(parts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...parts].map(([name, milliseconds]) => [name, rounded(milliseconds)]))
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}
