import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Act,
  type Claim,
  type ClaimState,
  claimedAt,
  freeAct,
  type Moment,
  type Outcome,
  releaseAct,
  requestAct,
  resolveAct,
  settleAct,
  strayAct,
  viewClaim,
} from '../../lib/claims/claim.ts'
import { hasCode } from '../../lib/errors.ts'

const act = (change: Partial<Act> = {}): Act => ({
  name: 'receipt 1',
  digest: 'body-1',
  operation: 'op-1',
  by: 'hana',
  lease: 1000,
  flags: [],
  ...change,
})

/** A moment of the store's time, as the claims of deals make it. */
const at = (now: number): Moment => ({ now, subject: 'the deal "receipt 1"' })
const MEI = { person: 'mei', looked: { state: 'review', operation: 'op-1', seenAt: 0 } } as const

/** A claim that has been taken to `outcome` at time 10. */
function claimed(change: Partial<Act> = {}, outcome?: Outcome<{ id: number }>): Claim<{ id: number }> {
  const { claim } = requestAct<{ id: number }>(undefined, act(change), 0)
  return outcome ? settleAct(claim, { operation: claim.operation, outcome, by: 'hana' }, 10) : claim
}

const DONE = { state: 'done', result: { id: 7 } } as const
const REFUSED = { state: 'refused', reason: 'no such account item' } as const
const UNKNOWN = { state: 'unknown', reason: 'time-out' } as const
const FREE = { person: 'mei', reason: 'looked at the service', settling: 100, from: ['unknown'] as const }
/** A claim as it was looked at. */
const seen = ({ state, operation }: Claim<unknown>, seenAt: number) => ({ state, operation, seenAt })
const second = (change: Partial<Act> = {}) => act({ operation: 'op-2', ...change })

describe('requestAct()', () => {
  const rows = [
    { name: 'a new case is sent', stored: undefined, asked: act(), want: 'send', state: 'claimed' },
    {
      name: 'a flagged new case waits for a person',
      stored: undefined,
      asked: act({ flags: ['date'] }),
      want: 'review',
      state: 'review',
    },
    {
      name: 'a claimed case is in progress',
      stored: claimed(),
      asked: second(),
      want: 'in_progress',
      state: 'claimed',
    },
    {
      name: 'the same operation asks again after a lost answer',
      stored: claimed(),
      asked: act(),
      want: 'send',
      state: 'claimed',
    },
    {
      name: 'a done case is not sent again',
      stored: claimed({}, DONE),
      asked: second(),
      want: 'already_done',
      state: 'done',
    },
    {
      name: 'an unknown case is not sent again',
      stored: claimed({}, UNKNOWN),
      asked: second(),
      want: 'unknown',
      state: 'unknown',
    },
    {
      name: 'a refused case may be sent again',
      stored: claimed({}, REFUSED),
      asked: second(),
      want: 'send',
      state: 'claimed',
    },
    {
      name: 'a refused case may be sent with a corrected body',
      stored: claimed({}, REFUSED),
      asked: second({ digest: 'body-2' }),
      want: 'send',
      state: 'claimed',
    },
    {
      name: 'another body against a claimed case',
      stored: claimed(),
      asked: second({ digest: 'body-2' }),
      want: 'conflict',
      state: 'claimed',
    },
    {
      name: 'another body against a done case',
      stored: claimed({}, DONE),
      asked: second({ digest: 'body-2' }),
      want: 'conflict',
      state: 'done',
    },
    {
      name: 'another body against an unknown case',
      stored: claimed({}, UNKNOWN),
      asked: second({ digest: 'body-2' }),
      want: 'conflict',
      state: 'unknown',
    },
    {
      name: 'a case in review stays there',
      stored: claimed({ flags: ['date'] }),
      asked: second(),
      want: 'review',
      state: 'review',
    },
    {
      name: 'a released case is sent',
      stored: releaseAct(claimed({ flags: ['date'] }), MEI, at(5)),
      asked: second({ flags: ['date'] }),
      want: 'send',
      state: 'claimed',
    },
    {
      name: 'a released case with another flagged body is looked at anew',
      stored: releaseAct(claimed({ flags: ['date'] }), MEI, at(5)),
      asked: second({ digest: 'body-2', flags: ['date'] }),
      want: 'review',
      state: 'review',
    },
    {
      name: 'a crashed case is unknown',
      stored: { ...claimed(), until: 1 },
      asked: second(),
      want: 'unknown',
      state: 'unknown',
    },
  ]
  test.each(rows)('$name', ({ stored, asked, want, state }) => {
    const { decision, claim } = requestAct(stored, asked, 20)
    expect({ decision, state: claim.state }).toEqual({ decision: want, state })
  })

  test('a release does not outlive a body that was changed after it', () => {
    const released = releaseAct(claimed({ flags: ['date'] }), MEI, at(5))
    const changed = requestAct(released, second({ digest: 'body-2', flags: ['date'] }), 6).claim
    expect(
      requestAct(changed, act({ operation: 'op-3', digest: 'body-2', flags: ['date'] }), 7).decision,
    ).toBe('review')
  })
})

