import { describe, expect, test } from 'vitest'
import { english } from '../../../../../lib/core/language/text.ts'
import { failedBeforeCommit } from '../../../../../sandbox/registrar/errors.ts'
import { worded } from '../../../../helpers/notice-words.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  HOUR,
  MINUTE,
  type RegistrarWorld,
  wholeRegistrar,
} from '../../../../helpers/remotes/registrar.ts'
import { closed, DOMAIN, deadline, domains, progress } from './world.ts'

const RECORD = 'GET /v5/domains/{domain}'
const NOT_FOUND = {
  before: async () => Response.json({ error: { code: 'not_found', message: 'not found' } }, { status: 404 }),
}

describe('a registration', () => {
  const YEAR = 366 * DAY

  async function registered(autoRenew: boolean): Promise<RegistrarWorld> {
    const world = await createRegistrarWorld()
    const { contact } = await world.order(DOMAIN)
    const { quote = '' } = await world.registrar.quote({ domain: DOMAIN, autoRenew, contact })
    await world.registrar.buy(await world.order(DOMAIN, { autoRenew, quote }), ACTING)
    world.pass(MINUTE)
    world.remote.sandbox.state.verified.add(DOMAIN)
    expect(await progress(world)).toMatchObject({ state: 'registered' })
    return world
  }

  test('that is over lets the domain be bought again; what it cost stays spent', async () => {
    const world = await registered(false)
    await expect(world.person.release(DOMAIN, ACTING)).rejects.toThrow(/its order is registered/)
    world.pass(YEAR)
    expect(await progress(world)).toMatchObject({ state: 'lapsed' })
    expect(worded((await world.registrar.openItems()).notices)).toMatchObject([
      { text: expect.stringContaining('its registration is over') },
    ])
    expect((await world.registrar.openItems()).deadlines).toEqual([])
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    await world.person.release(DOMAIN, ACTING)
    expect((await world.registrar.spending()).reserves).toMatchObject([{ state: 'spent' }])
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    expect(await progress(world)).toMatchObject({ state: 'registered' })
    const { steps } = (await world.registrar.purchase(DOMAIN)).claim
    const reasons = steps.map(({ reason }) => reason && english(reason))
    expect(reasons).toContainEqual(expect.stringMatching(/^lapsed, order_/))
  })

  test('that is over is found by the release itself', async () => {
    const world = await registered(false)
    world.pass(YEAR)
    world.remote.requests.length = 0
    await world.person.release(DOMAIN, ACTING)
    expect(world.remote.requests.map(line => line.replace(/\?.*$/, ''))).toEqual([
      `GET /v5/domains/${DOMAIN}`,
      `GET /v5/domains/${DOMAIN}`,
    ])
    expect((await world.registrar.purchase(DOMAIN)).claim.state).toBe('refused')
  })

  /** A registration that the registrar once says it does not have. */
  async function denied(): Promise<RegistrarWorld> {
    const world = await registered(true)
    world.pass(YEAR)
    world.remote.sandbox.faults.arm(RECORD, NOT_FOUND)
    return world
  }

  const contradictions = [
    { name: 'in the same act', before: async () => undefined },
    { name: 'since', before: ({ registrar }: RegistrarWorld) => registrar.advanceOrders() },
  ]
  test.each(contradictions)(
    'that the registrar denies and then has, $name, is not released, and stays registered',
    async ({ before }) => {
      const world = await denied()
      await before(world)
      await expect(world.person.release(DOMAIN, ACTING)).rejects.toMatchObject({
        code: 'conflict',
        message:
          'Cannot release "example.com": the registrar said that its registration is over, and now says that the team has it',
        hint: 'there is nothing to buy; see kura registrar orders example.com',
      })
      const { claim, progress: known } = await world.registrar.purchase(DOMAIN)
      expect(claim.state).toBe('done')
      expect(known?.state).toBe('registered')
      expect(known?.expiresAt).toBeGreaterThan(world.remote.clock.now)
      await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    },
  )

  test('is not released if the registrar cannot be asked the second time', async () => {
    const world = await denied()
    world.remote.sandbox.faults.arm(RECORD, failedBeforeCommit())
    await expect(world.person.release(DOMAIN, ACTING)).rejects.toMatchObject({ code: 'remote_answer' })
    expect((await world.registrar.purchase(DOMAIN)).claim.state).toBe('done')
  })

  test('that the registrar denies has a notice until the registrar has it again', async () => {
    const world = await denied()
    await world.registrar.advanceOrders()
    expect((await world.registrar.openItems()).notices).toMatchObject([{ kind: 'order_ended' }])
    await world.registrar.advanceOrders()
    expect((await world.registrar.openItems()).notices).toEqual([])
    expect(world.notes.filter(({ event }) => event === 'order').map(({ state }) => state)).toEqual([
      'registered',
      'lapsed',
      'registered',
    ])
  })

  test('that the registrar denies ends the verification, and the domain can be released', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(DAY)
    world.remote.sandbox.state.contactVerification = 'unregistered'
    expect(await deadline(world)).toMatchObject({ state: 'ended' })
    expect((await world.registrar.openItems()).notices).toEqual([])
    world.pass(MINUTE)
    expect(await progress(world)).toMatchObject({ state: 'registered' })
    world.remote.sandbox.state.orders.clear()
    world.pass(10 * MINUTE)
    expect(await progress(world)).toMatchObject({ state: 'lapsed' })
    await world.person.release(DOMAIN, ACTING)
  })

  test('that the registrar denied is asked about by its order again if the store has lost it', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(DAY)
    world.remote.sandbox.state.contactVerification = 'unregistered'
    expect(await deadline(world)).toMatchObject({ state: 'ended' })
    const key = `registrar/order/team_sandbox/${DOMAIN}`
    const { record } = await world.store.read(key)
    await world.store.remove(key, record?.version ?? '')
    expect(await progress(world)).toMatchObject({ state: 'registered' })
  })
})

/** The registrar's answer without the date on which the registration ends. */
async function withoutEnd(answer: Response): Promise<Response> {
  const { domain } = (await answer.clone().json()) as { domain?: object }
  return domain ? Response.json({ domain: { ...domain, expiresAt: null } }) : answer
}

describe('the end of a registration', () => {
  test('is found by the daily run of the day after, with a notice', async () => {
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
    await wholeRegistrar({ ...world.deps, mayStore: false }).advanceOrders()
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
    faults.arm(RECORD, { after: withoutEnd }, { times: Number.POSITIVE_INFINITY })
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
})
