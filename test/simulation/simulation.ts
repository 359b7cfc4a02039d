/**
 * One world at one moment: its actors, the calls under way, its time, and the data of its store and remotes. Only moves
 * change anything. The moment can be kept, and restored.
 */
import { type Actor, createActor, type Late } from './actors.ts'
import type { Bounds, Point } from './moves.ts'
import { attempt, Code, digest, digestOf, type Run, toldText } from './places.ts'

/** The time at which every story begins, in milliseconds since the epoch. */
const BEGIN = Date.UTC(2026, 5, 15)

export interface SimulationOptions {
  readonly bounds: Bounds
  /** The numbers of milliseconds by which time may pass in one move. */
  readonly steps: readonly number[]
  /** Whether the clock of a sleeping process stands still, as on a suspended machine. */
  readonly freezes?: boolean | undefined
  /** Whether the events are told as a story. */
  readonly tells?: boolean | undefined
}

/** A failover: the store loses some of the writes that no durable write has followed. */
export interface Failover {
  readonly name: string
  happen(): void
}

/** Data of the world at one moment. */
interface Kept {
  /** A text that distinguishes the data from other data. */
  readonly text: string
  restore(): void
}

/** Everything that changes. */
export type Moment = Pick<Simulation, 'now' | 'current' | 'changes' | 'late'> & {
  readonly actors: readonly Actor[]
  readonly world: readonly Kept[]
}

type GivenPoint<T> = Pick<Point, 'actor' | 'label'> & Partial<Point> & { run(): T }

export class Simulation {
  /** The store's time. */
  now = BEGIN
  /** The events so far, for people. */
  readonly story: string[] = []
  readonly actors = new Map<string, Actor>()
  /** The calls that are still under way. */
  late: readonly Late[] = []
  /** The actor that made the last move. */
  current: string | undefined
  /** The number of changes of the store. */
  changes = 0
  /** Returns the ways in which the store may lose its last writes; none if failovers are not tried. */
  failovers: () => readonly Failover[] = () => []
  /** The run of an actor's code that is at work. */
  run: Run | undefined
  readonly #world: (() => Kept)[] = []
  /** Unexpected errors. */
  readonly faults: string[] = this.share([])
  readonly options: SimulationOptions

  constructor(options: SimulationOptions) {
    this.options = options
  }

  /** @throws Error if no actor's code is at work */
  get atWork(): Run {
    if (!this.run) throw new Error('no code of an actor is at work')
    return this.run
  }

  /** Adds an actor, which starts at its turn. */
  actor(name: string, work: () => Promise<void>): void {
    const start = (run: Run) => {
      const end = () => {
        run.isEnd = true
      }
      const started = this.point({ actor: name, label: 'starts', idle: true, run: () => undefined })
      void started.then(work).then(end, (error: unknown) => {
        this.change(() => this.faults.push(`${name} fails: ${error}`))
        end()
      })
    }
    this.actors.set(name, createActor(name, new Code(start, this)))
  }

  /**
   * Makes an object or an array a part of the world: its content is kept and restored, as JSON. Actors read it only
   * with `look`, and change it only with `change`, or both in the `run` of a point.
   */
  share<T extends object>(data: T): T {
    this.keeps(() => {
      const text = JSON.stringify(data)
      return { text, restore: () => refill(data, JSON.parse(text)) }
    })
    return data
  }

  /** Makes other data a part of the world: `keep` returns the present data, which later changes must not change. */
  keeps(keep: () => Kept): void {
    this.#world.push(keep)
  }

  /** Changes the world. The code of an actor makes the change in each execution in which it comes to the same place. */
  change(change: () => void): void {
    if (this.run) this.run.changes.push(change)
    else change()
  }

  /** Lets an actor see the world as it is, or change it, before any other actor moves. */
  look<T>(actor: string, run: () => T): Promise<Awaited<T>> {
    return this.point({ actor, label: 'looks', isInstant: true, run })
  }

  tell(actor: string, what: string): void {
    if (!this.options.tells) return
    this.change(() => {
      const seconds = ((this.now - BEGIN) / 1000).toFixed(1).padStart(8)
      this.story.push(`${seconds} s  ${actor}: ${what}`)
    })
  }

  /** The own clock of the actor at work. */
  readonly clock = () => this.now - BEGIN - this.atWork.frozen

