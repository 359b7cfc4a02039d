import { describe, expect, test } from 'vitest'
import {
  DEVICE_STATE_INTERVAL,
  recordStatement,
  type Statement,
  statusStatement,
  wholeState,
} from '../../../lib/services/distribution/device-states.ts'
import { BROKEN, DAY, iso, MINUTE, RELEASE, reported, START, takeIn, WHOLE } from './statements.ts'

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

  test('keeps since when each path waits, until the device says that nothing waits', () => {
    const waits = (...waiting: string[]): Statement => ({ ...WHOLE, installed: 6, waiting })
    const first = takeIn([[0, reported(1, waits('a.xlsx'))]])
    expect(first.record?.waiting).toEqual([{ path: 'a.xlsx', since: iso(START) }])
    const more: [number, Statement][] = [
      [0, reported(1, waits('a.xlsx'))],
      [10, reported(2, waits('a.xlsx', 'b.xlsx'))],
      [20, reported(3, { ...waits('a.xlsx', 'b.xlsx'), release: undefined })],
      [30, reported(4, waits('b.xlsx'))],
    ]
    const { record, seen } = takeIn(more)
    expect(seen).toEqual(['changed', 'changed', 'changed', 'changed'])
    expect(record?.waiting).toEqual([{ path: 'b.xlsx', since: iso(START + 10 * MINUTE) }])
    expect(takeIn([...more, [40, WHOLE]]).record?.waiting).toBeUndefined()
    expect(takeIn([...more, [40, reported(5)]]).record?.waiting).toBeUndefined()
  })

  test('keeps the Node of the last report', () => {
    const on = (node: string | undefined): Statement => ({ ...WHOLE, node })
    const reports: [number, Statement][] = [
      [0, reported(1, on('22.1.0'))],
      [10, reported(2, on('24.19.0'))],
      [DAY / MINUTE, WHOLE],
    ]
    const { record, seen } = takeIn(reports)
    expect(seen).toEqual(['changed', 'seen', 'seen'])
    expect(record).toMatchObject({ node: '24.19.0', since: iso(START) })
    expect(takeIn([...reports, [DAY / MINUTE + 1, reported(3, on(undefined))]]).record?.node).toBeUndefined()
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
