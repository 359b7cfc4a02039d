import { beforeEach, describe, expect, test } from 'vitest'
import { lostAnswer, lostRequest } from '../../../sandbox/faults.ts'
import { failedAfterCommit, failedBeforeCommit, tooManyRequests } from '../../../sandbox/registrar/errors.ts'
import { BUY } from '../../../sandbox/registrar/sandbox.ts'
import { PAYMENT_FAILED, REFUNDED } from '../../../sandbox/registrar/state.ts'
import {
  CONTACT,
  type RunningRegistrar,
  registrarApi,
  startRegistrarSandbox,
} from '../../helpers/remotes/registrar-sandbox.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const body = { autoRenew: true, years: 1, expectedPrice: 11.25, contactInformation: CONTACT }

let running: RunningRegistrar
beforeEach(async () => {
  running = await startRegistrarSandbox()
})

const get = (path: string) => running.call('GET', path)
const buy = (json: unknown = body, domain = 'example.com') =>
  running.call('POST', `/v1/registrar/domains/${domain}/buy`, { json })
const charges = () => running.sandbox.state.charges.length

test.skipIf(!registrarApi)('each exchange of these tests is held against the description', async () => {
  await get('/v1/registrar/domains/example.com/price?unknown=1')
  expect(running.problems.splice(0)).toHaveLength(1)
})

describe('who may call', () => {
  const refused = [
    { name: 'a call without the team', path: '/v1/registrar/domains/example.com/price', team: undefined },
    { name: 'another team', path: '/v1/registrar/domains/example.com/price', team: 'team_other' },
    { name: 'an older endpoint without the team', path: '/v5/domains/example.com', team: undefined },
  ]
  test.each(refused)('$name is 403', async ({ path, team }) => {
    expect((await running.call('GET', path, { team })).status).toBe(403)
  })

  test('another token is 401', async () => {
    const answer = await running.call('GET', '/v1/registrar/domains/example.com/price', { token: 'other' })
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })

  test('every answer carries a request id', async () => {
    expect((await get('/nothing')).headers.get('x-vercel-id')).toMatch(/^sandbox::/)
    running.problems.length = 0
  })
})

describe('availability and price', () => {
  test.each([{ domain: 'example.com' }, { domain: 'example.jp' }])(
    '$domain is available, whether it is sold or not',
    async ({ domain }) => {
      expect((await get(`/v1/registrar/domains/${domain}/availability`)).body).toEqual({ available: true })
    },
  )

  test('the price reports a top-level domain that is not sold', async () => {
    const { status, body } = await get('/v1/registrar/domains/example.jp/price')
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'tld_not_supported' } })
    expect(body.message).toContain('"jp"')
  })

  const prices = [
    { path: 'example.com/price', want: { years: 1, purchasePrice: 11.25 } },
    { path: 'example.com/price?years=3', want: { years: 3, purchasePrice: 33.75 } },
    { path: 'example.net/price?years=2', want: { purchasePrice: '27.00', transferPrice: null } },
    { path: 'example.com/price?years=11', want: { purchasePrice: null, renewalPrice: null } },
  ]
  test.each(prices)('$path', async ({ path, want }) => {
    expect((await get(`/v1/registrar/domains/${path}`)).body).toMatchObject(want)
  })
})

describe('buying', () => {
  test('contact fields come first, one at a time, and the price after them', async () => {
    const missing = { ...body, expectedPrice: 0.01, contactInformation: { ...CONTACT, city: '', phone: '1' } }
    expect((await buy(missing)).body.issues).toMatchObject([{ path: ['contactInformation', 'phone'] }])
    const phone = { ...missing, contactInformation: { ...CONTACT, city: '' } }
    expect((await buy(phone)).body.issues).toMatchObject([{ path: ['contactInformation', 'city'] }])
    expect((await buy({ ...body, expectedPrice: 0.01 })).body.code).toBe('expected_price_mismatch')
    expect(charges()).toBe(0)
  })

  test('all contact fields at once, if the state says so', async () => {
    running.sandbox.state.contactErrors = 'listed'
    const { body: answer } = await buy({ ...body, contactInformation: {} })
    expect(answer.issues).toHaveLength(9)
  })

  test('a flat error that names the field, which the description does not have', async () => {
    running.sandbox.state.contactErrors = 'named'
    const { body: answer } = await buy({ ...body, contactInformation: {} })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('firstName') })
    running.problems.length = 0
  })

  test('a name in punycode needs its language, which is asked for after the contact fields', async () => {
    const path = '/v1/registrar/domains/xn--r8jz45g.com/buy'
    const send = async (change: object) =>
      (await running.call('POST', path, { json: { ...body, ...change } })).body
    expect(await send({ contactInformation: {} })).toHaveProperty('issues')
    expect(await send({})).toMatchObject({ code: 'language_code_required' })
    expect(await send({ languageCode: 'JPN' })).toMatchObject({ orderId: expect.any(String) })
  })

  test('charges at once, and completes after a while', async () => {
    const { orderId } = (await buy()).body
    expect(charges()).toBe(1)
    const order = `/v1/registrar/orders/${orderId}`
    expect((await get(order)).body).toMatchObject({
      status: 'purchasing',
      domains: [{ domainName: 'example.com', status: 'pending', price: 11.25 }],
    })
    expect((await get('/v5/domains/example.com')).status).toBe(404)
    running.clock.now += MINUTE
    expect((await get(order)).body).toMatchObject({ status: 'completed', domains: [{ status: 'completed' }] })
    const { domain } = (await get('/v5/domains/example.com')).body
    expect(domain).toMatchObject({ verified: true, renew: true, boughtAt: running.clock.now - MINUTE })
    expect(new Date(domain.expiresAt).toISOString().slice(0, 10)).toBe('2027-06-15')
  })

  test('a second purchase before the first completes is charged again: the caller has to prevent it', async () => {
    await buy()
    await buy()
    expect(charges()).toBe(2)
    running.clock.now += MINUTE
    expect((await buy()).body.code).toBe('domain_not_available')
    expect(charges()).toBe(2)
  })

  test('a taken domain and an unknown order', async () => {
    running.sandbox.state.taken.add('example.com')
    expect((await buy()).body.code).toBe('domain_not_available')
    expect((await get('/v1/registrar/orders/none')).status).toBe(404)
  })

  test('without a payment method it is refused, which the description does not have', async () => {
    running.sandbox.state.paymentMethod = 'missing'
    expect((await buy()).status).toBe(402)
    expect(charges()).toBe(0)
    running.problems.length = 0
  })

  const fates = [
    {
      name: 'a refunded order',
      fate: REFUNDED,
      want: { status: 'failed', domains: [{ status: 'refunded' }] },
    },
    { name: 'a failed payment', fate: PAYMENT_FAILED, want: { error: { code: 'payment-failed' } } },
  ]
  test.each(fates)('$name', async ({ fate, want }) => {
    running.sandbox.state.fate = fate
    const { orderId } = (await buy()).body
    running.clock.now += MINUTE
    expect((await get(`/v1/registrar/orders/${orderId}`)).body).toMatchObject(want)
    expect((await get('/v5/domains/example.com')).status).toBe(404)
    expect(running.charges('example.com')).toBe(0)
  })

  test('a status that no document names', async () => {
    running.sandbox.state.fate = { status: 'under_review', domainStatus: 'held' }
    const { orderId } = (await buy()).body
    running.clock.now += MINUTE
    expect((await get(`/v1/registrar/orders/${orderId}`)).body.status).toBe('under_review')
    running.problems.length = 0
  })
})

