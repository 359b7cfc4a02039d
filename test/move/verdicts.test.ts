import { describe, expect, test } from 'vitest'
import { say } from '../../lib/move/phrase.ts'
import { MOVE_REPORT } from '../../lib/move/report/words.ts'
import { isUnknownStatus, POINTS, type Verdict, verdictOf, worst } from '../../lib/move/verdicts.ts'

describe('worst()', () => {
  const rows: { of: Verdict[]; want: Verdict }[] = [
    { of: [], want: 'passed' },
    { of: ['passed', 'warning'], want: 'warning' },
    { of: ['unknown', 'warning'], want: 'unknown' },
    { of: ['failed', 'unknown', 'passed'], want: 'failed' },
  ]
  test.each(rows)('of $of is $want', ({ of, want }) => {
    expect(worst(of)).toBe(want)
  })
})

describe('verdictOf()', () => {
  const none = { checked: 0, passed: 0, accepted: 0, warning: 0, unknown: 0, failed: 0 }
  const rows = [
    { name: 'nothing checked is no pass', counts: none, want: 'unknown' },
    { name: 'all passed', counts: { ...none, checked: 2, passed: 2 }, want: 'passed' },
    { name: 'a warning', counts: { ...none, checked: 2, passed: 1, warning: 1 }, want: 'warning' },
    {
      name: 'an accepted one among passed ones',
      counts: { ...none, checked: 2, passed: 1, accepted: 1 },
      want: 'accepted',
    },
    {
      name: 'a warning counts more than an accepted one',
      counts: { ...none, checked: 2, warning: 1, accepted: 1 },
      want: 'warning',
    },
    {
      name: 'one unknown among passed ones',
      counts: { ...none, checked: 9, passed: 8, unknown: 1 },
      want: 'unknown',
    },
    {
      name: 'a failure counts more than an unknown',
      counts: { ...none, checked: 2, unknown: 1, failed: 1 },
      want: 'failed',
    },
  ]
  test.each(rows)('$name', ({ counts, want }) => {
    expect(verdictOf(counts)).toBe(want)
  })
})

test('403 and 429 are unknown, 404 and 500 are not', () => {
  expect([403, 429, 404, 500, 401].map(isUnknownStatus)).toEqual([true, true, false, false, false])
})

test('there are eight points, each with a title', () => {
  expect(POINTS).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(POINTS.every(point => say(MOVE_REPORT[`point${point}`]).message.length > 20)).toBe(true)
})
