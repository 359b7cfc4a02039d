/** Stores devices' states after their answers. A store that fails, or is late, is not called for a minute. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment } from '../../core/config/deployment.ts'
import { AppError, messageOf } from '../../core/errors.ts'
import type { Noted, Trace } from '../../core/http/trace.ts'
import type { DeviceState } from '../../core/release/device-state.ts'
import type { Store } from '../../core/store/store.ts'
import { update } from '../../core/store/update.ts'
import { DEVICE_STATE_PREFIX, deviceStateFormat, recordStatement, type Statement } from './device-states.ts'

/** The milliseconds that an answer waits for the store. */
const DEADLINE = 1_500

/** The milliseconds until a failed store is called again. */
const RETRY_AFTER = 60_000

export interface ReporterDeps {
  /** Returns the store, which the first call may open; undefined if there is none. */
  readonly store: () => Store | undefined | Promise<Store | undefined>
  readonly deployment: Deployment
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<unknown>) | undefined
  /** Logs `device_state_unstored`. The device may already have its answer then. */
  readonly note?: ((event: string, facts: Readonly<Record<string, Noted>>) => void) | undefined
  /** Returns the day of a moment in the company's time zone. */
  readonly dayOf?: ((moment: number) => string) | undefined
}

export function createReporter(deps: ReporterDeps) {
  const { store, deployment, now, wait = defaultWait, note, dayOf } = deps
  const known = new Map<string, DeviceState>()
  let retryAt = 0

  const writeState = async (statement: Statement) => {
    const opened = await store()
    if (!opened) return 'no store'
    const key = `${DEVICE_STATE_PREFIX}${statement.name}`
    const transition = recordStatement(statement, dayOf)
    const record = { key, format: deviceStateFormat, transition }
    const { outcome, state } = await update(opened, record, { deadline: DEADLINE })
    known.set(statement.name, state)
    return outcome
  }

  /** Returns why the statement is not stored; undefined if it has to be. */
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
    /** Stores a statement within the deadline; undefined if there is nothing to store. Never rejects. */
    record(statement: Statement, trace: Trace): Promise<void> | undefined {
      const outcome = settled(statement)
      trace.note('device-state', outcome ?? 'after the answer')
      return outcome === undefined ? recordInStore(statement, trace) : undefined
    },
  }
}

type Wait = typeof defaultWait

/** @throws AppError `store_unavailable` if the work takes longer */
async function withinDeadline<T>(work: Promise<T>, wait: Wait): Promise<T> {
  const timer = new AbortController()
  const late = wait(DEADLINE, timer.signal).then(() => {
    const what = `the store took over ${DEADLINE} ms`
    throw new AppError('store_unavailable', `Cannot store the device state: ${what}`)
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
