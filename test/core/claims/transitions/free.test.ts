import { describe, expect, test } from 'vitest'
import { viewClaim } from '../../../../lib/core/claims/claim.ts'
import type { Claim, ClaimState } from '../../../../lib/core/claims/stored-records.ts'
import { freeAct } from '../../../../lib/core/claims/transitions/free.ts'
import { requestAct } from '../../../../lib/core/claims/transitions/request.ts'
import { settleAct } from '../../../../lib/core/claims/transitions/settle.ts'
import { at, claimed, DONE, FREE, REFUSED, second, seen, UNKNOWN } from './examples.ts'

describe('freeAct()', () => {
  const free = (
    claim: Claim<{ id: number }>,
    when: number,
    change: { from?: ClaimState[]; seenAt?: number } = {},
  ) => {
    const { seenAt = when, ...rest } = change
    return freeAct(claim, { ...FREE, ...rest, basis: seen(viewClaim(claim, seenAt), seenAt) }, at(when))
  }

  test('a person frees an unknown act only after the settling time', () => {
    expect(() => free(claimed({}, UNKNOWN), 109)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: 'Cannot free the deal "receipt 1": its call may still arrive, wait 1 more minute',
        hint: 'then look at the remote again: a late commit may follow a lost answer',
      }),
    )
    expect(free(claimed({}, UNKNOWN), 110)).toMatchObject({ state: 'refused' })
  })

  test.each([110, 5000])(
    'the settling time is measured at the look, not when the act is freed at %i',
    when => {
      expect(() => free(claimed({}, UNKNOWN), when, { seenAt: 109 })).toThrow(
        expect.objectContaining({
          code: 'conflict',
          message: 'Cannot free the deal "receipt 1": its call could still arrive when it was looked at',
          hint: 'look again: a late commit may have followed',
        }),
      )
      expect(free(claimed({}, UNKNOWN), when, { seenAt: 110 })).toMatchObject({ state: 'refused' })
    },
  )

  test('an act that has changed since it was looked at is not freed', () => {
    const basis = seen(claimed({}, UNKNOWN), 200)
    expect(() => freeAct(claimed({}, DONE), { ...FREE, from: ['unknown', 'done'], basis }, at(300))).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: 'Cannot free the deal "receipt 1": it was unknown when it was looked at, and is done',
        hint: 'look at it again',
      }),
    )
  })

  test('the settling time of a crashed act starts when its lease ends', () => {
    expect(() => free(claimed(), 1099)).toThrow(/may still arrive/)
    expect(free(claimed(), 1100).steps.at(-1)).toMatchObject({ by: 'mei', reason: 'looked at the service' })
  })

  test('the settling time starts with the latest step', () => {
    const again = requestAct(claimed({}, REFUSED), second(), 500).claim
    const unknown = settleAct(again, { operation: 'op-2', outcome: UNKNOWN, by: 'hana' }, 600)
    expect(() => free(unknown, 699)).toThrow(/may still arrive/)
    expect(free(unknown, 700)).toMatchObject({ state: 'refused' })
  })

  test('a done act is not freed unless it is asked for by state, and then at once', () => {
    expect(() => free(claimed({}, DONE), 1000)).toThrow(
      'Cannot free the deal "receipt 1": it is done, expected unknown',
    )
    expect(free(claimed({}, DONE), 11, { from: ['done'] }).state).toBe('refused')
  })

  test('an act that another operation claimed since is not freed', () => {
    const basis = { ...seen(claimed({}, DONE), 1000), operation: 'op-before' }
    expect(() => freeAct(claimed({}, DONE), { ...FREE, from: ['done'], basis }, at(1000))).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('another operation has claimed it'),
        hint: 'look at it again',
      }),
    )
  })
})
