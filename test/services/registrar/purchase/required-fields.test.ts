import { describe, expect, test } from 'vitest'
import { REQUIRED_FIELDS } from '../../../../lib/services/registrar/remote/contact.ts'
import { REGISTRAR_REASONS } from '../../../../lib/services/registrar/words.ts'
import { answeredAfterCommit, lostAnswer } from '../../../../sandbox/faults.ts'
import { failedBeforeCommit, tooManyRequests } from '../../../../sandbox/registrar/errors.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  MINUTE,
  type RegistrarWorld,
} from '../../../helpers/remotes/registrar.ts'
import { CONTACT } from '../../../helpers/remotes/registrar-sandbox.ts'

const DOMAIN = 'example.com'
const ask = ({ registrar }: RegistrarWorld, contact = {}) =>
  registrar.requiredFields({ domain: DOMAIN, contact }, ACTING)
/** The registrar's refusal of a field of the contact. */
const refusing = (field: string) =>
  Response.json(
    { issues: [{ path: ['contactInformation', field], message: '' }], message: '' },
    { status: 400 },
  )
const state = async ({ registrar }: RegistrarWorld) => (await registrar.purchase(DOMAIN)).claim.state

describe('requiredFields()', () => {
  const styles = [
    { style: 'one', calls: 10 },
    { style: 'listed', calls: 2 },
    { style: 'named', calls: 10 },
  ] as const
  test.each(styles)('finds the nine fields, told $style', async ({ style, calls }) => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.contactErrors = style
    expect(await ask(world)).toMatchObject({
      required: REQUIRED_FIELDS,
      missing: REQUIRED_FIELDS,
      refused: [],
      ended: 'expected_price_mismatch',
      complete: true,
      calls,
    })
    expect(world.remote.sandbox.state.charges).toEqual([])
    // the registrar's description lacks this style of error, so the deviations from it do not count
    if (style === 'named') world.remote.problems.length = 0
  })

  test('asks for an international name with its language; without it the registrar ends with that', async () => {
    const { registrar } = await createRegistrarWorld()
    const domain = 'xn--r8jz45g.com'
    const ended = { ended: 'language_code_required', complete: false }
    expect(await registrar.requiredFields({ domain }, ACTING)).toMatchObject(ended)
    const found = await registrar.requiredFields({ domain, languageCode: 'JPN' }, ACTING)
    expect(found).toMatchObject({ required: REQUIRED_FIELDS, complete: true })
  })

  test('says what a contact lacks and what of it is refused', async () => {
    const world = await createRegistrarWorld()
    const { zip: _, ...contact } = CONTACT
    expect(await ask(world, { ...contact, country: 'Japan' })).toMatchObject({
      missing: ['zip'],
      refused: ['country'],
      complete: true,
    })
  })

  test('leaves the domain free to be bought', async () => {
    const world = await createRegistrarWorld()
    await ask(world)
    await world.buy(DOMAIN)
    expect(world.remote.charges(DOMAIN)).toBe(1)
    await expect(ask(world)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('probes with one cent, which no other price is, and never renews', async () => {
    const bodies: unknown[] = []
    const watched: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      if (request.body) bodies.push(await request.clone().json())
      return fetch(request)
    }
    const world = await createRegistrarWorld({ fetch: watched })
    const price = { purchasePrice: 0.02, renewalPrice: 20, transferPrice: null }
    world.remote.sandbox.state.prices.set('cheap', price)
    await world.registrar.requiredFields({ domain: 'example.cheap' }, ACTING)
    expect(bodies).toHaveLength(10)
    for (const body of bodies) expect(body).toMatchObject({ expectedPrice: 0.01, autoRenew: false })
    expect(world.remote.sandbox.state.charges).toEqual([])
  })

  test('is refused if the price is as low as the wrong one', async () => {
    const world = await createRegistrarWorld()
    const asked = world.registrar.requiredFields({ domain: 'example.cheap' }, ACTING)
    await expect(asked).rejects.toMatchObject({
      code: 'conflict',
      message: 'Cannot find the fields of "example.cheap": it costs US$0.01',
      hint: expect.stringContaining('must be below the real one'),
    })
    expect(world.remote.requests.some(request => request.startsWith('POST'))).toBe(false)
  })

  test('an accepted purchase is an incident: kept, reported, and never bought over', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.acceptsAnyPrice = true
    const error = await ask(world).catch((thrown: unknown) => thrown)
    const { claim } = await world.registrar.purchase(DOMAIN)
    expect(claim).toMatchObject({ state: 'done', result: { incident: true, orderId: expect.any(String) } })
    const orderId = claim.result?.orderId
    expect(error).toMatchObject({
      code: 'remote_answer',
      message: `Incident: the registrar sold "example.com" as ${orderId} at a wrong price`,
      hint: expect.stringContaining('kura registrar orders example.com'),
      details: { orderId },
    })
    expect((await world.registrar.openItems()).notices).toMatchObject([
      { kind: 'purchase_mispriced', facts: { domain: DOMAIN } },
    ])
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    expect(world.remote.charges(DOMAIN)).toBe(1)
  })

  test('a yes without an order is an incident as well', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.faults.arm(
      BUY,
      answeredAfterCommit(() => Response.json({ ok: true })),
    )
    const error = await ask(world).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: 'Incident: the registrar sold "example.com" at a wrong price' })
    expect(error).toHaveProperty('details', {})
    expect((await world.registrar.purchase(DOMAIN)).claim).toMatchObject({
      state: 'done',
      result: { incident: true },
    })
    world.remote.problems.length = 0
  })

  test('a lost answer leaves it unknown; after ten minutes a person may free it', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.faults.arm(BUY, failedBeforeCommit(), { skip: 3 })
    await expect(ask(world)).rejects.toMatchObject({ code: 'remote_silent' })
    expect((await world.registrar.purchase(DOMAIN)).claim).toMatchObject({
      state: 'unknown',
      reason: { id: REGISTRAR_REASONS.requiredFields.id },
    })
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('not-found')
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'conflict' })
    await expect(world.person.release(DOMAIN, ACTING)).rejects.toThrow(/it is not stated/)
    const noOrder = { ...ACTING, noOrder: true }
    world.pass(10 * MINUTE - 1)
    await expect(world.person.release(DOMAIN, noOrder)).rejects.toThrow(/may still arrive/)
    world.pass(1)
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('not-found')
    await world.person.release(DOMAIN, noOrder)
    await world.buy(DOMAIN)
  })

  test('a lost incident is found by the domain', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.acceptsAnyPrice = true
    world.remote.sandbox.faults.arm(BUY, lostAnswer(), { skip: 9 })
    await expect(ask(world)).rejects.toMatchObject({ code: 'remote_silent' })
    world.pass(DAY)
    expect(await world.person.resolve(DOMAIN, ACTING)).toBe('bought')
    expect((await world.registrar.purchase(DOMAIN)).claim.result).toMatchObject({ incident: true })
    expect(world.remote.charges(DOMAIN)).toBe(1)
  })

  test('a refusal of the call itself ends it', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.faults.arm(BUY, tooManyRequests(), { skip: 2 })
    await expect(ask(world)).rejects.toMatchObject({ code: 'limited' })
    expect(await state(world)).toBe('refused')
  })

  test('what is refused beside the contact is no field of it', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.faults.arm(BUY, {
      before: async () =>
        Response.json({ issues: [{ path: ['expectedPrice'], message: '' }], message: '' }, { status: 400 }),
    })
    expect(await ask(world)).toMatchObject({
      required: [],
      missing: [],
      ended: 'fields: expectedPrice',
      complete: false,
      calls: 1,
    })
  })

  test('a field that is asked for again and again ends it, incomplete', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.faults.arm(
      BUY,
      { before: async () => refusing('additional') },
      { times: Number.POSITIVE_INFINITY },
    )
    expect(await ask(world)).toMatchObject({ required: ['additional'], complete: false, calls: 2 })
  })

  test('a registrar that names another field each time is asked 24 times at most', async () => {
    const world = await createRegistrarWorld()
    let named = 0
    const naming = { before: async () => refusing(`field${++named}`) }
    world.remote.sandbox.faults.arm(BUY, naming, { times: Number.POSITIVE_INFINITY })
    expect(await ask(world)).toMatchObject({ complete: false, calls: 24 })
  })
})
