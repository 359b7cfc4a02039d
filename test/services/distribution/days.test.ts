/** The marks of a device's last 30 days; each stored report sets the mark of its day. */
import { expect, test } from 'vitest'
import { daysWith, lastDays } from '../../../lib/services/distribution/days.ts'
import { recordStatement, type Statement } from '../../../lib/services/distribution/device-states.ts'

test.each([
  { days: undefined, day: '2026-11-23', want: { until: '2026-11-23', marks: 'w' } },
  { days: { until: '2026-11-23', marks: 'b' }, day: '2026-11-23', want: { until: '2026-11-23', marks: 'w' } },
  {
    days: { until: '2026-11-23', marks: 'b' },
    day: '2026-11-24',
    want: { until: '2026-11-24', marks: 'bw' },
  },
  {
    days: { until: '2026-11-30', marks: 'b' },
    day: '2026-12-03',
    want: { until: '2026-12-03', marks: 'b--w' },
  },
  // the store's clock went back
  {
    days: { until: '2026-11-30', marks: 'bi' },
    day: '2026-11-28',
    want: { until: '2026-11-30', marks: 'bw' },
  },
  {
    days: { until: '2026-11-23', marks: 'b'.repeat(30) },
    day: '2026-11-24',
    want: { until: '2026-11-24', marks: `${'b'.repeat(29)}w` },
  },
  {
    days: { until: '2020-01-01', marks: 'b' },
    day: '2026-11-24',
    want: { until: '2026-11-24', marks: `${'-'.repeat(29)}w` },
  },
])('the mark of $day after $days', ({ days, day, want }) => {
  expect(daysWith(days, { day, mark: 'w' })).toEqual(want)
})

test('a day without a mark is one without a report, also after the last mark', () => {
  const found = lastDays({ until: '2026-11-23', marks: 'bw' }, '2026-11-25')
  expect(found).toHaveLength(30)
  expect(found.slice(-5)).toEqual([
    { day: '2026-11-21', mark: '-' },
    { day: '2026-11-22', mark: 'b' },
    { day: '2026-11-23', mark: 'w' },
    { day: '2026-11-24', mark: '-' },
    { day: '2026-11-25', mark: '-' },
  ])
  expect(lastDays(undefined, '2026-11-25').every(({ mark }) => mark === '-')).toBe(true)
})

const WHOLE: Statement = {
  name: 'pc',
  keyid: 'k',
  release: 'r',
  version: 1,
  expected: 2,
  installed: 2,
  indexed: 2,
  line: '',
}

test.each([
  { statement: WHOLE, mark: 'w' },
  { statement: { ...WHOLE, isCurrent: false }, mark: 'b' },
  { statement: { ...WHOLE, installed: 1 }, mark: 'i' },
  { statement: { ...WHOLE, sequence: 1, problems: ['x'] }, mark: 'i' },
  { statement: { ...WHOLE, sequence: 1, waiting: ['a'] }, mark: 'i' },
])('a report marks its day as $mark, in the time zone of the company', ({ statement, mark }) => {
  const dayOf = () => '2026-11-24'
  const { result } = recordStatement(statement, dayOf)(undefined, Date.parse('2026-11-23T20:00:00Z'))
  expect(result.state.days).toEqual({ until: '2026-11-24', marks: mark })
  expect(result.state).not.toHaveProperty('isCurrent')
})

test('a further report adds its day, and one that is not written adds none', () => {
  const first = recordStatement(WHOLE)(undefined, Date.parse('2026-11-23T09:00:00Z')).result.state
  const soon = recordStatement(WHOLE)(first, Date.parse('2026-11-23T17:00:00Z'))
  expect(soon).toHaveProperty('keep', true)
  const next = recordStatement({ ...WHOLE, indexed: 1 })(first, Date.parse('2026-11-24T09:00:00Z')).result
  expect(next.state.days).toEqual({ until: '2026-11-24', marks: 'wi' })
})