test('claimedAt() is when the latest attempt began', () => {
  expect(claimedAt(claimed())).toBe(0)
  const again = requestAct(claimed({}, REFUSED), second(), 40).claim
  expect(claimedAt(settleAct(again, { operation: 'op-2', outcome: DONE, by: 'hana' }, 50))).toBe(40)
  expect(claimedAt(requestAct<never>(undefined, act({ flags: ['date'] }), 7).claim)).toBe(7)
})

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

describe('resolveAct() and freeAct()', () => {
  const free = (
    claim: Claim<{ id: number }>,
    when: number,
    change: { from?: ClaimState[]; seenAt?: number } = {},
  ) => {
    const { seenAt = when, ...rest } = change
    return freeAct(claim, { ...FREE, ...rest, looked: seen(viewClaim(claim, seenAt), seenAt) }, at(when))
  }

  test('what was found settles an unknown act', () => {
    const looked = seen(claimed({}, UNKNOWN), 20)
    const found = resolveAct(claimed({}, UNKNOWN), { result: { id: 9 }, by: 'hana', looked }, at(20))
    expect(found).toMatchObject({ state: 'done', result: { id: 9 } })
    const stale = { ...looked, operation: 'op-0' }
    expect(() =>
      resolveAct(claimed({}, UNKNOWN), { result: { id: 9 }, by: 'hana', looked: stale }, at(20)),
    ).toThrow(/another operation has claimed it since/)
  })

  test('a person frees an unknown act only after the settling time', () => {
    expect(() => free(claimed({}, UNKNOWN), 109)).toThrow(
      /^Cannot free the deal "receipt 1": its call may still arrive, wait 1 more minute$/,
    )
    expect(free(claimed({}, UNKNOWN), 110)).toMatchObject({ state: 'refused' })
  })

  test('the settling time is measured when the remote was looked at, not when the act is freed', () => {
    expect(() => free(claimed({}, UNKNOWN), 5000, { seenAt: 109 })).toThrow(/may still arrive/)
    expect(free(claimed({}, UNKNOWN), 5000, { seenAt: 110 })).toMatchObject({ state: 'refused' })
  })

  test('an act that has changed since it was looked at is not freed', () => {
    const looked = seen(claimed({}, UNKNOWN), 200)
    expect(() => freeAct(claimed({}, DONE), { ...FREE, from: ['unknown', 'done'], looked }, at(300))).toThrow(
      'Cannot free the deal "receipt 1": it was unknown when it was looked at, and is done',
    )
  })

  test('the settling time of a crashed act starts when its lease ends', () => {
    expect(() => free(claimed(), 1099)).toThrow(/may still arrive/)
    expect(free(claimed(), 1100).steps.at(-1)).toMatchObject({ by: 'mei', reason: 'looked at the service' })
  })

  test('a done act is not freed unless it is asked for by state, and then at once', () => {
    expect(() => free(claimed({}, DONE), 1000)).toThrow(
      'Cannot free the deal "receipt 1": it is done, expected unknown',
    )
    expect(free(claimed({}, DONE), 11, { from: ['done'] }).state).toBe('refused')
  })

  test('an act that another operation claimed since is not freed', () => {
    const looked = { ...seen(claimed({}, DONE), 1000), operation: 'op-before' }
    expect(() => freeAct(claimed({}, DONE), { ...FREE, from: ['done'], looked }, at(1000))).toThrow(
      /another operation/,
    )
  })

  test('only the body that was looked at is released', () => {
    const looked = claimed({ flags: ['date'], body: '{"amount":1}' })
    const changed = requestAct(looked, second({ digest: 'body-2', body: '{"amount":2}', flags: ['date'] }), 5)
    const release = { person: 'mei', looked: seen(looked, 5) }
    expect(() => releaseAct(changed.claim, release, at(6))).toThrow(/body was changed since/)
    expect(releaseAct(looked, release, at(6))).toMatchObject({ releasedBy: 'mei', body: '{"amount":1}' })
  })

  test('an act in another state is not resolved or released', () => {
    const looked = seen(claimed(), 20)
    expect(() => resolveAct(claimed(), { result: { id: 9 }, by: 'hana', looked }, at(20))).toThrow(
      /it is claimed/,
    )
    expect(() => releaseAct(claimed(), MEI, at(20))).toThrow(/it is claimed, expected review/)
  })
})

/** What callers, a person and the remote may do next, in any order. */
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
          // the remote never says refused of what it committed, nor done of what it did not
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
          if (stored) stored = (own ? settleAct : strayAct)(stored, settling, now)
        }
        const looked = { state: stored ? viewClaim(stored, now).state : 'review', operation, seenAt: now }
        if (move.kind === 'release') attempt(() => releaseAct(stored, { ...MEI, looked }, at(now)))
        if (move.kind === 'free') {
          const before = stored && viewClaim(stored, now)
          attempt(() =>
            freeAct(stored, { ...FREE, settling: 50, from: ['unknown', 'done'], looked }, at(now)),
          )
          if (before?.state !== 'refused' && stored?.state === 'refused') freed += 1
        }
        const refusals = stored?.steps.filter(step => step.state === 'refused').length ?? 0
        expect(sent.length).toBeLessThanOrEqual(1 + refusals)
      }
      expect(freed).toBeLessThanOrEqual(stored?.steps.filter(step => step.state === 'refused').length ?? 0)
    }),
    { numRuns: 2000 },
  )
})
