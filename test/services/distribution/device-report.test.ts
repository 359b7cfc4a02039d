/** The report about a device. */
import { describe, expect, test } from 'vitest'
import type { DeviceState } from '../../../lib/core/release/device-state.ts'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import {
  recordStatement,
  reportOf,
  type Statement,
} from '../../../lib/services/distribution/device-states.ts'
import { BROKEN, DAY, RELEASE, START, WHO, WHOLE } from './statements.ts'

describe('reportOf()', () => {
  const state = (statement: Statement, at = START): DeviceState => {
    const decision = recordStatement(statement)(undefined, at)
    return decision.result.state
  }

  test.each([
    {
      name: 'a whole device',
      statement: WHOLE,
      current: RELEASE,
      later: 0,
      want: { whole: true, behind: false, silent: false },
    },
    {
      name: 'one that lacks files',
      statement: BROKEN,
      current: RELEASE,
      later: 0,
      want: { whole: false, behind: false, silent: false },
    },
    {
      name: 'one that lacks lines of the index',
      statement: { ...WHOLE, indexed: 6 },
      current: RELEASE,
      later: 0,
      want: { whole: false, behind: false, silent: false },
    },
    {
      name: 'one with the release before',
      statement: WHOLE,
      current: { ...RELEASE, release: sha256('3'), version: 3 },
      later: 0,
      want: { whole: false, behind: true, silent: false },
    },
    {
      name: 'one with a later release than the host',
      statement: WHOLE,
      current: { ...RELEASE, release: sha256('1'), version: 1 },
      later: 0,
      want: { whole: false, behind: false, silent: false },
    },
    {
      name: 'one without a release',
      statement: { ...WHO, expected: 0, installed: 0, indexed: 0, line: '' },
      current: RELEASE,
      later: 0,
      want: { whole: false, behind: true, silent: false },
    },
    {
      name: 'one without a release, if there is none',
      statement: { ...WHO, expected: 0, installed: 0, indexed: 0, line: '' },
      current: undefined,
      later: 0,
      want: { whole: false, behind: false, silent: false },
    },
    {
      name: 'one that was seen two days ago',
      statement: WHOLE,
      current: RELEASE,
      later: 2 * DAY,
      want: { whole: true, behind: false, silent: false },
    },
    {
      name: 'one that was seen longer ago',
      statement: WHOLE,
      current: RELEASE,
      later: 2 * DAY + 1,
      want: { whole: true, behind: false, silent: true, revoked: false },
    },
    {
      name: 'one whose key is revoked',
      statement: { ...WHOLE, keyid: 'lost:device:1' },
      current: RELEASE,
      later: 0,
      want: { whole: true, revoked: true },
    },
  ])('of $name', ({ statement, current, later, want }) => {
    expect(
      reportOf(state(statement), { current, now: START + later, revoked: new Set(['lost:device:1']) }),
    ).toMatchObject(want)
  })
})
