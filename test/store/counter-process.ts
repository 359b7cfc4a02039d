/** Counts up its own number in a record that it shares with others, and says each number after it is stored. */
import { writeSync } from 'node:fs'
import { openEmbeddedStore } from '../../lib/store/embedded.ts'
import { update } from '../../lib/store/update.ts'

const [file = '', worker = ''] = process.argv.slice(2)
const store = openEmbeddedStore(file)

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
