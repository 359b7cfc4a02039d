import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { routesOfRegistrar } from '../../../lib/app/registrar.ts'
import { lostRequest } from '../../../lib/sandbox/faults.ts'
import { BUY } from '../../../lib/sandbox/registrar/sandbox.ts'
import type { Scope } from '../../../lib/signatures/keys.ts'
import { serveFunction, type TestFunction } from '../../helpers/functions.ts'
import { DAY, MINUTE } from '../../helpers/remotes/registrar.ts'
import {
  CONTACT,
  CONTACT_TEXTS,
  type RunningRegistrar,
  startRegistrarSandbox,
} from '../../helpers/remotes/registrar-sandbox.ts'

const DOMAIN = 'example.com'
const ALL: readonly Scope[] = ['registrar.read', 'registrar.write', 'registrar.buy', 'approve']

let remote: RunningRegistrar
let served: TestFunction
/** Names that answer over https. */
let secure: Set<string>

/** The settings of a preview deployment. */
const PREVIEW = {
  VERCEL: '1',
  VERCEL_ENV: 'preview',
  UPSTASH_REDIS_REST_URL: 'https://store.test',
  UPSTASH_REDIS_REST_TOKEN: 'x',
}

/** `kept`: the function whose store goes on. */
async function serve(changes: Record<string, string> = {}, kept?: TestFunction): Promise<TestFunction> {
  const env = {
    REGISTRAR_TOKEN: remote.sandbox.state.token,
    REGISTRAR_TEAM_ID: remote.sandbox.state.teamId,
    REGISTRAR_BASE_URL: remote.url,
    REGISTRAR_PURCHASES: 'on',
    REGISTRAR_CAP_ORDER: '5000',
    REGISTRAR_CAP_DAY: '5000',
    REGISTRAR_CAP_MONTH: '9000',
    ...changes,
  }
  const reach: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    if (url.protocol !== 'https:') return fetch(input, init)
    if (!secure.has(url.hostname)) throw new TypeError('fetch failed')
    return new Response(null, { status: 301, headers: { location: `https://${DOMAIN}/` } })
  }
  const store = kept && { openStore: async () => kept.store }
  return serveFunction(routesOfRegistrar, { env, fetch: reach, now: () => remote.clock.now, ...store })
}

beforeEach(async () => {
  remote = await startRegistrarSandbox()
  onTestFinished(() => remote[Symbol.asyncDispose]())
  secure = new Set()
  served = await serve()
})

interface Asked {
  readonly method?: string
  readonly json?: unknown
  readonly scopes?: readonly Scope[]
}

async function ask(path: string, { json, scopes = ALL, method = json ? 'POST' : 'GET' }: Asked = {}) {
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const response = await served.call(`/api/registrar${path}`, { method, scopes, name: 'hana', ...body })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  return { status: response.status, body: (await response.json()) as any }
}

