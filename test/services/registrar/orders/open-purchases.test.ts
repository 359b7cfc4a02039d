import { describe, expect, test } from 'vitest'
import { createRequestDeps } from '../../../../lib/services/registrar/deps.ts'
import { createRegistrar } from '../../../../lib/services/registrar/service.ts'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { REFUNDED } from '../../../../sandbox/registrar/state.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  MINUTE,
  personAt,
  type RegistrarWorld,
} from '../../../helpers/remotes/registrar.ts'
import { closed, DOMAIN, domains, HOUR, marked } from './closed-purchase.ts'

const NO_ORDER = { by: 'mei (operator)', noOrder: true }

/** The keys that are written, in order. */
function recording({ deps, store }: RegistrarWorld): {
  world: RegistrarWorld['registrar']
  keys: string[]
} {
  const keys: string[] = []
  const swap: typeof store.swap = (key, ...others) => {
    keys.push(key.replace(/\/[0-7]$/, '').replace(/\/team_.*$/, ''))
    return store.swap(key, ...others)
  }
  return { world: createRegistrar({ ...deps, store: { ...store, swap } }), keys }
}

describe('a purchase that needs nobody', () => {
  test('is listed among all only, and its mark is dropped', async () => {
    const world = await closed()
    expect(await world.registrar.purchases()).toEqual([])
    expect(domains(await world.registrar.purchases('all'))).toEqual([DOMAIN])
    expect(await marked(world)).toEqual([])
  })

  test.each([
    { name: 'in a preview', after: HOUR, mayStore: false },
    { name: 'until its mark is stale', after: MINUTE, mayStore: true },
  ])('costs no write $name', async ({ after, mayStore }) => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.verified.add(DOMAIN)
    await world.buy(DOMAIN)
    world.pass(after)
    world.remote.sandbox.state.verificationDelay = 0
    await world.registrar.advanceOrders()
    const { swap } = world.store.calls
    expect(await createRegistrar({ ...world.deps, mayStore }).purchases()).toEqual([])
    expect(world.store.calls.swap).toBe(swap)
    expect(await marked(world)).toEqual([DOMAIN])
  })

  test('whose process has not claimed it yet is not listed, and keeps its mark', async () => {
    const world = await createRegistrarWorld()
    await createRequestDeps(world.deps).purchases.mark(DOMAIN)
    expect(await world.registrar.purchases()).toEqual([])
    expect(await marked(world)).toEqual([DOMAIN])
    world.pass(HOUR)
    expect(await world.registrar.purchases()).toEqual([])
    expect(await marked(world)).toEqual([DOMAIN])
  })

  test('because it is released is not marked by that', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.fate = REFUNDED
    await world.buy(DOMAIN)
    world.pass(HOUR)
    const { world: registrar, keys } = recording(world)
    await personAt(registrar, world.deps).release(DOMAIN, ACTING)
    expect(keys).not.toContain('open/purchase')
  })

  test('leaves the marks of another team alone', async () => {
    const world = await closed()
    const settings = { ...world.deps.settings, teamId: 'team_other' }
    const other = createRequestDeps({ ...world.deps, settings })
    await other.purchases.mark('other.com')
    world.pass(HOUR)
    await world.registrar.advanceOrders()
    expect(await marked(world)).toEqual(['other.com'])
  })
})

describe('a mark stays', () => {
  interface Row {
    readonly name: string
    readonly arrange: (world: RegistrarWorld) => Promise<unknown>
    /** How long it stays at least. */
    readonly after?: number
  }
  const rows: Row[] = [
    {
      name: 'while an order goes on',
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
        world.remote.sandbox.faults.arm(BUY, lostAnswer())
        await world.buy(DOMAIN).catch(() => undefined)
      },
    },
    {
      name: 'while an attempt that was let go is watched',
      async arrange(world) {
        world.remote.sandbox.state.registrationTime = 90 * DAY
        world.remote.sandbox.faults.arm(BUY, lostAnswer())
        await world.buy(DOMAIN).catch(() => undefined)
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
    expect(await marked(world)).toEqual([DOMAIN])
  })

  test('until an attempt that was let go is watched no more', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.registrationTime = 90 * DAY
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    await world.buy(DOMAIN).catch(() => undefined)
    world.pass(DAY)
    await world.person.release(DOMAIN, NO_ORDER)
    world.pass(62 * DAY)
    expect(await world.registrar.purchases()).toEqual([])
    expect(await marked(world)).toEqual([])
  })
})

