/** The log entries about the end of the activity log that a caller sends. */
import { expect, test } from 'vitest'
import { witnessFor } from '../../lib/app/witness.ts'
import { witnessText } from '../../lib/services/activity/witness.ts'
import { createMemoryStore, OUTAGE } from '../helpers/memory-store.ts'

const SECRETS = [{ epoch: '1', secret: Buffer.alloc(32, 7) }] as const
const WITNESS = { seq: 7, digest: 'a'.repeat(64), at: '2026-10-01T00:00:00.000Z' }

test.each([
  { name: 'a store that lacks the entry', failure: undefined, event: 'store_older' },
  { name: 'a store that cannot be read', failure: OUTAGE, event: 'witness_unread' },
])('$name: $event', async ({ failure, event }) => {
  const store = createMemoryStore()
  store.failure = failure
  const events: string[] = []
  const deps = {
    config: { secrets: () => SECRETS, deployment: 'production' as const },
    store: () => store,
    note: (noted: string) => void events.push(noted),
  }
  expect(await witnessFor(witnessText(WITNESS, SECRETS) ?? '', 'hana:admin:1', deps as never)).toBeUndefined()
  expect(events).toEqual([event])
})
