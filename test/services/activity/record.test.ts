import { expect, test } from 'vitest'
import type { Act } from '../../../lib/services/activity/entry.ts'
import { recordServedRelease } from '../../../lib/services/activity/record.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

test('a release is recorded when it is first seen, and again if it comes back after another', async () => {
  const store = createMemoryStore()
  const acts: Act[] = []
  const activity = { record: async (act: Act) => void acts.push(act) }
  for (const [at, release] of ['a', 'a', 'b', 'b', 'a'].entries())
    await recordServedRelease({ release, version: at, by: 'cron', request: 'r' }, { store, activity })
  expect(acts.map(({ what }) => what)).toEqual([
    { release: 'a', version: 0 },
    { release: 'b', version: 2 },
    { release: 'a', version: 4 },
  ])
})
