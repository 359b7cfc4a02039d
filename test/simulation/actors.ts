/** The processes and people of a simulation, as its scheduler sees them. */
import type { Fault, Point } from './moves.ts'

export interface Actor {
  readonly name: string
  state: 'running' | 'asleep' | 'ended' | 'dead'
  /** What it waits for; the scheduler lets one of them go on. */
  points: Point[]
  /** A digest of everything that it was told: how far its code has come follows from that. */
  history: string
  fellAsleepAt: number
  /** What happens when it wakes. */
  wake: (() => void) | undefined
  /** Milliseconds for which its clock stood still. */
  frozen: number
  /** Its last call failed: what it repeats is repeated at once. */
  failed: boolean
  /** How often the store had changed when it last read. */
  seen: number
}

/** A call whose caller has given it up. */
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

/** Whether time may not pass yet: it has something to do, and is no person who has not made up their mind. */
export function isBusy(actor: Actor): boolean {
  return isReady(actor) && actor.points.some(point => !point.idle)
}

const UNANSWERED: readonly Fault[] = ['lost', 'unanswered', 'late', 'given up']

/** Whether the caller of a call that went wrong so hears of no answer. */
export function isUnanswered(fault: Fault | undefined): boolean {
  return fault !== undefined && UNANSWERED.includes(fault)
}
