/** One execution of a world: actors, their points, and time. Nothing happens unless a move is made. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Actor, createActor, type Late } from './actors.ts'
import type { Bounds, Point } from './moves.ts'

/** Milliseconds since the epoch at which every story begins. */
const BEGIN = Date.UTC(2026, 5, 15)

/** Turns of the event loop after which an actor that reaches no point is taken for lost. */
const MOST_TURNS = 1_000

export interface SimulationOptions {
  readonly bounds: Bounds
  /** Milliseconds by which time may pass. */
  readonly steps: readonly number[]
  /** The clock of a process that sleeps stands still, as on a machine that is suspended. */
  readonly freezes?: boolean | undefined
}

/** The store loses some of the writes that no durable write has covered. */
export interface Failover {
  readonly name: string
  happen(): void
}

type GivenPoint<T> = Pick<Point, 'actor' | 'label'> & Partial<Point> & { run(): T }

export class Simulation {
  /** The store's time. */
  now = BEGIN
  /** What has happened, for people. */
  readonly story: string[] = []
  readonly actors = new Map<string, Actor>()
  /** Calls that are still on their way. */
  late: Late[] = []
  /** Who made the last move. */
  current: string | undefined
  /** How often the store has changed. */
  changes = 0
  /** How the store may lose its last writes. */
  failovers: () => readonly Failover[] = () => []
  /** It makes moves that were made before, after which everybody's history is known. */
  replays = false
  /** What the world has, for telling two states apart. */
  readonly worldState: (() => string)[] = []
  readonly options: SimulationOptions

  constructor(options: SimulationOptions) {
    this.options = options
  }

  /** An actor that starts when its turn comes. */
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

  /** Stops the actor at a point, until a move lets it go on. */
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
   * Lets a person do one of several things, at any time. `remembers` is all that the person knows of what was before: two
   * people who remember the same do the same.
   */
  async choose<T extends string>(name: string, options: readonly T[], remembers: string): Promise<T> {
    const actor = this.actors.get(name)
    if (actor) actor.history = digest(remembers)
    const points = options.map(label => this.point({ actor: name, label, idle: true, run: () => label }))
    const chosen = await Promise.race(points)
    if (actor) actor.points = []
    return chosen
  }

  /** Waits until somebody has changed the store or time has passed; at once if the actor repeats a call that failed. */
  waitOf(name: string): () => Promise<void> {
    return () => {
      const actor = this.actors.get(name)
      const [since, seen, failed] = [this.now, actor?.seen ?? 0, actor?.failed]
      const ready = () => failed === true || this.changes > seen || this.now > since
      return this.point({ actor: name, label: 'waits', ready, run: () => undefined })
    }
  }

  /** Notes that an actor has seen the store as it is. */
  sawStore(name: string): void {
    const actor = this.actors.get(name)
    if (actor) actor.seen = this.changes
  }

  /** Lets everybody run until all are at a point. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      await setImmediate()
      const actors = [...this.actors.values()]
      if (!actors.some(({ state, points }) => state === 'running' && points.length === 0)) return
    }
    throw new Error('an actor waits for something that is no point of the simulation')
  }

  /** How far everybody has come, by their names. */
  get histories(): ReadonlyMap<string, string> {
    return new Map([...this.actors.values()].map(({ name, history }) => [name, history]))
  }

  /** Ends a replay: everybody has come as far as this. */
  endReplay(histories: ReadonlyMap<string, string>): void {
    for (const actor of this.actors.values()) actor.history = histories.get(actor.name) ?? ''
    this.replays = false
  }

  /** Who can never go on, once no move is possible. */
  get stuck(): string[] {
    return [...this.actors.values()].flatMap(({ name, state, points }) =>
      state === 'running' ? [`${name} at ${points.map(({ label }) => label).join(', ')}`] : [],
    )
  }

  /** A digest of everything that the future depends on. */
  state(): string {
    const actors = [...this.actors.values()].map(stateOf)
    const late = this.late.map(({ label, until }) => `${label}${until}`)
    const world = this.worldState.map(read => read())
    const current = this.actors.get(this.current ?? '')?.state === 'running'
    return digest([this.now, current && this.current, ...actors, ...late, ...world].join('\n'))
  }
}

/** Of one that is gone nothing matters any more. */
function stateOf({ name, state, history, frozen, failed, fellAsleepAt, points }: Actor): string {
  if (state === 'ended' || state === 'dead') return name
  const waiting = points.map(point => `${point.label}${point.ready()}${point.detail()}`)
  return [name, state, history, frozen, failed, state === 'asleep' && fellAsleepAt, ...waiting].join(';')
}

export function digest(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}
