/**
 * The parts of a simulation. Actors (processes and people) run the project's own code. Each await on the store or on a
 * remote is a point, at which the actor stops. The scheduler makes one move at a time, and time passes only by a move.
 */

/** A fault of a point. Each fault costs one of a limited number. */
export type Fault =
  /** The call has no effect, and the caller gets no answer. */
  | 'lost'
  /** The call has its effect, and its answer is lost. */
  | 'unanswered'
  /** The caller gets no answer, and the call has its effect later. */
  | 'late'
  /** The process dies before the call. */
  | 'dies'
  /** The call is made, but the actor continues only after time has passed. */
  | 'sleeps'
  /** The call never has an effect, however often it is repeated, until the caller gives up. */
  | 'given up'
  /** The remote answers that it is out of order (503). The world decides whether the call has an effect. */
  | 'unavailable'
  /** The store loses its last writes, those after the latest durable write. It may happen at any moment. */
  | 'failover'
  /** Time passes between the last check and the call, which no code can prevent. */
  | 'sleeps before'

/** The faults that are tried by default: every promise holds under these. */
export const EVERY_FAULT: readonly Fault[] = ['lost', 'unanswered', 'late', 'dies', 'sleeps', 'unavailable']

/** All faults, including those that no code can prevent. */
export const ALL_FAULTS: readonly Fault[] = [...EVERY_FAULT, 'given up', 'failover', 'sleeps before']

/** A point at which an actor waits. */
export interface Point {
  readonly actor: string
  /** The name of the call, which is the same in each run: `swap claim/deal/x`. */
  readonly label: string
  readonly faults: readonly Fault[]
  /** Whether the call can be made now; a point that waits for others cannot continue. */
  ready(): boolean
  /** Makes the call, and returns the answer. It knows only what the code knew at the point, and the world. */
  run(): unknown
  /** Distinguishes the call from others with the same label, if it is late. */
  content(): string
  /** Returns the error that the caller gets after this fault. */
  failure(fault: Fault): unknown
  /** Returns the answer of a remote that is out of order. */
  outage(): unknown
  /** Whether time may pass while the actor is at this point: true for a person who has still to decide. */
  readonly idle: boolean
  /** Milliseconds for which a late call may still arrive. */
  readonly lateness: number
  /** Whether the call is made before any other move. */
  readonly isInstant: boolean
  /** Whether a repetition of the call has no effect if the call had its effect. */
  readonly isRepeatable: boolean
}

/** A possible next event. */
export interface Move {
  /** The name of the move, which is the same in each run: a schedule is a list of names. */
  readonly name: string
  readonly cost: Cost
  /**
   * Whether the move is ordinary: the actor at work continues without a fault, no person decides, and no time passes.
   */
  readonly ordinary?: boolean
  make(): void
}

export interface Cost {
  readonly faults: number
  readonly preemptions: number
  readonly steps: number
}

export const FREE: Cost = { faults: 0, preemptions: 0, steps: 0 }

/** The maximum that an execution may spend. `kinds` are the faults that are tried; by default EVERY_FAULT. */
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
