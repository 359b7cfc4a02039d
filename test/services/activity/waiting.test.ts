import { expect, test } from 'vitest'
import { createCore } from '../../../lib/app/core.ts'
import { noticesOf } from '../../../lib/app/notices.ts'
import { createCalendar } from '../../../lib/core/language/calendar.ts'
import type { Act } from '../../../lib/services/activity/entry.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import { MOST_ENTRIES, monthWaiting, OLDEST, readWaiting } from '../../../lib/services/activity/waiting.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

const calendar = createCalendar('Asia/Tokyo')
const FIRST = Date.parse('2026-08-31T15:00:00Z')
const ACT: Act = { by: 'x:admin:1', act: 'x', endpoint: 'POST /api/x', what: {}, status: 200, request: 'r' }

test.each([
  { name: 'nothing', waiting: undefined, now: FIRST + OLDEST, want: undefined },
  {
    name: 'less than two months',
    waiting: { at: FIRST, count: 1 },
    now: FIRST + OLDEST - 1,
    want: undefined,
  },
  {
    name: 'two months',
    waiting: { at: FIRST, count: 1 },
    now: FIRST + OLDEST,
    want: { month: '2026-09', said: '2026-11', count: 1 },
  },
  {
    name: 'many entries of a month that is over',
    waiting: { at: FIRST, count: MOST_ENTRIES + 1 },
    now: Date.parse('2026-09-30T15:00:00Z'),
    want: { month: '2026-09', said: '2026-10', count: MOST_ENTRIES + 1 },
  },
  {
    name: 'many entries of this month',
    waiting: { at: FIRST, count: MOST_ENTRIES + 1 },
    now: Date.parse('2026-09-30T14:59:59Z'),
    want: undefined,
  },
])('monthWaiting(): $name', ({ waiting, now, want }) => {
  expect(monthWaiting(waiting, { calendar, now })).toEqual(want)
})

test('a notice names the oldest month after the last removal, once a month', async () => {
  let at = FIRST
  const store = createMemoryStore({ now: () => at })
  const log = createActivityLog({ store: () => store, now: () => at })
  expect(await readWaiting(store)).toBeUndefined()
  for (let count = 0; count < 20; count++, at += 86_400_000) await log.append(ACT)
  expect(await readWaiting(store)).toEqual({ at: FIRST, count: 20 })
  const anchor = JSON.stringify({ seq: 5, digest: 'd', at: '' })
  await store.swap('activity/anchor', undefined, { value: anchor, version: 'v' })
  expect(await readWaiting(store)).toEqual({ at: FIRST + 5 * 86_400_000, count: 15 })
  const core = createCore({
    env: { KURA_LANGUAGE: 'en' },
    now: () => at,
    clock: () => 0,
    fetch,
    log: () => undefined,
    openStore: async () => store,
  })
  const shown = async () =>
    (await noticesOf(core)().list()).notices.filter(({ owner }) => owner === 'activity')
  expect(await shown()).toEqual([])
  at = FIRST + 70 * 86_400_000
  expect(await shown()).toMatchObject([
    {
      key: 'activity/export',
      step: 'waits in 2026-11',
      text: expect.stringContaining('since 2026-09, 15 entries'),
    },
  ])
  at += 31 * 86_400_000
  expect(await shown()).toMatchObject([{ step: 'waits in 2026-12' }])
})
