import { beforeEach, describe, expect, test } from 'vitest'
import type { Scope } from '../../../../lib/core/signatures/keys.ts'
import { DAY } from '../../../helpers/remotes/registrar.ts'
import { createRoutesWorld, DOMAIN, PREVIEW, type RoutesWorld } from './world.ts'

let world: RoutesWorld
beforeEach(async () => {
  world = await createRoutesWorld()
})

describe('scopes and modes', () => {
  const WRITER: Scope[] = ['registrar.read', 'registrar.write', 'registrar.buy']
  const rows: { path: string; json?: unknown; scopes: Scope[]; want: number }[] = [
    { path: '/orders', scopes: ['registrar.write'], want: 403 },
    { path: '/domains/example.com/quote', json: {}, scopes: ['registrar.read'], want: 200 },
    { path: '/domains/example.com/buy', json: {}, scopes: ['registrar.read', 'registrar.write'], want: 403 },
    { path: '/domains/example.com/required-fields', json: {}, scopes: ['registrar.write'], want: 403 },
    { path: '/domains/example.com/release', json: {}, scopes: WRITER, want: 403 },
    { path: '/domains/example.com/verified', json: {}, scopes: WRITER, want: 403 },
    { path: '/domains/example.com/release', json: {}, scopes: ['approve'], want: 400 },
    { path: '/domains/example.com/verified', json: {}, scopes: ['approve'], want: 400 },
    { path: '/domains/example.com/resolve', json: {}, scopes: ['registrar.read', 'approve'], want: 403 },
    { path: '/domains/example.com/order', json: {}, scopes: WRITER, want: 403 },
    { path: '/domains/example.com/order', json: {}, scopes: ['approve'], want: 400 },
    { path: '/mail', json: {}, scopes: ['registrar.buy'], want: 403 },
    { path: '/projects/site/domains', json: {}, scopes: ['registrar.read'], want: 403 },
  ]
  test.each(rows)('$path with $scopes is $want', async ({ path, json, scopes, want }) => {
    expect((await world.ask(path, { json, scopes })).status).toBe(want)
  })

  test('a purchase is a dry run unless the signed query says otherwise', async () => {
    const json = await world.purchase()
    expect(await world.ask(`/domains/${DOMAIN}/buy`, { json })).toMatchObject({
      status: 200,
      body: { mode: 'dry-run', cents: 1125, obstacles: [], spent: { day: 0, month: 0 } },
    })
    expect(world.remote.charges(DOMAIN)).toBe(0)
    expect((await world.ask(`/domains/${DOMAIN}/buy?mode=really`, { json })).status).toBe(400)
    expect(await world.ask(`/domains/${DOMAIN}/buy?mode=write`, { json })).toMatchObject({
      status: 200,
      body: { mode: 'write', orderId: expect.any(String) },
    })
    expect(world.remote.charges(DOMAIN)).toBe(1)
  })

  const bodies = [
    { name: 'auto-renew is not stated', change: { autoRenew: undefined }, want: '`autoRenew`' },
    { name: 'there is a member too many', change: { price: 1 }, want: '`price`' },
    { name: 'the domain is not typed again', change: { confirm: undefined }, want: '`confirm`' },
  ]
  test.each(bodies)('a purchase is refused if $name', async ({ change, want }) => {
    const { status, body } = await world.ask(`/domains/${DOMAIN}/buy?mode=write`, {
      json: { ...(await world.purchase()), ...change },
    })
    expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringContaining(want) })
  })

  test('purchases that are off are refused, and the fields can still be asked for', async () => {
    await world.deploy({ REGISTRAR_PURCHASES: 'off' })
    expect(await world.buy()).toMatchObject({ status: 403, body: { code: 'writes_off' } })
    expect((await world.ask(`/domains/${DOMAIN}/required-fields`, { json: {} })).body).toMatchObject({
      complete: true,
    })
    expect(world.remote.sandbox.state.charges).toEqual([])
  })

  test('missing settings are named', async () => {
    await world.deploy({ REGISTRAR_TEAM_ID: '' })
    expect(await world.ask('/orders')).toMatchObject({
      status: 503,
      body: { missing: ['REGISTRAR_TEAM_ID'] },
    })
  })

  test('a preview neither buys nor asks for fields nor attaches', async () => {
    await world.buy()
    await world.deploy(PREVIEW, world.served.store)
    const json = await world.purchase('other.com')
    for (const path of [`/domains/other.com/buy?mode=write`, `/domains/other.com/required-fields`])
      expect(await world.ask(path, { json })).toMatchObject({ status: 503, body: { code: 'not_in_preview' } })
    expect(await world.ask('/projects/site/domains?mode=write', { json: { name: DOMAIN } })).toMatchObject({
      status: 503,
    })
    expect(world.remote.sandbox.state.charges).toHaveLength(1)
    expect(world.remote.sandbox.state.projects.get('site')?.size).toBe(0)
  })

  test('a preview shows what is kept, and what buying and attaching would do, and writes nothing', async () => {
    await world.buy()
    world.remote.clock.now += DAY
    const { calls } = world.served.store
    const swaps = calls.swap
    await world.deploy(PREVIEW, world.served.store)
    expect((await world.ask('/orders')).body.orders).toMatchObject([{ domain: DOMAIN }])
    const json = await world.purchase('other.com')
    expect(await world.ask('/domains/other.com/buy', { json })).toMatchObject({
      status: 200,
      body: { mode: 'dry-run', domain: 'other.com' },
    })
    expect(await world.ask('/projects/site/domains', { json: { name: DOMAIN } })).toMatchObject({
      status: 200,
      body: { mode: 'dry-run', steps: expect.arrayContaining([`attach ${DOMAIN} to site`]) },
    })
    expect(calls.swap).toBe(swaps)
    expect(world.remote.sandbox.state.charges).toHaveLength(1)
  })
})
