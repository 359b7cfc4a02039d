import { describe, expect, test } from 'vitest'
import { createRegistrar } from '../../../../lib/services/registrar/service.ts'
import { tooManyRequests } from '../../../../sandbox/registrar/errors.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import {
  ACTING,
  createRegistrarWorld,
  MINUTE,
  type RegistrarWorld,
} from '../../../helpers/remotes/registrar.ts'

const DOMAIN = 'example.com'
const posts = ({ remote }: RegistrarWorld) =>
  remote.requests.filter(request => request.startsWith('POST')).length

describe('buy()', () => {
  test('sends nothing if purchases are off', async () => {
    const world = await createRegistrarWorld()
    const settings = { ...world.deps.settings, purchases: false }
    const off = await createRegistrarWorld({ settings: { ...settings, baseUrl: world.remote.url } })
    const order = await off.order(DOMAIN)
    await expect(off.registrar.buy(order, ACTING)).rejects.toMatchObject({
      code: 'writes_off',
      hint: expect.stringContaining('set the three caps'),
    })
    expect((await off.registrar.dryRun(order)).obstacles.map(({ text }) => text)).toEqual([
      'Cannot buy "example.com": REGISTRAR_PURCHASES is off',
    ])
    expect(posts(world)).toBe(0)
  })

  const caps = [
    { name: 'order', caps: { order: 1_124, day: 9_999, month: 9_999 } },
    { name: 'day', caps: { order: 9_999, day: 1_124, month: 9_999 } },
    { name: 'month', caps: { order: 9_999, day: 9_999, month: 1_124 } },
  ]
  test.each(caps)(
    'sends nothing over the cap of the $name, and gives the claim back',
    async ({ name, caps }) => {
      const world = await createRegistrarWorld({ caps })
      await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'cap_reached', details: { cap: name } })
      expect(posts(world)).toBe(0)
      expect((await world.registrar.purchase(DOMAIN)).claim.state).toBe('refused')
      expect((await world.registrar.spending()).reserves).toEqual([])
    },
  )

  const midnights = [
    { timezone: 'Asia/Tokyo', day: '2026-06-15T15:00:00Z', month: '2026-06-30T15:00:00Z' },
    { timezone: 'UTC', day: '2026-06-16T00:00:00Z', month: '2026-07-01T00:00:00Z' },
    { timezone: 'America/Los_Angeles', day: '2026-06-16T07:00:00Z', month: '2026-07-01T07:00:00Z' },
  ]
  const periods = midnights.flatMap(({ timezone, ...ends }) =>
    (['day', 'month'] as const).map(period => ({ timezone, period, end: Date.parse(ends[period]) })),
  )
  test.each(periods)(
    'a cap of the $period ends at midnight in $timezone',
    async ({ timezone, period, end }) => {
      const caps = { order: 9_999, day: 9_999, month: 9_999, [period]: 1_125 }
      const world = await createRegistrarWorld({ caps, timezone })
      const moveTo = (moment: number) => world.pass(moment - world.remote.clock.now)
      const shown = async () => ({
        spent: (await world.registrar.spending()).spent[period],
        planned: (await world.registrar.dryRun(await world.order('second.com'))).spent[period],
      })
      moveTo(end - MINUTE)
      await world.buy(DOMAIN)
      moveTo(end - 1)
      expect(await shown()).toEqual({ spent: 1125, planned: 1125 })
      await expect(world.buy('second.com')).rejects.toMatchObject({ details: { cap: period } })
      expect((await world.registrar.dryRun(await world.order('second.com'))).obstacles).toHaveLength(1)
      moveTo(end)
      expect(await shown()).toEqual({ spent: 0, planned: 0 })
      expect((await world.registrar.dryRun(await world.order('second.com'))).obstacles).toEqual([])
      await world.buy('second.com')
      expect(await shown()).toEqual({ spent: 1125, planned: 1125 })
    },
  )
})

describe('a dry run', () => {
  test('writes nothing, sends nothing, and says what would be refused', async () => {
    const world = await createRegistrarWorld({ caps: { order: 9_999, day: 1_000, month: 9_999 } })
    const before = world.store.calls.swap
    expect(await world.registrar.dryRun(await world.order(DOMAIN))).toMatchObject({
      mode: 'dry-run',
      cents: 1125,
      obstacles: [{ text: expect.stringContaining('the cap of the day') }],
    })
    expect(world.store.calls.swap).toBe(before)
    expect(posts(world)).toBe(0)
  })

  test('says that the caps are not set', async () => {
    const world = await createRegistrarWorld()
    const settings = { ...world.deps.settings, caps: undefined }
    const registrar = createRegistrar({ ...world.deps, settings })
    const { obstacles } = await registrar.dryRun(await world.order(DOMAIN))
    expect(obstacles.map(({ text }) => text)).toEqual([
      'Cannot buy "example.com": REGISTRAR_PURCHASES is off',
      'the caps are not set',
    ])
  })

  test('says that the domain was bought already, and nothing of a purchase that was refused', async () => {
    const world = await createRegistrarWorld()
    const obstacles = async () =>
      (await world.registrar.dryRun(await world.order(DOMAIN))).obstacles.map(({ text }) => text)
    world.remote.sandbox.faults.arm(BUY, tooManyRequests())
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'limited' })
    expect(await obstacles()).toEqual([])
    const { orderId } = await world.buy(DOMAIN)
    expect(await obstacles()).toEqual([`Cannot buy "example.com": it was bought already (${orderId})`])
  })
})
