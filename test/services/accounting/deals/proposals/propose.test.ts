import { describe, expect, test } from 'vitest'
import { freeByPerson } from '../../../../../lib/services/accounting/cases/cases.ts'
import { dealCases, releaseCase } from '../../../../../lib/services/accounting/deals/cases/cases.ts'
import { reportCase } from '../../../../../lib/services/accounting/deals/cases/report.ts'
import { firstDealCase } from '../../../../../lib/services/accounting/deals/first-deal.ts'
import { proposeDeal } from '../../../../../lib/services/accounting/deals/register.ts'
import { accountingNotices } from '../../../../../lib/services/accounting/notices.ts'
import { answered } from '../../../../../sandbox/faults.ts'
import { yen } from '../../../../helpers/remotes/yen.ts'
import { COMPANY, createDealWorld, type DealWorld, deal } from '../world.ts'

const KEY = 'agent:accounting.read+propose:1'
type Change = Parameters<typeof deal>[0]

const propose = ({ call, deps }: DealWorld, change: Change = {}, key = KEY) =>
  proposeDeal(deal({ reason: 'the receipt of 15 June', ...change }), { ...call, by: 'agent', key }, deps)
const report = async ({ deps }: DealWorld, name = 'receipt 1') => {
  const claim = await deps.claims.read(name)
  if (!claim) throw new Error(`there is no case "${name}"`)
  return reportCase(claim)
}
const caseCall = ({ client }: DealWorld, caseName = 'receipt 1') => ({ caseName, client, by: 'mei-key' })
const decline = async (world: DealWorld) =>
  freeByPerson(
    caseCall(world),
    { person: 'Mei', reason: 'a private purchase', operation: (await report(world)).operation },
    dealCases(world.deps),
  )
const other = { details: [{ account_item: '消耗品費', tax_code: 136, amount: yen(2200) }] }