  /** Stops the actor at a point until a move continues it. */
  point<T>(given: GivenPoint<T>): Promise<Awaited<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const point: Point = {
      faults: [],
      ready: () => true,
      content: () => '',
      failure: () => new Error('lost'),
      outage: () => undefined,
      lateness: 0,
      idle: false,
      isInstant: false,
      isRepeatable: false,
      ...given,
    }
    this.atWork.waiting.push({ point, resolve, reject })
    return promise as Promise<Awaited<T>>
  }

  /** Begins a new process of the actor at work, which knows only the time and what it `remembers`. */
  begins(remembers: string): void {
    this.atWork.know(`${remembers} ${this.now} ${this.atWork.frozen}`)
  }

  /**
   * Lets a person do one of several things, at any time. `remembers` is everything that the person knows of the past:
   * two people who remember the same do the same.
   */
  async choose<T extends string>(name: string, options: readonly T[], remembers: string): Promise<T> {
    const run = this.atWork
    run.know(remembers)
    const points = options.map(label => this.point({ actor: name, label, idle: true, run: () => label }))
    const chosen = await Promise.race(points)
    run.waiting = []
    return chosen
  }

  /**
   * Returns a function that waits until another actor has changed the store or time has passed. If the actor repeats a
   * failed call, the function does not wait.
   */
  waitOf(name: string): () => Promise<void> {
    const ready = () => {
      const actor = this.actors.get(name)
      return actor !== undefined && (actor.failed || this.#isBehind(actor) || this.now > actor.arrivedAt)
    }
    return () => this.point({ actor: name, label: 'waits', ready, run: () => undefined })
  }

  /** Records that an actor has seen the present state of the store. */
  sawStore(name: string): void {
    const actor = this.actors.get(name)
    if (actor) actor.seen = this.changes
  }

  /** Hands each actor the answers that have arrived for it. */
  async settle(): Promise<void> {
    for (const actor of this.actors.values())
      while (actor.state === 'running' && actor.heard) await this.#hear(actor, actor.heard)
  }

  async #hear(actor: Actor, heard: NonNullable<Actor['heard']>): Promise<void> {
    const { place, frozen, code } = actor
    const answer = { ...heard, now: this.now, frozen }
    const { changes, forgets, to } = place.ways.get(digestOf(answer)) ?? (await code.after(place, answer))
    Object.assign(actor, { place: to, arrivedAt: this.now, heard: undefined })
    if (forgets) Object.assign(actor, { unheard: '', failed: false })
    if (to.isEnd) actor.state = 'ended'
    for (const change of changes) change()
    const index = to.points.findIndex(({ isInstant }) => isInstant)
    if (index !== -1) actor.heard = { index, told: attempt(() => to.points[index]?.run()) }
  }

  /** The actors that wait although no move is possible any more. */
  get stuck(): string[] {
    return [...this.actors.values()].flatMap(({ name, state, place }) =>
      state === 'running' ? [`${name} at ${place.points.map(({ label }) => label).join(', ')}`] : [],
    )
  }

  keep(): Moment {
    const { now, current, changes, late } = this
    const actors = [...this.actors.values()].map(actor => ({ ...actor }))
    return { now, current, changes, late, actors, world: this.#world.map(keep => keep()) }
  }

  restore({ actors, world, ...rest }: Moment): void {
    Object.assign(this, rest)
    for (const actor of actors) Object.assign(this.actors.get(actor.name) ?? {}, actor)
    for (const kept of world) kept.restore()
  }

  #isBehind({ seen }: Actor): boolean {
    return this.changes > seen
  }

  /** Returns a digest of everything on which the future depends at the present moment, which was just kept. */
  stateAt({ now, late, actors, world, current }: Moment): string {
    const calls = late.map(({ label, content, until }) => `${label}${content}${until}`)
    const isAtWork = this.actors.get(current ?? '')?.state === 'running'
    const texts = [
      ...actors.map(actor => this.#stateOf(actor, now)),
      ...calls,
      ...world.map(({ text }) => text),
    ]
    return digest([now, isAtWork && current, ...texts].join('\n'))
  }

  /** Returns the state of an actor. If the actor has ended, only that matters. */
  #stateOf(actor: Actor, now: number): string {
    const { name, state, place, heard, frozen, failed, unheard, fellAsleepAt } = actor
    if (state === 'ended' || state === 'dead') return `${name} ${state}`
    // when the actor fell asleep counts only if its clock stands still
    const slept = this.options.freezes ? fellAsleepAt : now > fellAsleepAt
    const asleep = state === 'asleep' && `${slept} ${heard && heard.index + toldText(heard.told)}`
    const ready = place.points.map(point => point.ready())
    // the actor may reach a place where it waits for a change that it has not seen
    return [name, place.history, frozen, failed, unheard, asleep, this.#isBehind(actor), ...ready].join(';')
  }
}

/** Gives an object or an array, of which there may be other references, another content. */
function refill(data: object, content: object): void {
  if (Array.isArray(data)) data.length = 0
  for (const key of Object.keys(data)) if (!(key in content)) Reflect.deleteProperty(data, key)
  Object.assign(data, content)
}
