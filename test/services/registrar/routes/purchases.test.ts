import { beforeEach, describe, expect, test } from 'vitest'
import { lostRequest } from '../../../../sandbox/faults.ts'
import { failedBeforeCommit } from '../../../../sandbox/registrar/errors.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { DAY, MINUTE } from '../../../helpers/remotes/registrar.ts'
import { CONTACT, CONTACT_TEXTS } from '../../../helpers/remotes/registrar-sandbox.ts'
import { createRoutesWorld, DOMAIN, type RoutesWorld } from './world.ts'

let world: RoutesWorld
beforeEach(async () => {
  world = await createRoutesWorld()
})

test.each([
  { timezone: 'Asia/Tokyo', day: 0 },
  { timezone: 'UTC', day: 1125 },
])('today is by KURA_TIMEZONE: $timezone', async ({ timezone, day }) => {
  await world.deploy({ KURA_TIMEZONE: timezone })
  await world.buy()
  world.remote.clock.now = Date.UTC(2026, 5, 15, 15)
  expect((await world.ask('/spending')).body.spent).toEqual({ day, month: 1125 })
})

test('a person says what the registrar shows, one thing of two', async () => {
  world.remote.sandbox.faults.arm(BUY, lostRequest())
  await world.buy()
  const { operation } = await world.shownOperation()
  const release = (seen: object) =>
    world.ask(`/domains/${DOMAIN}/release`, { json: { person: 'Mei', operation, ...seen } })
  world.remote.clock.now += DAY
  const { seenAt } = (await world.ask(`/domains/${DOMAIN}/order`)).body
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
  expect((await world.ask('/spending')).body).toMatchObject({
    spent: { month: 0 },
    reserves: [{ domain: DOMAIN, state: 'released' }],
  })
})

test('a registrar that cannot be asked is named in English, with the phrase', async () => {
  await world.buy()
  world.remote.sandbox.faults.arm('GET /v1/registrar/orders/{orderId}', failedBeforeCommit())
  const failure = {
    text: expect.stringContaining('the registrar answered 500'),
    id: 'remotes.answered',
    values: { remote: { id: 'remotes.registrar' } },
  }
  expect((await world.ask(`/domains/${DOMAIN}/order`)).body).toMatchObject({ failure })
})

test('an error of an order keeps its content', async () => {
  const endsAt = '2026-07-01T00:00:00.000Z'
  world.remote.sandbox.state.fate = {
    status: 'failed',
    domainStatus: 'failed',
    error: { code: 'tld-outage', details: { tlds: [{ tldName: 'com', endsAt }] } },
    domainError: { code: 'invalid-contact', details: { invalidField: 'phone' } },
  }
  const { orderId } = (await world.buy()).body
  world.remote.clock.now += DAY
  expect((await world.ask(`/orders/${orderId}`)).body).toMatchObject({
    error: 'tld-outage',
    errorContent: { outages: [{ tld: 'com', endsAt }] },
    domains: [{ error: 'invalid-contact', errorContent: { field: 'phone' } }],
  })
  expect((await world.ask(`/domains/${DOMAIN}/order`)).body.order).toMatchObject({
    error: 'invalid-contact',
    errorContent: { field: 'phone' },
  })
})

