/**
 * Purchases whose claim, or every record, is gone from the store. A person says, wrongly, that there is no order.
 * Every charge still has an entry in the ledger.
 */
import { describe, expect, test } from 'vitest'
import { LEASE } from '../../../../lib/core/claims/lease.ts'
import { explainsPurchase, unclaimedAttempt } from '../../../../lib/services/registrar/purchase/lost.ts'
import { namesDomain } from '../../../../lib/services/registrar/remote/client.ts'
import type { Reserve } from '../../../../lib/services/registrar/spending/budget.ts'
import { answered, lostAnswer } from '../../../../sandbox/faults.ts'
import { tooManyRequests } from '../../../../sandbox/registrar/errors.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { hasEnded, REFUNDED } from '../../../../sandbox/registrar/state.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  HOUR,
  MINUTE,
  type RegistrarWorld,
} from '../../../helpers/remotes/registrar.ts'
import { claimOf, DOMAIN } from '../orders/world.ts'
import { buy, createLife, type Life, PERSON } from './life.ts'

/** A domain is bought, and its order stays pending. */
async function pending(): Promise<RegistrarWorld> {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.registrationTime = 30 * DAY
  await world.buy(DOMAIN)
  world.pass(HOUR)
  return world
}

/** Removes the records whose keys begin with one of these texts, as a damaged or restored store lacks them. */
async function lose({ store }: RegistrarWorld, ...prefixes: string[]): Promise<void> {
  for (const prefix of prefixes)
    for (const key of (await store.keys(prefix)).keys) {
      const { record } = await store.read(key)
      if (record) await store.remove(key, record.version)
    }
}

const notFound = () => Response.json({ error: { code: 'not_found', message: 'Not Found' } }, { status: 404 })
const CLAIM = 'claim/'
const RECORDS = ['claim/', 'registrar/']
const charges = ({ remote }: RegistrarWorld) => remote.charges(DOMAIN)

describe('a purchase whose claim is gone', () => {
  test('is not charged again, and its claim is restored with its order', async () => {
    const world = await pending()
    const { orderId } = (await claimOf(world)).result ?? {}
    await lose(world, CLAIM)
    const dry = await world.registrar.dryRun(await world.order(DOMAIN))
    expect(dry.obstacles).not.toEqual([])
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict', details: { orderId } })
    expect(await claimOf(world)).toMatchObject({ state: 'done', result: { orderId, cents: 1125 } })
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    expect(charges(world)).toBe(1)
  })

  test('is not charged again by a purchase after a question for its contact fields', async () => {
    const world = await pending()
    await lose(world, CLAIM)
    await expect(world.registrar.requiredFields({ domain: DOMAIN }, ACTING)).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    expect(charges(world)).toBe(1)
  })

  test('is unknown again if its answer was lost, until the domain or a person tells', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.registrationTime = DAY
    await world.lose(DOMAIN, 'answer')
    world.pass(HOUR)
    await lose(world, CLAIM)
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    expect((await claimOf(world)).state).toBe('unknown')
    world.pass(2 * DAY)
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('bought')
    expect(charges(world)).toBe(1)
  })

  test('can be released and bought again if its order failed', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.fate = REFUNDED
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    await lose(world, CLAIM)
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    await world.person.release(DOMAIN, ACTING)
    world.pass(HOUR)
    expect(await world.buy(DOMAIN)).toMatchObject({ mode: 'write' })
  })
})

describe('a purchase of which every record is gone', () => {
  test('is not charged again while the registrar lists it', async () => {
    const world = await pending()
    await lose(world, ...RECORDS)
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({
      code: 'remote_silent',
      message: expect.stringContaining('the registrar lists a purchase that kura does not know'),
    })
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    expect((await claimOf(world)).state).toBe('unknown')
    expect(charges(world)).toBe(1)
  })

  test('is settled by its order, which a person names', async () => {
    const world = await pending()
    const [orderId = ''] = world.remote.sandbox.state.orders.keys()
    await lose(world, ...RECORDS)
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'remote_silent' })
    expect(await world.person.resolve(DOMAIN, { ...ACTING, orderId })).toBe('bought')
    expect(await claimOf(world)).toMatchObject({ state: 'done', result: { orderId } })
  })

  test('does not hinder a purchase for ever: a person who sees no order releases it after a day', async () => {
    const world = await pending()
    await lose(world, ...RECORDS)
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'remote_silent' })
    await world.person.resolve(DOMAIN, ACTING)
    world.pass(DAY + HOUR)
    await world.person.resolve(DOMAIN, ACTING)
    await world.person.release(DOMAIN, { ...ACTING, noOrder: true })
    expect(await world.buy(DOMAIN)).toMatchObject({ mode: 'write' })
  })

  test('is not sent while the registrar cannot be asked, and refused once it can', async () => {
    const world = await pending()
    await lose(world, ...RECORDS)
    const order = await world.order(DOMAIN)
    world.remote.sandbox.faults.arm('GET /v3/events', tooManyRequests())
    await expect(world.registrar.buy(order, ACTING)).rejects.toMatchObject({ code: 'limited' })
    expect((await claimOf(world)).state).toBe('refused')
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'remote_silent' })
    expect(charges(world)).toBe(1)
  })

  test('is not charged again at a registrar without such a list once it has the domain', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(DAY)
    await lose(world, ...RECORDS)
    world.remote.sandbox.faults.arm('GET /v3/events', answered(notFound), { times: 2 })
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    expect(await claimOf(world)).toMatchObject({ state: 'done' })
    expect(charges(world)).toBe(1)
  })

  test('another domain is bought all the same', async () => {
    const world = await pending()
    await lose(world, ...RECORDS)
    expect(await world.buy('my-example.com')).toMatchObject({ mode: 'write' })
  })
})