async function purchase(domain = DOMAIN) {
  const terms = { autoRenew: true, contact: CONTACT }
  const { body } = await ask(`/domains/${domain}/quote`, { json: terms })
  return { ...terms, quote: body.quote, confirm: domain }
}
/** The attempt as it is shown. */
const shownOperation = async () => {
  const { operation } = (await ask(`/domains/${DOMAIN}/order`)).body
  return { operation: operation as string }
}
const buy = async (domain = DOMAIN) =>
  ask(`/domains/${domain}/buy?mode=write`, { json: await purchase(domain) })

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
      },
    },
    { path: '/domains/example.com', want: { found: false, name: 'example.com' } },
    { path: '/domains/example.com/config', want: { domain: 'example.com', misconfigured: false } },
    { path: '/domains/example.com/contact-verification', want: { domain: 'example.com', state: 'untold' } },
    { path: '/deadlines', want: { deadlines: [] } },
    { path: '/orders', want: { orders: [] } },
  ]
  test.each(rows)('GET $path', async ({ path, want }) => {
    const { status, body } = await ask(path, { scopes: ['registrar.read'] })
    expect({ status, body }).toEqual({ status: 200, body: expect.objectContaining(want) })
    expect(remote.problems).toEqual([])
  })

  test('passes on what the registrar says of an order and a domain, without anyone else in it', async () => {
    const { orderId } = (await buy()).body
    remote.clock.now += DAY
    expect((await ask(`/orders/${orderId}`)).body).toEqual({
      orderId,
      status: 'completed',
      domains: [{ name: DOMAIN, kind: 'purchase', status: 'completed', cents: 1125 }],
    })
    expect((await ask(`/domains/${DOMAIN}`)).body).toEqual({
      found: true,
      name: DOMAIN,
      verified: true,
      renew: true,
      nameservers: ['ns1.vercel-dns.com', 'ns2.vercel-dns.com'],
      boughtAt: '2026-06-15T03:00:00.000Z',
      expiresAt: '2027-06-15T03:00:00.000Z',
    })
    expect((await ask(`/domains/${DOMAIN}/contact-verification`)).body).toEqual({
      domain: DOMAIN,
      state: 'pending',
      verifyBy: '2026-06-30T03:00:00.000Z',
    })
  })

  test('carries the team on every call', async () => {
    await ask('/domains/example.com/price')
    await buy()
    remote.clock.now += DAY
    await ask('/orders')
    await ask('/projects/site/domains?mode=write', { json: { name: DOMAIN } })
    await ask(`/projects/site/domains/${DOMAIN}`)
    expect(remote.requests.length).toBeGreaterThan(10)
    for (const request of remote.requests) expect(request).toContain('teamId=team_sandbox')
    expect(remote.problems).toEqual([])
  })

  test('passes a refusal on with its status, its code and its request id, and never the token', async () => {
    const { status, body } = await ask('/domains/example.jp/price')
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        code: 'remote_refused',
        codes: ['tld_not_supported'],
        messages: [expect.stringContaining('"jp"')],
        requestId: expect.stringMatching(/^sandbox::/),
      },
    })
    served = await serve({ REGISTRAR_TOKEN: 'other-token' })
    const refused = await ask('/domains/example.com/price')
    expect(refused).toMatchObject({ status: 401, body: { code: 'remote_refused' } })
    expect(JSON.stringify([refused, served.lines])).not.toContain('other-token')
  })

  const bad = [
    { path: '/domains/localhost/price', status: 400 },
    { path: '/domains/..%2f..%2fv5/price', status: 400 },
    { path: '/domains/example.com/price?years=0', status: 400 },
    { path: '/domains/example.com/price?year=1', status: 400 },
    { path: '/domains/example.com/contact-info/schema', status: 404 },
    { path: '/v4/domains/status', status: 404 },
  ]
  test.each(bad)('GET $path is $status, and reaches nobody', async ({ path, status }) => {
    expect((await ask(path)).status).toBe(status)
    expect(remote.requests).toEqual([])
  })
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
    { path: '/mail', json: {}, scopes: ['registrar.buy'], want: 403 },
    { path: '/projects/site/domains', json: {}, scopes: ['registrar.read'], want: 403 },
  ]
  test.each(rows)('$path with $scopes is $want', async ({ path, json, scopes, want }) => {
    expect((await ask(path, { json, scopes })).status).toBe(want)
  })

  test('a purchase is a dry run unless the signed query says otherwise', async () => {
    const json = await purchase()
    expect(await ask(`/domains/${DOMAIN}/buy`, { json })).toMatchObject({
      status: 200,
      body: { mode: 'dry-run', cents: 1125, obstacles: [], spent: { day: 0, month: 0 } },
    })
    expect(remote.charges(DOMAIN)).toBe(0)
    expect((await ask(`/domains/${DOMAIN}/buy?mode=really`, { json })).status).toBe(400)
    expect(await ask(`/domains/${DOMAIN}/buy?mode=write`, { json })).toMatchObject({
      status: 200,
      body: { mode: 'write', orderId: expect.any(String) },
    })
    expect(remote.charges(DOMAIN)).toBe(1)
  })

  const bodies = [
    { name: 'auto-renew is not stated', change: { autoRenew: undefined }, want: '`autoRenew`' },
    { name: 'there is a member too many', change: { price: 1 }, want: '`price`' },
    { name: 'the domain is not typed again', change: { confirm: undefined }, want: '`confirm`' },
  ]
  test.each(bodies)('a purchase is refused if $name', async ({ change, want }) => {
    const { status, body } = await ask(`/domains/${DOMAIN}/buy?mode=write`, {
      json: { ...(await purchase()), ...change },
    })
    expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringContaining(want) })
  })

  test('purchases that are off are refused, and the fields can still be asked for', async () => {
    served = await serve({ REGISTRAR_PURCHASES: 'off' })
    expect(await buy()).toMatchObject({ status: 403, body: { code: 'writes_off' } })
    expect((await ask(`/domains/${DOMAIN}/required-fields`, { json: {} })).body).toMatchObject({
      complete: true,
    })
    expect(remote.sandbox.state.charges).toEqual([])
  })

  test('missing settings are named', async () => {
    served = await serve({ REGISTRAR_TEAM_ID: '' })
    expect(await ask('/orders')).toMatchObject({ status: 503, body: { missing: ['REGISTRAR_TEAM_ID'] } })
  })

  test('a preview neither buys nor asks for fields nor attaches', async () => {
    await buy()
    served = await serve(PREVIEW, served)
    const json = await purchase('other.com')
    for (const path of [`/domains/other.com/buy?mode=write`, `/domains/other.com/required-fields`])
      expect(await ask(path, { json })).toMatchObject({ status: 503, body: { code: 'not_in_preview' } })
    expect(await ask('/projects/site/domains?mode=write', { json: { name: DOMAIN } })).toMatchObject({
      status: 503,
    })
    expect(remote.sandbox.state.charges).toHaveLength(1)
    expect(remote.sandbox.state.projects.get('site')?.size).toBe(0)
  })

  test('a preview shows what is kept, and what buying and attaching would do, and writes nothing', async () => {
    await buy()
    remote.clock.now += DAY
    const { calls } = served.store
    const swaps = calls.swap
    served = await serve(PREVIEW, served)
    expect((await ask('/orders')).body.orders).toMatchObject([{ domain: DOMAIN }])
    const json = await purchase('other.com')
    expect(await ask('/domains/other.com/buy', { json })).toMatchObject({
      status: 200,
      body: { mode: 'dry-run', domain: 'other.com' },
    })
    expect(await ask('/projects/site/domains', { json: { name: DOMAIN } })).toMatchObject({
      status: 200,
      body: { mode: 'dry-run', steps: expect.arrayContaining([`attach ${DOMAIN} to site`]) },
    })
    expect(calls.swap).toBe(swaps)
    expect(remote.sandbox.state.charges).toHaveLength(1)
  })
})

