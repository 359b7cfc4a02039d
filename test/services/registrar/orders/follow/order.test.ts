import { describe, expect, test } from 'vitest'
import { english } from '../../../../../lib/core/language/text.ts'
import type { Store } from '../../../../../lib/core/store/store.ts'
import { failedBeforeCommit } from '../../../../../sandbox/registrar/errors.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { worded } from '../../../../helpers/notice-words.ts'
import {
  ACTING,
  createRegistrarWorld,
  MINUTE,
  wholeRegistrar,
} from '../../../../helpers/remotes/registrar.ts'
import { DOMAIN, progress } from './world.ts'

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
    expect(world.notes.filter(({ event }) => event === 'order')).toMatchObject([
      { domain: DOMAIN, state: 'registered', status: 'completed', domainStatus: 'completed' },
    ])
  })

  test('by its first look the money is marked as spent, if the purchase could not do that', async () => {
    const world = await createRegistrarWorld({ updates: { deadline: 0 } })
    const order = await world.order(DOMAIN)
    let writes = 0
    const swap: Store['swap'] = async (key, ...rest) => {
      if (key.startsWith('registrar/spending/')) writes += 1
      if (writes > 1) throw OUTAGE.error
      return world.store.swap(key, ...rest)
    }
    await wholeRegistrar({ ...world.deps, store: { ...world.store, swap } }).buy(order, ACTING)
    const [reserve] = (await world.registrar.spending()).reserves
    expect(reserve?.state).toBe('reserved')
    expect(world.notes).toContainEqual({
      event: 'spending_unstored',
      operation: reserve?.operation,
      error: expect.stringContaining('Cannot reach the store'),
    })
    await progress(world)
    expect((await world.registrar.spending()).reserves).toMatchObject([{ state: 'spent' }])
  })

  test('without a known order it is followed by the record of the domain', async () => {
    const world = await createRegistrarWorld()
    await world.lose(DOMAIN, 'answer')
    world.pass(MINUTE)
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('bought')
    expect(await progress(world)).toMatchObject({ state: 'registered' })
    expect(world.remote.requests.filter(request => request.includes('/orders/'))).toEqual([])
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
    expect(worded((await world.registrar.openItems()).notices)).toMatchObject([
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

  test('the daily run continues past a domain that fails', async () => {
    const world = await createRegistrarWorld()
    for (const domain of ['a.com', 'b.com']) await world.buy(domain)
    world.pass(MINUTE)
    world.remote.sandbox.faults.arm('GET /v1/registrar/orders/{orderId}', failedBeforeCommit())
    const purchases = await world.registrar.advanceOrders()
    expect(purchases.map(({ progress, failure }) => [progress?.state, failure && english(failure)])).toEqual([
      ['purchasing', expect.stringContaining('answered 500')],
      ['registered', undefined],
    ])
  })

  test('what is known is shown even if the registrar cannot be asked', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.remote.sandbox.faults.arm('GET /v1/registrar/orders/{orderId}', failedBeforeCommit())
    const { progress, failure } = await world.registrar.purchase(DOMAIN)
    expect(progress).toMatchObject({ state: 'purchasing' })
    expect(english(failure ?? '')).toContain('answered 500')
    expect(world.notes.at(-1)).toEqual({
      event: 'registrar_unasked',
      domain: DOMAIN,
      error: expect.stringContaining('answered 500'),
    })
    world.pass(MINUTE)
    world.remote.sandbox.faults.arm(
      'GET /v1/registrar/domains/{domain}/contact-verification',
      failedBeforeCommit(),
    )
    expect(await world.registrar.purchase(DOMAIN)).toMatchObject({
      progress: { state: 'registered' },
      deadline: { state: 'open', source: 'rule' },
      failure: { id: 'remotes.answered' },
    })
    expect(await world.registrar.purchase(DOMAIN)).not.toHaveProperty('failure')
  })

  test('a preview shows what is stored, asks nothing and writes nothing', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    const [swaps, asked] = [world.store.calls.swap, world.remote.requests.length]
    const preview = wholeRegistrar({ ...world.deps, mayStore: false })
    expect((await preview.purchase(DOMAIN)).progress?.state).toBe('purchasing')
    await preview.advanceOrders()
    expect([world.store.calls.swap, world.remote.requests.length]).toEqual([swaps, asked])
  })
})
