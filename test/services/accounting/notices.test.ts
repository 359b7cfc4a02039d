import { describe, expect, test } from 'vitest'
import { SETTLING, settleByQuery } from '../../../lib/services/accounting/cases/cases.ts'
import { dealCases } from '../../../lib/services/accounting/deals/cases/cases.ts'
import { learnTaxCodes } from '../../../lib/services/accounting/learning/learn.ts'
import { learnRequest } from '../../../lib/services/accounting/learning/schema.ts'
import { accountingNotices, readAccountingState } from '../../../lib/services/accounting/notices.ts'
import { lostAnswer, lostRequest } from '../../../sandbox/faults.ts'
import { worded } from '../../helpers/notice-words.ts'
import { COMPANY, createDealWorld, type DealWorld, flagged } from './deals/world.ts'

const notices = async (world: DealWorld) =>
  worded(accountingNotices(await readAccountingState(world.deps), world.deps.now()))

describe('accountingNotices()', () => {
  test('tells of a case in review, and what to do', async () => {
    const world = await createDealWorld()
    await world.register(flagged as never)
    expect(await notices(world)).toEqual([
      {
        key: 'accounting/deal/receipt 1',
        step: expect.stringMatching(/^review /),
        text: expect.stringMatching(/schedule.*kura settle "receipt 1"$/),
      },
    ])
  })

  test('does not ask for the release of what has to be corrected', async () => {
    const world = await createDealWorld()
    await world.register({ issue_date: '4/31' })
    expect((await notices(world))[0]?.text).toMatch(
      /must be corrected: .*4\/31.*register it again, corrected/,
    )
  })

  test('another body in review is another step', async () => {
    const world = await createDealWorld()
    await world.register({ issue_date: '4/31' })
    const [before] = await notices(world)
    await world.register({ issue_date: '6/31' })
    const [after] = await notices(world)
    expect(after?.key).toBe(before?.key)
    expect(after?.step).not.toBe(before?.step)
  })

  test('tells of an unknown case, and once more when it may be freed', async () => {
    const world = await createDealWorld()
    world.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
    await world.register().catch(() => undefined)
    const [first] = await notices(world)
    expect(first?.text).toMatch(/settle "receipt 1"$/)
    world.advance(SETTLING)
    const [second] = await notices(world)
    expect(second?.text).toMatch(/free it, then register it again/)
    expect(second?.step).toBe(`${first?.step} settled`)
    await settleByQuery({ ...world.call, caseName: 'receipt 1' }, dealCases(world.deps))
    expect(await notices(world)).toEqual([])
  })

  test('is silent about done cases', async () => {
    const world = await createDealWorld()
    await world.register()
    expect(await notices(world)).toEqual([])
  })

  test('tells of a run that ended with a test deal of unknown outcome, until the next run has asked the service', async () => {
    const world = await createDealWorld()
    const learn = (codes: number[]) =>
      learnTaxCodes(
        learnRequest.parse({ company_id: COMPANY, tax_codes: codes, account_item: '会議費' }),
        world.call,
        world.deps,
      )
    world.sandbox.faults.arm('POST /api/1/deals', lostRequest())
    await learn([136, 163]).catch(() => undefined)
    await learn([136, 163])
    expect(await notices(world)).toEqual([
      {
        key: `accounting/learning/${COMPANY}`,
        step: expect.stringMatching(/^ended /),
        text: expect.stringContaining(`company ${COMPANY}, 1 deal. The run has ended`),
      },
    ])
    world.advance(86_400_000)
    await learn([163])
    expect(await notices(world)).toEqual([])
  })

  test('tells of test deals that a stopped run has left', async () => {
    const world = await createDealWorld({ confirmed: false })
    await learnTaxCodes(learnRequest.parse({ company_id: COMPANY }), world.call, world.deps)
    expect(await notices(world)).toEqual([
      {
        key: `accounting/learning/${COMPANY}`,
        step: expect.stringMatching(/^stopped .* creating$/),
        text: expect.stringContaining(`company ${COMPANY}, 1 deal. The run stopped`),
      },
    ])
  })
})

test('the step names each orphaned effect: another one notifies again', () => {
  const stepsWith = (since: string) => {
    const strays = [{ since, by: 'hana' }]
    const seen = { operation: 'o', seenAt: since, since, by: 'hana', state: 'done' as const, strays }
    const cases = [{ ...seen, case: 'receipt 1', flags: [], steps: [] }]
    const receipts = [{ ...seen, receipt: '1-a', sha256: 'a' }]
    return accountingNotices({ cases, receipts, learnings: [] }, 0).map(({ kind, step }) => [kind, step])
  }
  const [first, second] = ['2026-06-15T03:00:00.000Z', '2026-06-16T03:00:00.000Z']
  expect(stepsWith(first)).toEqual([
    ['deal_twice', `strays ${first}`],
    ['receipt_twice', `strays ${first}`],
  ])
  expect(stepsWith(second)).toEqual([
    ['deal_twice', `strays ${second}`],
    ['receipt_twice', `strays ${second}`],
  ])
})
