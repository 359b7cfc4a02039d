import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '../../../helpers/remotes/registrar.ts'
import { createRoutesWorld, DOMAIN, type RoutesWorld } from './world.ts'

let world: RoutesWorld
beforeEach(async () => {
  world = await createRoutesWorld()
})

describe('the proxy', () => {
  const rows = [
    {
      path: '/domains/example.jp/availability',
      want: { available: true, advice: true, decides: 'the price' },
    },
    {
      path: '/domains/Example.net/price?years=2',
      want: {
        domain: 'example.net',
        currency: 'USD',
        years: 2,
        purchaseCents: 2700,
        renewalCents: 2700,
        transferCents: null,
        page: expect.stringMatching(/\/console\/domains\?domain=example\.net$/),
      },
    },
    { path: '/domains/example.com', want: { found: false, name: 'example.com' } },
    { path: '/domains/example.com/config', want: { domain: 'example.com', misconfigured: false } },
    { path: '/domains/example.com/contact-verification', want: { domain: 'example.com', state: 'untold' } },
    { path: '/deadlines', want: { deadlines: [] } },
    { path: '/orders', want: { orders: [] } },
  ]
  test.each(rows)('GET $path', async ({ path, want }) => {
    const { status, body } = await world.ask(path, { scopes: ['registrar.read'] })
    expect({ status, body }).toEqual({ status: 200, body: expect.objectContaining(want) })
  })

  test('passes on what the registrar says of an order and a domain, without anyone else in it', async () => {
    const { orderId } = (await world.buy()).body
    world.remote.clock.now += DAY
    expect((await world.ask(`/orders/${orderId}`)).body).toEqual({
      orderId,
      status: 'completed',
      domains: [{ name: DOMAIN, kind: 'purchase', status: 'completed', cents: 1125 }],
    })
    expect((await world.ask(`/domains/${DOMAIN}`)).body).toEqual({
      found: true,
      name: DOMAIN,
      verified: true,
      renew: true,
      nameservers: ['ns1.vercel-dns.com', 'ns2.vercel-dns.com'],
      boughtAt: '2026-06-15T03:00:00.000Z',
      expiresAt: '2027-06-15T03:00:00.000Z',
    })
    expect((await world.ask(`/domains/${DOMAIN}/contact-verification`)).body).toEqual({
      domain: DOMAIN,
      state: 'pending',
      verifyBy: '2026-06-30T03:00:00.000Z',
    })
  })

  test('carries the team on every call', async () => {
    await world.ask('/domains/example.com/price')
    await world.buy()
    world.remote.clock.now += DAY
    await world.ask('/orders')
    await world.ask('/projects/site/domains?mode=write', { json: { name: DOMAIN } })
    await world.ask(`/projects/site/domains/${DOMAIN}`)
    expect(world.remote.requests.length).toBeGreaterThan(10)
    for (const request of world.remote.requests) expect(request).toContain('teamId=team_sandbox')
  })

  test('passes a refusal on with its status, its code and its request id, and never the token', async () => {
    const { status, body } = await world.ask('/domains/example.jp/price')
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        code: 'remote_refused',
        codes: ['tld_not_supported'],
        messages: [expect.stringContaining('"jp"')],
        requestId: expect.stringMatching(/^sandbox::/),
      },
    })
    await world.deploy({ REGISTRAR_TOKEN: 'other-token' })
    const refused = await world.ask('/domains/example.com/price')
    expect(refused).toMatchObject({ status: 401, body: { code: 'remote_refused' } })
    expect(JSON.stringify([refused, world.served.lines])).not.toContain('other-token')
  })

  const bad = [
    { path: '/domains/localhost/price', status: 400 },
    { path: '/domains/..%2f..%2fv5/price', status: 400 },
    { path: '/domains/example.com/price?years=0', status: 400 },
    { path: '/domains/example.com/price?year=1', status: 400 },
    { path: '/domains/example.com/contact-info/schema', status: 404 },
    { path: '/v4/domains/status', status: 404 },
  ]
  test.each(bad)('GET $path is $status, and reaches no remote', async ({ path, status }) => {
    expect((await world.ask(path)).status).toBe(status)
    expect(world.remote.requests).toEqual([])
  })
})
