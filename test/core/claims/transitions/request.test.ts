import { describe, expect, test } from 'vitest'
import { releaseAct } from '../../../../lib/core/claims/transitions/release.ts'
import { requestAct } from '../../../../lib/core/claims/transitions/request.ts'
import { keepOrphaned } from '../../../../lib/core/claims/transitions/settle.ts'
import { english } from '../../../../lib/core/language/text.ts'
import { act, at, claimed, DONE, MEI, REFUSED, second, UNKNOWN } from './examples.ts'

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
      name: 'the same operation with another body',
      stored: claimed(),
      asked: act({ digest: 'body-2' }),
      want: 'conflict',
      state: 'claimed',
    },
    {
      name: 'the same operation does not send again what is done',
      stored: claimed({}, DONE),
      asked: act(),
      want: 'already_done',
      state: 'done',
    },
    {
      name: 'the same operation does not send again what is unknown',
      stored: claimed({}, UNKNOWN),
      asked: act(),
      want: 'unknown',
      state: 'unknown',
    },
    ...(['removing', 'gone'] as const).map(state => ({
      name: `a case that is ${state} is not sent again, whatever its body`,
      stored: { ...claimed({}, DONE), state },
      asked: second({ digest: 'body-2' }),
      want: 'gone',
      state,
    })),
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

  test('a released case is claimed for a whole lease', () => {
    const released = releaseAct(claimed({ flags: ['date'] }), MEI, at(5))
    expect(requestAct(released, second({ flags: ['date'] }), 20).claim.until).toBe(1020)
  })

  test('a flagged case says why', () => {
    const { claim } = requestAct(undefined, act({ flags: ['date', 'amount'] }), 20)
    expect(claim.steps).toEqual([{ state: 'review', at: 20, by: 'hana', reason: expect.anything() }])
    expect(english(claim.steps[0]?.reason ?? '')).toBe('date; amount')
  })

  test('a release does not outlive a body that was changed after it', () => {
    const released = releaseAct(claimed({ flags: ['date'] }), MEI, at(5))
    const changed = requestAct(released, second({ digest: 'body-2', flags: ['date'] }), 6).claim
    expect(
      requestAct(changed, act({ operation: 'op-3', digest: 'body-2', flags: ['date'] }), 7).decision,
    ).toBe('review')
  })

  test.each([
    { name: 'a refused case', stored: claimed({}, REFUSED) },
    { name: 'a case in review', stored: claimed({ flags: ['date'] }) },
  ])('$name keeps what other attempts have left when it is claimed anew', ({ stored }) => {
    const left = keepOrphaned(stored, { operation: 'op-0', outcome: DONE, by: 'jun' }, 15)
    const { claim } = requestAct(left, second({ digest: 'body-2' }), 20)
    expect(claim).toMatchObject({ operation: 'op-2', state: 'claimed', strays: [{ operation: 'op-0' }] })
  })
})
