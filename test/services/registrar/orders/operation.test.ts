/** A person's decision names the attempt that the person was shown, and counts for no other attempt. */
import { describe, expect, test } from 'vitest'
import type { Store } from '../../../../lib/core/store/store.ts'
import { createRegistrar, type Registrar } from '../../../../lib/services/registrar/service.ts'
import { COMPLETED, REFUNDED } from '../../../../sandbox/registrar/state.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  MINUTE,
  type RegistrarWorld,
} from '../../../helpers/remotes/registrar.ts'
import { claimOf, DOMAIN } from './world.ts'

/** A purchase that was refunded, released and made again, and the operation of the first attempt. */
async function boughtAgain(prepare: (world: RegistrarWorld) => Promise<unknown>) {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.fate = REFUNDED
  await world.buy(DOMAIN)
  const { operation: first } = await claimOf(world)
  world.pass(MINUTE)
  await world.person.release(DOMAIN, ACTING)
  await prepare(world)
  return { world, first }
}

const lostNow = (world: RegistrarWorld) => world.lose(DOMAIN, 'request')

async function lost(world: RegistrarWorld): Promise<void> {
  await lostNow(world)
  world.pass(2 * DAY)
}

/** Makes the registrar forget an order. */
async function forgotten(world: RegistrarWorld): Promise<void> {
  await world.buy(DOMAIN)
  world.remote.sandbox.state.orders.clear()
}

async function refunded(world: RegistrarWorld): Promise<void> {
  await world.buy(DOMAIN)
  world.pass(MINUTE)
}

async function registered(world: RegistrarWorld): Promise<void> {
  world.remote.sandbox.state.fate = COMPLETED
  world.remote.sandbox.state.contactVerification = 'absent'
  await world.buy(DOMAIN)
  world.pass(MINUTE)
  await world.registrar.purchase(DOMAIN)
}

interface Row {
  readonly name: string
  readonly prepare: (world: RegistrarWorld) => Promise<void>
  readonly decide: (
    registrar: Registrar,
    said: { by: string; operation: string; seenAt: number },
  ) => Promise<unknown>
  readonly cannot: string
}

const rows: Row[] = [
  {
    name: 'a release of a refunded order',
    prepare: refunded,
    decide: (registrar, said) => registrar.release(DOMAIN, said),
    cannot: 'Cannot release "example.com"',
  },
  {
    name: 'that there is no order',
    prepare: lost,
    decide: (registrar, { seenAt, ...said }) => registrar.release(DOMAIN, { ...said, noOrder: { seenAt } }),
    cannot: 'Cannot release "example.com"',
  },
  {
    name: 'a look',
    prepare: lost,
    decide: (registrar, said) => registrar.resolve(DOMAIN, said),
    cannot: 'Cannot resolve "example.com"',
  },
  {
    name: 'which order it is',
    prepare: lost,
    decide: (registrar, said) => registrar.resolve(DOMAIN, { ...said, orderId: 'o' }),
    cannot: 'Cannot resolve "example.com"',
  },
  {
    name: 'that the e-mail is confirmed',
    prepare: registered,
    decide: (registrar, said) => registrar.closeDeadline(DOMAIN, said),
    cannot: 'Cannot close the deadline of "example.com"',
  },
]

describe('a decision about an attempt that another one has followed', () => {
  test.each(rows)(
    '$name is refused, and nothing is asked or changed',
    async ({ prepare, decide, cannot }) => {
      const { world, first } = await boughtAgain(prepare)
      const { swap } = world.store.calls
      world.remote.requests.length = 0
      const said = { ...ACTING, operation: first, seenAt: world.remote.clock.now }
      await expect(decide(world.registrar, said)).rejects.toMatchObject({
        code: 'conflict',
        message: `${cannot}: another operation has claimed it since it was looked at`,
        hint: 'look at it again',
      })
      expect(world.remote.requests).toEqual([])
      expect(world.store.calls.swap).toBe(swap)
    },
  )
})

test('an attempt that follows while a release settles the one before is not released', async () => {
  const world = await createRegistrarWorld()
  world.remote.sandbox.state.fate = REFUNDED
  await world.lose(DOMAIN, 'answer')
  world.pass(MINUTE)
  const [order] = world.remote.sandbox.state.orders.values()
  const { operation } = await claimOf(world)
  let followed: string | undefined
  const swap: Store['swap'] = async (key, ...others) => {
    const swapped = await world.store.swap(key, ...others)
    if (!key.startsWith('registrar/spending/') || followed !== undefined) return swapped
    followed = ''
    await world.person.release(DOMAIN, ACTING)
    await refunded(world)
    followed = (await claimOf(world)).operation
    return swapped
  }
  const slow = createRegistrar({ ...world.deps, store: { ...world.store, swap } })
  await expect(slow.release(DOMAIN, { ...ACTING, operation, orderId: order?.orderId })).rejects.toThrow(
    /^Cannot release "example\.com": another operation has claimed it/,
  )
  expect(await claimOf(world)).toMatchObject({ state: 'done', operation: followed })
  expect((await world.registrar.spending()).reserves).toHaveLength(1)
})

test('that there is no order counts from when the purchase was shown: it may have been placed since', async () => {
  const world = await createRegistrarWorld()
  await lostNow(world)
  const { operation, seenAt } = await claimOf(world)
  world.pass(2 * DAY)
  const release = (at: number) =>
    world.registrar.release(DOMAIN, { ...ACTING, operation, noOrder: { seenAt: at } })
  await expect(release(seenAt)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/: its call could still arrive when it was looked at$/),
    hint: 'look again: a late commit may have followed',
  })
  expect((await world.registrar.spending()).reserves).toMatchObject([{ state: 'reserved' }])
  await release(seenAt + 2 * DAY)
  expect((await claimOf(world)).state).toBe('refused')
})

test('that there is no order counts a day after the registrar was first seen not to know it', async () => {
  const world = await createRegistrarWorld()
  await forgotten(world)
  const { operation, seenAt } = await claimOf(world)
  world.pass(2 * DAY)
  const release = (at: number) =>
    world.registrar.release(DOMAIN, { ...ACTING, operation, noOrder: { seenAt: at } })
  await expect(release(seenAt + DAY - 1)).rejects.toThrow(/the registrar does not know its order/)
  await release(seenAt + DAY)
  expect((await claimOf(world)).state).toBe('refused')
})

describe('a time that is still to come counts as now', () => {
  const rows = [
    { name: 'of an unknown outcome', prepare: lostNow, why: /may still arrive/ },
    { name: 'of an order that is not known', prepare: forgotten, why: /does not know its order/ },
  ]
  test.each(rows)('$name', async ({ prepare, why }) => {
    const world = await createRegistrarWorld()
    await prepare(world)
    const { operation, seenAt } = await claimOf(world)
    const noOrder = { seenAt: seenAt + 9 * DAY }
    await expect(world.registrar.release(DOMAIN, { ...ACTING, operation, noOrder })).rejects.toThrow(why)
  })
})
