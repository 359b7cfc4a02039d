import { describe, expect, test } from 'vitest'
import {
  type LearningReport,
  learnTaxCodes,
  readLearning,
  showLearning,
} from '../../../../lib/services/accounting/learning/learn.ts'
import { candidateReference } from '../../../../lib/services/accounting/learning/record.ts'
import { learnRequest } from '../../../../lib/services/accounting/learning/schema.ts'
import { readLearnedTable } from '../../../../lib/services/accounting/taxes/table.ts'
import { failedAfterCommit, rateLimited } from '../../../../sandbox/accounting/errors.ts'
import { answered, lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import { COMPANY, type DealWorld } from '../deals/world.ts'
import { confirm, createWorld, learn, learnAll } from './world.ts'

const CREATE = 'POST /api/1/deals'

const testDeals = ({ company }: DealWorld) =>
  [...company.deals.values()].filter(({ ref_number }) => ref_number !== null)
const states = ({ candidates }: LearningReport) => candidates.map(({ code, state }) => `${code} ${state}`)

describe('learnTaxCodes()', () => {
  test('learns every code that account items and earlier deals name, and deletes its deals', async () => {
    const world = await createWorld()
    const report = await learnAll(world)
    expect(report.candidates).toEqual(
      [
        [2, '対象外'],
        [136, '課対仕入10%'],
        [163, '課対仕入8%（軽）'],
        [189, '課対仕入（控80）10%'],
      ].map(([code, category]) => expect.objectContaining({ code, category, state: 'deleted' })),
    )
    expect(testDeals(world)).toEqual([])
    expect(await readLearnedTable(COMPANY, world.store)).toContainEqual({
      code: 163,
      name: '課対仕入8%（軽）',
      learned: '2026-06-15',
    })
  })

  test('takes the candidates of the command line, with distinct amounts on one day', async () => {
    const world = await createWorld()
    const { bodies } = await showLearning(
      learnRequest.parse({
        company_id: COMPANY,
        tax_codes: [34, 108],
        account_item: '会議費',
        issue_date: '2026/6/1',
      }),
      world.call,
      world.deps,
    )
    expect(bodies).toEqual(
      [
        [34, 1001],
        [108, 1002],
      ].map(([tax_code, amount]) =>
        expect.objectContaining({
          issue_date: '2026-06-01',
          type: 'expense',
          details: [expect.objectContaining({ account_item_id: 503, tax_code, amount })],
        }),
      ),
    )
    expect(world.running.requests.some(request => request.startsWith(CREATE))).toBe(false)
  })

  test('its first deal is the company’s first deal, and waits for a person', async () => {
    const world = await createWorld()
    const first = await learn(world)
    expect(first).toMatchObject({ status: 'confirm', deal: expect.any(Number) })
    expect(testDeals(world)).toHaveLength(1)
    expect(await learn(world)).toMatchObject({ status: 'confirm', deal: first.deal })
    expect(testDeals(world)).toHaveLength(1)
    await confirm(world, first.deal)
    expect(await learn(world)).toMatchObject({ status: 'ended' })
    expect(testDeals(world)).toEqual([])
    expect(await world.register()).toMatchObject({ state: 'done', taxes: 'learned' })
  })

  test('deletes its deals if the person says no', async () => {
    const world = await createWorld()
    const { run } = await learn(world)
    const report = await learn(world, { abandon: run })
    expect(report.status).toBe('ended')
    expect(testDeals(world)).toEqual([])
    expect(await readLearnedTable(COMPANY, world.store)).toEqual([])
    await expect(learn(world, { abandon: run })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('ends no other run than the one that was shown', async () => {
    const world = await createWorld()
    const { run } = await learn(world)
    await learn(world, { abandon: run })
    await learn(world)
    await expect(learn(world, { abandon: run })).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('kura accounting learn-tax-codes --company 1234567 --abandon'),
    })
    expect(testDeals(world)).toHaveLength(1)
  })

  test('reports what the service stored otherwise', async () => {
    const after = async (answer: Response) => {
      const { deal } = (await answer.json()) as { deal: object }
      return Response.json({ deal: { ...deal, issue_date: '2026-06-01' } }, { status: 201 })
    }
    const world = await createWorld()
    world.sandbox.faults.arm(CREATE, { after })
    const { candidates } = await learnAll(world, { tax_codes: [136] })
    expect(candidates[0]?.differs?.text).toContain(
      'the service stored the deal otherwise: the day 2026-06-01',
    )
  })

  test('reports candidates that the service refuses', async () => {
    const world = await createWorld()
    const report = await learnAll(world, { tax_codes: [136, 999] })
    expect(states(report)).toEqual(['136 deleted', '999 refused'])
    expect(report.candidates[1]?.reason?.text).toContain('tax_code')
  })

  test('ends if every candidate is refused', async () => {
    const world = await createWorld()
    expect(states(await learn(world, { tax_codes: [998, 999] }))).toEqual(['998 refused', '999 refused'])
  })

  test('asks for the journal again if its report failed', async () => {
    const world = await createWorld({ random: () => 0.01 })
    await learn(world, { tax_codes: [136] }).then(({ deal: id }) => confirm(world, id))
    await expect(learn(world)).rejects.toMatchObject({
      code: 'remote_answer',
      hint: expect.stringContaining('--abandon'),
    })
    world.sandbox.state.journal.failureRate = 0
    expect(states(await learnAll(world))).toEqual(['136 deleted'])
    expect(await readLearnedTable(COMPANY, world.store)).toHaveLength(1)
  })

  test('matches by the amount if the journal has no 取引ID', async () => {
    const world = await createWorld()
    const { journal } = world.sandbox.state
    journal.columns = journal.columns.filter(name => name !== '取引ID')
    await learnAll(world)
    expect(await readLearnedTable(COMPANY, world.store)).toHaveLength(4)
  })

  test('stops if its time is over, and continues with the next call', async () => {
    const world = await createWorld()
    await learn(world).then(({ deal: id }) => confirm(world, id))
    const slow = { ...world.deps, sleep: async (milliseconds: number) => world.advance(milliseconds * 100) }
    const request = learnRequest.parse({ company_id: COMPANY })
    expect(await learnTaxCodes(request, world.call, slow)).toMatchObject({ status: 'working' })
    expect(await learn(world)).toMatchObject({ status: 'ended' })
  })

  test('is done by one call at a time', async () => {
    const world = await createWorld()
    const held = { ...world.client, createDeal: () => new Promise<never>(() => undefined) }
    const request = learnRequest.parse({ company_id: COMPANY })
    void learnTaxCodes(request, { ...world.call, client: held }, world.deps)
    await expect
      .poll(async () => (await readLearning(COMPANY, world.deps))?.candidates[0]?.state)
      .toBe('sending')
    await expect(learn(world)).rejects.toMatchObject({ code: 'conflict' })
  })

  const forbidden = [
    { name: 'ACCOUNTING_WRITES', options: { writes: false }, role: 'admin', code: 'writes_off' },
    { name: 'an admin', options: {}, role: 'simple_accounting', code: 'permission_missing' },
  ] as const
  test.each(forbidden)('needs $name', async ({ options, role, code }) => {
    const world = await createWorld(options)
    world.company.role = role
    await expect(learn(world)).rejects.toMatchObject({ code })
    expect(testDeals(world)).toEqual([])
  })

  test('continues after the rate limit with the candidate that met it', async () => {
    const world = await createWorld()
    world.sandbox.faults.arm(CREATE, rateLimited())
    await expect(learn(world)).rejects.toMatchObject({ code: 'limited' })
    expect(states(await learnAll(world, {}))).toHaveLength(4)
    expect((await readLearnedTable(COMPANY, world.store)).length).toBe(4)
  })

  test('takes up a deal whose answer was lost', async () => {
    const world = await createWorld()
    world.sandbox.faults.arm(CREATE, lostAnswer())
    await expect(learn(world)).rejects.toMatchObject({
      code: 'remote_silent',
      hint: expect.stringContaining('it continues there'),
    })
    expect(testDeals(world)).toHaveLength(1)
    await learnAll(world)
    expect(await readLearnedTable(COMPANY, world.store)).toHaveLength(4)
    expect(testDeals(world)).toEqual([])
  })

  test.each([{ days: 0 }, { days: 3 }])(
    'does not try a code again whose deal may still come, and deletes it $days days later',
    async ({ days }) => {
      const world = await createWorld()
      world.sandbox.faults.arm(CREATE, lostRequest())
      await expect(learn(world, { tax_codes: [136, 163] })).rejects.toMatchObject({ code: 'remote_silent' })
      const report = await learnAll(world)
      expect(states(report)).toEqual(['136 unknown', '163 deleted'])
      const learning = await readLearning(COMPANY, world.deps)
      const json = {
        company_id: COMPANY,
        issue_date: '2026-06-15',
        type: 'expense',
        ref_number: candidateReference(learning as never, 136),
        details: [{ account_item_id: 501, tax_code: 136, amount: 1001 }],
      }
      await world.running.call('POST', '/api/1/deals', { json })
      expect(testDeals(world)).toHaveLength(1)
      world.advance(days * 86_400_000)
      await learnAll(world)
      expect(testDeals(world)).toEqual([])
      const later = await readLearning(COMPANY, world.deps)
      expect(later?.leftovers).toEqual([])
    },
  )

  test('looks for a deal that may still come for a day, and once more after it', async () => {
    const world = await createWorld()
    world.sandbox.faults.arm(CREATE, lostRequest())
    await expect(learn(world, { tax_codes: [136, 163] })).rejects.toMatchObject({ code: 'remote_silent' })
    await learnAll(world)
    const leftovers = async () => (await readLearning(COMPANY, world.deps))?.leftovers.length
    await learnAll(world, { tax_codes: [163] })
    expect(await leftovers()).toBe(1)
    world.advance(86_400_000)
    await learnAll(world, { tax_codes: [163] })
    expect(await leftovers()).toBe(0)
  })

  test('a deletion whose answer was lost is done again', async () => {
    const world = await createWorld()
    world.sandbox.faults.arm('DELETE /api/1/deals/{id}', failedAfterCommit())
    const { deal: id } = await learn(world)
    await confirm(world, id)
    await expect(learn(world)).rejects.toMatchObject({ code: 'remote_answer' })
    expect(await learn(world)).toMatchObject({ status: 'ended' })
    expect(testDeals(world)).toEqual([])
  })

  test('a 404 that is the answer of a proxy does not count as a deletion', async () => {
    const world = await createWorld()
    await learn(world).then(({ deal: id }) => confirm(world, id))
    const page = () => Response.json({ title: 'Not Found' }, { status: 404 })
    world.sandbox.faults.arm('DELETE /api/1/deals/{id}', answered(page))
    await expect(learn(world)).rejects.toMatchObject({ code: 'remote_answer' })
    expect(await learn(world)).toMatchObject({ status: 'ended' })
    expect(testDeals(world)).toEqual([])
  })
})
