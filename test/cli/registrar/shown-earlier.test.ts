import { beforeEach, describe, expect, test } from 'vitest'
import { lostAnswer } from '../../../sandbox/faults.ts'
import { BUY } from '../../../sandbox/registrar/sandbox.ts'
import { REFUNDED } from '../../../sandbox/registrar/state.ts'
import { DAY, MINUTE } from '../../helpers/remotes/registrar.ts'
import { type CommandWorld, createCommandWorld, DOMAIN } from './world.ts'

let world: CommandWorld
beforeEach(async () => {
  world = await createCommandWorld()
})

describe('what was shown earlier is decided without being asked', () => {
  const shown = async () => JSON.parse((await world.kura(['order', DOMAIN, '--json'])).out)
  const MEI = ['--by', 'Mei']

  test('release', async () => {
    world.remote.sandbox.state.fate = REFUNDED
    await world.buy()
    world.remote.clock.now += MINUTE
    const other = world.kura(['release', DOMAIN, ...MEI, '--operation', 'other'])
    await expect(other).rejects.toThrow(/another operation has claimed it since it was looked at/)
    const { operation } = await shown()
    const { out, err, asked } = await world.kura([
      'release',
      DOMAIN,
      ...MEI,
      '--operation',
      operation,
      '--json',
    ])
    expect(asked).toEqual([])
    expect(err).toMatch(/^{"note":"the purchase as it is now:"}\n(?:.*\n)*{"note":"operation: /)
    expect(JSON.parse(out)).toEqual({ domain: DOMAIN, released: true })
  })

  test('release with no order needs the time at which it was shown', async () => {
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    world.remote.sandbox.state.registrationTime = 3 * DAY
    await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
    const { operation, seenAt } = await shown()
    world.remote.clock.now += 2 * DAY
    const release = (...words: string[]) =>
      world.kura(['release', DOMAIN, ...MEI, '--no-order', '--operation', operation, ...words])
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

  test('resolve', async () => {
    world.remote.sandbox.faults.arm(BUY, lostAnswer())
    await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
    world.remote.clock.now += MINUTE
    const [order = ''] = world.remote.sandbox.state.orders.keys()
    for (const words of [[], [...MEI, '--order', order]])
      await expect(world.kura(['resolve', DOMAIN, '--operation', 'other', ...words])).rejects.toThrow(
        /another operation/,
      )
    const said = await world.kura(['resolve', DOMAIN, '--order', order], { answers: ['no'] })
    expect(said.out).toMatch(/\nnothing was changed\n$/)
    const { operation } = await shown()
    const { out, asked } = await world.kura([
      'resolve',
      DOMAIN,
      ...MEI,
      '--order',
      order,
      '--operation',
      operation,
    ])
    expect(asked).toEqual([])
    expect(out).toContain('it was bought by the attempt whose reply was lost\n')
    expect((await world.kura(['order', DOMAIN])).out).toContain('Mei (key hana)')
  })

  test('verified', async () => {
    await world.buy()
    const other = world.kura(['verified', DOMAIN, ...MEI, '--operation', 'other'])
    await expect(other).rejects.toThrow(/another operation/)
    const { operation } = await shown()
    const { out, asked } = await world.kura(['verified', DOMAIN, ...MEI, '--operation', operation])
    expect(asked).toEqual([])
    expect(out).toContain('is confirmed, says Mei (key hana)')
  })
})
