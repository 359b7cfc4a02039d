/**
 * Explores every schedule of a world within bounds: depth first, each execution replayed from its beginning, and not
 * beyond a state that was seen before with as much left to spend. A schedule that breaks a promise is told as a story,
 * with the names of its moves, by which it can be replayed after the code has changed.
 */
import { added, affordable, type Bounds, type Cost, EVERY_FAULT, FREE, type Move } from './moves.ts'
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
const MOST_MOVES = 400

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
    if (moves.length === 0) return ended(simulation, play, { failed, isOver: possible.length === 0 })
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

/** An execution that has spent all it may is not over: somebody may still wait. */
function ended(
  simulation: Simulation,
  play: Play,
  { failed, isOver }: { failed: (broken: string) => Ended; isOver: boolean },
): Ended {
  if (isOver && simulation.stuck.length > 0)
    return failed(`somebody waits for ever: ${simulation.stuck.join('; ')}`)
  const broken = play.brokenAtEnd()
  return broken ? failed(broken) : { end: 'over' }
}

/** Whether the state was seen with at least as much left to spend; if not it is remembered. */
function wasSeen(state: string, spent: Cost, seen: Map<string, Cost[]>): boolean {
  const before = seen.get(state) ?? []
  if (before.some(other => affordable(spent, other, FREE))) return true
  seen.set(state, [...before.filter(other => !affordable(other, spent, FREE)), spent])
  return false
}

/** Plays one schedule by the names of its moves, as if the story ended with the last of them. @throws Error if a move of it is not possible */
export async function replay(
  world: World,
  schedule: readonly string[],
  { freezes }: { freezes?: boolean } = {},
): Promise<readonly string[]> {
  const kinds = [...EVERY_FAULT, 'given up', 'sleeps before'] as const
  const bounds = { faults: Infinity, preemptions: Infinity, steps: Infinity, kinds }
  const simulation = new Simulation({ bounds, steps: world.steps, freezes })
  const play = world.begin(simulation)
  for (const name of schedule) {
    await simulation.settle()
    const moves = possibleMoves(simulation)
    const move = moves.find(other => other.name === name)
    if (!move) throw new Error(`"${name}" is not possible, but: ${moves.map(other => other.name).join(', ')}`)
    move.make()
  }
  await simulation.settle()
  const broken = simulation.faults[0] ?? play.broken() ?? play.brokenAtEnd()
  return [...simulation.story, ...play.ending(), ...(broken ? [`BROKEN: ${broken}`] : [])]
}
