import { beforeEach, describe, expect, test } from 'vitest'
import { lostAnswer } from '../../../sandbox/faults.ts'
import { BUY } from '../../../sandbox/registrar/sandbox.ts'
import { REFUNDED } from '../../../sandbox/registrar/state.ts'
import { DAY, MINUTE } from '../../helpers/remotes/registrar.ts'
import { type CommandWorld, createCommandWorld, DOMAIN, YES } from './world.ts'

let world: CommandWorld
beforeEach(async () => {
  world = await createCommandWorld()
})

describe('orders', () => {
  test('kura registrar order shows its state and its steps', async () => {
    await world.buy()
    expect((await world.kura(['order', DOMAIN])).out).toContain('state      purchasing\n')
    world.remote.clock.now += MINUTE
    const { out, err, status } = await world.kura(['order', DOMAIN, '--wait'])
    expect(err).toContain('waiting until it is registered')
    expect(out).toContain('state      registered\n')
    expect(out).toContain('expires    2027-06-15 12:00 +09:00\n')
    expect(out).toContain('e-mail     open, by 2026-06-30 12:00 +09:00\n')
    expect(out).toMatch(/2026-06-15 12:00 \+09:00 {2}done {5}hana/)
    expect(status).toBe(0)
  })

  test('kura registrar orders and spending list them', async () => {
    expect((await world.kura(['orders'])).out).toMatch(/^no purchase is open: /)
    expect((await world.kura(['orders', '--all'])).out).toBe(
      'no domain was bought yet: kura registrar buy --write buys one\n',
    )
    await world.buy()
    world.remote.clock.now += MINUTE
    expect((await world.kura(['orders'])).out).toMatch(
      /^example\.com {2}registered {2}order_\S+ {2}US\$11\.25 {2}2027/m,
    )
    const { out } = await world.kura(['spending'])
    expect(out).toContain('purchases are on\n')
    expect(out).toMatch(/^today {7}US\$11\.25 {2}US\$20\.00$/m)
    expect(out).toMatch(/^example\.com {2}US\$11\.25 {2}spent/m)
  })

  test('kura registrar resolve finds what was bought, and waits for the rest', async () => {
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
    const early = await world.kura(['resolve', DOMAIN])
    expect(early.out).toContain('nothing was found, but it may still appear')
    expect(early.status).toBe(3)
    world.remote.clock.now += MINUTE
    const { out, status } = await world.kura(['resolve', DOMAIN])
    expect(out).toContain('it was bought by the attempt whose reply was lost\n')
    expect(out).toContain('state      registered\n')
    expect(status).toBe(0)
  })

  test('kura registrar release of an unknown purchase says what the registrar shows', async () => {
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    world.remote.sandbox.state.registrationTime = 3 * DAY
    await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
    world.remote.clock.now += DAY
    const release = (...words: string[]) => world.kura(['release', DOMAIN, '--by', 'Mei', ...words], YES)
    await expect(release()).rejects.toMatchObject({ hint: expect.stringContaining('--no-order') })
    const { out: released, asked } = await release('--no-order')
    expect(asked).toEqual(["does the registrar's own page, looked at now, show no order of it? (yes/no) "])
    expect(released).toMatch(
      /^the purchase as it is now:\n(?:.*\n)*operation {2}\S+\nreleased example\.com: /,
    )
    expect((await world.kura(['spending'])).out).toMatch(/^example\.com {2}US\$11\.25 {2}released/m)
    await world.buy()
    const [first = ''] = world.remote.sandbox.state.orders.keys()
    const resolved = await world.kura(['resolve', DOMAIN, '--by', 'Mei', '--order', first], YES)
    expect(resolved.asked).toEqual([`is ${first} its order? (yes/no) `])
    expect(resolved.out).toContain('the order is of an attempt that was released before')
    expect((await world.kura(['spending'])).out).toMatch(
      /^example\.com {2}US\$11\.25 {2}spent, after it was released/m,
    )
  })

  test('kura registrar release names the order that was found', async () => {
    world.remote.sandbox.state.fate = REFUNDED
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
    world.remote.clock.now += MINUTE
    const [order = ''] = world.remote.sandbox.state.orders.keys()
    const { out, asked } = await world.kura(['release', DOMAIN, '--by', 'Mei', '--order', order], YES)
    expect(asked).toEqual([`is ${order} its order, and may the domain be bought again? (yes/no) `])
    expect(out).toContain('released example.com: it can be bought again\n')
  })

  test('kura registrar order shows what the registrar says of an error, and since when it says nothing', async () => {
    world.remote.sandbox.state.fate = {
      status: 'failed',
      domainStatus: 'failed',
      domainError: { code: 'price-change', details: { expectedPrice: 11.25, actualPrice: 13 } },
    }
    await world.buy()
    world.remote.clock.now += MINUTE
    expect((await world.kura(['order', DOMAIN])).out).toContain(
      'registrar  failed, failed, price-change: the price is US$13.00, not US$11.25\n',
    )
    world.remote.sandbox.state.orders.clear()
    world.remote.clock.now += DAY
    const { out } = await world.kura(['order', DOMAIN])
    expect(out).toMatch(/^not read {3}since 2026-06-16 12:01 \+09:00: .* answered 404/m)
  })

  test('kura registrar release needs a name, and frees a refunded order', async () => {
    world.remote.sandbox.state.fate = REFUNDED
    await world.buy()
    world.remote.clock.now += MINUTE
    await expect(world.kura(['release', DOMAIN])).rejects.toMatchObject({ code: 'usage' })
    await expect(world.kura(['release', DOMAIN], { answers: ['yes', ' '] })).rejects.toThrow(/without a name/)
    const refused = await world.kura(['release', DOMAIN, '--by', 'Mei'], { answers: ['no'] })
    expect(refused.asked).toEqual(['may the domain be bought again? (yes/no) '])
    expect(refused.out).toMatch(/\nnothing was changed\n$/)
    const { out } = await world.kura(['release', DOMAIN, '--by', 'Mei'], YES)
    expect(out).toMatch(/\nreleased example\.com: it can be bought again\n$/)
    const { out: order } = await world.kura(['order', DOMAIN])
    expect(order).toMatch(/^state {6}refused \(refunded: unexpected-error, order_[\w-]+\)$/m)
    expect(order).toContain('Mei (key hana)')
  })
})

test('kura registrar order says what can be done about one that does not go on', async () => {
  world.remote.sandbox.faults.arm(BUY, lostAnswer())
  await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
  expect((await world.kura(['order', DOMAIN])).out).toContain(
    'find out what became of it: kura registrar resolve example.com\n',
  )
  world.remote.sandbox.state.fate = REFUNDED
  world.remote.clock.now += DAY
  await world.buy('second.net')
  world.remote.clock.now += MINUTE
  expect((await world.kura(['order', 'second.net'])).out).toContain(
    'let it be bought again: kura registrar release second.net\n',
  )
})
