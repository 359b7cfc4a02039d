import { describe, expect, test } from 'vitest'
import { caseOfReference, deleteDealOf } from '../../../lib/accounting/deals/case-of-deal.ts'
import { listOpenCases } from '../../../lib/accounting/deals/case-report.ts'
import { freeCase, resolveCase, SETTLING } from '../../../lib/accounting/deals/cases.ts'
import { accountingNotices, readAccountingState } from '../../../lib/accounting/notices.ts'
import { rateLimited } from '../../../lib/sandbox/accounting/errors.ts'
import { lostAnswer, lostRequest } from '../../../lib/sandbox/faults.ts'
import { OUTAGE } from '../../helpers/memory-store.ts'
import { createDealWorld, type DealWorld, operationOf } from './world.ts'

const NAME = 'receipt 1'
/** The case of a deal of the service. */
async function caseOfDeal({ call: { client, companyId }, deps }: DealWorld, id: number) {
  const { refNumber = '' } = await client.deal({ companyId, id })
  return caseOfReference(refNumber, deps)
}

const call = (world: DealWorld) => ({ ...world.call, caseName: NAME })
const stateOf = async (world: DealWorld) => (await world.deps.claims.read(NAME))?.state
const notices = async (world: DealWorld) =>
  accountingNotices(await readAccountingState(world.deps), world.deps.now()).map(({ text }) => text)

/** A registered case, and what deletes its deal through kura. */
async function registered() {
  const world = await createDealWorld()
  const { deal = 0 } = await world.register()
  const { client, companyId } = world.call
  const record = { companyId, id: deal }
  const remove = async () => {
    const own = await caseOfDeal(world, deal)
    if (!own) throw new Error('the deal has no case')
    const send = () => client.deleteDeal(record)
    return deleteDealOf(own, { deal, by: 'hana', send }, world.deps)
  }
  const fail = (fault: ReturnType<typeof lostAnswer>) =>
    world.sandbox.faults.arm(`DELETE /api/1/deals/${deal}`, fault)
  return { world, deal, remove, fail }
}

describe('a deal that is deleted through kura', () => {
  test('is gone, told, and registered again once a person has freed its case', async () => {
    const { world, deal, remove } = await registered()
    expect(await remove()).toMatchObject({ state: 'gone' })
    expect(await listOpenCases(world.deps.claims)).toMatchObject([{ case: NAME, state: 'gone', deal }])
    expect(await notices(world)).toEqual([expect.stringMatching(/was deleted.*free "receipt 1"$/)])
    await expect(world.register()).rejects.toMatchObject({
      message: `Cannot register the case "receipt 1": its deal ${deal} was deleted at the service`,
      details: { state: 'gone' },
    })
    const operation = await operationOf(NAME, world.deps)
    await freeCase(call(world), { person: 'Mei', reason: 'a wrong date', operation }, world.deps)
    expect(await world.register()).toMatchObject({ state: 'done' })
  })

  test('says before the call that it is being deleted', async () => {
    const { world, deal } = await registered()
    const own = await caseOfDeal(world, deal)
    const states: unknown[] = []
    const send = async () => states.push(await stateOf(world))
    await deleteDealOf(own as NonNullable<typeof own>, { deal, by: 'hana', send }, world.deps)
    expect(states).toEqual(['removing'])
  })

  test.each([
    { name: 'and was deleted', fault: lostAnswer(), state: 'gone', found: 0 },
    { name: 'and is still there', fault: lostRequest(), state: 'done', found: 1 },
  ])('is looked at again if the answer is lost $name', async ({ fault, state, found }) => {
    const { world, remove, fail } = await registered()
    fail(fault)
    await expect(remove()).rejects.toMatchObject({ code: 'remote_silent' })
    expect(await stateOf(world)).toBe('removing')
    expect(await notices(world)).toEqual([expect.stringMatching(/nobody knows.*resolve "receipt 1"$/)])
    await expect(world.register()).rejects.toThrow(/is being deleted/)
    const resolved = await resolveCase(call(world), world.deps)
    expect(resolved).toMatchObject({ state })
    expect(resolved.found).toHaveLength(found)
  })

  test('stays if the service refuses', async () => {
    const { world, remove, fail } = await registered()
    fail(rateLimited())
    await expect(remove()).rejects.toMatchObject({ code: 'limited' })
    expect(await stateOf(world)).toBe('done')
  })

  test('was deleted before if the service does not know it', async () => {
    const { world, deal } = await registered()
    const own = await caseOfDeal(world, deal)
    world.company.deals.delete(deal)
    const send = () => world.call.client.deleteDeal({ companyId: world.call.companyId, id: deal })
    await expect(
      deleteDealOf(own as NonNullable<typeof own>, { deal, by: 'hana', send }, world.deps),
    ).rejects.toMatchObject({ status: 404 })
    expect(await stateOf(world)).toBe('gone')
  })

  test('is deleted though the store does not take that', async () => {
    const { world, deal } = await registered()
    const own = await caseOfDeal(world, deal)
    const claims = { ...world.deps.claims, confirm: () => Promise.reject(OUTAGE.error) }
    const send = async () => 'deleted'
    const options = { deal, by: 'hana', send }
    expect(await deleteDealOf(own as NonNullable<typeof own>, options, { ...world.deps, claims })).toEqual({
      sent: 'deleted',
      state: 'removing',
    })
    expect(await stateOf(world)).toBe('removing')
  })
})

