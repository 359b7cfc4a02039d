import { createMemoryStore } from '../../helpers/memory-store.ts'
import { describeStore } from './contract/describe.ts'

describeStore('createMemoryStore()', async () => {
  const clock = { now: 1_700_000_000_000 }
  const store = createMemoryStore({ now: () => clock.now })
  return {
    store,
    another: async () => ({ ...store, close: async () => undefined }),
    async pass(milliseconds) {
      clock.now += milliseconds
    },
    close: () => store.close(),
  }
})