describe('a purchase through the function', () => {
  test('is followed to its end, with its deadline, until a person closes it', async () => {
    await world.buy()
    expect((await world.ask(`/domains/${DOMAIN}/order`)).body).toMatchObject({
      state: 'purchasing',
      cents: 1125,
      order: { status: 'purchasing', domainStatus: 'pending' },
    })
    world.remote.clock.now += DAY
    expect((await world.ask('/orders')).body.orders).toMatchObject([
      { domain: DOMAIN, state: 'registered', expiresAt: '2027-06-15T03:00:00.000Z' },
    ])
    expect((await world.ask('/deadlines')).body.deadlines).toMatchObject([
      { domain: DOMAIN, state: 'open', source: 'registrar', day: 1, verifyBy: '2026-06-30T03:00:00.000Z' },
    ])
    const { operation } = (await world.ask('/deadlines')).body.deadlines[0]
    expect({ operation }).toEqual(await world.shownOperation())
    const json = { person: 'Mei', operation }
    const close = () => world.ask(`/domains/${DOMAIN}/verified`, { json })
    expect(
      (await world.ask(`/domains/${DOMAIN}/verified`, { json: { ...json, operation: 'o' } })).status,
    ).toBe(409)
    world.remote.clock.now += DAY
    expect((await close()).body.verification).toMatchObject({
      state: 'open',
      contradicted: true,
      verifiedBy: 'Mei (key hana)',
    })
    world.remote.sandbox.state.contactVerification = 'absent'
    const { verification } = (await close()).body
    expect(verification).toMatchObject({ state: 'verified', verifiedBy: 'Mei (key hana)' })
    expect(verification).not.toHaveProperty('contradicted')
    world.remote.clock.now += MINUTE
    const mail = { subject: `ACTION REQUIRED: Verify ${DOMAIN}` }
    expect((await world.ask('/mail', { json: mail })).body).toMatchObject({
      effect: 'reopened',
      domains: [DOMAIN],
    })
    world.remote.clock.now += 19 * DAY
    expect((await world.ask('/deadlines')).body.deadlines).toMatchObject([
      { state: 'overdue, may be suspended', day: 21, reopened: true },
    ])
  })

  test('a person resolves and releases', async () => {
    world.remote.sandbox.state.fate = { status: 'failed', domainStatus: 'refunded' }
    await world.buy()
    world.remote.clock.now += MINUTE
    const json = { person: 'Mei', ...(await world.shownOperation()) }
    const { person, operation } = json
    for (const body of [{}, { operation, orderId: 'order' }])
      expect((await world.ask(`/domains/${DOMAIN}/resolve`, { json: body })).status).toBe(400)
    expect((await world.ask(`/domains/${DOMAIN}/resolve`, { json: { operation } })).body).toMatchObject({
      resolution: 'known',
      state: 'refunded',
    })
    for (const body of [{ person }, { operation }])
      expect((await world.ask(`/domains/${DOMAIN}/release`, { json: body })).status).toBe(400)
    expect((await world.ask(`/domains/${DOMAIN}/release`, { json })).body).toMatchObject({ released: true })
    expect((await world.ask(`/domains/${DOMAIN}/order`)).body).toMatchObject({
      state: 'refused',
      reason: { text: expect.stringMatching(/^refunded, order_/) },
      steps: expect.arrayContaining([expect.objectContaining({ by: 'Mei (key hana)' })]),
    })
    expect((await world.ask('/spending')).body).toMatchObject({ reserves: [], spent: { day: 0 } })
  })

  test('names are attached, and ready once https answers', async () => {
    await world.buy()
    world.remote.clock.now += MINUTE
    const json = { name: DOMAIN }
    expect((await world.ask('/projects/site/domains', { json })).body.steps).toHaveLength(3)
    expect((await world.ask('/projects/site/domains?mode=write', { json })).body).toMatchObject({
      ready: false,
    })
    world.secure.add(DOMAIN).add(`www.${DOMAIN}`)
    expect((await world.ask(`/projects/site/domains/${DOMAIN}`)).body).toMatchObject({
      ready: true,
      names: [{ https: { status: 301 } }, { https: { location: `https://${DOMAIN}/` } }],
    })
  })

  test('leaves lines that say how it ended, without contact data', async () => {
    world.remote.sandbox.state.contactErrors = 'named'
    await world.ask(`/domains/${DOMAIN}/required-fields`, {
      json: { contact: { ...CONTACT, email: 'hanako-q7' } },
    })
    await world.buy()
    world.remote.clock.now += DAY
    await world.ask('/orders')
    const events = world.served.lines.filter(line => line['event'] === 'purchase').map(line => line['state'])
    expect(events).toEqual(['claimed', 'refused', 'claimed', 'done'])
    const logged = JSON.stringify(world.served.lines)
    for (const text of [...CONTACT_TEXTS, 'hanako-q7', world.remote.sandbox.state.token])
      expect(logged).not.toContain(text)
    expect(world.served.lines.find(line => String(line['path']).endsWith('/buy'))).toMatchObject({
      caller: expect.stringContaining('hana'),
      remotes: ['GET', 'POST'].map(method => ({
        remote: 'registrar',
        method,
        status: 200,
        requestId: expect.any(String),
      })),
    })
    world.remote.problems.length = 0
  })
})
