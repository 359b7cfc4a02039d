import { describe, expect, test } from 'vitest'
import { REPEAT_AFTER } from '../../../lib/services/notices/due.ts'
import { markDone } from '../../../lib/services/notices/outbox.ts'
import { EMPTY } from '../../../lib/services/notices/stored-outbox.ts'
import { day, exposed, NOTHING, OPEN, planAt, scanAt, scanOf, T0 } from './outbox-days.ts'

describe('a notice that a person has dealt with', () => {
  const scan = scanOf(exposed('1'))
  const told = day(EMPTY, { scan, now: T0 }).outbox
  const done = markDone(told, { key: 'a/x', step: '1', by: 'Mei' }, T0)

  test('is not told again while its step is the same', () => {
    const now = T0 + 3 * REPEAT_AFTER
    expect(day(done, { scan, now }).sent).toEqual([])
  })

  test('is told at another step and when it is over', () => {
    expect(day(done, { scan: scanOf(exposed('2')), now: T0 }).sent).toEqual([OPEN])
    expect(day(done, { scan: NOTHING, now: T0 }).sent).toEqual(['Over: [a/x]'])
  })

  test('ends a message about it that nobody received yet', () => {
    const planned = planAt(scanAt(EMPTY, scan, T0), T0)
    const ended = markDone(planned, { key: 'a/x', step: '1', by: 'Mei' }, T0)
    expect(planAt(ended, T0).sending).toEqual([])
  })

  test.each([
    { name: 'another step', dealt: { key: 'a/x', step: '0', by: 'Mei' }, code: 'conflict' },
    { name: 'an unknown notice', dealt: { key: 'a/y', step: '1', by: 'Mei' }, code: 'not_found' },
  ])('is not taken for $name', ({ dealt, code }) => {
    expect(() => markDone(told, dealt, T0)).toThrow(expect.objectContaining({ code }))
  })
})