describe('a deal that was deleted at the service', () => {
  test('is gone once somebody looks', async () => {
    const { world, deal } = await registered()
    expect(await resolveCase(call(world), world.deps)).toMatchObject({ state: 'done', found: [deal] })
    world.company.deals.delete(deal)
    expect(await resolveCase(call(world), world.deps)).toMatchObject({ state: 'gone', found: [] })
    expect(world.notes.at(-1)).toEqual({ event: 'deal', case: NAME, state: 'gone' })
  })

  test('belongs to its case, and one of somebody else to none', async () => {
    const { world, deal } = await registered()
    expect(await caseOfDeal(world, deal)).toMatchObject({ name: NAME })
    world.company.deals.set(1, { ...world.dealsOf(NAME)[0], id: 1, ref_number: 'kura-x' } as never)
    expect(await caseOfDeal(world, 1)).toBeUndefined()
    world.company.deals.set(2, {
      ...world.dealsOf(NAME)[0],
      id: 2,
      ref_number: `kura-${'0'.repeat(20)}`,
    } as never)
    expect(await caseOfDeal(world, 2)).toBeUndefined()
  })

  test('is known by its case though the answer to its creation was lost', async () => {
    const world = await createDealWorld()
    world.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
    await world.register().catch(() => undefined)
    const [made] = world.dealsOf(NAME)
    const record = { companyId: world.call.companyId, id: made?.id ?? 0 }
    const own = await caseOfDeal(world, record.id)
    expect(own).toMatchObject({ name: NAME, claim: { state: 'unknown' } })
    const send = () => world.call.client.deleteDeal(record)
    const options = { deal: record.id, by: 'hana', send }
    expect(await deleteDealOf(own as NonNullable<typeof own>, options, world.deps)).toMatchObject({
      state: 'unknown',
    })
  })
})

describe('a deal that no case owns', () => {
  async function twice() {
    const { world, deal } = await registered()
    const [own] = world.dealsOf(NAME)
    world.company.deals.set(1, { ...own, id: 1 } as never)
    const outcome = { state: 'done', result: { company: world.call.companyId, deal: 1 } } as const
    await world.deps.claims.settle(NAME, { operation: 'lost', outcome, by: 'jun' })
    return { world, deal }
  }

  test('is told until it is deleted', async () => {
    const { world, deal } = await twice()
    expect(await listOpenCases(world.deps.claims)).toMatchObject([
      { case: NAME, state: 'done', deal, strays: [{ deal: 1, by: 'jun' }] },
    ])
    const text = expect.stringContaining(`several deals carry its reference: deal ${deal} and deal 1`)
    expect(await notices(world)).toEqual([text])
    await resolveCase(call(world), world.deps)
    expect(await notices(world)).toEqual([text])
    world.company.deals.delete(1)
    expect(await resolveCase(call(world), world.deps)).not.toHaveProperty('strays')
    expect(await notices(world)).toEqual([])
  })

  test('of which nobody knows is told until it cannot arrive any more', async () => {
    const { world } = await registered()
    const outcome = { state: 'unknown', reason: 'no answer' } as const
    await world.deps.claims.settle(NAME, { operation: 'lost', outcome, by: 'jun' })
    world.advance(SETTLING - 1)
    expect(await resolveCase(call(world), world.deps)).toHaveProperty('strays')
    expect(await notices(world)).toEqual([expect.stringContaining('and perhaps another one')])
    world.advance(1)
    expect(await resolveCase(call(world), world.deps)).not.toHaveProperty('strays')
  })
})
