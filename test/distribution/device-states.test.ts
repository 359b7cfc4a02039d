import { describe, expect, test } from 'vitest'
import {
  DEVICE_STATE_INTERVAL,
  type DeviceState,
  deviceStateFormat,
  recordStatement,
  reportOf,
  type Statement,
  statusStatement,
  wholeState,
} from '../../lib/distribution/device-states.ts'
import { sha256 } from '../../lib/release/envelope.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000
const RELEASE = { release: sha256('2'), version: 2, files: 7 }
const WHO = { name: 'laptop', keyid: 'laptop:device:1' }
const WHOLE: Statement = { ...WHO, ...wholeState(RELEASE) }
const BROKEN: Statement = {
  ...WHOLE,
  installed: 5,
  line: 'memory=5 / index reference=no',
  problems: ['disk full'],
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

function reported(sequence: number, state: Statement = WHOLE, at = START): Statement {
  return { ...state, sequence, deviceAt: iso(at) }
}

/** Lets statements come in one after the other, each at its minute; what became of each, and the record at the end. */
function takeIn(statements: readonly [minute: number, statement: Statement][]) {
  let record: DeviceState | undefined
  const seen: string[] = []
  let writes = 0
  for (const [minute, statement] of statements) {
    const decision = recordStatement(statement)(record, START + minute * MINUTE)
    if ('write' in decision) {
      record = decision.write
      writes += 1
    }
    seen.push(decision.result.outcome)
    expect(decision.result.state).toBe(record)
  }
  return { record, seen, writes }
}

describe('recordStatement()', () => {
  test.each([
    { name: 'the first statement', statements: [[0, WHOLE]], seen: ['changed'] },
    {
      name: 'the same within half a day',
      statements: [
        [0, WHOLE],
        [719.9, WHOLE],
      ],
      seen: ['changed', 'recent'],
    },
    {
      name: 'the same half a day later',
      statements: [
        [0, WHOLE],
        [720, WHOLE],
        [1439, WHOLE],
      ],
      seen: ['changed', 'seen', 'recent'],
    },
    {
      name: 'another state at once',
      statements: [
        [0, WHOLE],
        [1, reported(1, BROKEN)],
        [2, WHOLE],
      ],
      seen: ['changed', 'changed', 'changed'],
    },
    {
      name: 'the same state under a later sequence',
      statements: [
        [0, reported(1)],
        [1, reported(2)],
      ],
      seen: ['changed', 'seen'],
    },
    {
      name: 'an older status',
      statements: [
        [0, reported(5)],
        [1, reported(4, BROKEN)],
      ],
      seen: ['changed', 'older'],
    },
    {
      name: 'a status once more',
      statements: [
        [0, reported(5)],
        [60, reported(5, BROKEN)],
      ],
      seen: ['changed', 'older'],
    },
    {
      name: 'an older status after a whole device',
      statements: [
        [0, reported(5, BROKEN)],
        [1, WHOLE],
        [2, reported(5, BROKEN)],
      ],
      seen: ['changed', 'changed', 'older'],
    },
    {
      name: 'a new key of the same device',
      statements: [
        [0, WHOLE],
        [1, { ...WHOLE, keyid: 'laptop:device:2' }],
      ],
      seen: ['changed', 'seen'],
    },
  ] satisfies { name: string; statements: [number, Statement][]; seen: string[] }[])(
    'takes $name',
    ({ statements, seen }) => {
      const outcome = takeIn(statements)
      expect(outcome.seen).toEqual(seen)
      expect(outcome.writes).toBe(seen.filter(word => word === 'changed' || word === 'seen').length)
    },
  )

  test('keeps since when the state is unchanged, and when the device was last seen', () => {
    const { record } = takeIn([
      [0, WHOLE],
      [10, reported(3, BROKEN)],
      [30, reported(4, BROKEN)],
    ])
    expect(record).toMatchObject({
      since: iso(START + 10 * MINUTE),
      at: iso(START + 30 * MINUTE),
      sequence: 4,
    })
  })

  test('keeps the sequence and the time of the device when it only sends have', () => {
    const { record } = takeIn([
      [0, reported(3, BROKEN, START - 1)],
      [5, WHOLE],
    ])
    expect(record).toMatchObject({
      sequence: 3,
      deviceAt: iso(START - 1),
      installed: 7,
      since: iso(START + 5 * MINUTE),
    })
    expect(record?.problems).toBeUndefined()
  })

  const WARNED: Statement = { ...WHOLE, problems: ['credentials.json can be read by other users'] }

  test('keeps the problems of a whole device, and since when it has them, if it only sends have', () => {
    const { record, seen } = takeIn([
      [0, reported(1, WARNED)],
      [720, WHOLE],
      [720.1, reported(2, WARNED, START + 720 * MINUTE)],
      [1441, WHOLE],
    ])
    expect(seen).toEqual(['changed', 'seen', 'seen', 'seen'])
    expect(record).toMatchObject({ problems: WARNED.problems, since: iso(START), sequence: 2 })
  })

  test.each([
    { name: 'a report without them', minute: 1, statement: reported(2) },
    { name: 'have, once the device did not repeat them for two days', minute: 2881, statement: WHOLE },
  ])('lets problems go with $name', ({ minute, statement }) => {
    const { record, seen } = takeIn([
      [0, reported(1, WARNED)],
      [minute, statement],
    ])
    expect(seen).toEqual(['changed', 'changed'])
    expect(record?.problems).toBeUndefined()
    expect(record?.since).toBe(iso(START + minute * MINUTE))
  })

  test('gives the record a lifetime, so that a device that is gone leaves the list', () => {
    const decision = recordStatement(WHOLE)(undefined, START)
    expect('write' in decision && decision.ttl).toBe(180 * DAY)
    expect(DEVICE_STATE_INTERVAL).toBe(DAY / 2)
  })
})

test('wholeState() is what have says: every file and every line of the release', () => {
  expect(wholeState(RELEASE)).toEqual({
    release: RELEASE.release,
    version: 2,
    expected: 7,
    installed: 7,
    indexed: 7,
    line: 'memory=7 / index reference=yes',
  })
})

test('statusStatement() takes over what a device reports, its time under another name', () => {
  const status = {
    sequence: 3,
    expected: 0,
    installed: 0,
    indexed: 0,
    line: 'memory=none / index reference=no',
    at: iso(START),
  }
  const { at, ...rest } = status
  expect(statusStatement(status)).toEqual({ ...rest, deviceAt: at })
})

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

describe('deviceStateFormat', () => {
  test('gives a record back', () => {
    const { record } = takeIn([[0, reported(3, BROKEN)]])
    expect(deviceStateFormat.parse(deviceStateFormat.format(record))).toEqual(record)
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"name":"laptop"}',
    '{"name":"a","line":"","sequence":1,"at":"x","since":"y"}',
  ])('takes %s for no record', text => {
    expect(deviceStateFormat.parse(text)).toBeUndefined()
  })
})
