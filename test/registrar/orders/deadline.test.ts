import { describe, expect, test } from 'vitest'
import {
  closeByPerson,
  dueReminder,
  isCheckDue,
  newDeadline,
  recordRegistrarReply,
  recordReminder,
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
    expect(dueReminder(closeByPerson(open, 'mei', BOUGHT), BOUGHT + 20 * DAY)).toBeUndefined()
  })

  test('days count towards the date that the registrar says', () => {
    const sooner = recordRegistrarReply(open, { state: 'pending', verifyBy: BOUGHT + 10 * DAY }, BOUGHT)
    expect(dueReminder(sooner, BOUGHT + 9 * DAY)).toEqual({ day: 14, overdue: false })
    expect(dueReminder(sooner, BOUGHT + 10 * DAY)).toEqual({ day: 15, overdue: true })
  })
})

describe('recordRegistrarReply()', () => {
  test('verified closes it, in the name of the registrar', () => {
    expect(recordRegistrarReply(open, { state: 'verified' }, 9)).toMatchObject({
      state: 'verified',
      verifiedBy: 'registrar',
      verifiedAt: 9,
    })
  })

  test('its date replaces the rule', () => {
    const heard = recordRegistrarReply(open, { state: 'pending', verifyBy: 5 }, 9)
    expect(heard).toMatchObject({ verifyBy: 5, source: 'registrar', state: 'open', askedAt: 9 })
  })

  const silent = [
    { name: 'it cannot tell', said: { state: 'untold' } },
    { name: 'it names no date', said: { state: 'pending' } },
  ] as const
  test.each(silent)('the rule stays if $name', ({ said }) => {
    expect(recordRegistrarReply(open, said, 9)).toEqual({ ...open, askedAt: 9 })
  })

  test('a person has the last word until a reminder comes', () => {
    const closed = closeByPerson(open, 'mei', 5)
    expect(recordRegistrarReply(closed, { state: 'pending', verifyBy: 1 }, 9)).toBe(closed)
  })
})

describe('recordReminder()', () => {
  const closed = closeByPerson(open, 'mei', 1_000)
  test('one that comes after the closing opens it again', () => {
    const reopened = recordReminder(closed, 1_001)
    expect(reopened).toMatchObject({ state: 'open', reopened: true, remindedAt: 1_001 })
    expect(reopened).not.toHaveProperty('verifiedBy')
    expect(closeByPerson(reopened, 'mei', 2_000)).not.toHaveProperty('reopened')
  })

  test('one that is older than the closing does not', () => {
    expect(recordReminder(closed, 999)).toEqual({ ...closed, remindedAt: 999 })
  })

  test('the same message read again changes nothing', () => {
    const again = closeByPerson(recordReminder(closed, 1_001), 'mei', 1_000)
    expect(recordReminder(again, 1_001)).toBe(again)
  })

  test('on an open one it is noted', () => {
    expect(recordReminder(open, 7)).toEqual({ ...open, remindedAt: 7 })
  })
})

test('isCheckDue() at most every ten minutes, and only while it is open', () => {
  const asked = { ...open, askedAt: 1_000 }
  expect([isCheckDue(open, 0), isCheckDue(asked, 600_999), isCheckDue(asked, 601_000)]).toEqual([
    true,
    false,
    true,
  ])
  expect(isCheckDue(closeByPerson(open, 'mei', 0), 0)).toBe(false)
})
