import { describe, expect, test } from 'vitest'
import { answered, answeredAfterCommit, lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import {
  failedAfterCommit,
  failedBeforeCommit,
  tooManyRequests,
} from '../../../../sandbox/registrar/errors.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import {
  ACTING,
  createRegistrarWorld,
  MINUTE,
  type RegistrarWorld,
} from '../../../helpers/remotes/registrar.ts'
import { CONTACT } from '../../../helpers/remotes/registrar-sandbox.ts'

const DOMAIN = 'example.com'
const stateOf = async ({ registrar }: RegistrarWorld, domain = DOMAIN) =>
  (await registrar.purchase(domain)).claim.state
const reserved = async ({ registrar }: RegistrarWorld) => (await registrar.spending()).reserves
const posts = ({ remote }: RegistrarWorld) =>
  remote.requests.filter(request => request.startsWith('POST')).length

describe('buy()', () => {
  test('orders once, with the body that was quoted, and marks the money spent', async () => {
    const world = await createRegistrarWorld()
    expect(await world.buy(DOMAIN)).toMatchObject({ mode: 'write', cents: 1125, years: 1, autoRenew: true })
    expect(world.remote.charges(DOMAIN)).toBe(1)
    expect(await reserved(world)).toMatchObject([{ domain: DOMAIN, cents: 1125, state: 'spent' }])
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    expect(posts(world)).toBe(1)
  })

  const wrong = [
    {
      name: 'the domain is not typed again',
      changes: { confirm: 'example.org' },
      want: /was typed to confirm it/,
      hint: /type the domain again, exactly/,
    },
    { name: 'auto-renew is another', changes: { autoRenew: false }, want: /another auto-renew/ },
    { name: 'the years are others', changes: { years: 2 }, want: /another number of years/ },
    {
      name: 'the contact is another',
      changes: { contact: { ...CONTACT, zip: '1' } },
      want: /other contact data/,
    },
    { name: 'the quote is another', changes: { quote: 'quote1' }, want: /not of this deployment/ },
  ]
  test('sends nothing if the body is not the one that was approved', async () => {
    const world = await createRegistrarWorld()
    const order = await world.order(DOMAIN, { sends: 'b'.repeat(64) })
    await expect(world.registrar.buy(order, ACTING)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('not what was shown'),
    })
    expect(posts(world)).toBe(0)
  })

  test.each(wrong)('sends nothing if $name', async ({ changes, want, hint = /get a new one/ }) => {
    const world = await createRegistrarWorld()
    const order = await world.order(DOMAIN, changes)
    const error = {
      code: 'bad_request',
      message: expect.stringMatching(want),
      hint: expect.stringMatching(hint),
    }
    await expect(world.registrar.buy(order, ACTING)).rejects.toMatchObject(error)
    await expect(world.registrar.dryRun(order)).rejects.toMatchObject(error)
    expect(posts(world)).toBe(0)
  })

  test('sends nothing with an expired quote', async () => {
    const world = await createRegistrarWorld()
    const order = await world.order(DOMAIN)
    world.pass(5 * MINUTE + 1)
    await expect(world.registrar.buy(order, ACTING)).rejects.toThrow(/expired after five minutes/)
    expect(posts(world)).toBe(0)
  })

  const doubtful = [
    { name: 'a page of a proxy', reply: () => new Response('<html>', { status: 404 }) },
    { name: 'a conflict', reply: () => Response.json({ code: 'domain_not_available' }, { status: 409 }) },
    { name: 'an undocumented code', reply: () => Response.json({ code: 'odd' }, { status: 400 }) },
  ]
  test.each(doubtful)('$name after the charge keeps claim and reserve', async ({ reply }) => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.faults.arm(BUY, answeredAfterCommit(reply))
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'remote_silent' })
    expect(await stateOf(world)).toBe('unknown')
    expect(await reserved(world)).toMatchObject([{ state: 'reserved' }])
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    expect(world.remote.charges(DOMAIN)).toBe(1)
    world.remote.problems.length = 0
  })

  const certain = [401, 403, 429].map(status => ({ status }))
  test.each(certain)('$status frees claim and reserve, whatever its body is', async ({ status }) => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.faults.arm(
      BUY,
      answered(() => new Response('<html>', { status })),
    )
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ status })
    expect(await stateOf(world)).toBe('refused')
    expect(await reserved(world)).toEqual([])
    world.remote.problems.length = 0
  })

  const outcomes = [
    {
      name: 'the answer is lost after the charge',
      fault: lostAnswer(),
      code: 'remote_silent',
      state: 'unknown',
      kept: 1,
      charges: 1,
    },
    {
      name: 'the registrar breaks after the charge',
      fault: failedAfterCommit(),
      code: 'remote_silent',
      state: 'unknown',
      kept: 1,
      charges: 1,
    },
    {
      name: 'the registrar breaks before the charge',
      fault: failedBeforeCommit(),
      code: 'remote_silent',
      state: 'unknown',
      kept: 1,
      charges: 0,
    },
    {
      name: 'the request is lost',
      fault: lostRequest(),
      code: 'remote_silent',
      state: 'unknown',
      kept: 1,
      charges: 0,
    },
    {
      name: 'there are too many requests',
      fault: tooManyRequests(),
      code: 'limited',
      state: 'refused',
      kept: 0,
      charges: 0,
    },
  ] as const
  test.each(outcomes)('$name: $state, one call', async ({ fault, code, state, kept, charges }) => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.faults.arm(BUY, fault)
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code })
    expect(await stateOf(world)).toBe(state)
    expect(await reserved(world)).toHaveLength(kept)
    expect(world.remote.charges(DOMAIN)).toBe(charges)
    expect(posts(world)).toBe(1)
    if (state === 'unknown')
      await expect(world.buy(DOMAIN)).rejects.toThrow(/outcome of the last attempt is unknown/)
    expect(posts(world)).toBe(1)
  })

  test('a registrar that cannot be reached was sent nothing', async () => {
    const world = await createRegistrarWorld()
    const order = await world.order(DOMAIN)
    await world.remote.close()
    await expect(world.registrar.buy(order, ACTING)).rejects.toMatchObject({ code: 'remote_unreachable' })
    expect(await stateOf(world)).toBe('refused')
    expect(await reserved(world)).toEqual([])
  })

  test('a price that changed is refused, and the domain can be bought with a new quote', async () => {
    const world = await createRegistrarWorld()
    const order = await world.order(DOMAIN)
    world.remote.sandbox.state.prices.set('com', {
      purchasePrice: '12.00',
      renewalPrice: 12,
      transferPrice: 12,
    })
    await expect(world.registrar.buy(order, ACTING)).rejects.toMatchObject({
      code: 'remote_refused',
      details: { codes: ['expected_price_mismatch'] },
    })
    expect(await world.buy(DOMAIN)).toMatchObject({ cents: 1200 })
  })

  test('a missing payment method frees the reserve and raises a notice until the domain is bought', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.paymentMethod = 'missing'
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'payment_required' })
    expect(await reserved(world)).toEqual([])
    expect((await world.registrar.openItems()).notices).toMatchObject([
      { kind: 'purchase_unpaid', facts: { domain: DOMAIN } },
    ])
    world.remote.sandbox.state.paymentMethod = 'registered'
    await world.buy(DOMAIN)
    expect((await world.registrar.openItems()).notices).toEqual([])
  })

  test('many at once are one purchase', async () => {
    const world = await createRegistrarWorld()
    const order = await world.order(DOMAIN)
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => world.registrar.buy(order, ACTING)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(world.remote.charges(DOMAIN)).toBe(1)
  })

  test('a process that slept through its claim sends nothing', async () => {
    const world = await createRegistrarWorld()
    const order = await world.order(DOMAIN)
    const swap = world.store.swap
    world.store.swap = async (key, ...rest) => {
      const answer = await swap(key, ...rest)
      if (key.startsWith('registrar/spending')) world.pass(MINUTE)
      return answer
    }
    await expect(world.registrar.buy(order, ACTING)).rejects.toMatchObject({ code: 'remote_unreachable' })
    expect(posts(world)).toBe(0)
  })
})
