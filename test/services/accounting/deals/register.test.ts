import { describe, expect, test } from 'vitest'
import { textOf } from '../../../../lib/core/language/text.ts'
import { settleByQuery } from '../../../../lib/services/accounting/cases/cases.ts'
import { dealCases, releaseCase } from '../../../../lib/services/accounting/deals/cases/cases.ts'
import { reportCase } from '../../../../lib/services/accounting/deals/cases/report.ts'
import { showDeal } from '../../../../lib/services/accounting/deals/register.ts'
import { answered, lostAnswer } from '../../../../sandbox/faults.ts'
import { ENGLISH, JAPANESE } from '../../../helpers/notice-words.ts'
import { createDealWorld, deal, flagged } from './world.ts'

const CREATE = 'POST /api/1/deals'
const created = (requests: readonly string[]) => requests.filter(request => request.startsWith(CREATE)).length

describe('a write', () => {
  test('creates one deal, which carries the reference of its case', async () => {
    const world = await createDealWorld()
    const registered = await world.register()
    expect(registered).toMatchObject({ mode: 'write', case: 'receipt 1', state: 'done' })
    expect(world.dealsOf('receipt 1').map(({ id }) => id)).toEqual([registered.deal])
    expect(world.notes.at(-1)).toEqual({
      event: 'deal',
      case: 'receipt 1',
      state: 'done',
      deal: registered.deal,
    })
  })

  const forbidden = [
    { name: 'a case', change: { case: undefined }, options: {}, code: 'bad_request' },
    { name: 'ACCOUNTING_WRITES', change: {}, options: { writes: false }, code: 'writes_off' },
    { name: 'a confirmed first deal', change: {}, options: { confirmed: false }, code: 'writes_off' },
  ]
  test.each(forbidden)('needs $name', async ({ change, options, code }) => {
    const world = await createDealWorld(options)
    await expect(world.register(change)).rejects.toMatchObject({ code })
    expect(created(world.running.requests)).toBe(0)
  })

  test('needs the user to be admin of the company', async () => {
    const world = await createDealWorld()
    world.company.role = 'simple_accounting'
    await expect(world.register()).rejects.toMatchObject({ code: 'permission_missing' })
    expect(created(world.running.requests)).toBe(0)
  })

  test('that the service refuses keeps what it said with the case, and out of the log', async () => {
    const world = await createDealWorld()
    await expect(world.register({ receipt_ids: [4] })).rejects.toMatchObject({ code: 'remote_refused' })
    const claim = await world.deps.claims.read('receipt 1')
    if (!claim) throw new Error('there is no claim')
    expect(reportCase(claim)).toMatchObject({
      state: 'refused',
      reason: {
        id: 'accounting.refusal',
        text: expect.stringMatching(
          / answered 400; the service says: 不正なリクエストです。; receipt_ids\.0 は存在しません。$/,
        ),
      },
    })
    expect(textOf(claim.reason ?? '', JAPANESE)).toBe(
      '会計サービスがエラーを返しました（「400」）。会計サービスの説明：「不正なリクエストです。」、「receipt_ids.0 は存在しません。」',
    )
    const logged = JSON.stringify(world.notes)
    expect(logged).toContain('answered 400')
    expect(logged).not.toContain('存在しません')
  })

  test('keeps of what the service said five sentences, 200 characters of each', async () => {
    const world = await createDealWorld()
    const messages = Array.from({ length: 9 }, (_, at) => `${at}`.repeat(400))
    const refusal = { status_code: 400, errors: [{ type: 'validation', messages }] }
    world.sandbox.faults.arm(
      CREATE,
      answered(() => Response.json(refusal, { status: 400 })),
    )
    await expect(world.register()).rejects.toThrow()
    const { reason = '' } = (await world.deps.claims.read('receipt 1')) ?? {}
    expect(textOf(reason, ENGLISH).match(/\d{199}…/g)).toEqual(
      ['0', '1', '2', '3', '4'].map(at => `${at.repeat(199)}…`),
    )
  })

  test('says what the service stored otherwise, and keeps it with the case', async () => {
    const world = await createDealWorld()
    const after = async (answer: Response) => {
      const { deal: stored } = (await answer.json()) as { deal: object }
      return Response.json({ deal: { ...stored, issue_date: '2026-06-16' } }, { status: 201 })
    }
    world.sandbox.faults.arm(CREATE, { after })
    const reason = 'the service stored the deal otherwise: the day 2026-06-16 instead of 2026-06-15'
    expect(await world.register()).toMatchObject({ state: 'done', differs: { text: reason } })
    const claim = await world.deps.claims.read('receipt 1')
    if (!claim) throw new Error('there is no claim')
    expect(reportCase(claim)).toMatchObject({
      state: 'done',
      reason: { text: reason },
      steps: [{}, { state: 'done', reason: { text: reason } }],
    })
    expect(await world.register({ case: 'receipt 2' })).not.toHaveProperty('differs')
  })

  test('of a paid refund, which the service turns around, is the deal that was sent', async () => {
    const world = await createDealWorld()
    const line = { account_item: '消耗品費', tax_code: 136, amount: -2200 }
    const refund = { details: [line], payments: [{ walletable: '現金' }] } as never
    const { operation = '' } = await world.register(refund)
    const call = { caseName: 'receipt 1', client: world.client, by: 'mei-key' }
    world.sandbox.faults.arm(CREATE, lostAnswer())
    await expect(releaseCase(call, { person: 'Mei', operation }, world.deps)).rejects.toMatchObject({
      details: { state: 'unknown' },
    })
    const settled = await settleByQuery(call, dealCases(world.deps))
    const [stored] = world.dealsOf('receipt 1')
    expect(stored).toMatchObject({ id: settled.deal, type: 'income', amount: 2200 })
    const again = await showDeal(
      deal({ case: 'receipt 2', ...(refund as object) }),
      { ...world.call, flagsDoubles: true },
      world.deps,
    )
    expect(again.flags.map(({ flag }) => flag)).toEqual(['refund', 'looks_double'])
  })

  test('of a registered case is refused with its deal', async () => {
    const world = await createDealWorld()
    const { deal: id } = await world.register()
    await expect(world.register()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(String(id)),
      details: { case: 'receipt 1', state: 'done', deal: id },
    })
    expect(world.dealsOf('receipt 1')).toHaveLength(1)
  })

  test('of a registered case in any spelling is refused with its deal', async () => {
    const world = await createDealWorld()
    const decomposed = 'Receipt 17 ガス'.normalize('NFD')
    const { deal: id } = await world.register({ case: decomposed })
    const spellings = [
      'Receipt 17 ガス',
      decomposed,
      'receipt 17 ガス',
      'ｒｅｃｅｉｐｔ　１７　ｶﾞｽ',
      'Receipt  17 ガス',
      'Receipt\u00a017\u00ad ガス\u200b\ufe0f',
    ]
    for (const name of spellings)
      await expect(world.register({ case: name })).rejects.toMatchObject({
        message: expect.stringContaining('registered already'),
        details: { state: 'done', deal: id },
      })
    expect(created(world.running.requests)).toBe(1)
    expect(await world.deps.claims.listAll()).toMatchObject([{ name: 'Receipt 17 ガス' }])
  })

  test('of a case whose name cannot be seen is refused', () => {
    for (const name of ['\u200b', '．', '\u00ad..'])
      expect(() => deal({ case: name })).toThrow(/more than dots/)
    expect(deal({ case: 'ー' })).toMatchObject({ case: 'ー' })
  })

  test('of a case with another body is a conflict', async () => {
    const world = await createDealWorld()
    const { deal: id } = await world.register()
    const details = [{ account_item: '消耗品費', tax_code: 136, amount: 9 }] as never
    await expect(world.register({ details })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('another body'),
      details: { deal: id },
    })
  })

  test('fifty callers of one case create one deal', async () => {
    const world = await createDealWorld()
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => world.register()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(world.dealsOf('receipt 1')).toHaveLength(1)
  })
})

describe('a flagged deal', () => {
  test('is in review, and nothing is sent', async () => {
    const world = await createDealWorld()
    expect(await world.register(flagged as never)).toMatchObject({
      state: 'review',
      flags: [{ flag: 'contradicts_schedule', line: 0 }],
      operation: expect.any(String),
    })
    expect(await world.register(flagged as never)).toMatchObject({ state: 'review' })
    expect(created(world.running.requests)).toBe(0)
  })

  test('goes out once it is corrected', async () => {
    const world = await createDealWorld()
    await world.register({ issue_date: 'last week' })
    expect(await world.deps.claims.read('receipt 1')).not.toHaveProperty('body')
    expect(await world.register()).toMatchObject({ state: 'done' })
  })
})
