/**
 * What a simulation is made of. Actors (processes and people) run the project's own code. Each await on the store or on a
 * remote is a point at which an actor stops; the scheduler makes one move at a time, and time passes only by a move.
 */

/** How a point may go wrong; each costs one of a bounded number of faults. */
export type Fault =
  /** The call has no effect, and the caller does not learn that. */
  | 'lost'
  /** The call has its effect, and its answer is lost. */
  | 'unanswered'
  /** The caller hears nothing, and the call has its effect later. */
  | 'late'
  /** The process dies before the call. */
  | 'dies'
  /** The call is made, and its answer is looked at after time has passed. */
  | 'sleeps'
  /** The call has no effect however often it is repeated, until the caller gives it up. */
  | 'given up'
  /** The remote answers that it is out of order (503); the call may have had its effect or not, as the world says. */
  | 'unavailable'
  /** The store loses its last writes: those after the latest durable one. It may happen at any moment. */
  | 'failover'
  /** Time passes between the last check and the call: no code can rule that out. */
  | 'sleeps before'

/** The faults that are tried unless others are named: all that a promise is kept under. */
export const EVERY_FAULT: readonly Fault[] = ['lost', 'unanswered', 'late', 'dies', 'sleeps', 'unavailable']

/** All faults, those too that no code can rule out. */
export const ALL_FAULTS: readonly Fault[] = [...EVERY_FAULT, 'given up', 'failover', 'sleeps before']

/** Something that an actor waits for. */
export interface Point {
  readonly actor: string
  /** What is called, in words that stay the same from run to run: `swap claim/deal/x`. */
  readonly label: string
  readonly faults: readonly Fault[]
  /** Whether the call can be made now; a point that waits for others cannot. */
  ready(): boolean
  /** Makes the call, and says how it ended. */
  run(): unknown
  /** What tells this point from another one with the same label, as far as the future depends on it. */
  detail(): string
  resolve(value: unknown): void
  reject(error: unknown): void
  /** The error that the caller sees after this fault. */
  failure(fault: Fault): unknown
  /** The answer of a remote that is out of order. */
  outage(): unknown
  /** Time may pass while the actor stands here: a person who has not made up their mind. */
  readonly idle: boolean
  /** Milliseconds for which a late call may still arrive. */
  readonly lateness: number
}

/** One thing that may happen next. */
export interface Move {
  /** Names it from run to run: a schedule is a list of names. */
  readonly name: string
  readonly cost: Cost
  /** Whoever is at work goes on, and nothing goes wrong: no person decides, and no time passes. */
  readonly ordinary?: boolean
  make(): void
}

export interface Cost {
  readonly faults: number
  readonly preemptions: number
  readonly steps: number
}

export const FREE: Cost = { faults: 0, preemptions: 0, steps: 0 }

/** How much an execution may spend; `kinds` are the faults that are tried, EVERY_FAULT unless given. */
export interface Bounds extends Cost {
  readonly kinds?: readonly Fault[]
}

export function affordable(bounds: Cost, spent: Cost, cost: Cost): boolean {
  return (
    spent.faults + cost.faults <= bounds.faults &&
    spent.preemptions + cost.preemptions <= bounds.preemptions &&
    spent.steps + cost.steps <= bounds.steps
  )
}

export function added(one: Cost, other: Cost): Cost {
  return {
    faults: one.faults + other.faults,
    preemptions: one.preemptions + other.preemptions,
    steps: one.steps + other.steps,
  }
}
