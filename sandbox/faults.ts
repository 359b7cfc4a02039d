/**
 * Faults that a test arms on a sandbox. A fault strikes either before the sandbox does the work, so that nothing has
 * happened, or after the work is committed, whatever answer the caller gets. Callers have to handle both.
 */
import type { Connection } from './listen.ts'
import { type RequestPattern, requestPattern } from './requests.ts'

export interface Fault {
  /** Runs before the work: returns an answer to send instead of doing the work, or undefined to let the work happen. */
  before?(connection: Connection): Promise<Response | undefined>
  /** Runs after the work is committed; returns the answer to send instead of the real one. */
  after?(answer: Response, connection: Connection): Promise<Response>
}

export interface ArmOptions {
  /** The number of requests that the fault strikes: 1 by default; with `Infinity`, all until `clear()`. */
  readonly times?: number
  /** The number of matching requests that pass before the fault strikes. */
  readonly skip?: number
}

export interface Faults {
  /**
   * Arms `fault` for the next requests that match `on`: `POST /api/1/deals`, `GET /api/1/deals/{id}`, `* /api/*`. If
   * several faults match, the one armed first strikes.
   */
  arm(on: string, fault: Fault, options?: ArmOptions): void
  clear(): void
  /** The armed fault that strikes this request, if any. This counts as one use of the fault. */
  strike(method: string, url: URL): Fault | undefined
}

interface Armed {
  readonly pattern: RequestPattern
  readonly fault: Fault
  times: number
  skip: number
}

export function createFaults(): Faults {
  let armed: Armed[] = []
  return {
    arm(on, fault, { times = 1, skip = 0 } = {}) {
      const [method = '*', path = '*'] = on.split(' ')
      armed.push({ pattern: requestPattern(method, path), fault, times, skip })
    },
    clear: () => {
      armed = []
    },
    strike(method, url) {
      for (const entry of armed) {
        if (entry.times <= 0 || !entry.pattern.match(method, url)) continue
        if (entry.skip > 0) {
          entry.skip -= 1
          continue
        }
        entry.times -= 1
        return entry.fault
      }
      return undefined
    },
  }
}

/** Breaks the connection before the work is done. */
export function lostRequest(): Fault {
  return { before: async connection => cut(connection) }
}

/** Breaks the connection after the work is committed: the answer never arrives. */
export function lostAnswer(): Fault {
  return { after: async (_answer, connection) => cut(connection) }
}

/** Commits the work, and delays the answer until `until` resolves. */
export function heldAnswer(until: () => Promise<unknown>): Fault {
  return {
    async after(answer) {
      await until()
      return answer
    },
  }
}

/** Delays the work until `until` resolves. */
export function heldRequest(until: () => Promise<unknown>): Fault {
  return {
    async before() {
      await until()
      return undefined
    },
  }
}

/** Sends `answer()` and does no work. */
export function answered(answer: () => Response): Fault {
  return { before: async () => answer() }
}

/** Sends `answer()` after the work is committed. */
export function answeredAfterCommit(answer: () => Response): Fault {
  return { after: async () => answer() }
}

/** The faults of a remote that answers `serverError()`: one strikes before the work, one after it is committed. */
export function serverFailures(serverError: () => Response) {
  return {
    failedBeforeCommit: () => answered(serverError),
    failedAfterCommit: () => answeredAfterCommit(serverError),
  }
}

/** Breaks the connection, so that the caller receives no answer. */
function cut(connection: Connection): Response {
  connection.cut()
  return new Response(null, { status: 500 })
}
