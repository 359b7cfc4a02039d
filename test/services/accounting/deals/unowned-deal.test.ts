/** A deal has the reference of a case, but kura did not register it for this case. */
import { describe, expect, test } from 'vitest'
import { freeByPerson, SETTLING, settleByQuery } from '../../../../lib/services/accounting/cases/cases.ts'
import { dealCases } from '../../../../lib/services/accounting/deals/cases/cases.ts'
import { listOpenCases } from '../../../../lib/services/accounting/deals/cases/report.ts'
import { deleteDealOf } from '../../../../lib/services/accounting/deals/deletion.ts'
import { call, NAME, notices, ownCase, registered } from './deletion-world.ts'
import { operationOf } from './world.ts'

describe('a deal that no case owns', () => {
  async function twice() {
    const { world, deal } = await registered()
    const [own] = world.dealsOf(NAME)
    world.company.deals.set(1, { ...own, id: 1 } as never)
    const outcome = { state: 'done', result: { company: world.call.companyId, deal: 1 } } as const
    await world.deps.claims.settle(NAME, { operation: 'lost', outcome, by: 'jun' })
    return { world, deal }
  }

  test('is notified until it is deleted', async () => {
    const { world, deal } = await twice()
    expect(await listOpenCases(world.deps.claims)).toMatchObject([
      { case: NAME, state: 'done', deal, strays: [{ deal: 1, by: 'jun' }] },
    ])
    const text = expect.stringContaining(`twice: "receipt 1": deal ${deal} and deal 1`)
    expect(await notices(world)).toEqual([text])
    await settleByQuery(call(world), dealCases(world.deps))
    expect(await notices(world)).toEqual([text])
    world.company.deals.delete(1)
    expect(await settleByQuery(call(world), dealCases(world.deps))).not.toHaveProperty('strays')
    expect(await notices(world)).toEqual([])
  })

  test('is deleted through kura without a word about the deal that the case owns', async () => {
    const { world, deal } = await twice()
    const deletion = { deal: 1, by: 'mei', send: async () => world.company.deals.delete(1) }
    const deps = { ...world.deps, ...world.call }
    expect(await deleteDealOf(await ownCase(1, world), deletion, deps)).toMatchObject({ state: 'done' })
    expect(await world.deps.claims.read(NAME)).toMatchObject({ state: 'done', result: { deal } })
  })

  test('of unknown outcome is notified until it cannot arrive any more', async () => {
    const { world } = await registered()
    const outcome = { state: 'unknown', reason: 'no answer' } as const
    await world.deps.claims.settle(NAME, { operation: 'lost', outcome, by: 'jun' })
    world.advance(SETTLING - 1)
    expect(await settleByQuery(call(world), dealCases(world.deps))).toHaveProperty('strays')
    expect(await notices(world)).toEqual([expect.stringContaining('and perhaps another one')])
    world.advance(1)
    expect(await settleByQuery(call(world), dealCases(world.deps))).not.toHaveProperty('strays')
  })

  test('is notified as long as it is there, although it has another date than the case', async () => {
    const { world } = await twice()
    const [own] = world.dealsOf(NAME)
    world.company.deals.set(1, { ...own, id: 1, issue_date: '2026-05-01' } as never)
    expect(await settleByQuery(call(world), dealCases(world.deps))).toMatchObject({ strays: [{ deal: 1 }] })
  })

  test('of unknown outcome is notified as long as a deal of another date is there', async () => {
    const { world } = await registered()
    const [own] = world.dealsOf(NAME)
    const outcome = { state: 'unknown', reason: 'no answer' } as const
    await world.deps.claims.settle(NAME, { operation: 'lost', outcome, by: 'jun' })
    world.company.deals.set(1, { ...own, id: 1, issue_date: '2026-05-01' } as never)
    world.advance(SETTLING)
    expect(await settleByQuery(call(world), dealCases(world.deps))).toHaveProperty('strays')
  })

  test('is dropped when a free case is resolved', async () => {
    const { world, deal } = await twice()
    world.company.deals.delete(deal)
    await settleByQuery(call(world), dealCases(world.deps))
    const operation = await operationOf(NAME, world.deps)
    await freeByPerson(call(world), { person: 'Mei', reason: 'wrong', operation }, dealCases(world.deps))
    const looked = await settleByQuery(call(world), dealCases(world.deps))
    expect(looked).toMatchObject({ state: 'refused', found: [1], strays: [{ deal: 1 }] })
    world.company.deals.delete(1)
    expect(await settleByQuery(call(world), dealCases(world.deps))).not.toHaveProperty('strays')
    expect(await listOpenCases(world.deps.claims)).toEqual([])
  })
})
