/** Lists all possible next moves of a simulation, the most ordinary first. */
import { type Actor, isBusy, isReady, isUnanswered, type Late } from './actors.ts'
import { EVERY_FAULT, type Fault, FREE, type Move, type Point } from './moves.ts'
import { attempt } from './places.ts'
import type { Simulation } from './simulation.ts'

/**
 * Returns the moves. It is ordinary that the actor at work continues; to continue with another actor costs a
 * preemption.
 */
export function possibleMoves(simulation: Simulation): Move[] {
  const actors = [...simulation.actors.values()]
  const current = actors.find(({ name }) => name === simulation.current)
  const ordered = current ? [current, ...actors.filter(actor => actor !== current)] : actors
  const goesOn = current !== undefined && isReady(current)
  const acting = ordered.flatMap(actor => movesOf(actor, goesOn && actor !== current ? 1 : 0, simulation))
  const arriving = simulation.late.map(late => arrival(late, acting.length > 0 ? 1 : 0, simulation))
  const passings = actors.some(isBusy) ? [] : passing(simulation)
  return [...acting, ...arriving, ...passings, ...failingOver(simulation)]
}

function movesOf(actor: Actor, preemptions: number, simulation: Simulation): Move[] {
  const slept = actor.state === 'asleep' && simulation.now > actor.fellAsleepAt
  if (slept) return [waking(actor, preemptions, simulation)]
  if (actor.state !== 'running') return []
  const { kinds = EVERY_FAULT } = simulation.options.bounds
  const ready = actor.place.points.filter(point => point.ready())
  const plain = ready.map(point => call(actor, { point, preemptions }, simulation))
  const faulty = ready.flatMap(point =>
    point.faults
      .filter(fault => kinds.includes(fault))
      .map(fault => call(actor, { point, preemptions, fault }, simulation)),
  )
  return [...plain, ...faulty]
}

interface Called {
  readonly point: Point
  readonly preemptions: number
  readonly fault?: Fault
}

function call(actor: Actor, { point, preemptions, fault }: Called, simulation: Simulation): Move {
  return {
    name: `${actor.name}: ${point.label}${fault ? ` (${fault})` : ''}`,
    cost: { ...FREE, preemptions, faults: fault ? 1 : 0 },
    ordinary: !fault && !point.idle,
    make() {
      simulation.current = actor.name
      simulation.tell(actor.name, `${point.label}${fault ? `, ${fault}` : ''}`)
      carryOut(actor, { point, fault }, simulation)
    },
  }
}

function carryOut(
  actor: Actor,
  { point, fault }: { point: Point; fault: Fault | undefined },
  simulation: Simulation,
): void {
  actor.failed = isUnanswered(fault)
  if (fault === 'dies') actor.state = 'dead'
  if (fault === 'sleeps' || fault === 'sleeps before') sleep(actor, simulation)
  if (fault === 'dies' || fault === 'sleeps before') return
  if (fault === 'late') simulation.late = [...simulation.late, lateCall(actor, point, simulation)]
  if (fault === 'unanswered' && point.isRepeatable) actor.unheard = point.label
  const made = attempt(() => effectOf(point, fault))
  const told = fault && isUnanswered(fault) ? { error: point.failure(fault) } : made
  actor.heard = { index: actor.place.points.indexOf(point), told }
}

const NEVER_MADE: readonly Fault[] = ['lost', 'late', 'given up']

/** Returns the answer of a call with this fault, if any actor gets it. */
function effectOf(point: Point, fault: Fault | undefined): unknown {
  if (fault === 'unavailable') return point.outage()
  return fault && NEVER_MADE.includes(fault) ? undefined : point.run()
}

function lateCall({ name }: Actor, point: Point, { now }: Simulation): Late {
  return {
    label: `${name}: ${point.label}`,
    content: point.content(),
    until: now + point.lateness,
    arrive: () => void point.run(),
  }
}

function sleep(actor: Actor, { now }: Simulation): void {
  actor.state = 'asleep'
  actor.fellAsleepAt = now
}

function waking(actor: Actor, preemptions: number, simulation: Simulation): Move {
  return {
    name: `${actor.name}: wakes`,
    cost: { ...FREE, preemptions },
    make() {
      simulation.current = actor.name
      simulation.tell(actor.name, 'wakes')
      actor.state = 'running'
      if (simulation.options.freezes) actor.frozen += simulation.now - actor.fellAsleepAt
    },
  }
}

function arrival(late: Late, preemptions: number, simulation: Simulation): Move {
  return {
    name: `late: ${late.label}`,
    cost: { ...FREE, preemptions },
    make() {
      simulation.tell('late', late.label)
      simulation.late = simulation.late.filter(other => other !== late)
      late.arrive()
    },
  }
}

/**
 * Returns the moves by which time passes: only while no actor is busy. Calls that are under way arrive in their time.
 */
function passing(simulation: Simulation): Move[] {
  const soonest = Math.min(...simulation.late.map(({ until }) => until))
  return simulation.options.steps
    .filter(step => simulation.now + step <= soonest)
    .map(step => ({
      name: `time: ${step / 1000} s`,
      cost: { ...FREE, steps: 1 },
      make() {
        simulation.now += step
        simulation.tell('time', `${step / 1000} s pass`)
      },
    }))
}

function failingOver(simulation: Simulation): Move[] {
  return simulation.failovers().map(({ name, happen }) => ({
    name: `store: ${name}`,
    cost: { ...FREE, faults: 1 },
    make() {
      simulation.tell('store', name)
      happen()
    },
  }))
}
