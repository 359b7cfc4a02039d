/** Watches durable swaps. A swap that no replica confirms counts as done, but the status message says so. */
import { randomUUID } from 'node:crypto'
import { afterAnswer } from '../http/after-answer.ts'
import type { Store, SwapAnswer } from './store.ts'
import type { Durability } from './stored-records.ts'
import { uncheckedFormat, update } from './update.ts'

const KEY = 'store/durability'

const format = uncheckedFormat<Durability>()

/** Returns undefined if nothing durable was ever written. @throws AppError `store_unavailable` */
export async function readDurability(store: Store): Promise<Durability | undefined> {
  const { record } = await store.read(KEY)
  return record && format.parse(record.value)
}

const TEST_LIFETIME = 60_000

/** Writes a test record, and stores whether a replica confirmed it. @throws AppError `store_unavailable` */
export async function testDurability(store: Store): Promise<Durability | undefined> {
  const id = randomUUID()
  const watched = watchDurability(store, { note: () => undefined })
  const next = { value: 'a test', version: id, ttl: TEST_LIFETIME, durable: true }
  await watched.swap(`store/test/${id}`, undefined, next)
  return readDurability(store)
}

/** Records changes of `confirmed`, on the host after the answer. @param note logs a change to unconfirmed */
export function watchDurability(
  store: Store,
  { note }: { note: (event: string, facts: Readonly<Record<string, boolean>>) => void },
): Store {
  let last: boolean | undefined
  const watch = async ({ confirmed }: SwapAnswer): Promise<void> => {
    if (confirmed === undefined || confirmed === last) return
    last = confirmed
    if (!confirmed) note('store_durability', { confirmed })
    // the swap must not fail if this record could not be written, so the next swap writes the record again
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
