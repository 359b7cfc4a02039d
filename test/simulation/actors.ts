/** The processes and people (actors) of a simulation, as its scheduler sees them. */
import type { Fault, Point } from './moves.ts'

export interface Actor {
  readonly name: string
  state: 'running' | 'asleep' | 'ended' | 'dead'
  /** The points at which the actor waits; the scheduler chooses one of them to continue. */
  points: Point[]
  /** A digest of all answers that the actor got. It determines how far the actor's code has come. */
  history: string
  fellAsleepAt: number
  /** Called when the actor wakes. */
  wake: (() => void) | undefined
  /** Milliseconds for which the actor's clock stood still. */
  frozen: number
  /** Whether the actor's last call failed; if it repeats the call, it does so immediately. */
  failed: boolean
  /** How often the store had changed when the actor last read it. */
  seen: number
}

/** A call for which its caller no longer waits. */
export interface Late {
  readonly label: string
  /** Milliseconds since the epoch. */
  readonly until: number
  arrive(): void
}

export function createActor(name: string): Actor {
  return {
    name,
    state: 'running',
    points: [],
    history: '',
    fellAsleepAt: 0,
    wake: undefined,
    frozen: 0,
    failed: false,
    seen: 0,
  }
}

export function isReady({ state, points }: Actor): boolean {
  return state === 'running' && points.some(point => point.ready())
}

/** Whether time may not pass yet: the actor has something to do, and is not a person who has still to decide. */
export function isBusy(actor: Actor): boolean {
  return isReady(actor) && actor.points.some(point => !point.idle)
}

const UNANSWERED: readonly Fault[] = ['lost', 'unanswered', 'late', 'given up']

/** Whether the caller of a call with this fault gets no answer. */
export function isUnanswered(fault: Fault | undefined): boolean {
  return fault !== undefined && UNANSWERED.includes(fault)
}
