/** What is explored: a world, and one execution of it. */
import { possibleMoves } from './possible-moves.ts'
import type { Simulation } from './simulation.ts'

/** The maximum number of moves; an execution with more moves counts as endless. */
export const MOST_MOVES = 400

/** Something to explore. */
export interface World {
  readonly name: string
  /** The numbers of milliseconds by which time may pass in one move. */
  readonly steps: readonly number[]
  /** Puts actors, the store and remotes into a simulation. */
  begin(simulation: Simulation): Play
}

/** One execution of a world. */
export interface Play {
  /** Returns the promise that is broken at this moment; undefined if none is. */
  broken(): string | undefined
  /** Returns the promise that is broken after all actors have ended; undefined if none is. */
  brokenAtEnd(): string | undefined
  /** Returns the records and the remote's effects, for people. */
  ending(): readonly string[]
}

/**
 * Returns the promise that is broken when no more move is made. If an execution ends only because it has spent its
 * bounds, it is not over, because an actor may still wait.
 */
export function brokenFinally(simulation: Simulation, play: Play): string | undefined {
  const isOver = possibleMoves(simulation).length === 0
  if (isOver && simulation.stuck.length > 0) return `an actor waits for ever: ${simulation.stuck.join('; ')}`
  return play.brokenAtEnd()
}

/** Returns the promise that is broken at this moment. */
export function brokenNow({ faults }: Simulation, play: Play): string | undefined {
  return faults[0] ?? play.broken()
}
