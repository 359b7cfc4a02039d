import { createLimiter, type Limiter } from '../../core/work/concurrency.ts'

export interface RateLimits {
  readonly concurrency: number
  /** The most requests to one host per second; Infinity for no limit. */
  readonly rate: number
}

export interface RateLimiterDeps {
  /** The milliseconds of a clock that never goes back. */
  readonly clock: () => number
  /** Waits; rejects if the work is stopped meanwhile. */
  readonly sleep: (milliseconds: number) => Promise<void>
}

export interface RateLimiter {
  /** Does the work as soon as the limits of `host` allow it, in the order of the calls. */
  run<T>(host: string, work: () => Promise<T>): Promise<T>
  /** Lets no request to `host` start in the next `milliseconds`. */
  pause(host: string, milliseconds: number): void
  /** Keeps at least `milliseconds` between two requests, as the host's robots file asks. */
  slowTo(host: string, milliseconds: number): void
}

interface Lane {
  readonly limit: Limiter
  next: number
  pausedUntil: number
  interval: number
}

export function createRateLimiter(
  { concurrency, rate }: RateLimits,
  { clock, sleep }: RateLimiterDeps,
): RateLimiter {
  const lanes = new Map<string, Lane>()
  const laneOf = (host: string): Lane => {
    const lane = lanes.get(host) ?? {
      limit: createLimiter(concurrency),
      next: 0,
      pausedUntil: 0,
      interval: 1000 / rate,
    }
    lanes.set(host, lane)
    return lane
  }
  const waitForSlot = async (lane: Lane): Promise<void> => {
    const slot = Math.max(clock(), lane.next)
    lane.next = slot + lane.interval
    for (;;) {
      const wait = Math.max(slot, lane.pausedUntil) - clock()
      if (wait <= 0) return
      await sleep(wait)
    }
  }
  return {
    run(host, work) {
      const lane = laneOf(host)
      return lane.limit(async () => {
        await waitForSlot(lane)
        return work()
      })
    },
    pause(host, milliseconds) {
      const lane = laneOf(host)
      const moment = clock() + milliseconds
      lane.pausedUntil = Math.max(lane.pausedUntil, moment)
      lane.next = Math.max(lane.next, moment)
    },
    slowTo(host, milliseconds) {
      const lane = laneOf(host)
      lane.interval = Math.max(lane.interval, milliseconds)
    },
  }
}
