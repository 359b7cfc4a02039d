/**
 * Explores every schedule of a world within bounds: depth first, replaying each execution from its beginning. It does
 * not continue from a state that an earlier execution has reached with at least as much left to spend. A schedule that
 * breaks a promise is shown as a story, with the names of its moves, from which `replay.ts` plays it again.
 */
import { added, affordable, type Bounds, type Cost, FREE, type Move } from '../moves.ts'
import { possibleMoves } from '../possible-moves.ts'
import { Simulation } from '../simulation.ts'

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

export interface Exploration {
  readonly executions: number
  /**
   * Whether every schedule within the bounds was tried; false if a promise was broken, or if there were too many
   * schedules.
   */
  readonly complete: boolean
  readonly failure?: Counterexample | undefined
}

export interface Counterexample {
  readonly broken: string
  /** The names of the moves, which `replay` takes. */
  readonly schedule: readonly string[]
  readonly story: readonly string[]
}

export interface ExploreOptions {
  readonly bounds: Bounds
  readonly most?: number
  readonly freezes?: boolean
}

const MOST_EXECUTIONS = 1_000_000
/** The maximum number of moves; an execution with more moves counts as endless. */
export const MOST_MOVES = 400

/** A choice at one place of an execution. */
interface Fork {
  readonly names: readonly string[]
  /** How far each actor had come. */
  readonly histories: ReadonlyMap<string, string>
  chosen: number
}

type Ended =
  | { readonly end: 'over' | 'seen before' }
  | { readonly end: 'broken'; readonly failure: Counterexample }

/** Tries every schedule. */
export async function explore(
  world: World,
  { bounds, most = MOST_EXECUTIONS, freezes }: ExploreOptions,
): Promise<Exploration> {
  const seen = new Map<string, Cost[]>()
  const forks: Fork[] = []
  for (let executions = 1; ; executions++) {
    const ended = await execute(world, { bounds, freezes, forks, seen })
    if (ended.end === 'broken') return { executions, complete: false, failure: ended.failure }
    if (!advance(forks)) return { executions, complete: true }
    if (executions >= most) return { executions, complete: false }
  }
}

/** Returns the next schedule that was not tried. */
function advance(forks: Fork[]): boolean {
  for (;;) {
    const last = forks.at(-1)
    if (!last) return false
    last.chosen += 1
    if (last.chosen < last.names.length) return true
    forks.pop()
  }
}

interface Execution {
  readonly bounds: Bounds
  readonly freezes?: boolean | undefined
  readonly forks: Fork[]
  readonly seen: Map<string, Cost[]>
}

async function execute(world: World, { bounds, freezes, forks, seen }: Execution): Promise<Ended> {
  const simulation = new Simulation({ bounds, steps: world.steps, freezes })
  const play = world.begin(simulation)
  const schedule: string[] = []
  let spent: Cost = FREE
  const failed = (broken: string): Ended => ({
    end: 'broken',
    failure: { broken, schedule, story: [...simulation.story, ...play.ending()] },
  })
  simulation.replays = forks.length > 0
  for (let depth = 0; depth < MOST_MOVES; depth++) {
    await simulation.settle()
    const known = forks[depth]
    if (known && depth === forks.length - 1) simulation.endReplay(known.histories)
    // a state that an earlier execution has passed through breaks no promise
    const broken = known ? undefined : (simulation.faults[0] ?? play.broken())
    if (broken) return failed(broken)
    const possible = possibleMoves(simulation)
    const moves = possible.filter(({ cost }) => affordable(bounds, spent, cost))
    if (moves.length === 0) {
      const atEnd = brokenFinally(simulation, play, possible.length === 0)
      return atEnd ? failed(atEnd) : { end: 'over' }
    }
    if (!known && wasSeen(simulation.state(), spent, seen)) return { end: 'seen before' }
    if (!known) forks.push(forkAt(simulation, moves))
    const move = moveAt(forks[depth], moves)
    schedule.push(move.name)
    spent = added(spent, move.cost)
    move.make()
  }
  return failed('the story does not end')
}

function forkAt({ histories }: Simulation, moves: readonly Move[]): Fork {
  return { names: moves.map(({ name }) => name), histories, chosen: 0 }
}

function moveAt(fork: Fork | undefined, moves: readonly Move[]): Move {
  const move = fork && moves[fork.chosen]
  if (!move || move.name !== fork.names[fork.chosen])
    throw new Error(`an execution differs from its replay at "${fork?.names[fork.chosen]}"`)
  return move
}

/**
 * Returns the promise that is broken when no more move is made. If an execution ends only because it has spent its
 * bounds, it is not over, because an actor may still wait.
 */
export function brokenFinally(simulation: Simulation, play: Play, isOver: boolean): string | undefined {
  if (isOver && simulation.stuck.length > 0) return `somebody waits for ever: ${simulation.stuck.join('; ')}`
  return play.brokenAtEnd()
}

/** Whether the state was reached before with at least as much left to spend. If not, remembers the state. */
function wasSeen(state: string, spent: Cost, seen: Map<string, Cost[]>): boolean {
  const before = seen.get(state) ?? []
  if (before.some(other => affordable(spent, other, FREE))) return true
  seen.set(state, [...before.filter(other => !affordable(other, spent, FREE)), spent])
  return false
}
