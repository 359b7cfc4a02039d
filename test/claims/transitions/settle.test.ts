import { describe, expect, test } from 'vitest'
import { freeAct } from '../../../lib/claims/transitions/free.ts'
import { type Outcome, settleAct, strayAct } from '../../../lib/claims/transitions/settle.ts'
import { at, claimed, DONE, FREE, REFUSED, seen, UNKNOWN } from './examples.ts'

describe('settleAct()', () => {
  test('a late success of the same operation replaces unknown', () => {
    const late = settleAct(claimed({}, UNKNOWN), { operation: 'op-1', outcome: DONE, by: 'hana' }, 30)
    expect(late).toMatchObject({ state: 'done', result: { id: 7 }, reason: undefined })
  })

  test('nothing replaces done', () => {
    const after = settleAct(claimed({}, DONE), { operation: 'op-1', outcome: REFUSED, by: 'hana' }, 30)
    expect(after.state).toBe('done')
  })

  test('a late refusal does not free an unknown act', () => {
    const after = settleAct(claimed({}, UNKNOWN), { operation: 'op-1', outcome: REFUSED, by: 'hana' }, 30)
    expect(after.state).toBe('unknown')
  })

  test('a late success replaces what a person said meanwhile', () => {
    const freed = freeAct(claimed({}, UNKNOWN), { ...FREE, looked: seen(claimed({}, UNKNOWN), 110) }, at(110))
    expect(settleAct(freed, { operation: 'op-1', outcome: DONE, by: 'hana' }, 120)).toMatchObject({
      state: 'done',
      result: { id: 7 },
    })
    expect(settleAct(freed, { operation: 'op-1', outcome: UNKNOWN, by: 'hana' }, 120)).toBe(freed)
  })
})

describe('strayAct() keeps what no claim owns', () => {
  const stray = (outcome: Outcome<{ id: number }>, change: { found?: boolean } = {}) =>
    strayAct(claimed(), { operation: 'op-0', outcome, by: 'hana', ...change }, 30)

  test('an effect, or perhaps one, once', () => {
    const kept = { operation: 'op-0', at: 30, by: 'hana' }
    expect(stray(DONE).strays).toEqual([{ ...kept, result: { id: 7 } }])
    expect(stray(UNKNOWN).strays).toEqual([{ ...kept, reason: 'time-out' }])
    const again = strayAct(stray(DONE), { operation: 'op-0', outcome: DONE, by: 'hana' }, 40)
    expect(again.strays).toHaveLength(1)
  })

  test('and nothing of an attempt that did nothing', () => {
    expect(stray(REFUSED)).not.toHaveProperty('strays')
    expect(stray(DONE, { found: true })).not.toHaveProperty('strays')
  })
})
