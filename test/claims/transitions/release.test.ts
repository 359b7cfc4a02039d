import { describe, expect, test } from 'vitest'
import { releaseAct } from '../../../lib/claims/transitions/release.ts'
import { requestAct } from '../../../lib/claims/transitions/request.ts'
import { at, claimed, MEI, second, seen } from './examples.ts'

describe('releaseAct()', () => {
  test('only the body that was looked at is released', () => {
    const looked = claimed({ flags: ['date'], body: '{"amount":1}' })
    const changed = requestAct(looked, second({ digest: 'body-2', body: '{"amount":2}', flags: ['date'] }), 5)
    const release = { person: 'mei', looked: seen(looked, 5) }
    expect(() => releaseAct(changed.claim, release, at(6))).toThrow(/body was changed since/)
    expect(releaseAct(looked, release, at(6))).toMatchObject({ releasedBy: 'mei', body: '{"amount":1}' })
  })

  test('an act in another state is not released', () => {
    expect(() => releaseAct(claimed(), MEI, at(20))).toThrow(/it is claimed, expected review/)
  })
})
