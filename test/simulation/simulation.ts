/** One execution of a world: its actors, their points, and its time. Only moves change anything. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Actor, createActor, type Late } from './actors.ts'
import type { Bounds, Point } from './moves.ts'

/** The time at which every story begins, in milliseconds since the epoch. */
const BEGIN = Date.UTC(2026, 5, 15)

/** After this number of turns of the event loop, an actor that has reached no point counts as lost. */
const MOST_TURNS = 1_000

export interface SimulationOptions {
  readonly bounds: Bounds
  /** The numbers of milliseconds by which time may pass in one move. */
  readonly steps: readonly number[]
  /** Whether the clock of a sleeping process stands still, as on a suspended machine. */
  readonly freezes?: boolean | undefined
}

/** A failover: the store loses some of the writes that no durable write has followed. */
export interface Failover {
  readonly name: string
  happen(): void
}

type GivenPoint<T> = Pick<Point, 'actor' | 'label'> & Partial<Point> & { run(): T }

export class Simulation {
  /** The store's time. */
  now = BEGIN
  /** The events so far, for people. */
  readonly story: string[] = []
  readonly actors = new Map<string, Actor>()
  /** The calls that are still under way. */
  late: Late[] = []
  /** The actor that made the last move. */
  current: string | undefined
  /** The number of changes of the store. */
  changes = 0
  /** Returns the ways in which the store may lose its last writes. */
  failovers: () => readonly Failover[] = () => []
  /** Whether the simulation repeats moves of an earlier execution; the histories of all actors are known after them. */
  replays = false
  /** Functions that describe the state of the world, to distinguish two states. */
  readonly worldState: (() => string)[] = []
  readonly options: SimulationOptions

  constructor(options: SimulationOptions) {
    this.options = options
  }

  /** Adds an actor, which starts at its turn. */
  actor(name: string, work: () => Promise<void>): void {
    const actor = createActor(name)
    this.actors.set(name, actor)
    const end = () => {
      if (actor.state === 'running') actor.state = 'ended'
    }
    const started = this.point({ actor: name, label: 'starts', idle: true, run: () => undefined })
    void started.then(work).then(end, (error: unknown) => {
      this.faults.push(`${name} fails: ${error}`)
      end()
    })
  }

  /** Errors that nobody expected. */
  readonly faults: string[] = []

  tell(actor: string, what: string): void {
    const seconds = ((this.now - BEGIN) / 1000).toFixed(1).padStart(8)
    this.story.push(`${seconds} s  ${actor}: ${what}`)
  }

  /** An actor's own clock. */
  clockOf(name: string): () => number {
    return () => this.now - BEGIN - (this.actors.get(name)?.frozen ?? 0)
  }

  /** Stops the actor at a point until a move continues it. */
  point<T>(given: GivenPoint<T>): Promise<Awaited<T>> {
    const actor = this.actors.get(given.actor)
    if (!actor) throw new Error(`there is no actor "${given.actor}"`)
    return new Promise((resolve, reject) => {
      actor.points.push({
        faults: [],
        ready: () => true,
        detail: () => '',
        failure: () => new Error('lost'),
        outage: () => undefined,
        lateness: 0,
        idle: false,
        ...given,
        resolve: resolve as (value: unknown) => void,
        reject,
      })
    })
  }

  /**
   * Lets a person do one of several things, at any time. `remembers` is everything that the person knows of the past:
   * two people who remember the same do the same.
   */
  async choose<T extends string>(name: string, options: readonly T[], remembers: string): Promise<T> {
    const actor = this.actors.get(name)
    if (actor) actor.history = digest(remembers)
    const points = options.map(label => this.point({ actor: name, label, idle: true, run: () => label }))
    const chosen = await Promise.race(points)
    if (actor) actor.points = []
    return chosen
  }

  /**
   * Returns a function that waits until another actor has changed the store or time has passed. If the actor repeats a
   * failed call, the function does not wait.
   */
  waitOf(name: string): () => Promise<void> {
    return () => {
      const actor = this.actors.get(name)
      const [since, seen, failed] = [this.now, actor?.seen ?? 0, actor?.failed]
      const ready = () => failed === true || this.changes > seen || this.now > since
      return this.point({ actor: name, label: 'waits', ready, run: () => undefined })
    }
  }

  /** Records that an actor has seen the present state of the store. */
  sawStore(name: string): void {
    const actor = this.actors.get(name)
    if (actor) actor.seen = this.changes
  }

  /** Runs all actors until each is at a point. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      await setImmediate()
      const actors = [...this.actors.values()]
      if (!actors.some(({ state, points }) => state === 'running' && points.length === 0)) return
    }
    throw new Error('an actor waits for something that is no point of the simulation')
  }

  /** How far each actor has come, by the actors' names. */
  get histories(): ReadonlyMap<string, string> {
    return new Map([...this.actors.values()].map(({ name, history }) => [name, history]))
  }

  /** Ends a replay, after which the actors have these histories. */
  endReplay(histories: ReadonlyMap<string, string>): void {
    for (const actor of this.actors.values()) actor.history = histories.get(actor.name) ?? ''
    this.replays = false
  }

  /** The actors that wait although no move is possible any more. */
  get stuck(): string[] {
    return [...this.actors.values()].flatMap(({ name, state, points }) =>
      state === 'running' ? [`${name} at ${points.map(({ label }) => label).join(', ')}`] : [],
    )
  }

  /** A digest of everything on which the future depends. */
  state(): string {
    const actors = [...this.actors.values()].map(stateOf)
    const late = this.late.map(({ label, until }) => `${label}${until}`)
    const world = this.worldState.map(read => read())
    const current = this.actors.get(this.current ?? '')?.state === 'running'
    return digest([this.now, current && this.current, ...actors, ...late, ...world].join('\n'))
  }
}

/** Returns the state of an actor. If the actor has ended, only that matters. */
function stateOf({ name, state, history, frozen, failed, fellAsleepAt, points }: Actor): string {
  if (state === 'ended' || state === 'dead') return name
  const waiting = points.map(point => `${point.label}${point.ready()}${point.detail()}`)
  return [name, state, history, frozen, failed, state === 'asleep' && fellAsleepAt, ...waiting].join(';')
}

export function digest(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}
