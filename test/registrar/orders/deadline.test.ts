import { describe, expect, test } from 'vitest'
import {
  dueReminder,
  hearPerson,
  hearRegistrar,
  hearReminder,
  mayAsk,
  newDeadline,
} from '../../../lib/registrar/orders/deadline.ts'
import { DAY } from '../../helpers/remotes/registrar.ts'

const BOUGHT = Date.UTC(2026, 5, 15)
const open = newDeadline({ operation: 'op', claimedAt: BOUGHT, boughtAt: BOUGHT })

describe('dueReminder()', () => {
  const days = [
    { after: 0.9, want: undefined },
    { after: 1, want: { day: 1, overdue: false } },
    { after: 2.9, want: { day: 1, overdue: false } },
    { after: 3, want: { day: 3, overdue: false } },
    { after: 7, want: { day: 7, overdue: false } },
    { after: 10, want: { day: 10, overdue: false } },
    { after: 11, want: { day: 10, overdue: false } },
    { after: 12, want: { day: 12, overdue: false } },
    { after: 13, want: { day: 13, overdue: false } },
    { after: 14.99, want: { day: 14, overdue: false } },
    { after: 15, want: { day: 15, overdue: true } },
    { after: 16.5, want: { day: 16, overdue: true } },
    { after: 40, want: { day: 40, overdue: true } },
  ]
  test.each(days)('$after days after the purchase', ({ after, want }) => {
    expect(dueReminder(open, BOUGHT + after * DAY)).toEqual(want)
  })

  test('none is due once it is closed', () => {
    expect(dueReminder(hearPerson(open, 'mei', BOUGHT), BOUGHT + 20 * DAY)).toBeUndefined()
  })

  test('days count towards the date that the registrar says', () => {
    const sooner = hearRegistrar(open, { state: 'pending', verifyBy: BOUGHT + 10 * DAY }, BOUGHT)
    expect(dueReminder(sooner, BOUGHT + 9 * DAY)).toEqual({ day: 14, overdue: false })
    expect(dueReminder(sooner, BOUGHT + 10 * DAY)).toEqual({ day: 15, overdue: true })
  })
})

describe('hearRegistrar()', () => {
  test('verified closes it, in the name of the registrar', () => {
    expect(hearRegistrar(open, { state: 'verified' }, 9)).toMatchObject({
      state: 'verified',
      verifiedBy: 'registrar',
      verifiedAt: 9,
    })
  })

  test('its date replaces the rule', () => {
    const heard = hearRegistrar(open, { state: 'pending', verifyBy: 5 }, 9)
    expect(heard).toMatchObject({ verifyBy: 5, source: 'registrar', state: 'open', askedAt: 9 })
  })

  const silent = [
    { name: 'it cannot tell', said: { state: 'untold' } },
    { name: 'it names no date', said: { state: 'pending' } },
  ] as const
  test.each(silent)('the rule stays where $name', ({ said }) => {
    expect(hearRegistrar(open, said, 9)).toEqual({ ...open, askedAt: 9 })
  })

  test('a person has the last word until a reminder comes', () => {
    const closed = hearPerson(open, 'mei', 5)
    expect(hearRegistrar(closed, { state: 'pending', verifyBy: 1 }, 9)).toBe(closed)
  })
})

describe('hearReminder()', () => {
  const closed = hearPerson(open, 'mei', 1_000)
  test('one that comes after the closing opens it again', () => {
    const reopened = hearReminder(closed, 1_001)
    expect(reopened).toMatchObject({ state: 'open', reopened: true, remindedAt: 1_001 })
    expect(reopened).not.toHaveProperty('verifiedBy')
    expect(hearPerson(reopened, 'mei', 2_000)).not.toHaveProperty('reopened')
  })

  test('one that is older than the closing does not', () => {
    expect(hearReminder(closed, 999)).toEqual({ ...closed, remindedAt: 999 })
  })

  test('the same message read again changes nothing', () => {
    const again = hearPerson(hearReminder(closed, 1_001), 'mei', 1_000)
    expect(hearReminder(again, 1_001)).toBe(again)
  })

  test('on an open one it is noted', () => {
    expect(hearReminder(open, 7)).toEqual({ ...open, remindedAt: 7 })
  })
})

test('mayAsk() at most every ten minutes, and only while it is open', () => {
  const asked = { ...open, askedAt: 1_000 }
  expect([mayAsk(open, 0), mayAsk(asked, 600_999), mayAsk(asked, 601_000)]).toEqual([true, false, true])
  expect(mayAsk(hearPerson(open, 'mei', 0), 0)).toBe(false)
})
