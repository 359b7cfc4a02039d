import { describe, expect, test } from 'vitest'
import { freeAct } from '../../../../lib/core/claims/transitions/free.ts'
import { confirmAct } from '../../../../lib/core/claims/transitions/query.ts'
import {
  dropOrphaned,
  keepOrphaned,
  type Outcome,
  settleAct,
} from '../../../../lib/core/claims/transitions/settle.ts'
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
    const freed = freeAct(claimed({}, UNKNOWN), { ...FREE, basis: seen(claimed({}, UNKNOWN), 110) }, at(110))
    expect(settleAct(freed, { operation: 'op-1', outcome: DONE, by: 'hana' }, 120)).toMatchObject({
      state: 'done',
      result: { id: 7 },
    })
    expect(settleAct(freed, { operation: 'op-1', outcome: UNKNOWN, by: 'hana' }, 120)).toBe(freed)
  })

  test('what was done, and is gone and freed by now, is not done again by a late success', () => {
    const done = claimed({}, DONE)
    const gone = confirmAct(
      done,
      { by: 'mei', isThere: false, settling: 0, basis: { ...done, seenAt: 20 } },
      at(20),
    )
    const freed = freeAct(gone, { ...FREE, from: ['gone'], basis: seen(gone, 30) }, at(30))
    expect(settleAct(freed, { operation: 'op-1', outcome: DONE, by: 'hana' }, 40)).toBe(freed)
  })
})

describe('keepOrphaned() keeps what no claim owns', () => {
  const stray = (outcome: Outcome<{ id: number }>, change: { found?: boolean } = {}) =>
    keepOrphaned(claimed(), { operation: 'op-0', outcome, by: 'hana', ...change }, 30)

  test('an effect, or perhaps one, once', () => {
    const kept = { operation: 'op-0', at: 30, by: 'hana' }
    expect(stray(DONE).strays).toEqual([{ ...kept, result: { id: 7 } }])
    expect(stray(UNKNOWN).strays).toEqual([{ ...kept, reason: 'time-out' }])
    const again = keepOrphaned(stray(DONE), { operation: 'op-0', outcome: DONE, by: 'hana' }, 40)
    expect(again.strays).toHaveLength(1)
  })

  test('each of several', () => {
    const again = keepOrphaned(stray(DONE), { operation: 'op-2', outcome: UNKNOWN, by: 'jun' }, 40)
    expect(again.strays).toMatchObject([{ operation: 'op-0' }, { operation: 'op-2' }])
  })

  test('and nothing of an attempt that did nothing', () => {
    expect(stray(REFUSED)).not.toHaveProperty('strays')
    expect(stray(DONE, { found: true })).not.toHaveProperty('strays')
  })
})

describe('dropOrphaned()', () => {
  const one = keepOrphaned(claimed(), { operation: 'op-0', outcome: DONE, by: 'hana' }, 30)
  const two = keepOrphaned(one, { operation: 'op-2', outcome: UNKNOWN, by: 'jun' }, 40)

  test.each([
    { name: 'leaves the others', operations: ['op-0'], left: ['op-2'] },
    { name: 'leaves none', operations: ['op-2', 'op-0'], left: undefined },
  ])('$name', ({ operations, left }) => {
    const dropped = dropOrphaned(two, operations)
    expect(dropped.strays?.map(({ operation }) => operation)).toEqual(left)
    expect('strays' in dropped).toBe(left !== undefined)
    expect({ ...dropped, strays: undefined }).toEqual({ ...claimed(), strays: undefined })
  })

  test.each([
    { name: 'knows none of them', claim: two, operations: ['op-1'] },
    { name: 'has none', claim: claimed(), operations: ['op-0'] },
  ])('changes nothing of a claim that $name', ({ claim, operations }) => {
    expect(dropOrphaned(claim, operations)).toBe(claim)
  })
})
