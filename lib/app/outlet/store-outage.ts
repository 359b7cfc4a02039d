import { hasCode, messageOf } from '../../core/errors.ts'
import { afterAnswer } from '../../core/http/after-answer.ts'
import type { Store } from '../../core/store/store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface AlertByOutlet {
  readonly outlet: string
  send(): Promise<void>
}

export interface OutageDeps {
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  /** Makes the alerts. All instances give the same `name` in the same hour, so that people see only one alert. */
  readonly alerts: (name: string) => Promise<readonly AlertByOutlet[]>
  readonly note: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

interface Tried {
  readonly failures: number
  /** The time before which no alert is sent again, in milliseconds since the epoch. */
  readonly after: number
}

/** The next alert waits for the next full hour; after failed alerts, it waits 1, 2, 4 … minutes, at most an hour. */
function tried(failures: number, now: number): Tried {
  const nextHour = (Math.floor(now / HOUR) + 1) * HOUR
  return { failures, after: failures === 0 ? nextHour : now + Math.min(MINUTE * 2 ** (failures - 1), HOUR) }
}

/**
 * Alerts if the store fails in a call and also in the test read that follows, because a single failure usually does not
 * last. No call waits for the alert.
 */
export function alertingStore(store: Store, { now, alerts, note }: OutageDeps): Store {
  const outlets = new Map<string, Tried>()
  let isAlerting = false
  let next = 0
  const sendBy = async ({ outlet, send }: AlertByOutlet) => {
    const { failures, after } = outlets.get(outlet) ?? { failures: 0, after: 0 }
    if (now() < after) return
    try {
      await send()
      outlets.set(outlet, tried(0, now()))
    } catch (error) {
      outlets.set(outlet, tried(failures + 1, now()))
      note('alert_failed', { outlet, reason: messageOf(error) })
    }
  }
  const alert = async () => {
    const isDown = await store.read(KEY).then(() => false, isOutage)
    if (!isDown) return
    const hour = new Date(Math.floor(now() / HOUR) * HOUR).toISOString()
    await Promise.all((await alerts(`store/down/${hour}`)).map(sendBy))
    next = Math.min(...[...outlets.values()].map(({ after }) => after), now() + HOUR)
  }
  const alertOnce = async () => {
    if (isAlerting || now() < next) return
    isAlerting = true
    try {
      await alert()
    } catch (error) {
      next = now() + MINUTE
      note('alert_failed', { reason: messageOf(error) })
    } finally {
      isAlerting = false
    }
  }
  const watched = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      if (isOutage(error)) void afterAnswer(alertOnce())
      throw error
    }
  }
  return {
    ...store,
    read: key => watched(store.read(key)),
    readMany: keys => watched(store.readMany(keys)),
    swap: (key, expected, next) => watched(store.swap(key, expected, next)),
    remove: (key, expected) => watched(store.remove(key, expected)),
    keys: (prefix, page) => watched(store.keys(prefix, page)),
  }
}

/** The key of the test read. Any key would do, because the read only shows whether the store answers. */
const KEY = 'store/durability'

function isOutage(error: unknown): boolean {
  return hasCode(error, 'store_unavailable')
}
