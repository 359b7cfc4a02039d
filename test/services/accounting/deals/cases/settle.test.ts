import { describe, expect, test } from 'vitest'
import { settleByQuery } from '../../../../../lib/services/accounting/cases/cases.ts'
import {
  dealCases,
  releasableCase,
  releaseCase,
} from '../../../../../lib/services/accounting/deals/cases/cases.ts'
import { failedAfterCommit } from '../../../../../sandbox/accounting/errors.ts'
import { createDealWorld, type DealWorld, flagged, operationOf } from '../world.ts'
import { call, decided, failed, NAME, person } from './failed-deal.ts'

const query = (world: DealWorld) => settleByQuery(call(world), dealCases(world.deps))

describe('settleByQuery()', () => {
  test('finds the deal of a lost answer and settles the case as done', async () => {
    const world = await createDealWorld()
    await failed(world)
    const [there] = world.dealsOf(NAME)
    expect(await query(world)).toMatchObject({
      state: 'done',
      deal: there?.id,
      found: [there?.id],
    })
    await expect(world.register()).rejects.toMatchObject({ details: { deal: there?.id } })
  })

  test('looks through all pages of the day', async () => {
    const world = await createDealWorld()
    await failed(world, failedAfterCommit())
    const other = { company_id: 1_234_567, issue_date: '2026-06-15', type: 'expense' }
    const details = [{ account_item_id: 501, tax_code: 136, amount: 1 }]
    for (let n = 0; n < 120; n++)
      await world.running.call('POST', '/api/1/deals', { json: { ...other, details } })
    expect(await query(world)).toMatchObject({ state: 'done' })
    expect(world.running.requests.filter(request => request.includes('offset=100'))).toHaveLength(1)
  })

  test('finds a deal whose date was corrected at the service', async () => {
    const world = await createDealWorld()
    await failed(world)
    const [there] = world.dealsOf(NAME)
    world.company.deals.set(there?.id ?? 0, {
      ...(there as NonNullable<typeof there>),
      issue_date: '2025-06-15',
    })
    expect(await query(world)).toMatchObject({ state: 'done', deal: there?.id })
  })

  test('refuses a case that was never registered', async () => {
    const world = await createDealWorld()
    await expect(settleByQuery(call(world, 'x'), dealCases(world.deps))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('releaseCase()', () => {
  test('sends what a person has released by name', async () => {
    const world = await createDealWorld()
    await world.register(flagged as never)
    const operation = await operationOf(NAME, world.deps)
    const sent = await releaseCase(call(world), { ...person, operation }, world.deps)
    expect(sent).toEqual({ state: 'done', deal: world.dealsOf(NAME)[0]?.id })
    expect(world.dealsOf(NAME)[0]?.details[0]?.tax_code).toBe(190)
    expect(await world.deps.claims.read(NAME)).toMatchObject({ releasedBy: 'Mei (key hana)' })
  })

  test('sends the body that an approval names, and names the approval; another body is refused before that', async () => {
    const world = await createDealWorld()
    await world.register(flagged as never)
    const { digest = '', operation = '' } = (await world.deps.claims.read(NAME)) ?? {}
    const approved = { ...call(world), by: 'Mei Ito', approval: 'a'.repeat(64) }
    const lie = { ...person, operation, sends: 'b'.repeat(64) }
    await expect(releaseCase(approved, lie, world.deps)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('not what was shown'),
    })
    expect(await world.deps.claims.read(NAME)).toMatchObject({
      state: 'review',
      steps: [{ state: 'review' }],
    })
    await releaseCase(approved, { ...lie, sends: digest }, world.deps)
    expect(world.dealsOf(NAME)).toHaveLength(1)
    const by = `Mei Ito (approval ${'a'.repeat(64)})`
    expect(await world.deps.claims.read(NAME)).toMatchObject({ releasedBy: by, steps: [{}, { by }, {}, {}] })
  })

  test('above the amount the first approval rests in the claim, and the second one sends', async () => {
    const world = await createDealWorld()
    await world.register(flagged as never)
    const operation = await operationOf(NAME, world.deps)
    const deps = { ...world.deps, twoPeople: { above: 0, approvers: async () => ['Hana', 'Ken'] } }
    const release = (by: string, approval: string, first?: string) =>
      releaseCase({ ...call(world), by, approval }, { person: by, operation, first }, deps)
    expect(await release('Hana', 'a')).toEqual({ state: 'review', operation })
    expect(await release('Hana', 'a')).toEqual({ state: 'review', operation })
    expect(world.dealsOf(NAME)).toEqual([])
    const claim = await world.deps.claims.read(NAME)
    expect(claim).toMatchObject({ state: 'review', first: { approval: 'a', person: 'Hana' } })
    expect(claim?.steps.map(({ by }) => by)).toEqual(['hana', 'Hana (approval a)'])
    expect(await release('Ken', 'k', 'a')).toMatchObject({ state: 'done' })
    expect(world.dealsOf(NAME)).toHaveLength(1)
  })

  test('refuses in a dry run too what has changed since it was looked at', async () => {
    const world = await createDealWorld()
    await world.register(flagged as never)
    const looked = { caseName: NAME, operation: await operationOf(NAME, world.deps) }
    expect(await releasableCase(looked, world.deps)).toMatchObject({ claim: { state: 'review' } })
    await world.register({ details: [{ account_item: '消耗品費', tax_code: 190, amount: 999_999 }] as never })
    await expect(releasableCase(looked, world.deps)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('changed since'),
    })
  })

  test('refuses what has to be corrected, and says why', async () => {
    const world = await createDealWorld()
    await world.register({ issue_date: '4/31' })
    await expect(releaseCase(call(world), await decided(world), world.deps)).rejects.toMatchObject({
      code: 'bad_request',
      hint: expect.stringContaining('4/31'),
    })
  })

  test('needs what every write needs', async () => {
    const world = await createDealWorld()
    await world.register(flagged as never)
    await expect(
      releaseCase(call(world), await decided(world), { ...world.deps, writes: false }),
    ).rejects.toMatchObject({ code: 'writes_off' })
    expect(await world.deps.claims.read(NAME)).not.toHaveProperty('releasedBy')
  })
})
