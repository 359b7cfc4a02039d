/**
 * Remembers what a request has read or assumes to be absent, so that an update begins without a read. This is safe,
 * because a swap is done only if the record still is as remembered.
 */
import type { ReadAnswer, Store, StoredRecord } from '../store.ts'

/** @param clock milliseconds that never go back; they advance the store's time from the arrival of an answer on */
export function recallingStore(store: Store, { clock }: { readonly clock: () => number }): Store {
  const known = new Map<string, ReadAnswer & { readonly arrived: number }>()
  let last: { readonly now: number; readonly arrived: number } | undefined
  const remember = (key: string, record: StoredRecord | undefined, now: number) => {
    last = { now, arrived: clock() }
    known.set(key, { record, ...last })
  }
  return {
    ...store,
    recall(keys) {
      const answers = keys.flatMap(key => known.get(key) ?? [])
      for (const key of keys) known.delete(key)
      if (answers.length < keys.length) return undefined
      const times = answers.map(({ now, arrived }) => now + Math.floor(clock() - arrived))
      return { records: answers.map(({ record }) => record), now: Math.min(...times) }
    },
    assumeNone(keys) {
      if (last) for (const key of keys) known.set(key, { record: undefined, ...last })
    },
    async read(key) {
      const answer = await store.read(key)
      remember(key, answer.record, answer.now)
      return answer
    },
    async readMany(keys) {
      const answer = await store.readMany(keys)
      for (const [at, key] of keys.entries()) remember(key, answer.records[at], answer.now)
      return answer
    },
    async swap(key, expected, next) {
      for (const other of [key, ...(next.also ?? []).map(also => also.key)]) known.delete(other)
      return store.swap(key, expected, next)
    },
    async remove(key, expected) {
      known.delete(key)
      return store.remove(key, expected)
    },
  }
}
