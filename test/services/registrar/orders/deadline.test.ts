import { describe, expect, test } from 'vitest'
import {
  closeByPerson,
  dueReminder,
  isCheckDue,
  newDeadline,
  recordRegistrarReply,
  recordReminder,
} from '../../../../lib/services/registrar/orders/deadline.ts'
import { classifySubject, namedDomains } from '../../../../lib/services/registrar/orders/verification.ts'
import { DAY } from '../../../helpers/remotes/registrar.ts'

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

  test("a person's word is contradicted by the registrar, and stays named", () => {
    const closed = closeByPerson(open, 'mei', 5)
    const contradicted = recordRegistrarReply(closed, { state: 'pending', verifyBy: 1 }, 9)
    expect(contradicted).toMatchObject({
      state: 'open',
      contradicted: true,
      verifiedBy: 'mei',
      verifyBy: 1,
      source: 'registrar',
    })
    expect(closeByPerson(contradicted, 'hana', 10)).not.toHaveProperty('contradicted')
    const ended = recordRegistrarReply(contradicted, { state: 'verified' }, 11)
    expect(ended).toMatchObject({ state: 'verified', verifiedBy: 'registrar' })
    expect(ended).not.toHaveProperty('contradicted')
  })

  test("a person's word is confirmed by the registrar, and kept if it says nothing", () => {
    const closed = closeByPerson(open, 'mei', 5)
    const confirmed = { ...closed, askedAt: 9, confirmed: true }
    expect(recordRegistrarReply(closed, { state: 'verified' }, 9)).toEqual(confirmed)
    expect(recordRegistrarReply(closed, { state: 'untold' }, 9)).toEqual({ ...closed, askedAt: 9 })
    expect(recordReminder(confirmed, BOUGHT)).not.toHaveProperty('confirmed')
  })

  test('what the registrar has closed stays closed', () => {
    const closed = recordRegistrarReply(open, { state: 'verified' }, 5)
    expect(recordRegistrarReply(closed, { state: 'pending', verifyBy: 1 }, 9)).toBe(closed)
    expect(recordRegistrarReply(closed, { state: 'unregistered' }, 9)).toBe(closed)
  })

  test('it ends if the domain is not registered, and opens again if it is after all', () => {
    const ended = recordRegistrarReply(open, { state: 'unregistered' }, 9)
    expect(ended).toMatchObject({ state: 'ended', askedAt: 9 })
    expect(dueReminder(ended, BOUGHT + 20 * DAY)).toBeUndefined()
    const again = recordRegistrarReply(ended, { state: 'pending' }, 10)
    expect(again).toMatchObject({ state: 'open' })
    expect(again).not.toHaveProperty('contradicted')
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

  test('one of the moment of the closing does not', () => {
    expect(recordReminder(closed, 1_000)).toEqual({ ...closed, remindedAt: 1_000 })
  })

  test('a person who closes it again does not replace the first', () => {
    expect(closeByPerson(closed, 'hana', 2_000)).toBe(closed)
  })

  test('the latest one counts', () => {
    const reminded = recordReminder(open, 7)
    expect(recordReminder(reminded, 6)).toBe(reminded)
    expect(recordReminder(reminded, 8)).toEqual({ ...open, remindedAt: 8 })
  })

  test('on an open one it is noted', () => {
    expect(recordReminder(open, 7)).toEqual({ ...open, remindedAt: 7 })
  })
})

describe('isCheckDue()', () => {
  const closed = closeByPerson({ ...open, askedAt: 0 }, 'mei', BOUGHT)
  const ended = recordRegistrarReply(open, { state: 'unregistered' }, BOUGHT)
  const later = BOUGHT + 600_000
  const rows = [
    { name: 'it is open and long overdue', deadline: open, at: BOUGHT + 40 * DAY, want: true },
    { name: 'a person has just closed it', deadline: closed, at: BOUGHT, want: true },
    { name: 'a person closed it 15 days ago', deadline: closed, at: BOUGHT + 15 * DAY, want: false },
    {
      name: 'the registrar says the same as the person',
      deadline: { ...closed, confirmed: true },
      at: later,
      want: false,
    },
    {
      name: 'the registrar was just asked',
      deadline: { ...closed, askedAt: BOUGHT },
      at: later - 1,
      want: false,
    },
    {
      name: 'the registrar closed it',
      deadline: recordRegistrarReply(open, { state: 'verified' }, BOUGHT),
      at: later,
      want: false,
    },
    { name: 'it ended', deadline: ended, at: later, want: true },
    { name: 'it ended and its time is over', deadline: ended, at: BOUGHT + 15 * DAY, want: false },
  ]
  test.each(rows)('$name: $want', ({ deadline, at, want }) => expect(isCheckDue(deadline, at)).toBe(want))
})

test('isCheckDue() of an open one at most every ten minutes', () => {
  const asked = { ...open, askedAt: 1_000 }
  expect([isCheckDue(open, 0), isCheckDue(asked, 600_999), isCheckDue(asked, 601_000)]).toEqual([
    true,
    false,
    true,
  ])
})

describe('classifySubject()', () => {
  const rows = [
    {
      subject: 'ACTION REQUIRED: Verify your contact information for example.com',
      words: ['ACTION REQUIRED', 'Verify'],
      verification: true,
    },
    { subject: '[Action Required] please verify', words: ['ACTION REQUIRED', 'Verify'], verification: true },
    {
      subject: '【ＡＣＴＩＯＮ　ＲＥＱＵＩＲＥＤ】ご連絡先の確認',
      words: ['ACTION REQUIRED', '確認'],
      verification: true,
    },
    { subject: 'Verify your domain', words: ['Verify'], verification: false },
    { subject: '登録者情報の確認をお願いします', words: ['確認'], verification: false },
    { subject: '15日以内にお手続きください', words: ['以内に'], verification: false },
    { subject: 'Reminder: action required', words: ['ACTION REQUIRED'], verification: false },
    { subject: 'Your receipt from the registrar', words: [], verification: false },
    { subject: '領収書', words: [], verification: false },
  ]
  test.each(rows)('$subject', ({ subject, words, verification }) => {
    expect(classifySubject(subject)).toEqual({ deadline: words.length > 0, words, verification })
  })
})

test.each([
  { subject: '\ufffd\ufffdのお知らせ' },
  { subject: '=?x-none?B?eA==?=' },
  { subject: 'Your receipt', unreadable: true },
])('classifySubject() never excludes a deadline in $subject', ({ subject, unreadable }) => {
  const options = unreadable === undefined ? {} : { unreadable }
  expect(classifySubject(subject, options)).toEqual({ deadline: 'unknown', words: [], verification: false })
})

describe('namedDomains()', () => {
  const known = ['example.com', 'sample.com', 'other.com', 'xn--wgv71a119e.com']
  const rows = [
    { subject: 'Verify example.com', want: ['example.com'] },
    { subject: 'Verify (EXAMPLE.com).', want: ['example.com'] },
    { subject: 'example.comの確認', want: ['example.com'] },
    { subject: '日本語.comの確認', want: ['xn--wgv71a119e.com'] },
    { subject: 'Verify example.com.br', want: [] },
    { subject: 'Verify sub.example.com', want: [] },
    { subject: '「example.com」の確認', want: ['example.com'] },
    { subject: 'Verify my-example.com', want: [] },
    { subject: 'Verify example.com and other.com', want: ['example.com', 'other.com'] },
    { subject: 'Verify', want: [] },
  ]
  test.each(rows)('$subject', ({ subject, want }) => expect(namedDomains(subject, known)).toEqual(want))
})
