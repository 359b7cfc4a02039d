/**
 * Writes sightings without ever standing in a device's way: what this instance already knows needs no store, a store
 * that does not answer at once is left alone for a minute, and a failure is a note in the log.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Trace } from '../http/trace.ts'
import type { Store } from '../store/store.ts'
import { update } from '../store/update.ts'
import { SIGHTING_PREFIX, type Sighting, type Statement, see, sightingFormat } from './device-states.ts'

/** How long an answer waits for the store, in milliseconds. */
const DEADLINE = 1_500

/** How long a store that failed is left alone, in milliseconds. */
const PAUSE = 60_000

export interface ReporterDeps {
  /** The store, where there is one; it may be opened only now. */
  readonly store: () => Store | undefined | Promise<Store | undefined>
  readonly deployment: Deployment
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<unknown>) | undefined
}

export interface Reporter {
  /** Records a statement; never rejects, and ends within the deadline. */
  record(statement: Statement, trace: Trace): Promise<void>
}

export function createReporter({ store, deployment, now, wait = defaultWait }: ReporterDeps): Reporter {
  const known = new Map<string, Sighting>()
  let pausedUntil = 0

  const writeSighting = async (statement: Statement) => {
    const opened = await store()
    if (!opened) return 'no store'
    const key = `${SIGHTING_PREFIX}${statement.name}`
    const transition = see(statement)
    const { seen, sighting } = await update(
      opened,
      { key, format: sightingFormat, transition },
      { deadline: DEADLINE },
    )
    known.set(statement.name, sighting)
    return seen
  }

  const withinDeadline = async <T>(work: Promise<T>): Promise<T> => {
    const timer = new AbortController()
    const late = wait(DEADLINE, timer.signal).then(() => {
      throw new AppError('store_unavailable', `Cannot note the device: the store took over ${DEADLINE} ms`)
    })
    try {
      return await Promise.race([work, late])
    } finally {
      timer.abort()
      late.catch(() => undefined)
      work.catch(() => undefined)
    }
  }

  return {
    async record(statement, trace) {
      if (deployment === 'preview') return trace.note('sighting', 'not in a preview')
      const decision = see(statement)(known.get(statement.name), now())
      if ('keep' in decision) return trace.note('sighting', decision.result.seen)
      if (now() < pausedUntil) return trace.note('sighting', 'store left alone')
      try {
        trace.note('sighting', await withinDeadline(writeSighting(statement)))
      } catch (error) {
        pausedUntil = now() + PAUSE
        trace.note('sighting', 'store unavailable')
        trace.note('store', error instanceof Error ? error.message : String(error))
      }
    },
  }
}

function defaultWait(milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return delay(milliseconds, undefined, { signal, ref: false })
}
