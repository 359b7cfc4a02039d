import { expect, test } from 'vitest'
import {
  botsRow,
  capsRow,
  cronRows,
  devicesRow,
  expiryRow,
  noticesRow,
} from '../../../../lib/cli/commands/doctor/work.ts'

const NOW = Date.parse('2026-11-20T00:00:00Z')

test.each([
  ['2027-02-01T00:00:00Z', 'ok', 'release 4, 73 days left'],
  ['2026-12-03T00:00:00Z', 'wrong', 'release 4, 13 days left'],
  ['2026-11-19T00:00:00Z', 'wrong', 'release 4 has expired'],
])('expiryRow() %s', (expires, state, found) => {
  const row = expiryRow('release 4', { check: 'release', expires, mend: 'publish', now: NOW })
  expect(row).toMatchObject({ state, found })
})

test('devicesRow() names those that are behind, silent or not whole', () => {
  const fine = { name: 'a', behind: false, silent: false, whole: true }
  expect(devicesRow([])).toMatchObject({ state: 'ok' })
  expect(devicesRow([fine])).toMatchObject({ state: 'ok' })
  const late = [
    { ...fine, name: 'b', behind: true },
    { ...fine, name: 'c', silent: true },
    { ...fine, name: 'd', whole: false },
  ]
  expect(devicesRow([fine, ...late])).toMatchObject({
    state: 'wrong',
    found: '3 of 4 behind, silent or not whole: b, c, d',
  })
})

test.each([
  [['done', 'done', 'running'], 'ok'],
  [['done', 'never', 'done'], 'ok'],
  [['never', 'silent', 'done'], 'wrong'],
  [['failed', 'done', 'done'], 'wrong'],
] as const)('cronRows() %o', (states, state) => {
  const jobs = (['refresh', 'orders', 'notices'] as const).map((job, index) => ({
    job,
    state: states[index] ?? 'done',
    problems: [],
  }))
  expect(cronRows(jobs)[0]?.state).toBe(state)
})

test('botsRow() gives the reason if no bot may write', () => {
  expect(botsRow({ decision: { use: 'channel', bot: '1', type: 0 } }).state).toBe('ok')
  const refused = {
    use: 'other',
    cause: 'not_writable',
    ways: [],
    why: { text: 'it lacks Send Messages' },
  } as const
  expect(botsRow({ decision: refused })).toMatchObject({ state: 'wrong', found: 'it lacks Send Messages' })
})

test('capsRow()', () => {
  expect(capsRow({ purchases: false })).toMatchObject({ state: 'ok' })
  expect(capsRow({ purchases: true })).toMatchObject({ state: 'wrong' })
  const caps = { order: 2000, day: 4000, month: 10_050 }
  expect(capsRow({ purchases: true, caps }).found).toBe(
    'US$20.00 an order, US$40.00 a day, US$100.50 a month',
  )
})

test.each([
  [{ open: 2, untold: 1, unsent: 0 }, 'ok', '2 open, 1 not notified yet, 0 messages of unknown outcome'],
  [{ open: 0, untold: 0, unsent: 3 }, 'wrong', '0 open, 0 not notified yet, 3 messages of unknown outcome'],
] as const)('noticesRow() %o', (notices, state, found) => {
  expect(noticesRow(notices)).toMatchObject({ check: 'notices', state, found })
})

test('cronRows() has a row with the problems of each job that failed', () => {
  const jobs = [
    { job: 'refresh' as const, state: 'failed' as const, problems: [{ text: 'no answer' }] },
    { job: 'orders' as const, state: 'done' as const, problems: [] },
    { job: 'notices' as const, state: 'silent' as const, problems: [] },
  ]
  expect(cronRows(jobs).map(({ found }) => found)).toEqual(['refresh failed: no answer', 'notices silent'])
})
