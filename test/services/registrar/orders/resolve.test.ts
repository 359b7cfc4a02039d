import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { english } from '../../../../lib/core/language/text.ts'
import { REGISTRAR_REASONS } from '../../../../lib/services/registrar/words.ts'
import { COMPLETED, PAYMENT_FAILED, REFUNDED } from '../../../../sandbox/registrar/state.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  MINUTE,
  type RegistrarWorld,
} from '../../../helpers/remotes/registrar.ts'
import { claimOf, DOMAIN, endedEarly, lost } from './world.ts'

const NO_ORDER = { ...ACTING, noOrder: true }
const reserves = async ({ registrar }: RegistrarWorld) => (await registrar.spending()).reserves

describe('resolve()', () => {
  test('the domain and the time of its purchase settle what was charged', async () => {
    const world = await lost('answer')
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('not-found')
    world.pass(MINUTE)
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('bought')
    expect(await claimOf(world)).toMatchObject({
      state: 'done',
      result: { cents: 1125, years: 1, autoRenew: true },
    })
    expect((await world.registrar.purchase(DOMAIN)).progress).toMatchObject({ state: 'registered' })
    expect(await reserves(world)).toMatchObject([{ state: 'spent' }])
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('known')
    expect(world.remote.charges(DOMAIN)).toBe(1)
  })

  test('an order id that a person found settles it at once if it is for this domain', async () => {
    const world = await lost('answer')
    const other = await world.buy('other.com')
    const [order] = [...world.remote.sandbox.state.orders.values()]
    const wrong = world.person.resolve(DOMAIN, { ...ACTING, orderId: other.orderId })
    await expect(wrong).rejects.toMatchObject({
      code: 'bad_request',
      message: `Cannot use "${other.orderId}" as the order of "example.com": it is for other domains`,
      hint: expect.stringContaining("the registrar's own page"),
    })
    const orderId = order?.orderId
    expect(await world.person.resolve(DOMAIN, { ...ACTING, orderId })).toBe('bought')
    const { operation, ...claim } = await claimOf(world)
    expect(claim).toMatchObject({ state: 'done', result: { orderId } })
    expect(world.notes).toContainEqual({
      event: 'purchase',
      domain: DOMAIN,
      state: 'done',
      operation,
      orderId,
      by: ACTING.by,
    })
  })

  const listed = { domainName: DOMAIN, purchaseType: 'purchase', status: 'completed', price: 11.25 }
  const besides = [
    { name: 'with other domains', domains: [{ ...listed, domainName: 'other.com' }, listed], want: 'bought' },
    { name: 'of its renewal', domains: [{ ...listed, purchaseType: 'renewal' }], want: 'refused' },
  ]
  test.each(besides)('an order $name: $want', async ({ domains, want }) => {
    const world = await lost('answer')
    const order = { orderId: 'order_9', status: 'completed', domains }
    world.remote.sandbox.faults.arm('GET /v1/registrar/orders/{orderId}', {
      before: async () => Response.json(order),
    })
    const seen = world.person.resolve(DOMAIN, { ...ACTING, orderId: 'order_9' })
    expect(await seen.catch(() => 'refused')).toBe(want)
    world.remote.problems.length = 0
  })

  test('the order of an earlier attempt, which was let go, is not taken for this one', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.fate = REFUNDED
    const { orderId } = await world.buy(DOMAIN)
    world.pass(MINUTE)
    await world.person.release(DOMAIN, ACTING)
    expect(english((await claimOf(world)).reason ?? '')).toBe(`refunded: unexpected-error, ${orderId}`)
    world.remote.sandbox.state.fate = COMPLETED
    await world.lose(DOMAIN, 'answer')
    const earlier = world.person.resolve(DOMAIN, { ...ACTING, orderId })
    await expect(earlier).rejects.toMatchObject({
      code: 'bad_request',
      message: `Cannot use "${orderId}" as the order of "example.com": it belongs to an earlier attempt, which was released`,
      hint: expect.stringContaining('kura settle example.com'),
    })
    expect((await claimOf(world)).state).toBe('unknown')
    world.pass(MINUTE)
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('bought')
    expect(world.remote.charges(DOMAIN)).toBe(1)
  })

  test('a domain that the team had before is not taken for this purchase', async () => {
    const world = await createRegistrarWorld()
    await world.remote.call('POST', `/v1/registrar/domains/${DOMAIN}/buy`, {
      json: {
        autoRenew: false,
        years: 1,
        expectedPrice: 11.25,
        contactInformation: (await world.order(DOMAIN)).contact,
      },
    })
    world.pass(DAY)
    await world.lose(DOMAIN, 'request')
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('bought-before')
    expect((await claimOf(world)).state).toBe('unknown')
  })

  test('an attempt that died before its money was reserved has charged nothing', async () => {
    const world = await endedEarly()
    await expect(world.person.resolve(DOMAIN, ACTING)).rejects.toMatchObject({
      message: 'Cannot resolve "example.com": its purchase is under way',
      hint: 'try again in two minutes',
    })
    world.pass(2 * MINUTE)
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('nothing-charged')
    const { operation, ...claim } = await claimOf(world)
    const [state, reason] = ['refused', phrase(REGISTRAR_REASONS.notCharged)] as const
    expect(claim).toMatchObject({ state, reason })
    expect(claim.steps.at(-1)).toMatchObject({ state, reason, by: 'kura' })
    expect(world.notes).toContainEqual({
      event: 'purchase',
      domain: DOMAIN,
      state,
      operation,
      reason: english(reason),
    })
    await world.buy(DOMAIN)
  })

  test('an order that a person names settles it as well, at an unknown price', async () => {
    const world = await endedEarly()
    const { contact } = await world.order(DOMAIN)
    const json = { autoRenew: false, years: 1, expectedPrice: 11.25, contactInformation: contact }
    const { orderId } = (await world.remote.call('POST', `/v1/registrar/domains/${DOMAIN}/buy`, { json }))
      .body
    world.pass(2 * MINUTE)
    expect(await world.person.resolve(DOMAIN, { ...ACTING, orderId })).toBe('bought')
    expect((await claimOf(world)).result).toEqual({ orderId, at: expect.any(Number), incident: false })
  })

  test('a domain that was never tried is not found', async () => {
    const { person } = await createRegistrarWorld()
    await expect(person.resolve(DOMAIN, ACTING)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('release()', () => {
  const fates = [
    { name: 'failed', fate: PAYMENT_FAILED },
    { name: 'refunded', fate: REFUNDED },
  ]
  test.each(fates)(
    'a $name order is released by a person, its money is free, and it can be bought again',
    async ({ fate }) => {
      const world = await createRegistrarWorld()
      world.remote.sandbox.state.fate = fate
      await world.buy(DOMAIN)
      await expect(world.person.release(DOMAIN, ACTING)).rejects.toThrow(/its order is purchasing/)
      world.pass(MINUTE)
      await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
      await world.person.release(DOMAIN, { by: 'mei (operator)' })
      expect(await claimOf(world)).toMatchObject({
        state: 'refused',
        steps: expect.arrayContaining([expect.objectContaining({ by: 'mei (operator)' })]),
      })
      expect(await reserves(world)).toEqual([])
      world.remote.sandbox.state.fate = COMPLETED
      await world.buy(DOMAIN)
      world.pass(MINUTE)
      expect((await world.registrar.purchase(DOMAIN)).progress?.state).toBe('registered')
      expect(world.remote.charges(DOMAIN)).toBe(1)
    },
  )

  const kept = [
    { name: 'a completed one', fate: COMPLETED },
    { name: 'one whose refund failed', fate: { status: 'failed', domainStatus: 'refund-failed' } },
    { name: 'one with an unknown status', fate: { status: 'failed', domainStatus: 'held' } },
  ]
  test.each(kept)('$name is not released', async ({ fate }) => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.fate = fate
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    await expect(world.person.release(DOMAIN, ACTING)).rejects.toMatchObject({ code: 'conflict' })
    expect((await claimOf(world)).state).toBe('done')
    world.remote.problems.length = 0
  })

  test('an unknown purchase is released only a day later, once it was looked up', async () => {
    const world = await lost('request')
    await expect(world.person.release(DOMAIN, NO_ORDER)).rejects.toThrow(/may still arrive/)
    expect(await reserves(world)).toMatchObject([{ state: 'reserved' }])

    world.pass(DAY)
    await world.person.release(DOMAIN, NO_ORDER)
    expect(await reserves(world)).toMatchObject([{ state: 'released' }])
    await world.buy(DOMAIN)
    expect(world.remote.charges(DOMAIN)).toBe(1)
  })
})
