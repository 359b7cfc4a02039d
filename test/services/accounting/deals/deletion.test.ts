import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../lib/core/errors.ts'
import { freeByPerson, SETTLING, settleByQuery } from '../../../../lib/services/accounting/cases/cases.ts'
import { dealCases } from '../../../../lib/services/accounting/deals/cases/cases.ts'
import { referenceOf } from '../../../../lib/services/accounting/deals/cases/of-deal.ts'
import { listOpenCases } from '../../../../lib/services/accounting/deals/cases/report.ts'
import { deleteDealOf } from '../../../../lib/services/accounting/deals/deletion.ts'
import { registerDeal } from '../../../../lib/services/accounting/deals/register.ts'
import { rateLimited } from '../../../../sandbox/accounting/errors.ts'
import { lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import { OUTAGE } from '../../../helpers/memory-store.ts'
import { call, caseOfDeal, NAME, notices, ownCase, registered, stateOf } from './deletion-world.ts'
import { createDealWorld, operationOf, deal as requestOf } from './world.ts'

describe('a deal that is deleted through kura', () => {
  test('is gone, is notified, and is registered again once a person has freed its case', async () => {
    const { world, deal, remove } = await registered()
    expect(await remove()).toMatchObject({ state: 'gone' })
    expect(await listOpenCases(world.deps.claims)).toMatchObject([{ case: NAME, state: 'gone', deal }])
    expect(await notices(world)).toEqual([expect.stringMatching(/was deleted.*settle "receipt 1"$/)])
    await expect(world.register()).rejects.toMatchObject({
      message: `Cannot register the case "receipt 1": its deal ${deal} was deleted at the service`,
      details: { state: 'gone' },
    })
    const operation = await operationOf(NAME, world.deps)
    await freeByPerson(
      call(world),
      { person: 'Mei', reason: 'a wrong date', operation },
      dealCases(world.deps),
    )
    expect(await world.register()).toMatchObject({ state: 'done' })
  })

  test('says before the call that it is being deleted', async () => {
    const { world, remove } = await registered()
    const states: unknown[] = []
    await remove({ send: async () => states.push(await stateOf(world)) })
    expect(states).toEqual(['removing'])
  })

  test.each([
    { name: 'and was deleted', fault: lostAnswer(), wait: 0, state: 'gone', found: 0 },
    {
      name: 'and may still be deleted',
      fault: lostRequest(),
      wait: SETTLING - 1,
      state: 'removing',
      found: 1,
    },
    { name: 'and is still there', fault: lostRequest(), wait: SETTLING, state: 'done', found: 1 },
  ])('is looked at again if the answer is lost $name', async ({ fault, wait, state, found }) => {
    const { world, remove, fail } = await registered()
    fail(fault)
    await expect(remove()).rejects.toMatchObject({ code: 'remote_silent' })
    expect(await stateOf(world)).toBe('removing')
    expect(await notices(world)).toEqual([
      expect.stringMatching(/not known whether a deal was deleted.*settle "receipt 1"$/),
    ])
    await expect(world.register()).rejects.toThrow(/is being deleted/)
    world.advance(wait)
    const resolved = await settleByQuery(call(world), dealCases(world.deps))
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
    const { world, deal, own } = await registered()
    const { client, companyId } = world.call
    const known = await own()
    world.company.deals.delete(deal)
    const send = () => client.deleteDeal({ companyId, id: deal })
    await expect(
      deleteDealOf(known, { deal, by: 'hana', send }, { ...world.deps, client }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await stateOf(world)).toBe('gone')
  })

  test('is not gone because a page of a proxy answers 404, to the call or to a query', async () => {
    const { world, deal, remove, fail } = await registered()
    const page = { before: async () => new Response('<html>', { status: 404 }) }
    fail(page)
    await expect(remove()).rejects.toMatchObject({ status: 404 })
    expect(await stateOf(world)).toBe('removing')
    world.sandbox.faults.arm(`GET /api/1/deals/${deal}`, page)
    await expect(settleByQuery(call(world), dealCases(world.deps))).rejects.toMatchObject({ status: 404 })
    expect(await stateOf(world)).toBe('removing')
    world.running.problems.length = 0
  })

  test.each([
    { name: 'before', order: 'before' },
    { name: 'after', order: 'after' },
    { name: 'meanwhile', order: 'meanwhile' },
  ] as const)(
    'may be gone if another deletion began $name, though this one is refused',
    async ({ order }) => {
      const { world, deal, own, remove, fail } = await registered()
      const { client } = world.call
      const lost = async () => {
        fail(lostRequest())
        await remove().catch(() => undefined)
      }
      const refuse = async () => {
        if (order === 'after') await lost()
        fail(rateLimited())
        return client.deleteDeal({ companyId: world.call.companyId, id: deal })
      }
      if (order === 'before') await lost()
      const known = await own()
      if (order === 'meanwhile') await lost()
      const refused = deleteDealOf(known, { deal, by: 'mei', send: refuse }, { ...world.deps, client })
      await expect(refused).rejects.toMatchObject({ code: 'limited' })
      expect(await stateOf(world)).toBe('removing')
    },
  )

  test('is not deleted while it is being registered', async () => {
    const world = await createDealWorld()
    const settle = () => Promise.reject(OUTAGE.error)
    const deps = { ...world.deps, ...world.call, claims: { ...world.deps.claims, settle } }
    await expect(registerDeal(requestOf(), world.call, deps)).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    const [made] = world.dealsOf(NAME)
    const deal = made?.id ?? 0
    const deletion = { deal, by: 'mei', send: () => Promise.reject(new Error('it is sent')) }
    await expect(deleteDealOf(await ownCase(deal, world), deletion, deps)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^Cannot delete deal \d+: its case "receipt 1" is being registered, until 2/,
      ),
      hint: 'nothing was sent: try again after that',
      details: { case: NAME, state: 'claimed' },
    })
  })

  test.each([
    { code: 'store_unavailable', state: 'removing' },
    { code: 'store_busy', state: 'removing' },
    { code: 'conflict', state: 'removing' },
  ] as const)('is deleted though its case does not take that: $code', async ({ code, state }) => {
    const { world, deal, own } = await registered()
    const confirm = () => Promise.reject(new AppError(code, 'Cannot store it'))
    const deps = { ...world.deps, ...world.call, claims: { ...world.deps.claims, confirm } }
    const deletion = { deal, by: 'hana', send: async () => 'deleted' }
    expect(await deleteDealOf(await own(), deletion, deps)).toEqual({ sent: 'deleted', state })
    expect(await stateOf(world)).toBe(state)
    expect(world.notes.at(-1)).toEqual({ event: 'deal', case: NAME, state, reason: 'Cannot store it' })
  })

  test('hides no fault', async () => {
    const { world, deal, own } = await registered()
    const fault = new TypeError('undefined is not a function')
    const claims = { ...world.deps.claims, confirm: () => Promise.reject(fault) }
    const deletion = { deal, by: 'hana', send: async () => 'deleted' }
    const deps = { ...world.deps, ...world.call, claims }
    await expect(deleteDealOf(await own(), deletion, deps)).rejects.toBe(fault)
  })

  test('stands in the log and in its case', async () => {
    const { world, deal, remove } = await registered()
    world.notes.length = 0
    await remove()
    expect(world.notes).toEqual([
      { event: 'deal', case: NAME, state: 'removing', deal },
      { event: 'deal', case: NAME, state: 'gone' },
    ])
    expect((await world.deps.claims.read(NAME))?.steps.slice(-2)).toMatchObject([
      { state: 'removing', by: 'hana' },
      { state: 'gone', by: 'hana' },
    ])
  })
})

