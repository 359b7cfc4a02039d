import { describe, expect, test } from 'vitest'
import { commitPair } from '../../../../../lib/services/accounting/tokens/keeper.ts'
import type { Issued } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { credential, issued, paused, REAUTHORIZE, refreshing } from './credentials.ts'

describe('commitPair()', () => {
  const next: Issued = { ...issued, generation: 4, operation: 'theirs', follows: 'op-3', pair: 'sealed-4' }
  const rows = [
    {
      name: "the holder's answer is stored",
      stored: credential({ lifecycle: refreshing(9) }),
      issued: next,
      want: 'stored',
    },
    {
      name: 'a late answer undoes reauthorize',
      stored: credential({ lifecycle: REAUTHORIZE }),
      issued: next,
      want: 'stored',
    },
    {
      name: "a late answer is stored during another's intent",
      stored: credential({
        lifecycle: { state: 'refreshing', intent: { owner: 'x', operation: 'x', until: 9 } },
      }),
      issued: next,
      want: 'stored',
    },
    {
      name: 'a first pair is stored',
      stored: undefined,
      issued: { ...issued, generation: 1, follows: undefined },
      want: 'stored',
    },
    { name: 'the same answer again is done', stored: credential({ ...next }), issued: next, want: 'already' },
    {
      name: 'an answer of a generation that another stored',
      stored: credential({ ...next, operation: 'other' }),
      issued: next,
      want: 'superseded',
    },
    { name: 'an older generation', stored: credential({ generation: 9 }), issued: next, want: 'superseded' },
    {
      name: 'a generation too far ahead, as in an older store,',
      stored: credential({ generation: 2 }),
      issued: next,
      want: 'gone',
    },
    {
      name: 'an answer to another pair of the same number',
      stored: credential({ operation: 'restored' }),
      issued: next,
      want: 'superseded',
    },
    { name: 'an answer to a record that is gone', stored: undefined, issued: next, want: 'gone' },
  ]
  test.each(rows)('$name: $want', ({ stored, issued, want }) => {
    const { outcome, credential: result } = commitPair(stored, issued as Issued, 5)
    expect(outcome).toBe(want)
    if (want === 'stored')
      expect(result).toMatchObject({
        pair: issued.pair,
        accessRejected: false,
        lifecycle: { state: 'current' },
        updatedAt: 5,
      })
    else expect(result).toBe(stored)
  })

  test('a pair that is stored ends the count of failures', () => {
    const { credential: result } = commitPair(credential({ ...paused(9), accessRejected: true }), next, 5)
    expect(result).not.toHaveProperty('failures')
  })
})
