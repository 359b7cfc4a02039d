import { describe, expect, test } from 'vitest'
import { createRequestDeps } from '../../../../lib/services/registrar/deps.ts'
import { recordReminder } from '../../../../lib/services/registrar/orders/deadline.ts'
import { createDeadlineRecords } from '../../../../lib/services/registrar/orders/records.ts'
import type { PurchaseOf } from '../../../../lib/services/registrar/purchase/purchase.ts'
import { REFUNDED } from '../../../../sandbox/registrar/state.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  HOUR,
  MINUTE,
  type RegistrarWorld,
} from '../../../helpers/remotes/registrar.ts'
import { closed, DOMAIN, domains } from './follow/world.ts'

const NO_ORDER = { by: 'mei (operator)', noOrder: true }

test('a closed purchase is listed among all only', async () => {
  const world = await closed()
  expect(await world.registrar.purchases()).toEqual([])
  expect(domains(await world.registrar.purchases('all'))).toEqual([DOMAIN])
})

describe('a purchase is open', () => {
  interface Row {
    readonly name: string
    readonly arrange: (world: RegistrarWorld) => Promise<unknown>
    /** The purchase stays open at least this long. */
    readonly after?: number
  }
  const rows: Row[] = [
    {
      name: 'while an order is not completed',
      async arrange(world) {
        world.remote.sandbox.state.registrationTime = 90 * DAY
        await world.buy(DOMAIN)
      },
    },
    {
      name: 'while an order that has failed is not released',
      async arrange(world) {
        world.remote.sandbox.state.fate = REFUNDED
        await world.buy(DOMAIN)
      },
    },
    { name: 'while the e-mail is not confirmed', arrange: world => world.buy(DOMAIN) },
    {
      name: "while a person's word may be contradicted",
      async arrange(world) {
        world.remote.sandbox.state.contactVerification = 'absent'
        await world.buy(DOMAIN)
        world.pass(MINUTE)
        await world.person.closeDeadline(DOMAIN, ACTING)
      },
      after: 14 * DAY,
    },
    {
      name: 'while a deadline that has ended may open again',
      async arrange(world) {
        world.remote.sandbox.state.contactVerification = 'unregistered'
        await world.buy(DOMAIN)
      },
      after: 14 * DAY,
    },
    {
      name: 'while the outcome is unknown',
      async arrange(world) {
        world.remote.sandbox.state.registrationTime = 90 * DAY
        await world.lose(DOMAIN, 'answer')
      },
    },
    {
      name: 'while an attempt that was let go is watched',
      async arrange(world) {
        world.remote.sandbox.state.registrationTime = 90 * DAY
        await world.lose(DOMAIN, 'answer')
        world.pass(DAY)
        await world.person.release(DOMAIN, NO_ORDER)
      },
      after: 60 * DAY,
    },
    {
      name: 'while the team has no payment method',
      async arrange(world) {
        world.remote.sandbox.state.paymentMethod = 'missing'
        await world.buy(DOMAIN).catch(() => undefined)
      },
    },
    {
      name: 'while a domain that was sold at a wrong price is not released',
      async arrange(world) {
        world.remote.sandbox.state.acceptsAnyPrice = true
        world.remote.sandbox.state.verified.add(DOMAIN)
        await world.registrar.requiredFields({ domain: DOMAIN }, ACTING).catch(() => undefined)
      },
      after: 60 * DAY,
    },
    {
      name: 'while a registration that is over is not released',
      async arrange(world) {
        world.remote.sandbox.state.verified.add(DOMAIN)
        await world.buy(DOMAIN)
        world.pass(MINUTE)
        await world.registrar.advanceOrders()
        world.remote.sandbox.state.orders.clear()
        world.pass(366 * DAY)
      },
    },
  ]
  test.each(rows)('$name', async ({ arrange, after = 80 * DAY }) => {
    const world = await createRegistrarWorld()
    await arrange(world)
    world.pass(HOUR)
    await world.registrar.advanceOrders()
    world.pass(after)
    expect(domains(await world.registrar.purchases())).toEqual([DOMAIN])
  })

  test('until an attempt that was let go is watched no more', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.registrationTime = 90 * DAY
    await world.lose(DOMAIN, 'answer')
    world.pass(DAY)
    await world.person.release(DOMAIN, NO_ORDER)
    world.pass(62 * DAY)
    expect(await world.registrar.purchases()).toEqual([])
  })
})

