import { expect, test } from 'vitest'
import type { AnsweredWrite } from '../../../lib/core/http/handler.ts'
import { type Act, entryLine, parseEntry } from '../../../lib/services/activity/entry.ts'
import { createActivityRecord, recordServedRelease } from '../../../lib/services/activity/record.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

const CALL = { body: new Uint8Array(), params: {}, trace: { id: 'r' } }

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

test('an entry names the approval of its caller, or the one that the endpoint has noted', async () => {
  const store = createMemoryStore()
  const activity = createActivityRecord({ store: () => store, now: () => 0, note: () => undefined })
  const caller = { keyid: 'passkey:0123', name: 'Mei', scopes: [] }
  for (const [approval, noted] of [['a', undefined], [undefined, 'b'], []])
    await activity.recordWrite({
      call: { caller: { ...caller, ...(approval && { approval }) }, url: new URL('https://k/'), ...CALL },
      route: { method: 'POST', path: '/api/x', scope: 'approve', handle: async () => new Response() },
      status: 200,
      notes: noted ? { approval: noted } : {},
    } as unknown as AnsweredWrite)
  const { entries } = await activity.page({ limit: 10 })
  expect(entries.map(({ approval, what }) => [approval, what])).toEqual([
    ['a', {}],
    ['b', {}],
    [undefined, {}],
  ])
  const lines = entries.map(({ digest, ...entry }) => entryLine(entry))
  expect(lines.map(line => line.includes('"approval"'))).toEqual([true, true, false])
  expect(lines.map(parseEntry)).toEqual(entries.map(({ digest, ...entry }) => entry))
})
