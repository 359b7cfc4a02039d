import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { english } from '../../../../lib/core/language/text.ts'
import { ENDED_ORDERS, REGISTRAR_REASONS } from '../../../../lib/services/registrar/words.ts'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { REFUNDED } from '../../../../sandbox/registrar/state.ts'
import { ACTING, createRegistrarWorld, DAY, MINUTE } from '../../../helpers/remotes/registrar.ts'
import { DOMAIN, endedEarly, lost } from './world.ts'

const NO_ORDER = { ...ACTING, noOrder: true }

/** Purchases that a person may not release, and the error that says why. */
const refusals = [
  {
    name: 'was refused',
    async prepare() {
      const world = await createRegistrarWorld({ caps: { order: 1, day: 1, month: 1 } })
      await world.buy(DOMAIN).catch(() => undefined)
      return world
    },
    message: 'Cannot release "example.com": its purchase is refused',
    hint: 'it can be bought as it is',
  },
  {
    name: 'is under way',
    prepare: endedEarly,
    message: 'Cannot release "example.com": its purchase is claimed',
    hint: 'try again in two minutes',
  },
  {
    name: 'was ordered and is not completed',
    async prepare() {
      const world = await createRegistrarWorld()
      await world.buy(DOMAIN)
      return world
    },
    message: /^Cannot release "example\.com": its order is purchasing, expected failed, refunded or lapsed$/,
    hint: 'see kura registrar orders example.com',
  },
  {
    name: 'is unknown, and no person says what the registrar shows',
    prepare: () => lost('request'),
    statement: ACTING,
    message: 'Cannot release "example.com": it is not stated whether the registrar has an order of it',
    hint: "look at the registrar's own page, then add --order ID or --no-order",
  },
  {
    name: 'has an order that the registrar does not know',
    async prepare() {
      const world = await createRegistrarWorld()
      await world.buy(DOMAIN)
      world.remote.sandbox.state.orders.clear()
      return world
    },
    message: 'Cannot release "example.com": the registrar does not know its order',
    hint: /a day after that is first seen, .* adds --no-order$/,
  },
  {
    name: 'is unknown, and may still appear',
    async prepare() {
      const world = await lost('request')
      world.pass(DAY - 1)
      return world
    },
    message: 'example.com": its call may still arrive',
    hint: 'look at the remote again',
  },
  {
    name: 'is unknown, and the team has the domain from before',
    async prepare() {
      const world = await createRegistrarWorld()
      const { contact } = await world.order(DOMAIN)
      const json = { autoRenew: false, years: 1, expectedPrice: 11.25, contactInformation: contact }
      await world.remote.call('POST', `/v1/registrar/domains/${DOMAIN}/buy`, { json })
      world.pass(DAY)
      await world.lose(DOMAIN, 'request')
      world.pass(DAY)
      return world
    },
    message: 'Cannot release "example.com": the team has it already',
    hint: /there is nothing to buy; .* kura settle example\.com --order ID$/,
  },
]

describe('a domain is not released if its purchase', () => {
  test.each(refusals)('$name', async ({ prepare, statement = NO_ORDER, message, hint }) => {
    const world = await prepare()
    const { reserves } = await world.registrar.spending()
    await expect(world.person.release(DOMAIN, statement)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    })
    const after = await world.registrar.spending()
    expect(after.reserves.map(({ cents }) => cents)).toEqual(reserves.map(({ cents }) => cents))
    expect(after.reserves.map(({ state }) => state)).not.toContain('released')
  })
})

test('a registration that was found by its record, and is over, is released without an order in the reason', async () => {
  const world = await createRegistrarWorld()
  const { contact } = await world.order(DOMAIN)
  const { quote = '' } = await world.registrar.quote({ domain: DOMAIN, autoRenew: false, contact })
  world.remote.sandbox.faults.arm(BUY, lostAnswer())
  const order = await world.order(DOMAIN, { autoRenew: false, quote })
  await expect(world.registrar.buy(order, ACTING)).rejects.toMatchObject({ code: 'remote_silent' })
  world.pass(MINUTE)
  expect(await world.person.resolve(DOMAIN, ACTING)).toBe('bought')
  await world.registrar.purchase(DOMAIN)
  world.pass(366 * DAY)
  await world.person.release(DOMAIN, ACTING)
  expect((await world.registrar.purchase(DOMAIN)).claim.reason).toEqual(phrase(ENDED_ORDERS.lapsed))
})

test('an order is asked for at once, whatever the backoff says', async () => {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.fate = REFUNDED
  world.remote.sandbox.state.registrationTime = 1_000
  await world.buy(DOMAIN)
  await world.registrar.purchase(DOMAIN)
  world.pass(1_000)
  await world.person.release(DOMAIN, ACTING)
  expect((await world.registrar.purchase(DOMAIN)).claim.state).toBe('refused')
})

test('an attempt that charged nothing needs no statement', async () => {
  const world = await endedEarly()
  world.pass(3 * MINUTE)
  await world.person.release(DOMAIN, ACTING)
  expect((await world.registrar.spending()).reserves).toEqual([])
  await world.buy(DOMAIN)
})

test('who released it, and on what word, is kept and logged', async () => {
  const world = await lost('request')
  world.pass(DAY)
  await world.person.release(DOMAIN, { by: 'mei (key operator)', noOrder: true })
  const { claim } = await world.registrar.purchase(DOMAIN)
  const { operation } = claim
  const reason = phrase(REGISTRAR_REASONS.noOrder)
  expect(claim.steps.at(-1)).toMatchObject({ state: 'refused', by: 'mei (key operator)', reason })
  expect(world.notes).toContainEqual({
    event: 'purchase',
    domain: DOMAIN,
    state: 'refused',
    operation,
    reason: `released: ${english(reason)}`,
    by: 'mei (key operator)',
  })
})
