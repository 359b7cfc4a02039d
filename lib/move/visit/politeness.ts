/** How often and how many at once: each host has its own places and its own pace, and a pause that it asks for holds. */

export interface PolitenessOptions {
  /** Requests to one host at the same time. */
  readonly concurrency: number
  /** Requests to one host in a second, at most; Infinity for no limit. */
  readonly rate: number
  /** Milliseconds that only grow. */
  readonly clock: () => number
  /** Rejects where the work is stopped meanwhile. */
  readonly sleep: (milliseconds: number) => Promise<void>
}

export interface Politeness {
  /** Runs `work` when it is the host's turn. */
  run<T>(host: string, work: () => Promise<T>): Promise<T>
  /** Nothing goes to `host` for so many milliseconds from now. */
  pause(host: string, milliseconds: number): void
  /** At least so many milliseconds between two requests to `host`, as its robots file asks. */
  slowTo(host: string, milliseconds: number): void
}

interface Lane {
  running: number
  readonly waiting: (() => void)[]
  /** The earliest moment of the next request. */
  next: number
  pausedUntil: number
  interval: number
}

export function createPoliteness({ concurrency, rate, clock, sleep }: PolitenessOptions): Politeness {
  const lanes = new Map<string, Lane>()
  const laneOf = (host: string): Lane => {
    const lane = lanes.get(host) ?? {
      running: 0,
      waiting: [],
      next: 0,
      pausedUntil: 0,
      interval: 1000 / rate,
    }
    lanes.set(host, lane)
    return lane
  }
  const waitForTurn = async (lane: Lane): Promise<void> => {
    const turn = Math.max(clock(), lane.next)
    lane.next = turn + lane.interval
    for (;;) {
      const wait = Math.max(turn, lane.pausedUntil) - clock()
      if (wait <= 0) return
      await sleep(wait)
    }
  }
  return {
    async run(host, work) {
      const lane = laneOf(host)
      await takePlace(lane, concurrency)
      try {
        await waitForTurn(lane)
        return await work()
      } finally {
        leavePlace(lane)
      }
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

function takePlace(lane: Lane, concurrency: number): Promise<void> | undefined {
  if (lane.running < concurrency) {
    lane.running += 1
    return undefined
  }
  return new Promise(resolve => {
    lane.waiting.push(resolve)
  })
}

/** A place goes to the next in line, so `running` stays. */
function leavePlace(lane: Lane): void {
  const next = lane.waiting.shift()
  if (next) next()
  else lane.running -= 1
}
