import { describe, expect, test } from 'vitest'
import { createRegistrar } from '../../../lib/registrar/service.ts'
import { failedBeforeCommit } from '../../../lib/sandbox/registrar/errors.ts'
import { listAll } from '../../../lib/store/list.ts'
import { worded } from '../../helpers/notice-words.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  MINUTE,
  type RegistrarWorld,
} from '../../helpers/remotes/registrar.ts'

const DOMAIN = 'example.com'
const RECORD = 'GET /v5/domains/{domain}'
const NOT_FOUND = {
  before: async () => Response.json({ error: { code: 'not_found', message: 'not found' } }, { status: 404 }),
}
const progress = async ({ registrar }: RegistrarWorld) => (await registrar.purchase(DOMAIN)).progress
const deadline = async ({ registrar }: RegistrarWorld) => (await registrar.purchase(DOMAIN)).deadline

describe('following an order', () => {
  test('each read brings it on, no more often than the backoff allows', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    expect(await progress(world)).toMatchObject({ state: 'purchasing', checks: 1 })
    const asked = world.remote.requests.length
    expect(await progress(world)).toMatchObject({ checks: 1 })
    expect(world.remote.requests).toHaveLength(asked)
    world.pass(MINUTE)
    expect(await progress(world)).toMatchObject({
      state: 'registered',
      boughtAt: world.remote.clock.now - MINUTE,
    })
    const done = world.remote.requests.length
    world.pass(MINUTE)
    await progress(world)
    expect(world.remote.requests).toHaveLength(done)
  })

  test('a completed order is registered only once the record is found', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    const missing = {
      before: async () => Response.json({ error: { code: 'not_found', message: '' } }, { status: 404 }),
    }
    world.remote.sandbox.faults.arm('GET /v5/domains/{domain}', missing)
    expect((await progress(world))?.state).toBe('completed')
    world.pass(MINUTE)
    expect((await progress(world))?.state).toBe('registered')
  })

  test('an unknown status is kept, reported, and asked about again', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.fate = { status: 'under_review', domainStatus: 'held' }
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    expect(await progress(world)).toMatchObject({
      state: 'unrecognised',
      status: 'under_review',
      domainStatus: 'held',
    })
    expect(worded((await world.registrar.matters()).notices)).toMatchObject([
      { text: expect.stringContaining('under_review; held') },
    ])
    const [order] = [...world.remote.sandbox.state.orders.values()]
    if (order)
      world.remote.sandbox.state.orders.set(order.orderId, {
        ...order,
        fate: { status: 'completed', domainStatus: 'completed' },
      })
    world.pass(MINUTE)
    expect(await progress(world)).toMatchObject({ state: 'registered' })
    world.remote.problems.length = 0
  })

  test('the daily run goes on past a domain that fails', async () => {
    const world = await createRegistrarWorld()
    for (const domain of ['a.com', 'b.com']) await world.buy(domain)
    world.pass(MINUTE)
    world.remote.sandbox.faults.arm('GET /v1/registrar/orders/{orderId}', failedBeforeCommit())
    const purchases = await world.registrar.advanceOrders()
    expect(purchases.map(({ progress, failure }) => [progress?.state, failure])).toEqual([
      ['purchasing', expect.stringContaining('answered 500')],
      ['registered', undefined],
    ])
  })

  test('what is known is shown even if the registrar cannot be asked', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.remote.sandbox.faults.arm('GET /v1/registrar/orders/{orderId}', failedBeforeCommit())
    expect(await world.registrar.purchase(DOMAIN)).toMatchObject({
      progress: { state: 'purchasing' },
      failure: expect.stringContaining('answered 500'),
    })
    world.pass(MINUTE)
    world.remote.sandbox.faults.arm(
      'GET /v1/registrar/domains/{domain}/contact-verification',
      failedBeforeCommit(),
    )
    expect(await world.registrar.purchase(DOMAIN)).toMatchObject({
      progress: { state: 'registered' },
      deadline: { state: 'open', source: 'rule' },
      failure: expect.any(String),
    })
    expect(await world.registrar.purchase(DOMAIN)).not.toHaveProperty('failure')
  })

  test('a preview shows what is stored, asks nothing and writes nothing', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    const [swaps, asked] = [world.store.calls.swap, world.remote.requests.length]
    const preview = createRegistrar({ ...world.deps, mayStore: false })
    expect((await preview.purchase(DOMAIN)).progress?.state).toBe('purchasing')
    await preview.advanceOrders()
    expect([world.store.calls.swap, world.remote.requests.length]).toEqual([swaps, asked])
  })
})

