/**
 * Runs the code of the actors. The code of an actor depends only on the answers that it gets and on its clock, so it
 * runs once for each sequence of answers, which leads to a place in the code. If the same sequence occurs in another
 * execution, only the changes that the code makes to the world on its way to the place are repeated.
 */
import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Point } from './moves.ts'

/** After this number of turns of the event loop, an actor that has reached no point counts as lost. */
const MOST_TURNS = 1_000

export type Told = { readonly value: unknown } | { readonly error: unknown }

/** An answer to a call, and the moment at which the actor gets it. */
export interface Answer {
  /** The index of the call among the points of the place. */
  readonly index: number
  readonly told: Told
  /** The store's time. */
  readonly now: number
  /** Milliseconds for which the actor's clock stood still. */
  readonly frozen: number
}

/** A place in the code of an actor. */
export interface Place {
  /** A digest of everything that the actor knows. */
  readonly history: string
  /** The calls for whose answers the code waits. */
  readonly points: readonly Point[]
  readonly isEnd: boolean
  /** How the code came here for the first time; undefined if it begins here. */
  readonly cameFrom: { readonly place: Place; readonly answer: Answer } | undefined
  /** The ways that were taken from here, by the digests of the answers. */
  readonly ways: Map<string, Way>
}

/** The way from one place to the next. */
export interface Way {
  /** The changes that the code makes to the world. */
  readonly changes: readonly (() => void)[]
  /** Whether the actor no longer knows what it knew before. */
  readonly forgets: boolean
  readonly to: Place
}

/** A run of an actor's code. */
export class Run {
  waiting: (Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'> & { readonly point: Point })[] = []
  changes: (() => void)[] = []
  history = ''
  forgets = false
  isEnd = false
  frozen = 0
  /** The names of the swaps, which are the same in each run, by their versions. */
  readonly #swaps = new Map<string, string>()

  /** Gives the code an answer, and waits until it is at a point again, or has ended. */
  async hear(place: Place, answer: Answer): Promise<void> {
    const { index, told, frozen } = answer
    Object.assign(this, { changes: [], forgets: false, frozen })
    this.history = digest(place.history + digestOf(answer))
    const [call] = this.waiting.splice(index, 1)
    if ('error' in told) call?.reject(told.error)
    else call?.resolve(told.value)
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      await setImmediate()
      if (this.waiting.length > 0 || this.isEnd) return
    }
    throw new Error('an actor waits for something that is no point of the simulation')
  }

  /** Begins to know only this. */
  know(remembers: string): void {
    this.history = digest(remembers)
    // the names of the next swaps depend only on what is remembered
    this.#swaps.clear()
    this.forgets = true
  }

  /** Returns the name of a swap; a swap that is repeated has the same version. */
  nameOf(version: string): string {
    const name = this.#swaps.get(version) ?? `${this.history} ${this.#swaps.size}`
    this.#swaps.set(version, name)
    return name
  }
}

/** The simulation, as its actors' code sees it. */
interface Host {
  now: number
  /** The run that is at work. */
  run: Run | undefined
}

/** The code of one actor. */
export class Code {
  readonly begin: Place
  readonly #places = new Map<string, Place>()
  readonly #start: (run: Run) => void
  readonly #host: Host
  #latest: { readonly run: Run; readonly place: Place }

  /** `start` starts the code, which calls its first point at once. */
  constructor(start: (run: Run) => void, host: Host) {
    this.#start = start
    this.#host = host
    const run = this.#started()
    this.begin = placeOf(run, undefined)
    this.#latest = { run, place: this.begin }
  }

  /** Returns the way from a place that no execution has taken before. */
  async after(place: Place, answer: Answer): Promise<Way> {
    const { told } = answer
    // later executions change the world, but not what was answered
    const kept = { ...answer, told: 'error' in told ? told : { value: structuredClone(told.value) } }
    const run = this.#latest.place === place ? this.#latest.run : await this.#runTo(place)
    await this.#hear(run, place, kept)
    const { history, changes, forgets } = run
    const to = this.#places.get(history) ?? placeOf(run, { place, answer: kept })
    this.#places.set(history, to)
    this.#latest = { run, place: to }
    const way = { changes, forgets, to }
    place.ways.set(digestOf(answer), way)
    return way
  }

  #started(): Run {
    const run = new Run()
    this.#host.run = run
    this.#start(run)
    this.#host.run = undefined
    return run
  }

  /** Runs the code again, until it is at a place. */
  async #runTo({ cameFrom }: Place): Promise<Run> {
    if (!cameFrom) return this.#started()
    const run = await this.#runTo(cameFrom.place)
    await this.#hear(run, cameFrom.place, cameFrom.answer)
    return run
  }

  async #hear(run: Run, place: Place, answer: Answer): Promise<void> {
    const { now } = this.#host
    Object.assign(this.#host, { now: answer.now, run })
    await run.hear(place, answer)
    Object.assign(this.#host, { now, run: undefined })
  }
}

function placeOf({ history, waiting, isEnd }: Run, cameFrom: Place['cameFrom']): Place {
  return { history, points: waiting.map(({ point }) => point), isEnd, cameFrom, ways: new Map() }
}

/** Returns the digest of an answer: the code does the same after two answers with the same digest. */
export function digestOf({ index, told, now, frozen }: Answer): string {
  return digest(`${index} ${now} ${frozen} ${toldText(told)}`)
}

export function attempt(run: () => unknown): Told {
  try {
    return { value: run() }
  } catch (error) {
    return { error }
  }
}

/** Errors of different codes may have one text. */
export function toldText(told: Told): string {
  if (!('error' in told)) return JSON.stringify([told.value])
  return `${told.error} ${(told.error as { code?: string } | undefined)?.code}`
}

export function digest(text: string): string {
  return hash('sha1', text, 'base64')
}
