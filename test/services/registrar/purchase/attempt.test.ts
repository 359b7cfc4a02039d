import { describe, expect, test } from 'vitest'
import type { Store } from '../../../../lib/core/store/store.ts'
import { createRegistrar } from '../../../../lib/services/registrar/service.ts'
import { tooManyRequests } from '../../../../sandbox/registrar/errors.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { OUTAGE } from '../../../helpers/memory-store.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  MINUTE,
  type RegistrarWorld,
} from '../../../helpers/remotes/registrar.ts'
import { claimOf, DOMAIN } from '../orders/world.ts'

const noted = ({ notes }: RegistrarWorld) => notes.filter(({ event }) => event === 'purchase')
const thrown = (work: Promise<unknown>) => work.catch((error: unknown) => error)

describe('each change of a purchase is noted', () => {
  test('that was ordered', async () => {
    const world = await createRegistrarWorld()
    const { orderId } = await world.buy(DOMAIN)
    const { operation } = await claimOf(world)
    const change = { event: 'purchase', domain: DOMAIN, operation }
    expect(noted(world)).toEqual([
      { ...change, state: 'claimed', by: ACTING.by },
      { ...change, state: 'done', orderId },
    ])
  })

  test('that was refused', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.faults.arm(BUY, tooManyRequests())
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'limited' })
    const { operation, reason } = await claimOf(world)
    const change = { event: 'purchase', domain: DOMAIN, operation }
    expect(noted(world)).toEqual([
      { ...change, state: 'claimed', by: ACTING.by },
      { ...change, state: 'refused', reason },
    ])
  })
})

/** Faults of the ledger before the purchase is sent. */
const faults = [
  { name: "an error of kura's by its code", error: OUTAGE.error, reason: 'store_unavailable' },
  { name: 'any other error without its text', error: new TypeError('03-1234-5678'), reason: 'internal' },
]
test.each(faults)('a claim keeps $name', async ({ error, reason }) => {
  const world = await createRegistrarWorld({ updates: { deadline: 0 } })
  const order = await world.order(DOMAIN)
  const swap: Store['swap'] = async (key, ...rest) => {
    if (key.startsWith('registrar/spending/')) throw error
    return world.store.swap(key, ...rest)
  }
  const registrar = createRegistrar({ ...world.deps, store: { ...world.store, swap } })
  expect(await thrown(registrar.buy(order, ACTING))).toMatchObject({ name: (error as Error).name })
  expect(await claimOf(world)).toMatchObject({ state: 'refused', reason })
})

describe('a purchase that cannot be stored', () => {
  /** A purchase whose store fails when the registrar has replied. */
  async function failing(reply?: Response): Promise<RegistrarWorld> {
    const world = await createRegistrarWorld({ updates: { deadline: 0 } })
    world.remote.sandbox.faults.arm(BUY, {
      after: async answer => {
        world.store.failure = OUTAGE
        return reply ?? answer
      },
    })
    return world
  }

  test('names its order, and is put back by it', async () => {
    const world = await failing()
    const error = await thrown(world.buy(DOMAIN))
    const [orderId = ''] = world.remote.sandbox.state.orders.keys()
    expect(error).toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining(`"example.com" was bought as ${orderId}: `),
      hint: expect.stringMatching(new RegExp(`kura settle example\\.com --order ${orderId}$`)),
      details: { orderId },
      cause: expect.any(Error),
    })
    world.store.failure = undefined
    world.pass(2 * MINUTE)
    expect(await world.person.resolve(DOMAIN, { ...ACTING, orderId })).toBe('bought')
    expect((await claimOf(world)).result).toMatchObject({ orderId, cents: 1125 })
  })

  test('is reported without an order if the registrar names none', async () => {
    const world = await failing(Response.json({ ok: true }))
    const error = await thrown(world.registrar.requiredFields({ domain: DOMAIN }, ACTING))
    expect(error).toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('"example.com" was bought: '),
      hint: expect.stringMatching(/kura settle example\.com$/),
    })
    expect(error).toHaveProperty('details', {})
    world.remote.problems.length = 0
  })

  test('is not said to be made if that is unknown', async () => {
    const world = await failing(new Response('<html>', { status: 502 }))
    expect(await thrown(world.buy(DOMAIN))).toMatchObject({
      code: 'store_unavailable',
      message: expect.not.stringContaining('was bought'),
    })
    world.remote.problems.length = 0
  })
})

describe('a purchase whose claim was let go while its call went on', () => {
  /** A purchase whose reply arrives after a person has released the domain and bought it again. */
  async function overtaken(reply?: Response): Promise<RegistrarWorld> {
    const world = await createRegistrarWorld({ updates: { deadline: 0 } })
    world.remote.sandbox.state.registrationTime = 90 * DAY
    let isFirst = true
    world.remote.sandbox.faults.arm(BUY, {
      async after(answer) {
        if (!isFirst) return answer
        isFirst = false
        world.pass(2 * DAY)
        await world.person.release(DOMAIN, { ...ACTING, noOrder: true })
        await world.buy(DOMAIN)
        return reply ?? answer
      },
    })
    return world
  }

  test('is reported with its order, and counts as spent', async () => {
    const world = await overtaken()
    const error = await thrown(world.buy(DOMAIN))
    const [orderId] = world.remote.sandbox.state.orders.keys()
    expect(error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(
        `"example.com" was bought as ${orderId}: another attempt has the claim`,
      ),
      hint: expect.stringMatching(/the registrar's own page, and see kura registrar orders example\.com$/),
      details: { orderId },
    })
    expect(noted(world).at(-1)).toMatchObject({ state: 'done', orderId, orphaned: true })
    expect((await world.registrar.spending()).reserves).toMatchObject([
      { state: 'spent', stray: true, orderId },
      { state: 'spent' },
    ])
  })

  test('is reported without an order if the registrar names none', async () => {
    const world = await overtaken(Response.json({ ok: true }))
    const error = await thrown(world.registrar.requiredFields({ domain: DOMAIN }, ACTING))
    expect(error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('"example.com" was bought: another attempt has the claim'),
    })
    expect(error).toHaveProperty('details', {})
    world.remote.problems.length = 0
  })

  test('is not said to be made if that is unknown', async () => {
    const world = await overtaken(new Response('<html>', { status: 502 }))
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'remote_silent' })
    expect((await claimOf(world)).strays).toHaveLength(1)
    world.remote.problems.length = 0
  })

  test('is reported although the ledger cannot say so, which is noted', async () => {
    const world = await overtaken()
    const order = await world.order(DOMAIN)
    let isReserved = false
    const swap: Store['swap'] = async (key, ...rest) => {
      if (!key.startsWith('registrar/spending/')) return world.store.swap(key, ...rest)
      if (isReserved) throw OUTAGE.error
      isReserved = true
      return world.store.swap(key, ...rest)
    }
    const registrar = createRegistrar({ ...world.deps, store: { ...world.store, swap } })
    expect(await thrown(registrar.buy(order, ACTING))).toMatchObject({ code: 'conflict' })
    expect(world.notes).toContainEqual({
      event: 'spending_unstored',
      operation: expect.any(String),
      error: expect.stringContaining('Cannot reach the store'),
    })
  })
})
