import { describe, expect, test } from 'vitest'
import {
  isReleasable,
  isSettled,
  mayHaveLapsed,
  needsRecord,
  newProgress,
  type OrderProgress,
  observeOrder,
  observeRegistration,
  recordTrouble,
  wasUndone,
} from '../../../../lib/services/registrar/orders/progress.ts'
import type { DomainRecord, Order } from '../../../../lib/services/registrar/remote/schema.ts'

const DOMAIN = 'example.com'
const fresh = newProgress({ operation: 'op', claimedAt: 5 })
const record: DomainRecord = { name: DOMAIN, verified: true, nameservers: [], boughtAt: 7, expiresAt: 9 }
const order = (status: string, domainStatus?: string, more: Partial<Order> = {}): Order => ({
  orderId: 'o',
  status,
  domains:
    domainStatus === undefined ? [] : [{ name: DOMAIN, kind: 'purchase', status: domainStatus, cents: 1125 }],
  ...more,
})
const observe = (
  observation: { order?: Order; record?: DomainRecord },
  before: OrderProgress = fresh,
  now = 100,
) => observeOrder(before, { domain: DOMAIN, observation }, now)

describe('observeOrder()', () => {
  const rows = [
    { name: 'purchasing', input: { order: order('purchasing', 'pending') }, want: 'purchasing' },
    { name: 'a draft', input: { order: order('draft', 'pending') }, want: 'purchasing' },
    {
      name: 'the order completed before the domain',
      input: { order: order('completed', 'pending') },
      want: 'purchasing',
    },
    {
      name: 'the domain completed before the order',
      input: { order: order('purchasing', 'completed') },
      want: 'purchasing',
    },
    {
      name: 'both completed, no record yet',
      input: { order: order('completed', 'completed') },
      want: 'completed',
    },
    {
      name: 'a record while purchasing',
      input: { order: order('purchasing', 'pending'), record },
      want: 'purchasing',
    },
    { name: 'all three', input: { order: order('completed', 'completed'), record }, want: 'registered' },
    {
      name: 'an order without domains, as document 2 shows it',
      input: { order: order('completed'), record },
      want: 'registered',
    },
    { name: 'no order to ask for, the record found', input: { record }, want: 'registered' },
    { name: 'no order to ask for, no record', input: {}, want: 'completed' },
    { name: 'failed', input: { order: order('failed', 'failed') }, want: 'failed' },
    { name: 'failed without a domain', input: { order: order('failed') }, want: 'failed' },
    { name: 'failed, the domain pending', input: { order: order('failed', 'pending') }, want: 'failed' },
    {
      name: 'failed, yet the domain completed',
      input: { order: order('failed', 'completed') },
      want: 'unrecognised',
    },
    { name: 'refunded', input: { order: order('failed', 'refunded') }, want: 'refunded' },
    {
      name: 'refunded in a completed order',
      input: { order: order('completed', 'refunded') },
      want: 'refunded',
    },
    {
      name: 'a refund that failed',
      input: { order: order('failed', 'refund-failed') },
      want: 'refund-failed',
    },
    {
      name: 'an unknown order status',
      input: { order: order('under_review', 'pending') },
      want: 'unrecognised',
    },
    { name: 'an unknown domain status', input: { order: order('purchasing', 'held') }, want: 'unrecognised' },
    {
      name: 'a status with the name of a built-in',
      input: { order: order('constructor', 'toString') },
      want: 'unrecognised',
    },
  ]
  test.each(rows)('$name: $want', ({ input, want }) => {
    const progress = observe(input)
    expect(progress.state).toBe(want)
    expect(progress.status).toBe(input.order?.status)
  })

  test('keeps the words and the codes as they came', () => {
    const failed = order('failed', 'failed', { error: { code: 'payment-failed' } })
    expect(observe({ order: failed })).toMatchObject({
      status: 'failed',
      domainStatus: 'failed',
      error: 'payment-failed',
      operation: 'op',
      claimedAt: 5,
    })
  })

  test('what is registered stays so', () => {
    const registered = observe({ order: order('completed', 'completed'), record })
    expect(observe({ order: order('failed', 'failed') }, registered)).toBe(registered)
  })

  test('waits longer each time, up to ten minutes, and starts anew when something changes', () => {
    const waits: number[] = []
    let progress = fresh
    for (let check = 0; check < 12; check++) {
      progress = observe({ order: order('purchasing', 'pending') }, progress, 1_000)
      waits.push(progress.next - 1_000)
    }
    expect(waits.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000])
    expect(waits.at(-1)).toBe(600_000)
    expect(observe({ order: order('completed', 'completed') }, progress, 1_000).next).toBe(3_000)
  })
})

