import { expect, test } from 'vitest'
import { openDeadlines, orderLimits } from '../../../../lib/services/registrar/orders/dates.ts'
import { newDeadline } from '../../../../lib/services/registrar/orders/deadline.ts'
import type { OrderState } from '../../../../lib/services/registrar/orders/progress.ts'
import { ACTING, createRegistrarWorld, DAY } from '../../../helpers/remotes/registrar.ts'
import { ATTEMPT, facts, NOW, ordered } from '../notices/facts.ts'

const DOMAIN = 'example.com'
const HOUR = 3_600_000

test('the registrations whose end is known; nothing else is one', async () => {
  const world = await createRegistrarWorld({ caps: { order: 2_000, day: 3_500, month: 9_000 } })
  const { contact } = await world.order('a.com')
  const buy = async (domain: string, autoRenew: boolean) => {
    const { quote = '' } = await world.registrar.quote({ domain, autoRenew, contact })
    await world.registrar.buy(await world.order(domain, { quote, autoRenew }), ACTING)
    world.pass(HOUR)
    return (await world.registrar.purchase(domain)).progress?.expiresAt
  }
  const ends = [await buy('a.com', true), await buy('b.com', false)]
  world.remote.sandbox.state.contactVerification = 'unregistered'
  await buy('denied.com', true)
  world.remote.sandbox.state.orders.clear()
  world.pass(HOUR)
  expect((await world.registrar.purchase('denied.com')).progress).toMatchObject({ state: 'lapsed' })
  await expect(world.buy('refused.com')).rejects.toMatchObject({ code: 'cap_reached' })
  expect((await world.registrar.openItems()).registrations).toEqual([
    { domain: 'a.com', endsAt: ends[0], autoRenew: true },
    { domain: 'b.com', endsAt: ends[1], autoRenew: false },
  ])
})

test('a registration that ends is known although the purchase is closed', async () => {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.verified.add(DOMAIN)
  await world.buy(DOMAIN)
  world.pass(HOUR)
  await world.registrar.advanceOrders()
  expect(await world.registrar.purchases()).toEqual([])
  expect((await world.registrar.openItems()).registrations).toMatchObject([{ domain: DOMAIN }])
})

const deadlineOf = (changes = {}) => ({ ...newDeadline({ ...ATTEMPT, boughtAt: NOW }), ...changes })
const withDeadline = (state: OrderState, changes = {}) => ({
  ...ordered(state),
  deadline: deadlineOf(changes),
})

test('open deadlines are listed with the most urgent first', () => {
  const rows = [3, 1, 2].map(day => ({
    ...withDeadline('registered', { verifyBy: NOW + day }),
    domain: `${day}.com`,
  }))
  const others = [
    facts({ state: 'refused' }),
    withDeadline('failed'),
    withDeadline('registered', { state: 'verified' }),
  ]
  expect(openDeadlines([...rows, ...others])).toEqual(
    [1, 2, 3].map(day => ({ domain: `${day}.com`, verifyBy: NOW + day })),
  )
})

test('an order has a limit as long as it is purchasing or completed', () => {
  const all = [
    facts({ state: 'unknown' }),
    ordered('purchasing'),
    ordered('completed'),
    ordered('registered'),
    ordered('failed'),
  ]
  const limit = { domain: DOMAIN, by: NOW + DAY }
  expect(orderLimits(all)).toEqual([limit, limit])
})

test('an order that is going on must be completed a day after it was sent', async () => {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.registrationTime = 90 * DAY
  const claimedAt = world.remote.clock.now
  await world.buy(DOMAIN)
  expect((await world.registrar.openItems()).orders).toEqual([{ domain: DOMAIN, by: claimedAt + DAY }])
  world.remote.sandbox.state.registrationTime = 0
  world.pass(HOUR)
  await world.registrar.advanceOrders()
  expect((await world.registrar.openItems()).orders).toEqual([])
})