describe('a proposal', () => {
  test('waits in review with its key and reason, and creates no deal', async () => {
    const world = await createDealWorld()
    const proposed = await propose(world)
    expect(proposed).toMatchObject({ mode: 'propose', case: 'receipt 1', state: 'review' })
    expect(await report(world)).toMatchObject({
      state: 'review',
      operation: proposed.operation,
      proposal: { by: 'agent', reason: { text: 'the receipt of 15 June' } },
    })
    expect(world.dealsOf('receipt 1')).toEqual([])
  })

  test('that a person releases becomes one deal, however often it is proposed again', async () => {
    const world = await createDealWorld()
    const { operation } = await propose(world)
    await Promise.all([propose(world), propose(world)])
    await releaseCase(caseCall(world), { person: 'Mei', operation }, world.deps)
    await expect(propose(world)).rejects.toMatchObject({
      code: 'conflict',
      details: { decision: 'already_done' },
    })
    expect(world.dealsOf('receipt 1')).toHaveLength(1)
  })

  test('whose release was killed before it was sent is not sent by its repeat, and once by another release', async () => {
    const world = await createDealWorld()
    const { operation } = await propose(world)
    const claim = await world.deps.claims.read('receipt 1')
    if (!claim) throw new Error('there is no case')
    await world.deps.claims.release({ name: 'receipt 1', claim }, { person: 'Mei' })
    for (const change of [{}, other, {}])
      await expect(propose(world, change)).rejects.toMatchObject({
        message: expect.stringContaining('a person has released it'),
      })
    expect(world.dealsOf('receipt 1')).toEqual([])
    await releaseCase(caseCall(world), { person: 'Mei', operation }, world.deps)
    expect(world.dealsOf('receipt 1')).toHaveLength(1)
  })

  test('whose release the service refused shows what the service said', async () => {
    const world = await createDealWorld()
    const { operation } = await propose(world)
    const body = {
      status_code: 400,
      errors: [{ type: 'validation', messages: ['期間がロックされています'] }],
    }
    world.sandbox.faults.arm(
      'POST /api/1/deals',
      answered(() => Response.json(body, { status: 400 })),
    )
    await expect(
      releaseCase(caseCall(world), { person: 'Mei', operation }, world.deps),
    ).rejects.toMatchObject({ hint: expect.stringContaining('期間がロックされています') })
    expect(await report(world)).toMatchObject({
      state: 'refused',
      reason: { text: expect.stringContaining('期間がロックされています') },
    })
  })

  test('that a person declines is not proposed again, and the refusal says why', async () => {
    const world = await createDealWorld()
    await propose(world)
    await decline(world)
    await expect(propose(world)).rejects.toMatchObject({
      message: expect.stringContaining('a private purchase'),
      details: { decision: 'declined', reason: 'a private purchase' },
    })
    expect(await propose(world, other)).toMatchObject({ state: 'review' })
    expect(await report(world)).toMatchObject({
      declined: [{ by: 'Mei (key mei-key)', reason: { text: 'a private purchase' } }],
    })
  })

  test('that its key corrects shows what changed', async () => {
    const world = await createDealWorld()
    const first = await propose(world)
    const second = await propose(world, other)
    expect(second.operation).not.toBe(first.operation)
    expect(await report(world)).toMatchObject({
      body: { details: [{ amount: 2200 }] },
      proposal: { before: { details: [{ amount: 1100 }] } },
    })
    const release = releaseCase(caseCall(world), { person: 'Mei', operation: first.operation }, world.deps)
    await expect(release).rejects.toMatchObject({ code: 'conflict' })
  })

  test.each<{ name: string; change: Change; code: string }>([
    { name: 'a case', change: { case: undefined }, code: 'bad_request' },
    { name: 'a reason', change: { reason: undefined }, code: 'bad_request' },
    { name: 'a body that a person could release', change: { issue_date: 'sometime' }, code: 'bad_request' },
    {
      name: "another case than a company's first deal",
      change: { case: firstDealCase(COMPANY) },
      code: 'bad_request',
    },
  ])('needs $name', async ({ change, code }) => {
    const world = await createDealWorld()
    await expect(propose(world, change)).rejects.toMatchObject({ code })
    expect(await world.deps.claims.listAll()).toEqual([])
  })

  test("waits for the confirmation of a company's first deal", async () => {
    const world = await createDealWorld({ confirmed: false })
    await expect(propose(world)).rejects.toMatchObject({ code: 'writes_off' })
  })

  test("of another key's case is refused", async () => {
    const world = await createDealWorld()
    await propose(world)
    await expect(propose(world, other, 'other:propose:1')).rejects.toMatchObject({
      message: expect.stringContaining('the proposal of the key "agent" waits'),
    })
  })

  test('is the twentieth of its key at most, however many are proposed at once', async () => {
    const world = await createDealWorld()
    const names = Array.from({ length: 30 }, (_, index) => `receipt ${index}`)
    const proposed = await Promise.allSettled(names.map(name => propose(world, { case: name })))
    const refused = proposed.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(10)
    for (const result of refused) expect(result).toMatchObject({ reason: { code: 'limited' } })
    expect(await propose(world, { case: 'receipt 30' }, 'other:propose:1')).toMatchObject({ state: 'review' })
  })

  test('makes room for another when a person has decided', async () => {
    const world = await createDealWorld()
    const names = Array.from({ length: 20 }, (_, index) => `receipt ${index}`)
    for (const name of names) await propose(world, { case: name })
    await decline(world)
    world.advance(61_000)
    expect(await propose(world, { case: 'receipt 20' })).toMatchObject({ state: 'review' })
    await expect(propose(world, { case: 'receipt 21' })).rejects.toMatchObject({ code: 'limited' })
  })

  test('raises a notice with the amount, the day and the key, and no word of the proposer', async () => {
    const world = await createDealWorld()
    await propose(world)
    const [notice, ...others] = accountingNotices(
      { cases: [await report(world)], receipts: [], learnings: [] },
      world.running.clock.now,
    )
    expect(others).toEqual([])
    expect(notice).toMatchObject({
      kind: 'deal_proposed',
      facts: { by: 'agent', amount: 1100, day: '2026-06-15' },
    })
    expect(JSON.stringify(notice?.facts)).not.toContain('receipt')
  })
})

test('a write refuses the reason of a proposal', async () => {
  const world = await createDealWorld()
  await expect(world.register({ reason: 'why not' })).rejects.toMatchObject({ code: 'bad_request' })
})