describe('a deal that was deleted at the service', () => {
  test('is gone once a person resolves its case', async () => {
    const { world, deal } = await registered()
    expect(await settleByQuery(call(world), dealCases(world.deps))).toMatchObject({
      state: 'done',
      found: [deal],
    })
    world.company.deals.delete(deal)
    expect(await settleByQuery(call(world), dealCases(world.deps))).toMatchObject({
      state: 'gone',
      found: [],
    })
    expect(world.notes.at(-1)).toEqual({ event: 'deal', case: NAME, state: 'gone' })
  })

  test.each([400, 401, 403, 429])('is not gone because the service answers %i to a query', async status => {
    const { world, deal } = await registered()
    const body = { message: 'not now', code: 'not_now' }
    const refusal = { before: async () => Response.json(body, { status }) }
    world.sandbox.faults.arm(`GET /api/1/deals/${deal}`, refusal)
    await expect(settleByQuery(call(world), dealCases(world.deps))).rejects.toMatchObject({
      details: { upstream: status },
    })
    expect(await stateOf(world)).toBe('done')
    world.running.problems.length = 0
  })

  test('belongs to its case even if the store fails', async () => {
    const { world } = await registered()
    expect(world.store.durable).toContain(`accounting/case-of/${referenceOf(world.call.companyId, NAME)}`)
  })

  test('belongs to its case, and a deal that kura did not create to none', async () => {
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
})

describe('a deal whose creation is unknown', () => {
  async function lost() {
    const world = await createDealWorld()
    world.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
    await world.register().catch(() => undefined)
    const [made] = world.dealsOf(NAME)
    const record = { companyId: world.call.companyId, id: made?.id ?? 0 }
    const own = await ownCase(record.id, world)
    expect(own).toMatchObject({ name: NAME, claim: { state: 'unknown' } })
    const send = () => world.call.client.deleteDeal(record)
    const remove = () =>
      deleteDealOf(own, { deal: record.id, by: 'hana', send }, { ...world.deps, ...world.call })
    return { world, made, own, remove }
  }

  test('is its case’s own before it is deleted, so that no late answer makes the case done', async () => {
    const { world, made, own, remove } = await lost()
    expect(await remove()).toMatchObject({ state: 'gone' })
    const result = { company: world.call.companyId, deal: made?.id ?? 0 }
    const { operation } = own.claim
    await world.deps.claims.settle(NAME, { operation, outcome: { state: 'done', result }, by: 'hana' })
    expect(await stateOf(world)).toBe('gone')
  })

  test('is deleted if several carry its reference, and the case stays unknown', async () => {
    const { world, made, remove } = await lost()
    world.company.deals.set(1, { ...made, id: 1 } as never)
    expect(await remove()).toMatchObject({ state: 'unknown' })
    expect(world.dealsOf(NAME)).toMatchObject([{ id: 1 }])
    expect(await settleByQuery(call(world), dealCases(world.deps))).toMatchObject({ state: 'done', deal: 1 })
  })
})
