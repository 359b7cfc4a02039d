/**
 * Watches whether a replica confirms durable swaps. If none does (no replica answered, or the store does not support
 * WAIT), the swap still counts as done. The status message shows whether swaps are confirmed.
 */
import { randomUUID } from 'node:crypto'
import { afterAnswer } from '../http/after-answer.ts'
import type { Store, SwapAnswer } from './store.ts'
import type { Durability } from './stored-records.ts'
import { uncheckedFormat, update } from './update.ts'

const KEY = 'store/durability'

const format = uncheckedFormat<Durability>()

/**
 * The stored durability; undefined if nothing durable was ever written.
 * @throws AppError `store_unavailable`
 */
export async function readDurability(store: Store): Promise<Durability | undefined> {
  const { record } = await store.read(KEY)
  return record && format.parse(record.value)
}

/** The lifetime in milliseconds of the record with which the store is tested. */
const TEST_LIFETIME = 60_000

/**
 * Writes a test record to find out whether the store confirms a durable swap, and stores the answer for the status
 * message.
 * @throws AppError `store_unavailable`
 */
export async function testDurability(store: Store): Promise<Durability | undefined> {
  const id = randomUUID()
  const watched = watchDurability(store, { note: () => undefined })
  const next = { value: 'a test', version: id, ttl: TEST_LIFETIME, durable: true }
  await watched.swap(`store/test/${id}`, undefined, next)
  return readDurability(store)
}

/**
 * Wraps the store, and records whether durable swaps are confirmed, each time that this changes; `note` logs a change
 * to unconfirmed. On the host, no answer waits until the record is written.
 */
export function watchDurability(
  store: Store,
  { note }: { note: (event: string, facts: Readonly<Record<string, boolean>>) => void },
): Store {
  let last: boolean | undefined
  const watch = async ({ confirmed }: SwapAnswer): Promise<void> => {
    if (confirmed === undefined || confirmed === last) return
    last = confirmed
    if (!confirmed) note('store_durability', { confirmed })
    // the swap itself must not fail because this record could not be written; the next swap writes the record again
    const kept = keep(store, confirmed).catch(() => {
      last = undefined
    })
    await afterAnswer(kept)
  }
  return {
    ...store,
    async swap(key, expected, next) {
      const answer = await store.swap(key, expected, next)
      await watch(answer)
      return answer
    },
  }
}

function keep(store: Store, confirmed: boolean): Promise<undefined> {
  return update<Durability, undefined>(store, {
    key: KEY,
    format,
    transition: (current, now) =>
      current?.confirmed === confirmed
        ? { keep: true, result: undefined }
        : { write: { confirmed, since: new Date(now).toISOString() }, result: undefined },
  })
}