describe('a closed purchase opens again', () => {
  test('by a reminder', async () => {
    const world = await closed()
    world.pass(DAY)
    await world.registrar.reportMail({ subject: `ACTION REQUIRED: Verify ${DOMAIN}` })
    expect((await world.registrar.openItems()).deadlines).toMatchObject([{ domain: DOMAIN }])
  })

  test('because a call that was freed has bought the domain', async () => {
    const world = await createRegistrarWorld()
    const { purchases } = createRequestDeps(world.deps)
    const name = purchases.nameOf(DOMAIN)
    const act = { digest: '0', operation: 'probe-1', by: 'hana', lease: 1_000, flags: [] }
    await purchases.claims.request(name, act)
    await purchases.claims.settle(name, {
      operation: 'probe-1',
      outcome: { state: 'refused', reason: 'freed' },
      by: 'mei',
    })
    expect(await world.registrar.purchases()).toEqual([])
    const result = { at: world.remote.clock.now, incident: true }
    await purchases.claims.settle(name, {
      operation: 'probe-1',
      outcome: { state: 'done', result },
      by: 'hana',
    })
    expect((await world.registrar.openItems()).notices).toMatchObject([
      { key: `registrar/purchase/${DOMAIN}` },
    ])
  })
})

test('10,000 purchases are read in 34 calls, and reading them writes nothing', async () => {
  const world = await closed()
  const { store, deps } = world
  const team = deps.settings.teamId
  for (const prefix of [
    `claim/purchase/${team}%2F`,
    `registrar/order/${team}/`,
    `registrar/deadline/${team}/`,
  ]) {
    const { value = '' } = (await store.read(`${prefix}${DOMAIN}`)).record ?? {}
    for (let count = 1; count < 10_000; count++) {
      const next = { value: value.replaceAll(DOMAIN, `a${count}.com`), version: `v${count}` }
      await store.swap(`${prefix}a${count}.com`, undefined, next)
    }
  }
  const before = { ...store.calls }
  expect((await world.registrar.openItems()).registrations).toHaveLength(10_000)
  const cost = Object.entries(store.calls).map(
    ([name, calls]) => [name, calls - before[name as keyof typeof before]] as const,
  )
  // for claims, orders and deadlines, one call for the keys and ten for the values each; and one read of the ledger
  expect(Object.fromEntries(cost)).toEqual({ read: 1, readMany: 30, swap: 0, remove: 0, keys: 3 })
}, 60_000)

const NOW = Date.UTC(2026, 5, 15)

const purchaseOf = (operation: string, at: number): PurchaseOf => ({
  domain: DOMAIN,
  claim: {
    state: 'done',
    name: `team/${DOMAIN}`,
    digest: '',
    operation,
    until: at,
    flags: [],
    steps: [{ state: 'claimed', at, by: 'hana' }],
    result: { at },
    seenAt: at,
  },
})

function createWorld() {
  const store = createMemoryStore({ now: () => NOW })
  const records = createDeadlineRecords({ store, team: 'team' })
  return { store, records }
}

test('what is learned of an earlier purchase leaves the record of a later one as it is', async () => {
  const { records } = createWorld()
  const [earlier, later] = [purchaseOf('1', NOW), purchaseOf('2', NOW + 1)]
  await records.change(later, deadline => recordReminder(deadline, NOW))
  expect(await records.change(earlier, deadline => recordReminder(deadline, NOW + 5))).toMatchObject({
    operation: '1',
    remindedAt: NOW + 5,
  })
  const stored = { operation: '2', remindedAt: NOW }
  expect(await records.read(later)).toMatchObject(stored)
  const recordOf = await records.readAll()
  expect(recordOf(later)).toMatchObject(stored)
  expect(recordOf(earlier)).toMatchObject({ operation: '1', state: 'open' })
})

test('a change that changes nothing writes nothing', async () => {
  const { store, records } = createWorld()
  await records.change(purchaseOf('1', NOW), deadline => deadline)
  expect(store.calls.swap).toBe(0)
})
