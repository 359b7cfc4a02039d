import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asShown, claimedAt, isOpen, viewClaim } from '../../../lib/core/claims/claim.ts'
import type { Claim } from '../../../lib/core/claims/stored-records.ts'
import { freeAct } from '../../../lib/core/claims/transitions/free.ts'
import { releaseAct } from '../../../lib/core/claims/transitions/release.ts'
import { requestAct } from '../../../lib/core/claims/transitions/request.ts'
import { keepOrphaned, type Outcome, settleAct } from '../../../lib/core/claims/transitions/settle.ts'
import { CLAIM_REASONS } from '../../../lib/core/claims/words.ts'
import { hasCode } from '../../../lib/core/errors.ts'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { runs } from '../../helpers/run/sampled.ts'
import { act, at, claimed, DONE, FREE, MEI, REFUSED, second } from './transitions/examples.ts'

test('claimedAt() is when the latest attempt began', () => {
  expect(claimedAt(claimed())).toBe(0)
  const again = requestAct(claimed({}, REFUSED), second(), 40).claim
  expect(claimedAt(settleAct(again, { operation: 'op-2', outcome: DONE, by: 'hana' }, 50))).toBe(40)
  expect(claimedAt(requestAct<never>(undefined, act({ flags: ['date'] }), 7).claim)).toBe(7)
  expect(claimedAt({ steps: [] })).toBe(0)
})

test('viewClaim() shows a claim whose lease has ended as unknown, by kura', () => {
  expect(viewClaim(claimed(), 1000)).toEqual(claimed())
  expect(viewClaim(claimed(), 1001).steps.at(-1)).toEqual({
    state: 'unknown',
    at: 1000,
    by: 'kura',
    reason: phrase(CLAIM_REASONS.processEnded),
  })
})

test.each([
  { name: 'what was shown, if it was read again since', seenAt: 50, want: 50 },
  { name: 'never later than it was read', seenAt: 150, want: 100 },
])('asShown() is the attempt that was named, at the moment of $name', ({ seenAt, want }) => {
  const shown = asShown({ ...claimed(), seenAt: 100 }, { operation: 'shown', seenAt })
  expect(shown).toEqual({ ...claimed(), operation: 'shown', seenAt: want })
})

test.each([
  { state: 'review', open: true },
  { state: 'claimed', open: true },
  { state: 'done', open: false },
  { state: 'refused', open: false },
  { state: 'unknown', open: true },
  { state: 'removing', open: true },
  { state: 'gone', open: true },
] as const)('isOpen(): somebody has to do something about $state, $open', ({ state, open }) => {
  expect(isOpen({ state })).toBe(open)
  expect(isOpen({ state, strays: [{ operation: 'op-0', at: 0, by: 'hana' }] })).toBe(true)
})

/** The next acts of callers, a person and the remote, in any order. */
const moves = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('request' as const),
      body: fc.constantFrom('a', 'b'),
      flagged: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('commit' as const), sent: fc.nat(20) }),
    fc.record({
      kind: fc.constant('settle' as const),
      sent: fc.nat(20),
      how: fc.constantFrom('done', 'refused', 'unknown'),
    }),
    fc.record({ kind: fc.constant('release' as const) }),
    fc.record({ kind: fc.constant('free' as const) }),
    fc.record({ kind: fc.constant('wait' as const), for: fc.integer({ min: 1, max: 2000 }) }),
  ),
  { maxLength: 60 },
)

test('in any order of events an act is out at most once until a person frees it', () => {
  fc.assert(
    fc.property(moves, steps => {
      let stored: Claim<number> | undefined
      let now = 0
      let freed = 0
      let operations = 0
      const sent: { operation: string; committed: boolean }[] = []
      const attempt = (change: () => Claim<number>) => {
        try {
          stored = change()
        } catch (error) {
          if (!hasCode(error, 'conflict')) throw error
        }
      }
      for (const move of steps) {
        now += 1
        if (move.kind === 'wait') now += move.for
        if (move.kind === 'request') {
          const asked = act({
            digest: move.body,
            operation: `op-${operations++}`,
            flags: move.flagged ? ['x'] : [],
          })
          const { decision, claim } = requestAct(stored, asked, now)
          stored = claim
          if (decision === 'send') sent.push({ operation: asked.operation, committed: false })
        }
        const operation = stored?.operation ?? 'none'
        const target = 'sent' in move ? sent[move.sent] : undefined
        if (move.kind === 'commit' && target) target.committed = true
        if (move.kind === 'settle' && target) {
          // the remote never says that a committed act was refused, nor that an act was done that it has not committed
          const state = target.committed
            ? move.how === 'refused'
              ? 'done'
              : move.how
            : move.how === 'done'
              ? 'refused'
              : move.how
          const outcome: Outcome<number> =
            state === 'done' ? { state, result: 1 } : { state: state as 'refused' | 'unknown', reason: 'r' }
          const settling = { operation: target.operation, outcome, by: 'hana' }
          const own = stored?.operation === target.operation
          if (stored) stored = (own ? settleAct : keepOrphaned)(stored, settling, now)
        }
        const basis = { state: stored ? viewClaim(stored, now).state : 'review', operation, seenAt: now }
        if (move.kind === 'release') attempt(() => releaseAct(stored, { ...MEI, basis }, at(now)))
        if (move.kind === 'free') {
          const before = stored && viewClaim(stored, now)
          attempt(() => freeAct(stored, { ...FREE, settling: 50, from: ['unknown', 'done'], basis }, at(now)))
          if (before?.state !== 'refused' && stored?.state === 'refused') freed += 1
        }
        const refusals = stored?.steps.filter(step => step.state === 'refused').length ?? 0
        expect(sent.length).toBeLessThanOrEqual(1 + refusals)
      }
      expect(freed).toBeLessThanOrEqual(stored?.steps.filter(step => step.state === 'refused').length ?? 0)
    }),
    { numRuns: runs(2000) },
  )
})
