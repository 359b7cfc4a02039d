import { describe, expect, test } from 'vitest'
import { createRequestDeps } from '../../../../lib/services/registrar/deps.ts'
import { newDeadline } from '../../../../lib/services/registrar/orders/deadline.ts'
import { isOverdue, mayHaveNews } from '../../../../lib/services/registrar/orders/facts.ts'
import type { OrderState } from '../../../../lib/services/registrar/orders/progress.ts'
import { createRegistrar } from '../../../../lib/services/registrar/service.ts'
import { COMPLETED, REFUNDED } from '../../../../sandbox/registrar/state.ts'
import {
  ACTING,
  createRegistrarWorld,
  DAY,
  MINUTE,
  type RegistrarWorld,
} from '../../../helpers/remotes/registrar.ts'
import { ATTEMPT, facts, NOW, ordered, RELEASED } from '../notices/facts.ts'

const DOMAIN = 'example.com'

describe('a probe for required fields', () => {
  const rows = [
    { name: 'that was refused is no purchase', stray: false, keys: [] },
    {
      name: 'that was refused has a notice if an attempt without its claim may have bought the domain',
      stray: true,
      keys: [`registrar/stray/${DOMAIN}/lost`],
    },
  ]
  test.each(rows)('$name', async ({ stray, keys }) => {
    const { deps, registrar } = await createRegistrarWorld()
    const { purchases } = createRequestDeps(deps)
    const name = purchases.nameOf(DOMAIN)
    const by = 'hana'
    const act = { digest: '0', operation: 'probe-1', by, lease: 1_000, flags: [] }
    await purchases.claims.request(name, act)
    const settle = (operation: string, state: 'refused' | 'unknown') =>
      purchases.claims.settle(name, { operation, outcome: { state, reason: 'x' }, by })
    await settle('probe-1', 'refused')
    if (stray) await settle('lost', 'unknown')
    expect((await registrar.openItems()).notices.map(({ key }) => key)).toEqual(keys)
    expect(await registrar.purchases('all')).toHaveLength(keys.length)
  })

  test('that was refused is listed while an attempt that was let go before it is watched', async () => {
    const world = await createRegistrarWorld()
    await world.lose(DOMAIN, 'request')
    expect((await world.registrar.purchase(DOMAIN)).released, 'it is not let go yet').toEqual([])
    world.pass(DAY)
    await world.person.release(DOMAIN, { ...ACTING, noOrder: true })
    await world.registrar.requiredFields({ domain: DOMAIN }, ACTING)
    expect(await world.registrar.purchases('all')).toMatchObject([{ released: [{ state: 'released' }] }])
  })
})

test('an attempt that was freed is let go, though the process died before the ledger said so', async () => {
  const world = await createRegistrarWorld()
  await world.lose(DOMAIN, 'request')
  const { purchases } = createRequestDeps(world.deps)
  const { claim } = await world.registrar.purchase(DOMAIN)
  const freeing = { person: 'mei', reason: 'x', settling: 0, from: ['unknown'] as const }
  await purchases.claims.free({ name: purchases.nameOf(DOMAIN), claim }, freeing)
  expect((await world.registrar.spending()).reserves).toMatchObject([{ state: 'reserved' }])
  expect((await world.registrar.purchase(DOMAIN)).released).toMatchObject([{ state: 'released' }])
})

test('open purchases are listed by their domains', async () => {
  const world = await createRegistrarWorld()
  for (const domain of ['b.com', 'd.com', 'a.com', 'c.com']) await world.buy(domain)
  const listed = (await world.registrar.purchases()).map(({ domain }) => domain)
  expect(listed).toEqual(['a.com', 'b.com', 'c.com', 'd.com'])
})

describe('the list of all purchases', () => {
  /** The facts from the store alone; the registrar is not asked. */
  const stored = ({ deps }: RegistrarWorld) => createRegistrar({ ...deps, mayStore: false }).purchases('all')

  test('has one that was refused, which has neither order nor deadline', async () => {
    const world = await createRegistrarWorld({ caps: { order: 1, day: 1, month: 1 } })
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'cap_reached' })
    const [refused] = await stored(world)
    expect(refused).toMatchObject({ domain: DOMAIN, claim: { state: 'refused' } })
    expect(refused).not.toHaveProperty('progress')
  })

  test('has a purchase that was not followed yet with a new order and a new deadline', async () => {
    const world = await createRegistrarWorld()
    const claimedAt = world.remote.clock.now
    await world.buy(DOMAIN)
    const [bought] = await stored(world)
    const attempt = { operation: bought?.claim.operation, claimedAt }
    expect(bought).toMatchObject({ progress: { ...attempt, checks: 0 }, deadline: attempt })
  })

  test('has what was learned of a purchase', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    await world.registrar.purchase(DOMAIN)
    expect(await stored(world)).toMatchObject([{ progress: { state: 'purchasing', checks: 1 } }])
  })

  test('has a domain that was sold at the wrong price of a probe', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.acceptsAnyPrice = true
    const asked = world.registrar.requiredFields({ domain: DOMAIN }, ACTING)
    await expect(asked).rejects.toMatchObject({ code: 'remote_answer' })
    expect(await stored(world)).toMatchObject([{ claim: { state: 'done', result: { incident: true } } }])
  })

  test('has nothing of an earlier purchase of the domain', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.fate = REFUNDED
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    await world.person.release(DOMAIN, ACTING)
    world.remote.sandbox.state.fate = COMPLETED
    await world.buy(DOMAIN)
    expect(await stored(world)).toMatchObject([{ progress: { state: 'purchasing', checks: 0 } }])
  })
})

const deadlineOf = (changes = {}) => ({ ...newDeadline({ ...ATTEMPT, boughtAt: NOW }), ...changes })
const withDeadline = (state: OrderState, changes = {}) => ({
  ...ordered(state),
  deadline: deadlineOf(changes),
})

const news = [
  { name: 'an unknown outcome', of: facts({ state: 'unknown' }), want: true },
  { name: 'a refusal', of: facts({ state: 'refused' }), want: false },
  { name: 'a watched attempt', of: facts({ state: 'refused' }, { released: [RELEASED] }), want: true },
  {
    name: 'an attempt that has appeared',
    of: facts({ state: 'refused' }, { released: [{ ...RELEASED, state: 'spent', stray: true }] }),
    want: false,
  },
  { name: 'an order that is not completed', of: ordered('purchasing'), want: true },
  { name: 'an order that may be refunded', of: ordered('failed'), want: true },
  { name: 'an order that was refunded', of: ordered('refunded'), want: false },
  { name: 'a registration whose e-mail is not confirmed', of: withDeadline('registered'), want: true },
  {
    name: 'a registration whose e-mail is confirmed',
    of: withDeadline('registered', { state: 'verified' }),
    want: false,
  },
]
test.each(news)('whether the registrar may know something new of $name: $want', ({ of, want }) => {
  expect(mayHaveNews(of)).toBe(want)
})

const overdue = [
  { name: 'a registration', of: withDeadline('registered'), days: 15, want: true },
  { name: 'a registration a moment before', of: withDeadline('registered'), days: 15 - 1 / DAY, want: false },
  { name: 'a confirmed one', of: withDeadline('registered', { state: 'verified' }), days: 15, want: false },
  { name: 'an order that is not completed', of: withDeadline('purchasing'), days: 15, want: false },
  { name: 'a refusal', of: facts({ state: 'refused' }), days: 15, want: false },
]
test.each(overdue)('whether $name is overdue: $want', ({ of, days, want }) => {
  expect(isOverdue(of, NOW + days * DAY)).toBe(want)
})
