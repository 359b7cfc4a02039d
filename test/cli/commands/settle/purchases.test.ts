import { beforeEach, describe, expect, test } from 'vitest'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { REFUNDED } from '../../../../sandbox/registrar/state.ts'
import { DAY, MINUTE } from '../../../helpers/remotes/registrar.ts'
import { type CommandWorld, createCommandWorld, DOMAIN, YES } from '../registrar/world.ts'

let world: CommandWorld
beforeEach(async () => {
  world = await createCommandWorld()
})

describe('what was shown earlier of a purchase is decided without being asked', () => {
  const shown = async () => JSON.parse((await world.kura(['orders', DOMAIN, '--json'])).out)
  const MEI = ['--by', 'Mei']

  test('release', async () => {
    world.remote.sandbox.state.fate = REFUNDED
    await world.buy()
    world.remote.clock.now += MINUTE
    const other = world.kura(['settle', DOMAIN, '--release', ...MEI, '--operation', 'other'])
    await expect(other).rejects.toThrow(/another operation has claimed it since it was looked at/)
    const { operation } = await shown()
    const { out, err, asked } = await world.kura([
      'settle',
      DOMAIN,
      '--release',
      ...MEI,
      '--operation',
      operation,
      '--json',
    ])
    expect(asked).toEqual([])
    expect(err).toMatch(
      /^{"note":"the purchase \\"example.com\\" is refunded:"}\n(?:.*\n)*{"note":"operation: /,
    )
    expect(JSON.parse(out)).toEqual({
      items: [
        {
          kind: 'purchase',
          case: DOMAIN,
          decision: 'release',
          reply: { domain: DOMAIN, released: true },
          isOpen: false,
        },
      ],
    })
  })

  test('release with no order needs the time at which it was shown', async () => {
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    world.remote.sandbox.state.registrationTime = 3 * DAY
    await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
    const { operation, seenAt } = await shown()
    world.remote.clock.now += 2 * DAY
    const release = (...words: string[]) =>
      world.kura(['settle', DOMAIN, ...MEI, '--no-order', '--operation', operation, ...words])
    await expect(release()).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot decide on the operation "${operation}" without a time`,
      hint: 'say when it was shown: --seen-at TIME',
    })
    for (const time of ['noon', '2026-06-17', '2026-06-17T12:00', '2026-13-17T12:00Z'])
      await expect(release('--seen-at', time)).rejects.toThrow(`Cannot use --seen-at "${time}"`)
    await expect(release('--seen-at', seenAt)).rejects.toThrow(/could still arrive when it was looked at/)
    const { out } = await release('--seen-at', '2026-06-17T12:00:00+09:00')
    expect(out).toContain('released example.com')
  })

  test('an order that is named', async () => {
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
    world.remote.clock.now += MINUTE
    const [order = ''] = world.remote.sandbox.state.orders.keys()
    const other = ['settle', DOMAIN, '--operation', 'other', ...MEI, '--order', order]
    await expect(world.kura(other)).rejects.toThrow(/another operation/)
    const said = await world.kura(['settle', DOMAIN, '--order', order], { answers: ['no'] })
    expect(said.out).toMatch(/\nnothing was changed\n$/)
    const { operation } = await shown()
    const { out, asked } = await world.kura([
      'settle',
      DOMAIN,
      ...MEI,
      '--order',
      order,
      '--operation',
      operation,
    ])
    expect(asked).toEqual([])
    expect(out).toContain('is registered: it was bought by the attempt whose reply was lost\n')
    expect((await world.kura(['orders', DOMAIN])).out).toContain('Mei (key hana)')
  })
})

describe('kura settle of purchases', () => {
  test('kura settle finds what was bought, and waits for the rest', async () => {
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
    const early = await world.kura(['settle', DOMAIN, '--look'])
    expect(early.out).toContain('nothing was found, but it may still appear')
    expect(early.status).toBe(3)
    world.remote.clock.now += MINUTE
    const { out, status } = await world.kura(['settle', DOMAIN, '--look'])
    expect(out).toContain('example.com is registered: it was bought by the attempt whose reply was lost\n')
    // the e-mail address is not confirmed yet
    expect(status).toBe(3)
  })

  test('kura settle of an unknown purchase says what the registrar shows', async () => {
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    world.remote.sandbox.state.registrationTime = 3 * DAY
    await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
    world.remote.clock.now += DAY
    const release = (...words: string[]) => world.kura(['settle', DOMAIN, '--by', 'Mei', ...words], YES)
    await expect(release('--release')).rejects.toMatchObject({ hint: expect.stringContaining('--no-order') })
    const { out: released, asked } = await release('--no-order')
    expect(asked).toEqual(["does the registrar's own page, looked at now, show no order of it? (yes/no) "])
    expect(released).toMatch(
      /^the purchase "example\.com" is unknown:\n(?:.*\n)*operation {2}\S+\nreleased example\.com: /,
    )
    expect((await world.kura(['orders'])).out).toMatch(/^example\.com {2}US\$11\.25 {2}released/m)
    await world.buy()
    const [first = ''] = world.remote.sandbox.state.orders.keys()
    const resolved = await world.kura(['settle', DOMAIN, '--by', 'Mei', '--order', first], YES)
    expect(resolved.asked).toEqual([`is ${first} its order? (yes/no) `])
    expect(resolved.out).toContain('the order is of an attempt that was released before')
    expect((await world.kura(['orders'])).out).toMatch(
      /^example\.com {2}US\$11\.25 {2}spent, after it was released/m,
    )
  })

  test('kura settle names the order that was found', async () => {
    world.remote.sandbox.state.fate = REFUNDED
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
    world.remote.clock.now += MINUTE
    const [order = ''] = world.remote.sandbox.state.orders.keys()
    const { out, asked } = await world.kura(
      ['settle', DOMAIN, '--by', 'Mei', '--release', '--order', order],
      YES,
    )
    expect(asked).toEqual([`is ${order} its order? (yes/no) `])
    expect(out).toContain('released example.com: it can be bought again\n')
  })

  test('kura settle needs a name, and frees a refunded order', async () => {
    world.remote.sandbox.state.fate = REFUNDED
    await world.buy()
    world.remote.clock.now += MINUTE
    await expect(world.kura(['settle', DOMAIN])).rejects.toMatchObject({ code: 'usage' })
    await expect(world.kura(['settle', DOMAIN], { answers: ['yes', ' '] })).rejects.toThrow(/without a name/)
    const refused = await world.kura(['settle', DOMAIN, '--by', 'Mei'], { answers: ['no'] })
    expect(refused.asked).toEqual(['may the domain be bought again? (yes/no) '])
    expect(refused.out).toMatch(/\nnothing was decided about "example\.com"\n$/)
    const { out } = await world.kura(['settle', DOMAIN, '--by', 'Mei'], YES)
    expect(out).toMatch(/\nreleased example\.com: it can be bought again\n$/)
    const { out: order } = await world.kura(['orders', DOMAIN])
    expect(order).toMatch(/^state {6}not bought \(refunded: unexpected-error, order_[\w-]+\)$/m)
    expect(order).toContain('Mei (key hana)')
  })
})
