import { beforeEach, describe, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, DOMAIN } from './world.ts'

let world: CommandWorld
beforeEach(async () => {
  world = await createCommandWorld()
})

describe('kura registrar buy', () => {
  test('is a dry run unless it is told to write', async () => {
    const { out } = await world.kura(await world.buyWords())
    expect(out).toContain('dry run: nothing was bought\n')
    expect(out).toContain('example.com for one year, US$11.25, auto-renew on')
    expect(world.remote.charges(DOMAIN)).toBe(0)
  })

  test('asks for the domain again, and buys', async () => {
    const { out, asked } = await world.kura([...(await world.buyWords()), '--write'], {
      answers: [' Example.com '],
    })
    expect(asked).toEqual([expect.stringMatching(/US\$11\.25.*\ntype the domain again to buy it: $/)])
    expect(out).toMatch(/^ordered example\.com for US\$11\.25: order_/)
    expect(world.remote.charges(DOMAIN)).toBe(1)
  })

  test('buys nothing if something else is typed, or there is no terminal', async () => {
    const words = [...(await world.buyWords()), '--write']
    await expect(world.kura(words, { answers: ['yes'] })).rejects.toMatchObject({ code: 'bad_request' })
    await expect(world.kura(words, { answers: ['example.org'] })).rejects.toThrow(/was typed to confirm it/)
    await expect(world.kura(words)).rejects.toMatchObject({ code: 'usage' })
    expect(world.remote.charges(DOMAIN)).toBe(0)
  })

  test('says what would be refused', async () => {
    await world.buy()
    const { out } = await world.kura(await world.buyWords('second.com'))
    expect(out).toContain('spent today       US$11.25\n')
    expect(out).toContain(
      'it would be refused: Cannot buy "second.com" for US$11.25 after US$11.25: the cap of the day',
    )
    const { err } = await world
      .kura([...(await world.buyWords('second.com')), '--write', '--confirm', 'second.com'])
      .catch((error: Error) => ({ err: error.message }))
    expect(err).toContain('the cap of the day is US$20.00')
  })

  test('does not assume auto-renew', async () => {
    const words = ['buy', DOMAIN, '--quote', 'x', '--contact', 'contact.json']
    await expect(world.kura(words)).rejects.toMatchObject({ code: 'usage' })
  })
})
