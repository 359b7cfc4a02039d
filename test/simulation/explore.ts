/**
 * Explores every schedule of a world within bounds: depth first, each execution replayed from its beginning, and not
 * beyond a state that was seen before with as much left to spend. A schedule that breaks a promise is told as a story,
 * with the names of its moves, by which `replay.ts` plays it again.
 */
import { added, affordable, type Bounds, type Cost, FREE, type Move } from './moves.ts'
import { possibleMoves } from './possible-moves.ts'
import { Simulation } from './simulation.ts'

/** Something to explore. */
export interface World {
  readonly name: string
  /** Milliseconds by which time may pass. */
  readonly steps: readonly number[]
  /** Puts actors, the store and remotes into a simulation. */
  begin(simulation: Simulation): Play
}

/** One execution of a world. */
export interface Play {
  /** Which promise is broken, at any moment; undefined if none is. */
  broken(): string | undefined
  /** Which promise is broken once all actors have ended. */
  brokenAtEnd(): string | undefined
  /** The records and the remote's effects, for people. */
  ending(): readonly string[]
}

export interface Exploration {
  readonly executions: number
  /** Whether every schedule within the bounds was tried; false if a promise was broken, or there were too many. */
  readonly complete: boolean
  readonly failure?: Counterexample | undefined
}

export interface Counterexample {
  readonly broken: string
  /** The moves by name; `replay` takes them. */
  readonly schedule: readonly string[]
  readonly story: readonly string[]
}

export interface ExploreOptions {
  readonly bounds: Bounds
  readonly most?: number
  readonly freezes?: boolean
}

const MOST_EXECUTIONS = 1_000_000
/** A story that does not end within so many moves does not end. */
export const MOST_MOVES = 400

/** What was decided at one place of an execution. */
interface Fork {
  readonly names: readonly string[]
  /** How far everybody had come. */
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

/** The next schedule that was not tried. */
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
    // what an earlier execution has passed through was not broken
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

/** What is broken once nobody moves any more. An execution that has spent all it may is not over: somebody may still wait. */
export function brokenFinally(simulation: Simulation, play: Play, isOver: boolean): string | undefined {
  if (isOver && simulation.stuck.length > 0) return `somebody waits for ever: ${simulation.stuck.join('; ')}`
  return play.brokenAtEnd()
}

/** Whether the state was seen with at least as much left to spend; if not it is remembered. */
function wasSeen(state: string, spent: Cost, seen: Map<string, Cost[]>): boolean {
  const before = seen.get(state) ?? []
  if (before.some(other => affordable(spent, other, FREE))) return true
  seen.set(state, [...before.filter(other => !affordable(other, spent, FREE)), spent])
  return false
}