describe('a closed purchase that opens again', () => {
  test('by a reminder is marked before its deadline is written', async () => {
    const world = await closed()
    world.pass(DAY)
    const { world: registrar, keys } = recording(world)
    await registrar.reportMail({ subject: `ACTION REQUIRED: Verify ${DOMAIN}` })
    expect(keys).toEqual(['open/purchase', 'registrar/deadline'])
    expect((await registrar.matters()).deadlines).toMatchObject([{ domain: DOMAIN }])
  })

  test('because it was looked at when its registration was over is marked before that is written', async () => {
    const world = await closed()
    world.pass(366 * DAY)
    world.remote.sandbox.state.orders.clear()
    const { world: registrar, keys } = recording(world)
    expect((await registrar.purchase(DOMAIN)).progress?.state).toBe('lapsed')
    expect(keys).toEqual(['open/purchase', 'registrar/order'])
    expect((await registrar.matters()).notices).toMatchObject([{ key: `registrar/order/${DOMAIN}` }])
  })

  test('because a call that was freed has bought the domain is marked before its claim is written', async () => {
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
    world.pass(HOUR)
    await world.registrar.advanceOrders()
    expect(await marked(world)).toEqual([])
    const result = { at: world.remote.clock.now, incident: true }
    await purchases.claims.settle(name, {
      operation: 'probe-1',
      outcome: { state: 'done', result },
      by: 'hana',
    })
    expect(await marked(world)).toEqual([DOMAIN])
    expect((await world.registrar.matters()).notices).toMatchObject([{ key: `registrar/purchase/${DOMAIN}` }])
  })
})

test('a daily run over 20 open and 100,000 closed purchases costs what the open ones cost', async () => {
  const world = await closed({ caps: { order: 5_000, day: 100_000, month: 100_000 } })
  const { store, remote, deps } = world
  const team = deps.settings.teamId
  const [claim, order, deadline] = await Promise.all(
    [`claim/purchase/${team}%2F`, `registrar/order/${team}/`, `registrar/deadline/${team}/`].map(
      async prefix => (await store.read(`${prefix}${DOMAIN}`)).record?.value ?? '',
    ),
  )
  for (let count = 0; count < 100_000; count++) {
    const next = (value = '') => ({ value: value.replaceAll(DOMAIN, `a${count}.com`), version: `v${count}` })
    await store.swap(`claim/purchase/${team}%2Fa${count}.com`, undefined, next(claim))
    await store.swap(`registrar/order/${team}/a${count}.com`, undefined, next(order))
    await store.swap(`registrar/deadline/${team}/a${count}.com`, undefined, next(deadline))
  }
  remote.sandbox.state.registrationTime = 90 * DAY
  for (let count = 0; count < 20; count++) await world.buy(`open${count}.com`)
  const before = { ...store.calls }
  expect((await world.registrar.matters()).notices).toEqual([])
  const cost = Object.fromEntries(
    Object.entries(store.calls).map(([name, calls]) => [name, calls - before[name as keyof typeof before]]),
  )
  // the day of expiries, the ledger, an order and a deadline each; all marks at once, and all marked claims
  expect(cost).toEqual({ read: 1 + 1 + 20 * 2, readMany: 2, swap: 0, remove: 0, keys: 0 })
  await world.registrar.advanceOrders()
  expect(store.calls.keys).toBe(before.keys)
  expect(await world.registrar.purchases()).toHaveLength(20)
}, 60_000)
