/** Takes a backup of a store in a test; the returned function restores it. */
import type { Store } from '../../../lib/core/store/store.ts'

export async function restoreOf(store: Store): Promise<() => Promise<void>> {
  const { keys } = await store.keys('')
  const { records } = await store.readMany(keys)
  return async () => {
    for (const key of (await store.keys('')).keys) {
      const { record } = await store.read(key)
      if (record) await store.remove(key, record.version)
    }
    for (const [at, key] of keys.entries()) {
      const record = records[at]
      if (record) await store.swap(key, undefined, { value: record.value, version: crypto.randomUUID() })
    }
  }
}
