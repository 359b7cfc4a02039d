import { describe, expect, test } from 'vitest'
import { resolveAct } from '../../../lib/claims/transitions/look.ts'
import { at, claimed, seen, UNKNOWN } from './examples.ts'

describe('resolveAct()', () => {
  test('what was found settles an unknown act', () => {
    const looked = seen(claimed({}, UNKNOWN), 20)
    const found = resolveAct(claimed({}, UNKNOWN), { result: { id: 9 }, by: 'hana', looked }, at(20))
    expect(found).toMatchObject({ state: 'done', result: { id: 9 } })
    const stale = { ...looked, operation: 'op-0' }
    expect(() =>
      resolveAct(claimed({}, UNKNOWN), { result: { id: 9 }, by: 'hana', looked: stale }, at(20)),
    ).toThrow(/another operation has claimed it since/)
  })

  test('an act in another state is not resolved', () => {
    const looked = seen(claimed(), 20)
    expect(() => resolveAct(claimed(), { result: { id: 9 }, by: 'hana', looked }, at(20))).toThrow(
      /it is claimed/,
    )
  })
})
