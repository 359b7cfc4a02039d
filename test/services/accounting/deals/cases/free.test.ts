import { describe, expect, test } from 'vitest'
import { freeByPerson, SETTLING } from '../../../../../lib/services/accounting/cases/cases.ts'
import { dealCases } from '../../../../../lib/services/accounting/deals/cases/cases.ts'
import { rateLimited } from '../../../../../sandbox/accounting/errors.ts'
import { lostRequest } from '../../../../../sandbox/faults.ts'
import { createDealWorld, type DealWorld } from '../world.ts'
import { call, decided, failed, NAME } from './failed-deal.ts'

describe('freeByPerson()', () => {
  const why = { reason: 'looked at the service' }
  const free = async (world: DealWorld) =>
    freeByPerson(call(world), await decided(world, why), dealCases(world.deps))

  test('frees an unknown case after the settling time, by name', async () => {
    const world = await createDealWorld()
    await failed(world, lostRequest())
    await expect(free(world)).rejects.toMatchObject({ message: expect.stringContaining('15 more minutes') })
    world.advance(SETTLING)
    expect(await free(world)).toMatchObject({
      state: 'refused',
      by: 'Mei (key hana)',
    })
    expect(await world.register()).toMatchObject({ state: 'done' })
  })

  test('does not free a case whose deal is at the service', async () => {
    const world = await createDealWorld()
    await failed(world)
    world.advance(SETTLING)
    await expect(free(world)).rejects.toMatchObject({
      hint: expect.stringContaining('kura settle'),
      details: { state: 'unknown' },
    })
  })

  const again = [
    { name: 'the same date', change: {} },
    { name: 'another date', change: { issue_date: '2026-05-15' } },
  ]
  test.each(again)('a late commit is found before the case is sent again with $name', async ({ change }) => {
    const world = await createDealWorld()
    await failed(world)
    const [late] = world.dealsOf(NAME)
    world.company.deals.delete(late?.id ?? 0)
    world.advance(SETTLING)
    await free(world)
    world.company.deals.set(late?.id ?? 0, late as NonNullable<typeof late>)
    await expect(world.register(change)).rejects.toMatchObject({ details: { deal: late?.id } })
    expect(world.dealsOf(NAME)).toHaveLength(1)
  })

  test('frees a done case only once its deal was deleted', async () => {
    const world = await createDealWorld()
    const { deal: id } = await world.register()
    await expect(free(world)).rejects.toMatchObject({ details: { state: 'done' } })
    world.company.deals.delete(id ?? 0)
    expect(await free(world)).toMatchObject({ state: 'refused' })
  })

  test('frees nothing if the service does not answer', async () => {
    const world = await createDealWorld()
    await failed(world, lostRequest())
    world.advance(SETTLING)
    world.sandbox.faults.arm('GET /api/1/deals', rateLimited())
    await expect(free(world)).rejects.toMatchObject({ code: 'limited' })
    expect(await world.deps.claims.read(NAME)).toMatchObject({ state: 'unknown' })
  })
})
