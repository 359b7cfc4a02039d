/**
 * Replays a schedule by the names of its moves. The code may have changed since the schedule was found. A call that the
 * schedule does not contain is made; a move that is no longer possible is left out, which the story says. After the
 * last move, all actors at work continue to their ends.
 */
import { ALL_FAULTS, type Fault, type Move } from './moves.ts'
import { possibleMoves } from './possible-moves.ts'
import { Simulation } from './simulation.ts'
import { brokenFinally, brokenNow, MOST_MOVES, type Play, type World } from './world.ts'

const UNBOUNDED = { faults: Infinity, preemptions: Infinity, steps: Infinity }

interface ReplayOptions {
  readonly freezes?: boolean | undefined
  /** The faults that may occur; by default all. */
  readonly kinds?: readonly Fault[] | undefined
}

/** Returns the story of a schedule, and the promise that it breaks. */
export async function replay(
  world: World,
  schedule: readonly string[],
  { freezes, kinds = ALL_FAULTS }: ReplayOptions = {},
): Promise<readonly string[]> {
  const simulation = new Simulation({
    bounds: { ...UNBOUNDED, kinds },
    steps: world.steps,
    freezes,
    tells: true,
  })
  const play = world.begin(simulation)
  const broken = await playAgain(schedule, play, simulation)
  return [...simulation.story, ...play.ending(), ...(broken ? [brokenLine(broken)] : [])]
}

/** Returns the line of a story that says which promise is broken. */
export function brokenLine(broken: string): string {
  return `BROKEN: ${broken}`
}

async function playAgain(
  schedule: readonly string[],
  play: Play,
  simulation: Simulation,
): Promise<string | undefined> {
  const left = [...schedule]
  let differs = false
  for (let count = 0; count < MOST_MOVES; count++) {
    await simulation.settle()
    const broken = brokenNow(simulation, play)
    if (broken) return broken
    const moves = possibleMoves(simulation)
    const [name] = left
    const move: Move | undefined =
      name === undefined ? goingOn(moves, differs) : (named(name, moves) ?? unnamed(left, moves))
    if (!move && name === undefined) return brokenFinally(simulation, play)
    if (!move) simulation.tell('replay', `"${name}" is not possible`)
    differs ||= move?.name !== name
    if (!move || move.name === name) left.shift()
    move?.make()
  }
  return 'the story does not end'
}

function named(name: string, moves: readonly Move[]): Move | undefined {
  return moves.find(move => move.name === name)
}

/**
 * Returns a move that the schedule does not contain: of the actor that moves next in the schedule or, if time cannot
 * pass yet, of any actor.
 */
function unnamed(left: readonly string[], moves: readonly Move[]): Move | undefined {
  const [who = ''] = left[0]?.split(': ') ?? []
  const isNew = ({ name, ordinary }: Move) => ordinary && !left.includes(name)
  return moves.find(move => isNew(move) && (who === 'time' || move.name.startsWith(`${who}: `)))
}

/** Returns the next move after the end of the schedule; undefined if the story was played exactly as it was found. */
function goingOn(moves: readonly Move[], differs: boolean): Move | undefined {
  return differs ? moves.find(({ ordinary }) => ordinary) : undefined
}
