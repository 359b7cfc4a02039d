import { describe, expect, test } from 'vitest'
import { releaseAct } from '../../../../lib/core/claims/transitions/release.ts'
import { requestAct } from '../../../../lib/core/claims/transitions/request.ts'
import { CLAIM_REASONS } from '../../../../lib/core/claims/words.ts'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { at, claimed, MEI, second, seen } from './examples.ts'

describe('releaseAct()', () => {
  test('only the body that was looked at is released', () => {
    const basis = claimed({ flags: ['date'], body: '{"amount":1}' })
    const changed = requestAct(basis, second({ digest: 'body-2', body: '{"amount":2}', flags: ['date'] }), 5)
    const release = { person: 'mei', basis: seen(basis, 5) }
    expect(() => releaseAct(changed.claim, release, at(6))).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: 'Cannot release the deal "receipt 1": its body was changed since it was looked at',
        hint: 'look at it again',
      }),
    )
    const released = releaseAct(basis, release, at(6))
    expect(released).toMatchObject({ releasedBy: 'mei', body: '{"amount":1}' })
    expect(released.steps.at(-1)).toEqual({
      state: 'review',
      at: 6,
      by: 'mei',
      reason: phrase(CLAIM_REASONS.released),
    })
  })

  test('an act in another state is not released', () => {
    expect(() => releaseAct(claimed(), MEI, at(20))).toThrow(/it is claimed, expected review/)
  })
})