test.each([
  { timezone: 'Asia/Tokyo', day: 0 },
  { timezone: 'UTC', day: 1125 },
])('today is by KURA_TIMEZONE: $timezone', async ({ timezone, day }) => {
  served = await serve({ KURA_TIMEZONE: timezone })
  await buy()
  remote.clock.now = Date.UTC(2026, 5, 15, 15)
  expect((await ask('/spending')).body.spent).toEqual({ day, month: 1125 })
})

test('a person says what the registrar shows, one thing of two', async () => {
  remote.sandbox.faults.arm(BUY, lostRequest())
  await buy()
  const { operation } = await shownOperation()
  const release = (seen: object) =>
    ask(`/domains/${DOMAIN}/release`, { json: { person: 'Mei', operation, ...seen } })
  remote.clock.now += DAY
  const { seenAt } = (await ask(`/domains/${DOMAIN}/order`)).body
  expect(seenAt).toBe('2026-06-16T03:00:00.000Z')
  const bad = [
    { noOrder: true, seenAt, orderId: 'o' },
    { noOrder: false, seenAt },
    { noOrder: true },
    { seenAt },
    { noOrder: true, seenAt: '2026-06-16' },
    { noOrder: true, seenAt, operation: undefined },
  ]
  for (const seen of bad) expect(await release(seen), JSON.stringify(seen)).toMatchObject({ status: 400 })
  expect(await release({})).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await release({ orderId: 'none' })).toMatchObject({ status: 404 })
  const early = { noOrder: true, seenAt: '2026-06-15T12:00:00+09:00' }
  expect(await release(early)).toMatchObject({
    status: 409,
    body: { hint: expect.stringMatching(/^look again/) },
  })
  expect(await release({ noOrder: true, seenAt, operation: 'o' })).toMatchObject({ status: 409 })
  expect(await release({ noOrder: true, seenAt })).toMatchObject({ status: 200, body: { released: true } })
  expect((await ask('/spending')).body).toMatchObject({
    spent: { month: 0 },
    reserves: [{ domain: DOMAIN, state: 'released' }],
  })
})

test('an error of an order keeps its content', async () => {
  const endsAt = '2026-07-01T00:00:00.000Z'
  remote.sandbox.state.fate = {
    status: 'failed',
    domainStatus: 'failed',
    error: { code: 'tld-outage', details: { tlds: [{ tldName: 'com', endsAt }] } },
    domainError: { code: 'invalid-contact', details: { invalidField: 'phone' } },
  }
  const { orderId } = (await buy()).body
  remote.clock.now += DAY
  expect((await ask(`/orders/${orderId}`)).body).toMatchObject({
    error: 'tld-outage',
    errorContent: { outages: [{ tld: 'com', endsAt }] },
    domains: [{ error: 'invalid-contact', errorContent: { field: 'phone' } }],
  })
  expect((await ask(`/domains/${DOMAIN}/order`)).body.order).toMatchObject({
    error: 'invalid-contact',
    errorContent: { field: 'phone' },
  })
  expect(remote.problems).toEqual([])
})

test('an order that the registrar does not know says since when', async () => {
  await buy()
  remote.sandbox.state.orders.clear()
  await ask(`/domains/${DOMAIN}/order`)
  expect((await ask(`/domains/${DOMAIN}/order`)).body).toMatchObject({
    state: 'purchasing',
    order: { trouble: { kind: 'missing', since: '2026-06-15T03:00:00.000Z' } },
  })
})

