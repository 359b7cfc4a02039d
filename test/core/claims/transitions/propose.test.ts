import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Claim } from '../../../../lib/core/claims/stored-records.ts'
import { freeAct } from '../../../../lib/core/claims/transitions/free.ts'
import { type ProposedAct, proposeAct } from '../../../../lib/core/claims/transitions/propose.ts'
import { releaseAct } from '../../../../lib/core/claims/transitions/release.ts'
import { requestAct } from '../../../../lib/core/claims/transitions/request.ts'
import { settleAct } from '../../../../lib/core/claims/transitions/settle.ts'
import { runs } from '../../../helpers/run/sampled.ts'
import { act, at, claimed, DONE, MEI, REFUSED, second, seen, UNKNOWN } from './examples.ts'

type Stored = Claim<{ id: number }>

const asked = (change: Partial<ProposedAct> = {}): ProposedAct => ({
  name: 'receipt 1',
  digest: 'body-1',
  body: '{"amount":1}',
  operation: 'op-9',
  by: 'agent',
  key: 'agent:propose:1',
  why: 'a receipt of today',
  flags: [],
  ...change,
})
const proposed = (change: Partial<ProposedAct> = {}): Stored =>
  proposeAct<{ id: number }>(undefined, asked({ operation: 'op-1', ...change }), 0).claim
const DECLINE = { person: 'mei', reason: 'a private purchase', settling: 100, from: ['review'] as const }
const decline = (claim: Stored) => freeAct(claim, { ...DECLINE, basis: seen(claim, 0) }, at(5))
const flagged = () => requestAct<{ id: number }>(undefined, act({ flags: ['date'] }), 0).claim

describe('proposeAct()', () => {
  test.each<{ name: string; stored?: Stored; act?: ProposedAct; want: string; operation?: string }>([
    { name: 'a new case waits for a person', want: 'proposed', operation: 'op-9' },
    { name: 'a refused case', stored: claimed({}, REFUSED), want: 'proposed', operation: 'op-9' },
    {
      name: 'the same body again is the same proposal',
      stored: proposed(),
      want: 'proposed',
      operation: 'op-1',
    },
    {
      name: "the key's own proposal is corrected",
      stored: proposed(),
      act: asked({ digest: 'body-2' }),
      want: 'proposed',
      operation: 'op-9',
    },
    {
      name: 'the proposal of another key stays',
      stored: proposed(),
      act: asked({ digest: 'body-2', key: 'other:propose:1' }),
      want: 'review',
    },
    {
      name: "a writer's flagged act stays",
      stored: flagged(),
      act: asked({ digest: 'body-2' }),
      want: 'review',
    },
    {
      name: 'a released proposal stays',
      stored: releaseAct(proposed(), MEI, at(5)),
      act: asked({ digest: 'body-2' }),
      want: 'review',
    },
    {
      name: 'a released proposal is not sent by its repeat',
      stored: releaseAct(proposed(), MEI, at(5)),
      want: 'review',
    },
    { name: 'a declined body', stored: decline(proposed()), want: 'declined' },
    {
      name: 'another body than the declined one',
      stored: decline(proposed()),
      act: asked({ digest: 'body-2' }),
      want: 'proposed',
      operation: 'op-9',
    },
    {
      name: 'a body that was declined before the last proposal',
      stored: proposeAct(decline(proposed()), asked({ digest: 'body-2' }), 6).claim,
      want: 'declined',
    },
    { name: 'a claimed case', stored: claimed(), want: 'in_progress' },
    { name: 'a done case', stored: claimed({}, DONE), want: 'already_done' },
    { name: 'an unknown case', stored: claimed({}, UNKNOWN), want: 'unknown' },
    {
      name: 'another body for a done case',
      stored: claimed({}, DONE),
      act: asked({ digest: 'body-2' }),
      want: 'conflict',
    },
    { name: 'a case whose deal is gone', stored: { ...claimed({}, DONE), state: 'gone' }, want: 'gone' },
  ])('$name: $want', ({ stored, act: proposal = asked(), want, operation }) => {
    const { decision, claim } = proposeAct(stored, proposal, 10)
    expect(decision).toBe(want)
    if (operation === undefined) expect(claim).toEqual(stored)
    else expect(claim).toMatchObject({ state: 'review', operation, proposal: { by: 'agent' } })
  })

  test('a claimed case whose lease has ended is unknown', () => {
    expect(proposeAct(claimed({ lease: 1 }), asked(), 10).decision).toBe('unknown')
  })

  test('the orphaned effects of other attempts stay', () => {
    const strays = [{ operation: 'op-0', at: 1, by: 'hana' }]
    expect(proposeAct({ ...claimed({}, REFUSED), strays }, asked(), 10).claim.strays).toEqual(strays)
  })

  test('a declined body stays declined after the act of a writer', () => {
    const { claim } = requestAct(decline(proposed()), second({ digest: 'body-2', flags: ['date'] }), 10)
    expect(claim.declined).toHaveLength(1)
  })

  test('a correction keeps the body that was proposed first', () => {
    const correct = (stored: Stored, digest: string) =>
      proposeAct(stored, asked({ digest, body: `{"amount":"${digest}"}` }), 10).claim
    const twice = correct(correct(proposed(), 'body-2'), 'body-3')
    expect(twice.proposal).toMatchObject({ before: '{"amount":1}', reason: 'a receipt of today' })
  })

  test('a person who declines says why, for the next proposal of that body', () => {
    expect(decline(proposed())).toMatchObject({
      state: 'refused',
      declined: [{ digest: 'body-1', by: 'mei', reason: 'a private purchase' }],
    })
  })

  test("a writer's freed case is no declined proposal", () => {
    expect(decline(flagged()).declined).toBeUndefined()
    const lost = settleAct(
      requestAct(releaseAct(proposed(), MEI, at(5)), second(), 6).claim,
      { operation: 'op-2', outcome: UNKNOWN, by: 'hana' },
      7,
    )
    const free = { ...DECLINE, from: ['unknown'] as const, basis: seen(lost, 1000) }
    expect(freeAct(lost, free, at(2000)).declined).toBeUndefined()
  })
})

