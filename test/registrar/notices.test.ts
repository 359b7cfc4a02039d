import { describe, expect, test } from 'vitest'
import { registrarNotices } from '../../lib/registrar/notices.ts'
import { type Deadline, newDeadline } from '../../lib/registrar/orders/deadline.ts'
import type { PurchaseFacts } from '../../lib/registrar/orders/facts.ts'
import { newProgress, type OrderProgress, type OrderState } from '../../lib/registrar/orders/progress.ts'
import type { PurchaseClaim } from '../../lib/registrar/purchase/purchase.ts'
import { worded } from '../helpers/notice-words.ts'
import { DAY } from '../helpers/remotes/registrar.ts'

const NOW = Date.UTC(2026, 5, 15)
const attempt = { operation: 'op', claimedAt: NOW }
const claim = (changes: Partial<PurchaseClaim>): PurchaseClaim => ({
  state: 'done',
  name: 'team/example.com',
  digest: '',
  operation: 'op',
  until: NOW,
  flags: [],
  steps: [],
  seenAt: NOW,
  ...changes,
})
const facts = (changes: Partial<PurchaseClaim>, more: Partial<PurchaseFacts> = {}): PurchaseFacts => ({
  domain: 'example.com',
  claim: claim(changes),
  ...more,
})
const noticesOf = (input: PurchaseFacts, now: number) => worded(registrarNotices([input], now))
const ordered = (state: OrderState, words = {}) =>
  facts(
    { result: { at: NOW, orderId: 'o' } },
    {
      progress: { ...newProgress(attempt), state, ...words },
      deadline: newDeadline({ ...attempt, boughtAt: NOW }),
    },
  )

const withDeadline = (changes: Partial<Deadline>) => ({
  ...ordered('registered'),
  deadline: { ...newDeadline({ ...attempt, boughtAt: NOW }), ...changes },
})