describe('an order that cannot be read', () => {
  const missing = { kind: 'missing', reason: 'answered 404' } as const
  const unread = { kind: 'unread', reason: 'answered 500' } as const

  test('keeps since when its kind of trouble began, whatever the reason becomes', () => {
    const first = recordTrouble(fresh, unread, 7)
    expect(first).toEqual({ ...fresh, trouble: { ...unread, since: 7 } })
    expect(recordTrouble(first, unread, 8)).toBe(first)
    expect(recordTrouble(first, { ...unread, reason: 'x' }, 8).trouble).toEqual({
      kind: 'unread',
      reason: 'x',
      since: 7,
    })
    expect(recordTrouble(first, missing, 9).trouble).toEqual({ ...missing, since: 9 })
  })

  test('is in order again once it is read', () => {
    const read = observe({ order: order('purchasing', 'pending') }, recordTrouble(fresh, missing, 7))
    expect(read).not.toHaveProperty('trouble')
  })

  test.each(['registered', 'lapsed', 'refunded'] as const)('changes nothing that is %s', state => {
    const settled = { ...fresh, state }
    expect(recordTrouble(settled, missing, 7)).toBe(settled)
  })
})

describe('a registration', () => {
  const registered = observe({ order: order('completed', 'completed'), record })

  test('may be over once its time is over, and only if it was one', () => {
    expect(mayHaveLapsed(registered, 8)).toBe(false)
    expect(mayHaveLapsed(registered, 9)).toBe(true)
    expect(mayHaveLapsed({ ...registered, state: 'completed' }, 9)).toBe(false)
  })

  test('whose end is not known is asked about again after a week', () => {
    const { expiresAt: _, ...undated } = registered
    const week = 7 * 86_400_000
    expect(mayHaveLapsed(undated, 100 + week - 1)).toBe(false)
    expect(mayHaveLapsed(undated, 100 + week)).toBe(true)
    expect(mayHaveLapsed({ ...undated, state: 'completed' }, 100 + week)).toBe(false)
    const { expiresAt: _never, ...unsaid } = record
    const asked = observeRegistration(undated, unsaid, 100 + week)
    expect(mayHaveLapsed(asked, 100 + 2 * week - 1)).toBe(false)
    expect(mayHaveLapsed(asked, 100 + 2 * week)).toBe(true)
  })

  test('that was renewed stays registered, one without a record is over', () => {
    const renewed = observeRegistration(registered, { ...record, expiresAt: 99 }, 20)
    expect(renewed).toMatchObject({ state: 'registered', expiresAt: 99, checkedAt: 20, next: 600_020 })
    const lapsed = observeRegistration(registered, undefined, 20)
    expect(lapsed).toMatchObject({ state: 'lapsed', expiresAt: 9, checkedAt: 20, checks: 1 })
    expect(observeRegistration(lapsed, undefined, 30)).toMatchObject({ state: 'lapsed', checks: 2 })
    const back = observeRegistration(lapsed, { ...record, expiresAt: 99 }, 30)
    expect(back).toMatchObject({ state: 'registered', expiresAt: 99, checkedAt: 30, checks: 1 })
    expect(observeRegistration(fresh, record, 30)).toBe(fresh)
    expect(observe({ order: order('completed', 'completed'), record }, lapsed)).toBe(lapsed)
  })
})

test('an error keeps its content, the domain before the order', () => {
  const told = { code: 'invalid-contact', field: 'phone' }
  const domains = [{ name: DOMAIN, kind: 'purchase', status: 'failed', cents: 1125, error: told }]
  const failed = order('failed', 'failed', { domains, error: { code: 'unexpected-error' } })
  expect(observe({ order: failed })).toMatchObject({
    error: 'invalid-contact',
    errorContent: { field: 'phone' },
  })
  const plain = observe({ order: order('failed', 'failed', { error: { code: 'payment-failed' } }) })
  expect(plain).not.toHaveProperty('errorContent')
})

test('only a registered and a refunded order need no more questions; a failed one may still be refunded', () => {
  const states = [
    'purchasing',
    'completed',
    'registered',
    'lapsed',
    'failed',
    'refunded',
    'refund-failed',
    'unrecognised',
  ] as const
  expect(states.filter(state => isSettled({ state }))).toEqual(['registered', 'lapsed', 'refunded'])
  expect(states.filter(state => isReleasable({ state }))).toEqual(['lapsed', 'failed', 'refunded'])
  expect(states.filter(state => wasUndone({ state }))).toEqual(['failed', 'refunded'])
})

describe('an order of several domains', () => {
  const both = (mine: string, others: string): Order => ({
    orderId: 'o',
    status: 'completed',
    domains: [
      { name: 'other.com', kind: 'purchase', status: others, cents: 1125 },
      { name: DOMAIN, kind: 'purchase', status: mine, cents: 1125 },
    ],
  })

  test("only the domain's own status counts", () => {
    expect(observe({ order: both('pending', 'refunded') })).toMatchObject({
      state: 'purchasing',
      domainStatus: 'pending',
    })
    expect(observe({ order: both('refunded', 'completed') }).state).toBe('refunded')
  })

  test('its record is asked for once it has completed itself', () => {
    expect(needsRecord(DOMAIN, both('pending', 'completed'))).toBe(false)
    expect(needsRecord(DOMAIN, both('completed', 'pending'))).toBe(true)
    expect(needsRecord(DOMAIN, order('completed'))).toBe(true)
  })
})

test('needsRecord() only once the order has completed, or if there is none', () => {
  expect(needsRecord(DOMAIN, order('purchasing', 'pending'))).toBe(false)
  expect(needsRecord(DOMAIN, order('completed', 'completed'))).toBe(true)
  expect(needsRecord(DOMAIN, undefined)).toBe(true)
})
