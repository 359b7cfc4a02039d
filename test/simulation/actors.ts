/** The processes and people (actors) of a simulation, as its scheduler sees them. */
import type { Fault } from './moves.ts'
import type { Answer, Code, Place } from './places.ts'

export interface Actor {
  readonly name: string
  readonly code: Code
  place: Place
  /** When the actor came to its place, in milliseconds since the epoch. */
  arrivedAt: number
  state: 'running' | 'asleep' | 'ended' | 'dead'
  /** The answer that the actor gets as soon as it runs. */
  heard: Pick<Answer, 'index' | 'told'> | undefined
  fellAsleepAt: number
  /** Milliseconds for which the actor's clock stood still. */
  frozen: number
  /** Whether the actor's last call failed; if it repeats the call, it does so immediately. */
  failed: boolean
  /** The call that had its effect without an answer, if a repetition of it has no effect. */
  unheard: string
  /** How often the store had changed when the actor last read it. */
  seen: number
}

/** A call for which its caller no longer waits. */
export interface Late {
  readonly label: string
  /** Distinguishes the call from others with the same label. */
  readonly content: string
  /** Milliseconds since the epoch. */
  readonly until: number
  arrive(): void
}

export function createActor(name: string, code: Code): Actor {
  return {
    name,
    code,
    place: code.begin,
    arrivedAt: 0,
    state: 'running',
    heard: undefined,
    fellAsleepAt: 0,
    frozen: 0,
    failed: false,
    unheard: '',
    seen: 0,
  }
}

export function isReady({ state, place }: Actor): boolean {
  return state === 'running' && place.points.some(point => point.ready())
}

/** Whether time may not pass yet: the actor has something to do, and is not a person who has still to decide. */
export function isBusy(actor: Actor): boolean {
  return isReady(actor) && actor.place.points.some(point => !point.idle)
}

const UNANSWERED: readonly Fault[] = ['lost', 'unanswered', 'late', 'given up']

/** Whether the caller of a call with this fault gets no answer. */
export function isUnanswered(fault: Fault | undefined): boolean {
  return fault !== undefined && UNANSWERED.includes(fault)
}
