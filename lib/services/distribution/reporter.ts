/**
 * Stores device states without ever delaying a device for long. On the host the device gets its answer first. A `have`
 * that changes nothing is not stored again for twelve hours. If the store fails, or does not answer in time, the
 * reporter does not call it for a minute. A failure is only logged.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment } from '../../core/config/deployment.ts'
import { AppError, messageOf } from '../../core/errors.ts'
import type { Noted, Trace } from '../../core/http/trace.ts'
import type { DeviceState } from '../../core/release/device-state.ts'
import type { Store } from '../../core/store/store.ts'
import { update } from '../../core/store/update.ts'
import { DEVICE_STATE_PREFIX, deviceStateFormat, recordStatement, type Statement } from './device-states.ts'

/** The maximum time in milliseconds that an answer waits for the store. */
const DEADLINE = 1_500

/** Milliseconds for which the reporter does not use a store that failed. */
const RETRY_AFTER = 60_000

export interface ReporterDeps {
  /** The store, which the first call may open; undefined if there is none. */
  readonly store: () => Store | undefined | Promise<Store | undefined>
  readonly deployment: Deployment
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<unknown>) | undefined
  /** Logs `device_state_unstored`. The device may already have its answer then. */
  readonly note?: ((event: string, facts: Readonly<Record<string, Noted>>) => void) | undefined
  /** The day of a moment in the company's time zone. */
  readonly dayOf?: ((moment: number) => string) | undefined
}

export interface Reporter {
  /**
   * Records a statement; undefined if there is nothing to store. Never rejects, and ends within the deadline. The trace
   * may end before the write does.
   */
  record(statement: Statement, trace: Trace): Promise<void> | undefined
}

export function createReporter({
  store,
  deployment,
  now,
  wait = defaultWait,
  note,
  dayOf,
}: ReporterDeps): Reporter {
  const known = new Map<string, DeviceState>()
  let retryAt = 0

  const writeState = async (statement: Statement) => {
    const opened = await store()
    if (!opened) return 'no store'
    const key = `${DEVICE_STATE_PREFIX}${statement.name}`
    const transition = recordStatement(statement, dayOf)
    const { outcome, state } = await update(
      opened,
      { key, format: deviceStateFormat, transition },
      { deadline: DEADLINE },
    )
    known.set(statement.name, state)
    return outcome
  }

  /** The reason not to store a statement; undefined if it has to be stored. */
  const settled = (statement: Statement): string | undefined => {
    if (deployment === 'preview') return 'not in a preview'
    const decision = recordStatement(statement)(known.get(statement.name), now())
    if ('keep' in decision) return decision.result.outcome
    return now() < retryAt ? 'store not tried' : undefined
  }

  const recordInStore = async (statement: Statement, trace: Trace) => {
    try {
      trace.note('device-state', await withinDeadline(writeState(statement), wait))
    } catch (error) {
      retryAt = now() + RETRY_AFTER
      const reason = messageOf(error)
      trace.note('device-state', 'store unavailable')
      trace.note('store', reason)
      note?.('device_state_unstored', { device: statement.name, store: reason })
    }
  }

  return {
    record(statement, trace) {
      const outcome = settled(statement)
      trace.note('device-state', outcome ?? 'after the answer')
      return outcome === undefined ? recordInStore(statement, trace) : undefined
    },
  }
}

type Wait = typeof defaultWait

/**
 * Limits the time of `work`.
 * @throws AppError `store_unavailable` if the work takes longer
 */
async function withinDeadline<T>(work: Promise<T>, wait: Wait): Promise<T> {
  const timer = new AbortController()
  const late = wait(DEADLINE, timer.signal).then(() => {
    throw new AppError(
      'store_unavailable',
      `Cannot store the device state: the store took over ${DEADLINE} ms`,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
    late.catch(() => undefined)
    work.catch(() => undefined)
  }
}

function defaultWait(milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return delay(milliseconds, undefined, { signal, ref: false })
}
