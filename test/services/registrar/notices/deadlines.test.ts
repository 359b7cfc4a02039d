import { describe, expect, test } from 'vitest'
import { type Deadline, newDeadline } from '../../../../lib/services/registrar/orders/deadline.ts'
import { DAY } from '../../../helpers/remotes/registrar.ts'
import { ATTEMPT, NOW, noticesOf, ordered } from './facts.ts'

const withDeadline = (changes: Partial<Deadline>) => ({
  ...ordered('registered'),
  deadline: { ...newDeadline({ ...ATTEMPT, boughtAt: NOW }), ...changes },
})

describe('the notices of a deadline', () => {
  test('a reminder a step: the same day gives the same step, the next day another', () => {
    const steps = [1, 1.5, 3, 14, 15, 16].map(days => noticesOf(ordered('registered'), NOW + days * DAY)[0])
    expect(steps.map(notice => notice?.step)).toEqual([
      'op day 1',
      'op day 1',
      'op day 3',
      'op day 14',
      'op overdue',
      'op overdue',
    ])
    expect(steps[0]?.text).toContain('must be confirmed: example.com by 30 June 2026')
    expect(steps[4]?.text).toContain('overdue: example.com by 30 June 2026. The domain may be suspended')
    expect(new Set(steps.map(notice => notice?.key))).toEqual(new Set(['registrar/deadline/example.com']))
  })

  test('a reminder names the subject of the message, and the command', () => {
    const [notice] = noticesOf(ordered('registered'), NOW + DAY)
    expect(notice?.text).toMatch(
      /message with "ACTION REQUIRED" and "Verify" or "確認" in its subject, open its link, then say that it is done: kura settle example\.com --verified$/,
    )
  })

  const left = [
    { days: 3, want: /must be confirmed: example\.com by 25 June 2026/ },
    { days: 9.5, want: /must be confirmed: example\.com by 25 June 2026/ },
    { days: 10, want: /overdue: example\.com by 25 June 2026/ },
  ]
  test.each(left)("after $days days, the registrar's own date counts", ({ days, want }) => {
    const input = withDeadline({ verifyBy: NOW + 10 * DAY, source: 'registrar' })
    expect(noticesOf(input, NOW + days * DAY)[0]?.text).toMatch(want)
  })

  test("days are the company's", () => {
    const lateInTheDay = withDeadline({ verifyBy: Date.UTC(2026, 5, 30, 16) })
    expect(noticesOf(lateInTheDay, NOW + 3 * DAY)[0]?.text).toContain('confirmed: example.com by 1 July 2026')
  })

  test('a contradiction has a notice at once, and with each reminder', () => {
    const input = withDeadline({ contradicted: true, verifiedBy: 'Mei (hana)', verifiedAt: NOW })
    const [first, third] = [0, 3].map(days => noticesOf(input, NOW + days * DAY)[0])
    expect(first).toMatchObject({
      step: 'op day 0 contradicted',
      text: expect.stringContaining(
        'Mei (hana) said that it is confirmed, the registrar says that it is not',
      ),
    })
    expect(third?.step).toBe('op day 3 contradicted')
    expect(noticesOf(withDeadline({}), NOW)).toEqual([])
  })

  const changes = [
    { changes: { reopened: true }, step: 'op day 3 reopened' },
    { changes: { reopened: true, contradicted: true }, step: 'op day 3 reopened contradicted' },
    { changes: { reopened: false, contradicted: false }, step: 'op day 3' },
  ]
  test.each(changes)('what changed it is a step: $step', ({ changes, step }) => {
    expect(noticesOf(withDeadline(changes), NOW + 3 * DAY)[0]?.step).toBe(step)
  })

  test.each(['verified', 'ended'] as const)(
    'no reminder once it is %s, whatever changed it before',
    state => {
      for (const changes of [{}, { contradicted: true, reopened: true, verifiedBy: 'Mei (hana)' }])
        for (const days of [0, 20])
          expect(noticesOf(withDeadline({ state, ...changes }), NOW + days * DAY)).toEqual([])
    },
  )

  test.each(['purchasing', 'completed', 'unrecognised', 'refund-failed'] as const)(
    'a domain that is %s is reminded of, and never told as overdue',
    state => {
      const texts = (days: number) => noticesOf(ordered(state), NOW + days * DAY).map(({ text }) => text)
      expect(texts(14)).toContainEqual(expect.stringContaining('must be confirmed: '))
      for (const days of [15, 16, 40]) expect(texts(days).join()).not.toMatch(/overdue|e-mail/)
    },
  )

  test.each([{ state: 'failed' }, { state: 'refunded' }] as const)(
    'no reminder for a $state order',
    ({ state }) => {
      for (const days of [14, 20]) {
        const notices = noticesOf(ordered(state), NOW + days * DAY)
        expect(notices.map(({ key }) => key)).toEqual(['registrar/order/example.com'])
      }
    },
  )
})