describe('an order that cannot be read', () => {
  const ORDER = 'GET /v1/registrar/orders/{orderId}'
  const orderNotice = async ({ registrar }: RegistrarWorld) =>
    (await registrar.matters()).notices.find(({ key }) => key === `registrar/order/${DOMAIN}`)?.step

  test('is told once the registrar does not know it, again as days pass, and no longer once it does', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    const { orders } = world.remote.sandbox.state
    const [order] = [...orders.values()]
    orders.clear()
    const steps: (string | undefined)[] = []
    for (const days of [0, 1, 3]) {
      world.pass(days * DAY)
      expect(await world.registrar.advanceOrders()).toMatchObject([
        { failure: expect.stringContaining('answered 404') },
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

  test('is told after a day of failed reads', async () => {
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

  test('is told if it is not completed for days', async () => {
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
    const texts = worded((await world.registrar.matters()).notices).map(({ text }) => text)
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
    expect(worded((await world.registrar.matters()).notices)).toMatchObject([
      { text: expect.stringContaining('its registration is over') },
    ])
    expect((await world.registrar.matters()).deadlines).toEqual([])
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    await world.person.release(DOMAIN, ACTING)
    expect((await world.registrar.spending()).reserves).toMatchObject([{ state: 'spent' }])
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    expect(await progress(world)).toMatchObject({ state: 'registered' })
    expect((await world.registrar.purchase(DOMAIN)).claim.steps.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/^lapsed, order_/),
    )
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

  /** A registration that goes on, whose record the registrar denies once. */
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
    'that the registrar denies and then has, $name, is not released, and goes on',
    async ({ before }) => {
      const world = await denied()
      await before(world)
      await expect(world.person.release(DOMAIN, ACTING)).rejects.toMatchObject({
        code: 'conflict',
        message:
          'Cannot release "example.com": the registrar said that its registration is over, and now says that the team has it',
        hint: 'there is nothing to buy; see kura registrar order example.com',
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

  test('that the registrar denies is told until the registrar has it again', async () => {
    const world = await denied()
    await world.registrar.advanceOrders()
    expect((await world.registrar.matters()).notices).toMatchObject([{ kind: 'order_ended' }])
    await world.registrar.advanceOrders()
    expect((await world.registrar.matters()).notices).toEqual([])
    expect(world.notes.filter(({ event }) => event === 'order').map(({ state }) => state)).toEqual([
      'registered',
      'lapsed',
      'registered',
    ])
  })

  test('that was renewed goes on, and is asked about once its new time is over', async () => {
    const world = await registered(true)
    world.pass(YEAR)
    const { expiresAt } = (await progress(world)) ?? {}
    expect(expiresAt).toBeGreaterThan(world.remote.clock.now)
    const asked = world.remote.requests.length
    await world.registrar.advanceOrders()
    expect(world.remote.requests.length).toBe(asked)
    await expect(world.person.release(DOMAIN, ACTING)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('that the registrar denies ends the verification, and the domain can be released', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(DAY)
    world.remote.sandbox.state.contactVerification = 'unregistered'
    expect(await deadline(world)).toMatchObject({ state: 'ended' })
    expect((await world.registrar.matters()).notices).toEqual([])
    world.pass(MINUTE)
    expect(await progress(world)).toMatchObject({ state: 'registered' })
    world.remote.sandbox.state.orders.clear()
    world.pass(10 * MINUTE)
    expect(await progress(world)).toMatchObject({ state: 'lapsed' })
    await world.person.release(DOMAIN, ACTING)
  })

  test('that the registrar denies too early is reminded of once it says otherwise', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.remote.sandbox.state.contactVerification = 'unregistered'
    world.pass(MINUTE)
    expect(await deadline(world)).toMatchObject({ state: 'ended' })
    world.remote.sandbox.state.contactVerification = 'served'
    world.pass(DAY)
    expect(await deadline(world)).toMatchObject({ state: 'open', source: 'registrar' })
  })
})

describe('the contact verification', () => {
  test("checks a person's word against the registrar, and tells a contradiction", async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(DAY)
    const mei = { by: 'mei (operator)' }
    const closed = await world.person.closeDeadline(DOMAIN, mei)
    expect(closed.deadline).toMatchObject({ state: 'open', contradicted: true, verifiedBy: mei.by })
    expect(worded((await world.registrar.matters()).notices)).toMatchObject([
      { text: expect.stringContaining('mei (operator) said that it is confirmed') },
    ])
    world.remote.sandbox.state.verified.add(DOMAIN)
    expect((await world.person.closeDeadline(DOMAIN, mei)).deadline).toMatchObject({
      state: 'verified',
      verifiedBy: mei.by,
      confirmed: true,
    })
    expect((await world.registrar.matters()).notices).toEqual([])
    const asked = world.remote.requests.length
    world.pass(DAY)
    await world.registrar.advanceOrders()
    expect(world.remote.requests.length).toBe(asked)
  })

  test("keeps a person's word if the registrar cannot be asked", async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(DAY)
    await world.registrar.purchase(DOMAIN)
    const check = 'GET /v1/registrar/domains/{domain}/contact-verification'
    world.remote.sandbox.faults.arm(check, failedBeforeCommit())
    expect(await world.person.closeDeadline(DOMAIN, ACTING)).toMatchObject({
      deadline: { state: 'verified' },
      failure: expect.any(String),
    })
    expect(await deadline(world)).toMatchObject({ state: 'open', contradicted: true })
  })

  test('is open from the moment of the purchase, before anything was asked', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    expect(await deadline(world)).toMatchObject({
      state: 'open',
      source: 'rule',
      verifyBy: world.remote.clock.now + 15 * DAY,
    })
  })

  test('takes the date of the registrar, and is over when the registrar says verified', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    expect(await deadline(world)).toMatchObject({ state: 'open', source: 'rule' })
    world.pass(DAY)
    expect(await deadline(world)).toMatchObject({ state: 'open', source: 'registrar' })
    world.remote.sandbox.state.verified.add(DOMAIN)
    world.pass(MINUTE)
    expect(await deadline(world)).toMatchObject({ state: 'open' })
    world.pass(10 * MINUTE)
    expect(await deadline(world)).toMatchObject({ state: 'verified', verifiedBy: 'registrar' })
    expect((await world.registrar.matters()).notices).toEqual([])
  })

  test('keeps the rule if the registrar says nothing, and is overdue on day 15', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.contactVerification = 'absent'
    await world.buy(DOMAIN)
    world.pass(15 * DAY)
    expect(await deadline(world)).toMatchObject({ state: 'open', source: 'rule' })
    expect(worded((await world.registrar.matters()).notices)).toMatchObject([
      { text: expect.stringContaining('e-mail address is overdue') },
    ])
  })

  test('is closed by a person, and opened again by a reminder that comes later', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.contactVerification = 'absent'
    await world.buy(DOMAIN)
    world.pass(DAY)
    await world.person.closeDeadline(DOMAIN, { by: 'mei (operator)' })
    expect(await deadline(world)).toMatchObject({ state: 'verified', verifiedBy: 'mei (operator)' })
    const subject = `ACTION REQUIRED: Verify ${DOMAIN}`
    const earlier = { subject, date: world.remote.clock.now - 1 }
    expect(await world.registrar.reportMail(earlier)).toMatchObject({ effect: 'noted', domains: [DOMAIN] })
    world.pass(DAY)
    expect(await world.registrar.reportMail({ subject })).toMatchObject({
      effect: 'reopened',
      verification: true,
    })
    expect(worded((await world.registrar.matters()).notices)).toMatchObject([
      { key: `registrar/deadline/${DOMAIN}` },
    ])
  })

  const mails = [
    {
      name: 'a message without a deadline',
      mail: { subject: `Receipt for ${DOMAIN}` },
      want: { effect: 'none' },
    },
    {
      name: 'a message that names no domain',
      mail: { subject: 'Verify' },
      want: { effect: 'no known domain' },
    },
    {
      name: 'a message of another domain',
      mail: { subject: 'Verify', domain: 'other.com' },
      want: { effect: 'no known domain' },
    },
    {
      name: 'a message whose domain is given',
      mail: { subject: '確認', domain: DOMAIN },
      want: { effect: 'noted' },
    },
  ]
  test.each(mails)('$name', async ({ mail, want }) => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    expect(await world.registrar.reportMail(mail)).toMatchObject(want)
  })

  test('a reminder that names several domains opens each of them again', async () => {
    const world = await createRegistrarWorld()
    for (const domain of [DOMAIN, 'other.com', 'third.com']) await world.buy(domain)
    await world.person.closeDeadline(DOMAIN, ACTING)
    world.pass(DAY)
    const subject = `ACTION REQUIRED: Verify ${DOMAIN} and other.com`
    expect(await world.registrar.reportMail({ subject })).toMatchObject({
      effect: 'reopened',
      domains: [DOMAIN, 'other.com'],
      reopened: [DOMAIN],
    })
    const { records } = await listAll(world.store, 'registrar/deadline/')
    const reminded = records.filter(({ value }) => value.includes('remindedAt')).map(({ key }) => key)
    expect(reminded.map(key => key.split('/').at(-1))).toEqual([DOMAIN, 'other.com'])
  })

  test('there is none for a purchase that was refused', async () => {
    const world = await createRegistrarWorld({ caps: { order: 1, day: 1, month: 1 } })
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'cap_reached' })
    await expect(world.person.closeDeadline(DOMAIN, ACTING)).rejects.toMatchObject({ code: 'conflict' })
  })
})
