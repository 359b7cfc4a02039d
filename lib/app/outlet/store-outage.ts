/**
 * Alerts people that the store does not answer. Notices need the store, so this is an alert, which does not. An
 * instance sends the alert at most once an hour, and only if a second call fails too, because a single fault usually
 * does not last.
 */
import { hasCode, messageOf } from '../../core/errors.ts'
import { afterAnswer } from '../../core/http/after-answer.ts'
import type { Store } from '../../core/store/store.ts'

const HOUR = 3_600_000

export interface OutageDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Sends the alert, whose name is the same in all instances for an hour. */
  readonly alert: (name: string) => Promise<void>
  readonly note: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/** The store with an alert after failed calls. No call waits for the alert. */
export function alertingStore(store: Store, { now, alert, note }: OutageDeps): Store {
  let hour: number | undefined
  const tell = async () => {
    const isDown = await store.read(KEY).then(() => false, isOutage)
    if (!isDown) return
    const current = Math.floor(now() / HOUR)
    if (hour === current) return
    hour = current
    await alert(`store/down/${new Date(current * HOUR).toISOString()}`).catch(error => {
      hour = undefined
      note('alert_failed', { reason: messageOf(error) })
    })
  }
  const watched = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      if (isOutage(error)) void afterAnswer(tell())
      throw error
    }
  }
  return {
    read: key => watched(store.read(key)),
    readMany: keys => watched(store.readMany(keys)),
    swap: (key, expected, next) => watched(store.swap(key, expected, next)),
    remove: (key, expected) => watched(store.remove(key, expected)),
    keys: (prefix, page) => watched(store.keys(prefix, page)),
    close: () => store.close(),
  }
}

/** The key of a test read; any key would do, because the read only shows whether the store answers. */
const KEY = 'store/durability'

function isOutage(error: unknown): boolean {
  return hasCode(error, 'store_unavailable')
}