const attempt = (changes: Partial<Reserve>): Reserve => ({
  operation: 'a',
  domain: DOMAIN,
  cents: 1_000,
  years: 1,
  autoRenew: false,
  at: 1_000,
  state: 'reserved',
  ...changes,
})
const claimed = (operation: string, at: number) => ({
  operation,
  steps: [{ state: 'claimed' as const, at, by: 'hana' }],
})

describe('unclaimedAttempt()', () => {
  test.each([
    { name: 'reserved, without a claim', entry: {}, claim: undefined, want: true },
    { name: 'spent, without a claim', entry: { state: 'spent' as const }, claim: undefined, want: true },
    { name: 'released by a person', entry: { state: 'released' as const }, claim: undefined, want: false },
    {
      name: 'known as a second charge',
      entry: { state: 'spent' as const, stray: true },
      claim: undefined,
      want: false,
    },
    { name: 'of another domain', entry: { domain: 'example.org' }, claim: undefined, want: false },
    { name: 'of the claim itself', entry: {}, claim: claimed('a', 900), want: false },
    { name: 'earlier than the attempt of the claim', entry: {}, claim: claimed('b', 2_000), want: false },
    {
      name: 'later than the attempt of the claim, which went back',
      entry: {},
      claim: claimed('b', 500),
      want: true,
    },
  ])('$name: $want', ({ entry, claim, want }) => {
    const found = unclaimedAttempt({ reserves: [attempt(entry)] }, { domain: DOMAIN, claim })
    expect(found !== undefined).toBe(want)
  })
})

describe('explainsPurchase()', () => {
  const step = (state: 'claimed' | 'done' | 'unknown' | 'refused', at: number, by = 'mei') => ({
    state,
    at,
    by,
  })
  test.each([
    { name: 'no attempt', steps: [], want: false },
    { name: 'an attempt at that time', steps: [step('claimed', HOUR)], want: true },
    { name: 'an attempt whose lease had ended', steps: [step('claimed', HOUR - LEASE - 1)], want: false },
    {
      name: 'a later attempt, which was refused',
      steps: [step('claimed', HOUR + MINUTE), step('refused', HOUR + MINUTE)],
      want: false,
    },
    {
      name: 'a person released an attempt since',
      steps: [step('claimed', HOUR + MINUTE), step('unknown', HOUR + MINUTE), step('refused', 2 * HOUR)],
      want: true,
    },
    {
      name: 'a person released an attempt before',
      steps: [step('claimed', 0), step('done', 1), step('refused', MINUTE)],
      want: false,
    },
    {
      name: 'kura freed an attempt that charged nothing',
      steps: [
        step('claimed', HOUR + MINUTE),
        step('unknown', HOUR + MINUTE),
        step('refused', 2 * HOUR, 'kura'),
      ],
      want: false,
    },
  ])('$name: $want', ({ steps, want }) => {
    expect(explainsPurchase(steps, HOUR)).toBe(want)
  })
})

describe('namesDomain()', () => {
  test.each([
    ['You purchased the domain example.com', DOMAIN, true],
    ['hana bought Example.COM.', DOMAIN, true],
    ['“example.com” was bought for $11.25', DOMAIN, true],
    ['You purchased my-example.com', DOMAIN, false],
    ['You purchased www.example.com', DOMAIN, false],
    ['You purchased example.com.au', DOMAIN, false],
    ['You purchased 日本語.com', 'xn--wgv71a119e.com', true],
    ['You purchased xn--wgv71a119e.com', 'xn--wgv71a119e.com', true],
  ])('%s: %s %s', (text, domain, want) => {
    expect(namesDomain(text, domain)).toBe(want)
  })
})

/** How many charges the registrar shows with their purchase, and how many of the ledger's entries count. */
async function counted(life: Life): Promise<{ shown: number; counts: number; all: number; charges: number }> {
  const { reserves } = await life.start(undefined, false).registrar.spending()
  const shown = life
    .inPlay()
    .filter(order => hasEnded(order, { state: life.state, now: () => life.time.now }))
  return {
    shown: shown.length,
    counts: reserves.filter(({ state }) => state !== 'released').length,
    all: reserves.length,
    charges: life.state.charges.length,
  }
}

test('a person who says "no order" although there is one: every charge has an entry, and one that appears counts', async () => {
  let twice = 0
  for (const registrationTime of [MINUTE, 20 * HOUR, 30 * HOUR, 4 * DAY]) {
    for (let at = 1; at <= 12; at++) {
      for (const when of ['before', 'after'] as const) {
        const life = createLife()
        life.state.registrationTime = registrationTime
        life.faults.arm(BUY, lostAnswer())
        await buy(life.start().registrar).catch(() => undefined)
        life.time.now += 25 * HOUR
        const dying = life.start({ at, what: 'dies', when })
        await dying.process.run(() => dying.person.release(DOMAIN, { ...PERSON, noOrder: true }))
        await life
          .start()
          .person.release(DOMAIN, { ...PERSON, noOrder: true })
          .catch(() => undefined)
        await buy(life.start().registrar).catch(() => undefined)
        const before = await counted(life)
        expect(before.all).toBeGreaterThanOrEqual(before.charges)
        life.time.now += 5 * DAY
        await life.start().registrar.advanceOrders()
        const after = await counted(life)
        expect(after.counts, `${registrationTime} ${when} ${at}`).toBe(after.charges)
        if (after.charges === 2) twice += 1
        expect(after.charges).toBe(registrationTime < 25 * HOUR ? 1 : 2)
      }
    }
  }
  expect(twice).toBeGreaterThan(0)
})
