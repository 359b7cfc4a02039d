import { describe, expect, test } from 'vitest'
import { registrarNotices } from '../../../../lib/services/registrar/notices.ts'
import type { OrderProgress } from '../../../../lib/services/registrar/orders/progress.ts'
import { DAY } from '../../../helpers/remotes/registrar.ts'
import { NOW, noticesOf, ordered } from './facts.ts'

describe('the notices of an order', () => {
  const rows = [
    { name: 'a good order', input: ordered('registered'), want: [] },
    { name: 'an order under way', input: ordered('purchasing'), want: [] },
    {
      name: 'a failed order',
      input: ordered('failed', { status: 'failed', error: 'payment-failed' }),
      want: [
        /its order failed \(failed; payment-failed\)\..* to buy it again, release it first: kura settle example\.com$/,
      ],
    },
    { name: 'a refund', input: ordered('refunded', { domainStatus: 'refunded' }), want: [/was refunded/] },
    {
      name: 'a failed refund, which is no release',
      input: ordered('refund-failed'),
      want: [/write to the registrar: kura registrar orders example\.com$/],
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

  const words = { status: 'failed', error: 'invalid-contact', errorContent: { field: 'phone' } }
  test('what the registrar says of an error is shown, and is a step', () => {
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
        text: expect.stringMatching(/example\.com: its registration is over\..*: kura settle example\.com$/),
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
      name: 'an order that was not asked about',
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
    { name: 'an order under way', words: {}, days: (DAY - 1) / DAY, step: undefined, text: /x/ },
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
    {
      name: 'a registration, whenever it was bought',
      words: { state: 'registered' },
      days: 9,
      step: undefined,
      text: /x/,
    },
  ] as const
  test.each(delays)('$name: $step', ({ words, days, step, text }) => {
    const notice = orderOf(words, days)
    expect(notice?.step).toBe(step)
    if (step) expect(notice?.text).toMatch(text)
  })

  test('why an order is not read is said only of one that could not be read', () => {
    const [missing] = registrarNotices([ordered('purchasing', trouble('missing'))], since)
    expect(missing?.facts).toEqual({ domain: 'example.com', what: 'missing', since })
  })

  test('a problem of the order goes before a failed read', () => {
    expect(orderOf({ state: 'failed', ...trouble('unread') }, 9)?.step).toBe('op failed')
  })
})
