/**
 * Faults that a stand-in meets when it is told to. A fault strikes before the work (nothing has happened) or after it
 * (it is committed, whatever the caller hears); that difference is what a caller has to get right.
 */
import type { Connection } from '../http/listen.ts'
import { pathPattern } from './path-pattern.ts'

export interface Fault {
  /** Strikes instead of the work: an answer means that nothing was done, undefined lets the work happen. */
  before?(connection: Connection): Promise<Response | undefined>
  /** Strikes once the work is committed; gives the answer that goes out instead. */
  after?(answer: Response, connection: Connection): Promise<Response>
}

export interface ArmOptions {
  /** How many requests meet the fault; 1 unless said, `Infinity` until `clear()`. */
  readonly times?: number
  /** How many matching requests pass unharmed first. */
  readonly skip?: number
}

export interface Faults {
  /**
   * Lets the next requests that `on` matches meet `fault`: `POST /api/1/deals`, `GET /api/1/deals/{id}`, `* /api/*`.
   * Where several match, the one armed first strikes.
   */
  arm(on: string, fault: Fault, options?: ArmOptions): void
  /** Disarms all. */
  clear(): void
  /** The fault that a request meets, which counts as met. */
  strike(method: string, url: URL): Fault | undefined
}

interface Armed {
  readonly method: string
  readonly pattern: URLPattern
  readonly fault: Fault
  times: number
  skip: number
}

/** Faults of one stand-in; none is armed. */
export function createFaults(): Faults {
  let armed: Armed[] = []
  return {
    arm(on, fault, { times = 1, skip = 0 } = {}) {
      const [method = '*', path = '*'] = on.split(' ')
      armed.push({ method, pattern: pathPattern(path), fault, times, skip })
    },
    clear: () => {
      armed = []
    },
    strike(method, url) {
      for (const entry of armed) {
        const meets = ['*', method].includes(entry.method) && entry.pattern.test(url)
        if (!meets || entry.times <= 0) continue
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

/** The connection is cut before anything is done. */
export function lostRequest(): Fault {
  return { before: async connection => cut(connection) }
}

/** The work is committed and its answer never arrives. */
export function lostAnswer(): Fault {
  return { after: async (_answer, connection) => cut(connection) }
}

/** The answer to the committed work is held back until `until` is settled. */
export function heldAnswer(until: () => Promise<unknown>): Fault {
  return {
    async after(answer) {
      await until()
      return answer
    },
  }
}

/** The request is held until `until` is settled, then served. */
export function heldRequest(until: () => Promise<unknown>): Fault {
  return {
    async before() {
      await until()
      return undefined
    },
  }
}

/** Nothing is done and `answer()` goes out. */
export function answered(answer: () => Response): Fault {
  return { before: async () => answer() }
}

/** The work is committed, yet `answer()` goes out. */
export function answeredAfterCommit(answer: () => Response): Fault {
  return { after: async () => answer() }
}

/** What is returned here reaches nobody. */
function cut(connection: Connection): Response {
  connection.cut()
  return new Response(null, { status: 500 })
}