describe('registrarNotices()', () => {
  const rows = [
    {
      name: 'an unknown purchase',
      input: facts({ state: 'unknown', reason: 'no answer' }),
      want: [
        /not known whether a domain was bought: example\.com \(no answer\).*npx kura registrar resolve example\.com$/,
      ],
    },
    {
      name: 'no payment method',
      input: facts({ state: 'refused', reason: 'payment_required' }),
      want: [/was not bought: there is no payment method/],
    },
    {
      name: 'another refusal',
      input: facts({ state: 'refused', reason: 'expected_price_mismatch' }),
      want: [],
    },
    { name: 'a purchase under way', input: facts({ state: 'claimed' }), want: [] },
    {
      name: 'an incident',
      input: facts({ result: { at: NOW, incident: true } }),
      want: [/although the price was wrong/],
    },
    { name: 'a good order', input: ordered('registered'), want: [] },
    { name: 'an order under way', input: ordered('purchasing'), want: [] },
    {
      name: 'a failed order',
      input: ordered('failed', { status: 'failed', error: 'payment-failed' }),
      want: [
        /its order failed \(failed; payment-failed\)\..* to buy it again, release it first: npx kura registrar release example\.com$/,
      ],
    },
    { name: 'a refund', input: ordered('refunded', { domainStatus: 'refunded' }), want: [/was refunded/] },
    {
      name: 'a failed refund, which is no release',
      input: ordered('refund-failed'),
      want: [/write to the registrar: npx kura registrar order example\.com$/],
    },
    {
      name: 'an unknown status',
      input: ordered('unrecognised', { status: 'held' }),
      want: [/a status that kura does not know \(held\)/],
    },
  ]
  test.each(rows)('$name', ({ input, want }) => {
    const notices = noticesOf(input, NOW)
    expect(notices).toHaveLength(want.length)
    for (const [index, text] of want.entries()) expect(notices[index]?.text).toMatch(text)
  })

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
      /message with "ACTION REQUIRED" and "Verify" or "確認" in its subject, open its link, then say that it is done: npx kura registrar verified example\.com$/,
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

  test('a contradiction is told at once, and with each reminder', () => {
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

  test.each(['verified', 'ended'] as const)('no reminder once it is %s', state => {
    expect(noticesOf(withDeadline({ state }), NOW + 20 * DAY)).toEqual([])
  })

  test.each(['purchasing', 'completed', 'unrecognised', 'refund-failed'] as const)(
    'a domain that is %s is reminded of, and never told as overdue',
    state => {
      const texts = (days: number) => noticesOf(ordered(state), NOW + days * DAY).map(({ text }) => text)
      expect(texts(14)).toContainEqual(expect.stringContaining('must be confirmed: '))
      for (const days of [15, 16, 40]) expect(texts(days).join()).not.toMatch(/overdue|e-mail/)
    },
  )

  const words = { status: 'failed', error: 'invalid-contact', errorContent: { field: 'phone' } }
  test('what the registrar says of an error is told, and is a step', () => {
    expect(noticesOf(ordered('failed', words), NOW)).toMatchObject([
      {
        step: 'op failed failed, invalid-contact, the field phone',
        text: expect.stringContaining('(failed; invalid-contact; the field phone)'),
      },
    ])
  })

  test('a registration that is over can be released', () => {
    const lapsed = ordered('lapsed', { status: 'completed', domainStatus: 'completed' })
    expect(noticesOf(lapsed, NOW + 400 * DAY)).toEqual([
      {
        key: 'registrar/order/example.com',
        step: 'op lapsed',
        text: expect.stringMatching(
          /example\.com: its registration is over\..*: npx kura registrar release example\.com$/,
        ),
      },
    ])
  })

  const orderOf = (words: Partial<OrderProgress>, days: number) =>
    noticesOf(ordered('purchasing', { checkedAt: NOW + days * DAY, ...words }), NOW + days * DAY).find(
      ({ key }) => key.includes('/order/'),
    )
  const since = NOW + 5 * DAY
  const trouble = (kind: 'missing' | 'unread') => ({ trouble: { kind, since, reason: 'answered 500' } })
  const delays = [
    {
      name: 'an order that nobody asked about',
      words: { checkedAt: undefined },
      days: 9,
      step: undefined,
      text: /x/,
    },
    {
      name: 'an order that was last looked at on its second day',
      words: { checkedAt: NOW + 2 * DAY },
      days: 9,
      step: 'op purchasing day 1',
      text: /not completed/,
    },
    { name: 'an order under way', words: {}, days: 0.9, step: undefined, text: /x/ },
    {
      name: 'an order of a day',
      words: {},
      days: 1,
      step: 'op purchasing day 1',
      text: /takes too long: example\.com: not completed since 15 June 2026\..*look at the domain on the registrar's own page/,
    },
    {
      name: 'an order of two days',
      words: {},
      days: 2.9,
      step: 'op purchasing day 1',
      text: /not completed/,
    },
    {
      name: 'an order of three days',
      words: {},
      days: 3,
      step: 'op purchasing day 3',
      text: /not completed/,
    },
    { name: 'an order of a week', words: {}, days: 7, step: 'op purchasing day 7', text: /not completed/ },
    {
      name: 'an order of 13 days',
      words: {},
      days: 13.9,
      step: 'op purchasing day 7',
      text: /not completed/,
    },
    {
      name: 'an order of two weeks',
      words: {},
      days: 14,
      step: 'op purchasing day 7',
      text: /not completed/,
    },
    {
      name: 'a completed order without a record',
      words: { state: 'completed' },
      days: 1,
      step: 'op completed day 1',
      text: /completed, but there is no domain since 15 June 2026/,
    },
    {
      name: 'an order that is missing',
      words: trouble('missing'),
      days: 5,
      step: 'op missing day 0',
      text: /not known to the registrar since 20 June 2026/,
    },
    {
      name: 'the same a day later',
      words: trouble('missing'),
      days: 6,
      step: 'op missing day 1',
      text: /known/,
    },
    {
      name: 'an order that could not be read once',
      words: trouble('unread'),
      days: 5.5,
      step: 'op purchasing day 3',
      text: /not completed/,
    },
    {
      name: 'an order that cannot be read for a day',
      words: trouble('unread'),
      days: 6,
      step: 'op unread day 1',
      text: /not readable since 20 June 2026 \(answered 500\)/,
    },
  ] as const
  test.each(delays)('$name: $step', ({ words, days, step, text }) => {
    const notice = orderOf(words, days)
    expect(notice?.step).toBe(step)
    if (step) expect(notice?.text).toMatch(text)
  })

  test('a problem of the order goes before a failed read', () => {
    expect(orderOf({ state: 'failed', ...trouble('unread') }, 9)?.step).toBe('op failed')
  })

  test.each([{ orderId: 'o1' }, {}])('a purchase that appeared after its release: %o', more => {
    const released = {
      operation: 'old',
      domain: 'example.com',
      cents: 1125,
      years: 1,
      autoRenew: true,
      at: NOW,
    }
    const strays = [
      { ...released, state: 'spent', stray: true, ...more },
      { ...released, operation: 'older', state: 'released' },
    ] as const
    const input = { ...facts({ state: 'refused', reason: 'x' }), released: strays }
    expect(noticesOf(input, NOW)).toMatchObject([
      {
        key: 'registrar/stray/example.com/old',
        step: 'orderId' in more ? 'found o1' : 'found',
        text: expect.stringContaining(
          `charged twice: example.com${'orderId' in more ? ' (order o1)' : ''}. An attempt that was released`,
        ),
      },
    ])
  })

  const lost = { operation: 'old', at: NOW, by: 'hana' }
  const bought = { ...lost, result: { at: NOW, orderId: 'o1' } }
  const watched = {
    operation: 'old',
    domain: 'example.com',
    cents: 1125,
    years: 1,
    autoRenew: true,
    at: NOW,
    state: 'released',
  } as const
  const attempts = [
    {
      name: 'that bought the domain',
      stray: bought,
      step: 'lost o1',
      text: /charged twice: example\.com \(order o1\)\. Another attempt has bought it too/,
    },
    { name: 'of unknown outcome', stray: lost, step: 'lost', text: /may have bought it too; nobody knows/ },
    { name: 'whose order is the own one', stray: bought, own: { at: NOW, orderId: 'o1' } },
    { name: 'of unknown outcome that is watched', stray: lost, released: [watched] },
    { name: 'that is watched and bought the domain', stray: bought, released: [watched], step: 'lost o1' },
    {
      name: 'that is told as released',
      stray: bought,
      released: [{ ...watched, stray: true }],
      step: 'found',
    },
  ]
  test.each(attempts)('an attempt without its claim $name', ({ stray, own, released, step, text }) => {
    const state = own ? 'done' : 'refused'
    const input = facts({ state, strays: [stray], ...(own && { result: own }) }, { released })
    const notices = noticesOf(input, NOW)
    expect(notices.map(notice => notice.step)).toEqual(step === undefined ? [] : [step])
    if (text) {
      expect(notices[0]).toMatchObject({
        key: 'registrar/stray/example.com/old',
        text: expect.stringMatching(text),
      })
      expect(notices[0]?.text).toMatch(/: npx kura notices --done registrar\/stray\/example\.com\/old$/)
    }
  })

  test.each([{ state: 'failed' }, { state: 'refunded' }] as const)(
    'no reminder for a $state order',
    ({ state }) => {
      const notices = noticesOf(ordered(state), NOW + 20 * DAY)
      expect(notices.map(({ key }) => key)).toEqual(['registrar/order/example.com'])
    },
  )
})