describe('a purchase through the function', () => {
  test('is followed to its end, with its deadline, until a person closes it', async () => {
    await buy()
    expect((await ask(`/domains/${DOMAIN}/order`)).body).toMatchObject({
      state: 'purchasing',
      cents: 1125,
      order: { status: 'purchasing', domainStatus: 'pending' },
    })
    remote.clock.now += DAY
    expect((await ask('/orders')).body.orders).toMatchObject([
      { domain: DOMAIN, state: 'registered', expiresAt: '2027-06-15T03:00:00.000Z' },
    ])
    expect((await ask('/deadlines')).body.deadlines).toMatchObject([
      { domain: DOMAIN, state: 'open', source: 'registrar', day: 1, verifyBy: '2026-06-30T03:00:00.000Z' },
    ])
    const { operation } = (await ask('/deadlines')).body.deadlines[0]
    expect({ operation }).toEqual(await shownOperation())
    const json = { person: 'Mei', operation }
    const close = () => ask(`/domains/${DOMAIN}/verified`, { json })
    expect((await ask(`/domains/${DOMAIN}/verified`, { json: { ...json, operation: 'o' } })).status).toBe(409)
    remote.clock.now += DAY
    expect((await close()).body.verification).toMatchObject({
      state: 'open',
      contradicted: true,
      verifiedBy: 'Mei (key hana)',
    })
    remote.sandbox.state.contactVerification = 'absent'
    const { verification } = (await close()).body
    expect(verification).toMatchObject({ state: 'verified', verifiedBy: 'Mei (key hana)' })
    expect(verification).not.toHaveProperty('contradicted')
    remote.clock.now += MINUTE
    const mail = { subject: `ACTION REQUIRED: Verify ${DOMAIN}` }
    expect((await ask('/mail', { json: mail })).body).toMatchObject({ effect: 'reopened', domains: [DOMAIN] })
    remote.clock.now += 19 * DAY
    expect((await ask('/deadlines')).body.deadlines).toMatchObject([
      { state: 'overdue, may be suspended', day: 21, reopened: true },
    ])
  })

  test('a person resolves and releases', async () => {
    remote.sandbox.state.fate = { status: 'failed', domainStatus: 'refunded' }
    await buy()
    remote.clock.now += MINUTE
    const json = { person: 'Mei', ...(await shownOperation()) }
    const { person, operation } = json
    expect((await ask(`/domains/${DOMAIN}/resolve`, { json: {} })).status).toBe(400)
    expect((await ask(`/domains/${DOMAIN}/resolve`, { json: { operation } })).body).toMatchObject({
      resolution: 'known',
      state: 'refunded',
    })
    for (const body of [{ person }, { operation }])
      expect((await ask(`/domains/${DOMAIN}/release`, { json: body })).status).toBe(400)
    expect((await ask(`/domains/${DOMAIN}/release`, { json })).body).toMatchObject({
      released: true,
    })
    expect((await ask(`/domains/${DOMAIN}/order`)).body).toMatchObject({
      state: 'refused',
      reason: expect.stringMatching(/^refunded, order_/),
      steps: expect.arrayContaining([expect.objectContaining({ by: 'Mei (key hana)' })]),
    })
    expect((await ask('/spending')).body).toMatchObject({ reserves: [], spent: { day: 0 } })
  })

  test('names are attached, and ready once https answers', async () => {
    await buy()
    remote.clock.now += MINUTE
    const json = { name: DOMAIN }
    expect((await ask('/projects/site/domains', { json })).body.steps).toHaveLength(3)
    expect((await ask('/projects/site/domains?mode=write', { json })).body).toMatchObject({ ready: false })
    secure.add(DOMAIN).add(`www.${DOMAIN}`)
    expect((await ask(`/projects/site/domains/${DOMAIN}`)).body).toMatchObject({
      ready: true,
      names: [{ https: { status: 301 } }, { https: { location: `https://${DOMAIN}/` } }],
    })
  })

  test('leaves lines that say what became of it, and no contact data', async () => {
    remote.sandbox.state.contactErrors = 'named'
    await ask(`/domains/${DOMAIN}/required-fields`, { json: { contact: { ...CONTACT, email: 'hanako-q7' } } })
    await buy()
    remote.clock.now += DAY
    await ask('/orders')
    const events = served.lines.filter(line => line['event'] === 'purchase').map(line => line['state'])
    expect(events).toEqual(['claimed', 'refused', 'claimed', 'done'])
    const logged = JSON.stringify(served.lines)
    for (const text of [...CONTACT_TEXTS, 'hanako-q7', remote.sandbox.state.token])
      expect(logged).not.toContain(text)
    expect(served.lines.find(line => String(line['path']).endsWith('/buy'))).toMatchObject({
      caller: expect.stringContaining('hana'),
      remotes: [{ remote: 'registrar', method: 'POST', status: 200, requestId: expect.any(String) }],
    })
  })
})
