/**
 * Increments the process's own number in a record that it shares with other processes, and prints each number after it
 * is stored.
 */
import { writeSync } from 'node:fs'
import { messageOf } from '../../../lib/core/errors.ts'
import { openEmbeddedStore } from '../../../lib/core/store/embedded.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { update } from '../../../lib/core/store/update.ts'

const [file = '', worker = ''] = process.argv.slice(2)
const store = failOutright(openEmbeddedStore(file))

for (let count = 0; count < 1_000; count += 1) {
  const mine = await update<Record<string, number>, number>(store, {
    key: 'counts',
    format: { parse: JSON.parse, format: JSON.stringify },
    transition: (current = {}) => {
      const raised = (current[worker] ?? 0) + 1
      return { write: { ...current, [worker]: raised }, result: raised }
    },
  })
  writeSync(1, `${mine}\n`)
}
await store.close()

/**
 * Returns the store, but any failure ends the process: a call must not fail because other processes use the same file.
 */
function failOutright(store: Store): Store {
  const refuse = (cause: unknown): never => {
    throw new Error(messageOf(cause), { cause })
  }
  return {
    ...store,
    read: key => store.read(key).catch(refuse),
    swap: (key, expected, next) => store.swap(key, expected, next).catch(refuse),
  }
}