describe('requestAct() on a proposal', () => {
  test.each([
    { name: 'the same body is sent', asked: second(), want: 'send' },
    { name: 'another body is sent', asked: second({ digest: 'body-2' }), want: 'send' },
    { name: 'a flagged act waits as its own', asked: second({ flags: ['date'] }), want: 'review' },
  ])('$name', ({ asked: written, want }) => {
    const { decision, claim } = requestAct(proposed(), written, 10)
    expect(decision).toBe(want)
    expect(claim).toMatchObject({ operation: 'op-2' })
    expect(claim.proposal).toBeUndefined()
  })
})

type Move =
  | { readonly do: 'propose'; readonly key: string; readonly digest: string }
  | { readonly do: 'write'; readonly digest: string; readonly flagged: boolean }
  | { readonly do: 'release' | 'decline' | 'repeat' | 'settle'; readonly as?: 'done' | 'refused' | 'unknown' }

const digest = fc.constantFrom('body-1', 'body-2', 'body-3')
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('propose'), key: fc.constantFrom('a', 'b'), digest }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write'), digest, flagged: fc.boolean() }) },
  // if a release has no send, the process was killed after the release
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('release', 'decline', 'repeat', 'settle'),
      as: fc.constantFrom('done', 'refused', 'unknown'),
    }),
  },
) as fc.Arbitrary<Move>

/** Returns the claim after an act of any caller except a proposer. */
function after(
  claim: Stored | undefined,
  made: Exclude<Move, { do: 'propose' }>,
  now: number,
): Stored | undefined {
  if (made.do === 'write')
    return requestAct(
      claim,
      act({ digest: made.digest, operation: `w${now}`, flags: made.flagged ? ['date'] : [] }),
      now,
    ).claim
  if (!claim) return claim
  const basis = seen(claim, now)
  if (made.do === 'release')
    return claim.state === 'review' ? releaseAct(claim, { person: 'mei', basis }, at(now)) : claim
  if (made.do === 'decline')
    return claim.state === 'review' ? freeAct(claim, { ...DECLINE, basis }, at(now)) : claim
  if (made.do === 'repeat')
    return requestAct(claim, act({ digest: claim.digest, operation: `r${now}` }), now).claim
  const outcome = made.as === 'done' ? DONE : made.as === 'refused' ? REFUSED : UNKNOWN
  return settleAct(claim, { operation: claim.operation, outcome, by: 'hana' }, now)
}

test('in every history a proposer sends nothing, and changes only its own claims that wait', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), moves => {
      let claim: Stored | undefined
      for (const [now, made] of moves.entries()) {
        const before = claim
        if (made.do !== 'propose') {
          claim = after(claim, made, now)
          continue
        }
        const proposal = asked({ key: made.key, by: made.key, digest: made.digest, operation: `p${now}` })
        const { decision, claim: next } = proposeAct(before, proposal, now)
        if (next !== before)
          expect(next.state).toBe(before && before.state !== 'refused' ? before.state : 'review')
        const own = before?.proposal?.key === made.key && before.releasedBy === undefined
        const free = before === undefined || before.state === 'refused' || (before.state === 'review' && own)
        if (!free) expect(next).toEqual(before)
        expect(decision).not.toBe('send')
        claim = next
        // the proposal does not block a caller who may write
        if (decision === 'proposed')
          expect(requestAct(next, act({ digest: made.digest, operation: 'w' }), now).decision).toBe('send')
      }
    }),
    { numRuns: runs(500) },
  )
})
