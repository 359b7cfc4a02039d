import { describe, expect, test } from 'vitest'
import { createRegistrar } from '../../../../lib/services/registrar/service.ts'
import { worded } from '../../../helpers/notice-words.ts'
import { createRegistrarWorld, DAY } from '../../../helpers/remotes/registrar.ts'
import { closed, DOMAIN, domains, HOUR } from './closed-purchase.ts'

/** The record of a domain whose end the registrar does not say. */
async function withoutEnd(answer: Response): Promise<Response> {
  const { domain } = (await answer.clone().json()) as { domain?: object }
  return domain ? Response.json({ domain: { ...domain, expiresAt: null } }) : answer
}

describe('the end of a registration', () => {
  test('is found by the daily run of the day after, and told', async () => {
    const world = await closed()
    world.remote.sandbox.state.orders.clear()
    world.pass(364 * DAY)
    await world.registrar.advanceOrders()
    expect((await world.registrar.openItems()).notices).toEqual([])
    world.pass(2 * DAY)
    await world.registrar.advanceOrders()
    expect(worded((await world.registrar.openItems()).notices)).toMatchObject([
      { text: expect.stringContaining('its registration is over') },
    ])
  })

  test('is left for the next run by a preview', async () => {
    const world = await closed()
    world.pass(366 * DAY)
    const { swap, remove } = world.store.calls
    const asked = world.remote.requests.length
    await createRegistrar({ ...world.deps, mayStore: false }).advanceOrders()
    expect(world.store.calls).toMatchObject({ swap, remove })
    expect(world.remote.requests).toHaveLength(asked)
    expect(domains(await world.registrar.advanceOrders())).toEqual([DOMAIN])
  })

  test('is asked about again each time it was renewed', async () => {
    const world = await closed()
    for (const year of [1, 2]) {
      const asked = world.remote.requests.length
      world.pass(366 * DAY)
      await world.registrar.advanceOrders()
      await world.registrar.advanceOrders()
      expect(world.remote.requests.length - asked, `year ${year}`).toBe(1)
    }
  })

  test('is asked about each week as long as the registrar does not say when it is', async () => {
    const world = await createRegistrarWorld()
    const { faults, state } = world.remote.sandbox
    faults.arm('GET /v5/domains/{domain}', { after: withoutEnd }, { times: Number.POSITIVE_INFINITY })
    state.verified.add(DOMAIN)
    await world.buy(DOMAIN)
    world.pass(HOUR)
    await world.registrar.advanceOrders()
    for (const week of [1, 2]) {
      world.remote.requests.length = 0
      world.pass(6 * DAY)
      await world.registrar.advanceOrders()
      expect(world.remote.requests, `week ${week}`).toEqual([])
      expect(await world.registrar.purchases()).toEqual([])
      world.pass(2 * DAY)
      await world.registrar.advanceOrders()
      expect(world.remote.requests, `week ${week}`).toHaveLength(1)
      world.pass(HOUR)
      await world.registrar.advanceOrders()
    }
    state.orders.clear()
    world.pass(8 * DAY)
    await world.registrar.advanceOrders()
    expect((await world.registrar.openItems()).notices).toMatchObject([{ key: `registrar/order/${DOMAIN}` }])
  })

  test('is found however long nobody has looked', async () => {
    const world = await closed()
    world.remote.sandbox.state.orders.clear()
    world.pass(1_000 * DAY)
    for (let run = 0; run < 3; run++) await world.registrar.advanceOrders()
    expect(domains(await world.registrar.purchases())).toEqual([DOMAIN])
  })
})
