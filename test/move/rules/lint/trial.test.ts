import { describe, expect, test } from 'vitest'
import { createTrial } from '../../../../lib/move/rules/lint/trial.ts'

const LIMITS = { rule: 20, total: 1_000 }
const SLOW = /^(?:(?:a+)+)b$/
const LONG = 'a'.repeat(60)

/** A clock that advances by `step` each time it is read. */
const clockOf = (step: number) => {
  let now = 0
  return () => {
    now += step
    return now
  }
}

describe('createTrial()', () => {
  test('ends a regular expression that would need years, and leaves its rule out from then on', () => {
    const trial = createTrial(LIMITS, { clock: clockOf(15) })
    const found = trial.each(['a', LONG, LONG, 'b'], text => [
      [
        trial.attempt('fast', () => /b/.test(text)) ?? 'ended',
        trial.attempt('slow', () => SLOW.test(text)) ?? 'ended',
      ],
    ])
    expect(found).toEqual([
      [false, false],
      [false, 'ended'],
      [false, 'ended'],
      [true, 'ended'],
    ])
    expect([...trial.slow]).toEqual(['slow'])
    expect(trial.leftOut()).toBe(0)
  })

  test('a rule that waited for the machine is tried again', () => {
    // the processor was busy with something else during the first try, so its own clock stands still
    const times = [0, 0, 0, 0, 0, 0, 1]
    const later = clockOf(15)
    const clock = () => times.shift() ?? 100 + later()
    const trial = createTrial(LIMITS, { clock })
    const found = trial.each([LONG], text => [trial.attempt('slow', () => SLOW.test(text)) ?? 'ended'])
    expect(found).toEqual(['ended'])
    expect(times).toEqual([])
  })

  test('finds a slow rule in a few tries on a machine that gives it little time', () => {
    const trial = createTrial({ rule: 4, total: 30 }, { clock: () => performance.now() / 100 })
    trial.each([LONG], text => [trial.attempt('slow', () => SLOW.test(text)) ?? 'ended'])
    expect([...trial.slow]).toEqual(['slow'])
  })

  test('stops when the time is over, and counts what was left out', () => {
    const trial = createTrial({ rule: 20, total: 50 }, { clock: clockOf(10) })
    expect(trial.each([1, 2, 3, 4, 5, 6, 7], item => [item])).toEqual([1, 2, 3, 4])
    expect(trial.each([1, 2], item => [item])).toEqual([])
    expect(trial.leftOut()).toBe(5)
  })

  test('passes an error on', () => {
    const trial = createTrial(LIMITS, { clock: () => 0 })
    const fail = () => {
      throw new TypeError('broken')
    }
    expect(() => trial.each([1], fail)).toThrow('broken')
  })
})
