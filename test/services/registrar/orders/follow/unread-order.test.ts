/** Daily runs that stop early do not leave out the same purchases each time. */
import { describe, expect, test } from 'vitest'
import { failedBeforeCommit, tooManyRequests } from '../../../../../sandbox/registrar/errors.ts'
import { worded } from '../../../../helpers/notice-words.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  MINUTE,
  type RegistrarWorld,
  wholeRegistrar,
} from '../../../../helpers/remotes/registrar.ts'
import { DOMAIN, progress } from './world.ts'

describe('an order that cannot be read', () => {
  const ORDER = 'GET /v1/registrar/orders/{orderId}'
  const orderNotice = async ({ registrar }: RegistrarWorld) =>
    (await registrar.openItems()).notices.find(({ key }) => key === `registrar/order/${DOMAIN}`)?.step

  test('has a notice once the registrar does not know it, again as days pass, and no longer once it does', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    const { orders } = world.remote.sandbox.state
    const [order] = [...orders.values()]
    orders.clear()
    const steps: (string | undefined)[] = []
    for (const days of [0, 1, 3]) {
      world.pass(days * DAY)
      expect(await world.registrar.advanceOrders()).toMatchObject([
        { failure: { id: 'remotes.answered', values: { reason: { values: { text: '404 not_found' } } } } },
      ])
      steps.push(await orderNotice(world))
    }
    const { operation } = (await world.registrar.purchase(DOMAIN)).claim
    expect(steps).toEqual([0, 1, 3].map(day => `${operation} missing day ${day}`))
    if (order) orders.set(order.orderId, order)
    await world.registrar.advanceOrders()
    expect(await progress(world)).toMatchObject({ state: 'registered' })
    expect(await orderNotice(world)).toBeUndefined()
  })

  test('has a notice after a day of failed reads', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.remote.sandbox.faults.arm(ORDER, failedBeforeCommit(), { times: Number.POSITIVE_INFINITY })
    await world.registrar.advanceOrders()
    expect(await orderNotice(world)).toBeUndefined()
    world.pass(DAY)
    expect(await orderNotice(world)).toMatch(/ unread day 1$/)
    const swaps = world.store.calls.swap
    await world.registrar.advanceOrders()
    expect(world.store.calls.swap).toBe(swaps)
  })

  test('has a notice if it is not completed for days', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.registrationTime = 90 * DAY
    await world.buy(DOMAIN)
    for (const [days, step] of [
      [0, undefined],
      [16, / purchasing day 7$/],
    ] as const) {
      world.pass(days * DAY)
      await world.registrar.advanceOrders()
      if (step) expect(await orderNotice(world)).toMatch(step)
      else expect(await orderNotice(world)).toBeUndefined()
    }
    const texts = worded((await world.registrar.openItems()).notices).map(({ text }) => text)
    expect(texts.join()).not.toContain('overdue')
  })

  test('is released by a person who saw no order, a day after the registrar lost it', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.remote.sandbox.state.orders.clear()
    const noOrder = { ...ACTING, noOrder: true }
    await expect(world.person.release(DOMAIN, noOrder)).rejects.toMatchObject({ code: 'conflict' })
    world.pass(DAY)
    await expect(world.person.release(DOMAIN, ACTING)).rejects.toMatchObject({ code: 'conflict' })
    await world.person.release(DOMAIN, noOrder)
    expect((await world.registrar.purchase(DOMAIN)).claim.steps.at(-1)).toMatchObject({ by: ACTING.by })
    expect((await world.registrar.spending()).reserves).toMatchObject([{ state: 'released' }])
    await world.buy(DOMAIN)
  })

  test('is not missing because a page of a proxy answers 404', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    const page = { before: async () => new Response('<html>', { status: 404 }) }
    world.remote.sandbox.faults.arm(ORDER, page, { times: 2 })
    await world.registrar.advanceOrders()
    expect((await world.registrar.purchase(DOMAIN)).progress?.trouble?.kind).toBe('unread')
    world.remote.problems.length = 0
  })

  test('is not released if it could not be read, or the team has the domain', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    const noOrder = { ...ACTING, noOrder: true }
    const missing = { before: async () => Response.json({ code: 'not_found' }, { status: 404 }) }
    world.remote.sandbox.faults.arm(ORDER, missing, { times: 2 })
    await world.registrar.advanceOrders()
    world.pass(DAY)
    await expect(world.person.release(DOMAIN, noOrder)).rejects.toThrow(/the team has it already/)
    world.remote.sandbox.faults.arm(ORDER, failedBeforeCommit())
    await expect(world.person.release(DOMAIN, noOrder)).rejects.toMatchObject({ code: 'remote_answer' })
    expect((await world.registrar.purchase(DOMAIN)).claim.state).toBe('done')
    world.remote.problems.length = 0
  })
})

const ORDER = 'GET /v1/registrar/orders/{orderId}'
const DOMAINS = ['a.com', 'b.com', 'c.com']

async function worldOfThree(): Promise<RegistrarWorld> {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.registrationTime = 30 * DAY
  for (const domain of DOMAINS) await world.buy(domain)
  world.pass(DAY)
  return world
}

test('what there was no time for is asked about first in the next run', async () => {
  const world = await worldOfThree()
  const slow: typeof fetch = (input, init) => {
    world.pass(MINUTE)
    return fetch(input, init)
  }
  const asked: string[] = []
  for (let run = 0; run < 4; run++) {
    const purchases = await wholeRegistrar({ ...world.deps, fetch: slow }).advanceOrders()
    expect(purchases.map(({ domain }) => domain)).toEqual(DOMAINS)
    asked.push(...purchases.filter(({ failure }) => failure === undefined).map(({ domain }) => domain))
    world.pass(DAY)
  }
  expect(asked).toEqual(['a.com', 'b.com', 'c.com', 'a.com'])
})

test('what the limit of the registrar left out too', async () => {
  const world = await worldOfThree()
  const [, second] = await world.registrar.purchases()
  const orderId = second?.claim.result?.orderId ?? 'none'
  world.pass(MINUTE)
  await world.registrar.purchase('a.com')
  await world.registrar.purchase('c.com')
  world.remote.sandbox.faults.arm(ORDER, tooManyRequests())
  world.remote.requests.length = 0
  await world.registrar.advanceOrders()
  expect(world.remote.requests).toEqual([expect.stringContaining(orderId)])
})