describe('faults', () => {
  const faults = [
    { name: 'the answer is lost after the charge', fault: lostAnswer(), want: 1 },
    { name: 'it breaks after the charge', fault: failedAfterCommit(), want: 1 },
    { name: 'it breaks before the charge', fault: failedBeforeCommit(), want: 0 },
    { name: 'too many requests', fault: tooManyRequests(), want: 0 },
    { name: 'the request is lost', fault: lostRequest(), want: 0 },
  ]
  test.each(faults)('$name', async ({ fault, want }) => {
    running.sandbox.faults.arm(BUY, fault)
    await buy().catch(() => undefined)
    expect(charges()).toBe(want)
  })
})

describe('contact verification', () => {
  const path = '/v1/registrar/domains/example.com/contact-verification'
  test('is not known, then too recent, then pending, then verified', async () => {
    expect((await get(path)).status).toBe(404)
    await buy()
    running.clock.now += MINUTE
    expect((await get(path)).body.code).toBe('bought_too_recently')
    running.clock.now += 30 * MINUTE
    const { body: pending } = await get(path)
    expect(pending.verified).toBe(false)
    expect(Date.parse(pending.verifyBy)).toBe(running.clock.now - 31 * MINUTE + 15 * DAY)
    running.sandbox.state.verified.add('example.com')
    expect((await get(path)).body).toEqual({ verified: true })
  })

  test('may be absent altogether', async () => {
    running.sandbox.state.contactVerification = 'absent'
    await buy()
    running.clock.now += DAY
    expect((await get(path)).status).toBe(404)
  })
})

describe('projects', () => {
  const attach = (name: string, project = 'site') =>
    running.call('POST', `/v10/projects/${project}/domains`, { json: { name } })

  test('a name is attached once, and www is made to redirect', async () => {
    expect((await attach('example.com')).body).toMatchObject({ name: 'example.com', verified: true })
    expect((await attach('example.com')).status).toBe(409)
    await attach('www.example.com')
    const { body: www } = await running.call('PATCH', '/v9/projects/site/domains/www.example.com', {
      json: { redirect: 'example.com', redirectStatusCode: 301 },
    })
    expect(www).toMatchObject({ redirect: 'example.com', redirectStatusCode: 301 })
    expect((await get('/v9/projects/site/domains/www.example.com')).body).toEqual(www)
  })

  test('an unknown project, an unknown name and a bad body are refused', async () => {
    expect((await attach('example.com', 'other')).status).toBe(403)
    expect((await get('/v9/projects/site/domains/example.com')).status).toBe(403)
    expect((await attach('')).status).toBe(400)
  })

  test('the configuration of a domain is a switch', async () => {
    expect((await get('/v6/domains/example.com/config')).body.misconfigured).toBe(false)
    running.sandbox.state.configured = false
    expect((await get('/v6/domains/example.com/config')).body).toMatchObject({
      configuredBy: null,
      misconfigured: true,
    })
  })
})

describe('what is gone', () => {
  test.each([{ path: '/v4/domains/status' }, { path: '/v4/domains/price' }])(
    '$path has been sunsetted',
    async ({ path }) => {
      expect((await get(path)).body.error.message).toBe('This endpoint has been sunsetted')
    },
  )

  test('the contact schema is not there', async () => {
    expect((await get('/v1/registrar/domains/example.com/contact-info/schema')).status).toBe(404)
  })
})
