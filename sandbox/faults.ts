/**
 * Faults that a test arms on a sandbox. A fault strikes before the work, when nothing has happened, or after it, when it
 * is committed whatever the caller receives. Callers have to handle that difference.
 */
import type { Connection } from '../lib/core/http/listen.ts'
import { type RequestPattern, requestPattern } from './requests.ts'

export interface Fault {
  /** Strikes before the work: an answer replaces the work, undefined lets it happen. */
  before?(connection: Connection): Promise<Response | undefined>
  /** Strikes once the work is committed; returns the answer to send instead. */
  after?(answer: Response, connection: Connection): Promise<Response>
}

export interface ArmOptions {
  /** How many requests meet the fault: 1 by default, `Infinity` until `clear()`. */
  readonly times?: number
  /** How many matching requests pass first. */
  readonly skip?: number
}

export interface Faults {
  /**
   * Arms `fault` for the next requests that `on` matches: `POST /api/1/deals`, `GET /api/1/deals/{id}`, `* /api/*`.
   * If several match, the one armed first strikes.
   */
  arm(on: string, fault: Fault, options?: ArmOptions): void
  /** Disarms every fault. */
  clear(): void
  /** The fault that a request meets; it is counted. */
  strike(method: string, url: URL): Fault | undefined
}

interface Armed {
  readonly pattern: RequestPattern
  readonly fault: Fault
  times: number
  skip: number
}

/** The faults of one sandbox; none is armed at first. */
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

/** The connection breaks before anything is done. */
export function lostRequest(): Fault {
  return { before: async connection => cut(connection) }
}

/** The work is committed, and its answer never arrives. */
export function lostAnswer(): Fault {
  return { after: async (_answer, connection) => cut(connection) }
}

/** The work is committed, and its answer waits until `until` is settled. */
export function heldAnswer(until: () => Promise<unknown>): Fault {
  return {
    async after(answer) {
      await until()
      return answer
    },
  }
}

/** The request waits until `until` is settled, and is then served. */
export function heldRequest(until: () => Promise<unknown>): Fault {
  return {
    async before() {
      await until()
      return undefined
    },
  }
}

/** Nothing is done, and `answer()` is sent. */
export function answered(answer: () => Response): Fault {
  return { before: async () => answer() }
}

/** The work is committed, but `answer()` is sent. */
export function answeredAfterCommit(answer: () => Response): Fault {
  return { after: async () => answer() }
}

/** A remote that breaks and answers with `serverError()`, before it has done anything or after it has committed. */
export function serverFailures(serverError: () => Response) {
  return {
    failedBeforeCommit: () => answered(serverError),
    failedAfterCommit: () => answeredAfterCommit(serverError),
  }
}

/** The caller never receives this answer. */
function cut(connection: Connection): Response {
  connection.cut()
  return new Response(null, { status: 500 })
}
