/**
 * Explores every schedule of a world within bounds, depth first. It does not continue from a state that an earlier
 * execution has reached with at least as much left to spend. A schedule that breaks a promise is played again by the
 * names of its moves (`replay.ts`), and shown as a story.
 */
import { added, affordable, type Bounds, type Cost, FREE, type Move } from '../moves.ts'
import { possibleMoves } from '../possible-moves.ts'
import { brokenLine, replay } from '../replay.ts'
import { type Moment, Simulation } from '../simulation.ts'
import { brokenFinally, brokenNow, MOST_MOVES, type Play, type World } from '../world.ts'

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
  readonly freezes?: boolean | undefined
  /** Whether executions also continue from states that were seen before. */
  readonly repeats?: boolean
}

const MOST_EXECUTIONS = 3_000_000

/** A moment of an execution from which several moves are possible. */
interface Fork {
  readonly moment: Moment
  readonly spent: Cost
  readonly moves: readonly Move[]
  /** The number of moves that were tried. */
  tried: number
}

interface Exploring {
  readonly world: World
  readonly options: ExploreOptions
  readonly simulation: Simulation
  readonly play: Play
  /** The present execution. */
  readonly forks: Fork[]
  /** What had been spent when each state was reached. */
  readonly seen: Map<string, readonly Cost[]>
}

/** Tries every schedule. */
export async function explore(world: World, options: ExploreOptions): Promise<Exploration> {
  const { most = MOST_EXECUTIONS } = options
  const simulation = new Simulation({ ...options, steps: world.steps })
  const play = world.begin(simulation)
  const exploring: Exploring = { world, options, simulation, play, forks: [], seen: new Map() }
  let broken = await goOn(FREE, exploring)
  for (let executions = 1; ; executions++) {
    if (broken !== undefined)
      return { executions, complete: false, failure: await counterexample(broken, exploring) }
    const fork = nextFork(exploring.forks)
    if (!fork) return { executions, complete: true }
    if (executions >= most) return { executions, complete: false }
    simulation.restore(fork.moment)
    broken = await goOn(makeNext(fork), exploring)
  }
}

/** Returns the latest fork from which a move was not tried. */
function nextFork(forks: Fork[]): Fork | undefined {
  for (;;) {
    const last = forks.at(-1)
    if (!last || last.tried < last.moves.length) return last
    forks.pop()
  }
}

/** Makes the first move that was not tried, and returns what the execution has spent then. */
function makeNext(fork: Fork): Cost {
  const move = fork.moves[fork.tried++]
  move?.make()
  return move ? added(fork.spent, move.cost) : fork.spent
}

/**
 * Continues an execution until it is over, or comes to a state that was seen before. Returns the promise that it
 * breaks.
 */
async function goOn(begun: Cost, exploring: Exploring): Promise<string | undefined> {
  const { options, simulation, play, forks, seen } = exploring
  for (let spent = begun; forks.length < MOST_MOVES; ) {
    await simulation.settle()
    const moves = possibleMoves(simulation).filter(({ cost }) => affordable(options.bounds, spent, cost))
    const moment = simulation.keep()
    const isNew = options.repeats || moves.length === 0 || !wasSeen(simulation.stateAt(moment), spent, seen)
    if (!isNew) return undefined
    const broken = brokenNow(simulation, play)
    if (broken !== undefined) return broken
    if (moves.length === 0) return brokenFinally(simulation, play)
    const fork = { moment, spent, moves, tried: 0 }
    forks.push(fork)
    spent = makeNext(fork)
  }
  return 'the story does not end'
}

/** Plays the present execution again, to have its story. */
async function counterexample(broken: string, { world, options, forks }: Exploring): Promise<Counterexample> {
  const schedule = forks.flatMap(({ moves, tried }) => moves[tried - 1]?.name ?? [])
  const story = await replay(world, schedule, { freezes: options.freezes, kinds: options.bounds.kinds })
  if (story.at(-1) !== brokenLine(broken))
    throw new Error(`"${broken}" does not occur again: ${schedule.join(', ')}`)
  return { broken, schedule, story: story.slice(0, -1) }
}

/** Whether the state was reached before with at least as much left to spend. If not, remembers the state. */
function wasSeen(state: string, spent: Cost, seen: Exploring['seen']): boolean {
  const before = seen.get(state) ?? []
  if (before.some(other => affordable(spent, other, FREE))) return true
  seen.set(state, shared([...before.filter(other => !affordable(other, spent, FREE)), spent]))
  return false
}

const LISTS = new Map<string, readonly Cost[]>()

/** Returns the same list for the same costs, because millions of states have few of them. */
function shared(costs: readonly Cost[]): readonly Cost[] {
  const text = JSON.stringify(costs)
  const list = LISTS.get(text) ?? costs
  LISTS.set(text, list)
  return list
}
