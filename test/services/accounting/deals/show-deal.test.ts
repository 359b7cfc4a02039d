/** The reply to the dry run of a deal. */
import { describe, expect, test } from 'vitest'
import { referenceOf } from '../../../../lib/services/accounting/deals/cases/of-deal.ts'
import { showDeal } from '../../../../lib/services/accounting/deals/register.ts'
import { testClient } from '../../../helpers/remotes/accounting-client.ts'
import { ALL_PERMISSIONS, COMPANY, createDealWorld, deal } from './world.ts'

describe('a dry run', () => {
  test('shows the exact body and writes nothing', async () => {
    const { deps, call, running, store } = await createDealWorld()
    const { swap } = store.calls
    const shown = await showDeal(deal(), call, deps)
    expect(shown).toEqual({
      mode: 'dry-run',
      case: { name: 'receipt 1', state: 'new' },
      issueDate: '2026-06-15',
      body: {
        company_id: COMPANY,
        issue_date: '2026-06-15',
        type: 'expense',
        details: [{ account_item_id: 501, tax_code: 136, amount: 1100 }],
        ref_number: referenceOf(COMPANY, 'receipt 1'),
      },
      lines: [expect.objectContaining({ tax: { code: 136, name: '課対仕入10%' } })],
      flags: [],
      taxes: 'listing',
      obstacles: [],
    })
    expect(running.requests.every(request => request.startsWith('GET '))).toBe(true)
    expect(store.calls.swap).toBe(swap)
  })

  test('shows what is sent, to the letter', async () => {
    const world = await createDealWorld()
    const shown = await showDeal(deal(), world.call, world.deps)
    const sent: unknown[] = []
    const spy = testClient(world.running)
    const createDeal: typeof spy.createDeal = body => {
      sent.push(body)
      return spy.createDeal(body)
    }
    await world.register({}, { client: { ...spy, createDeal } })
    expect(JSON.stringify(sent[0])).toBe(JSON.stringify(shown.body))
  })

  test('needs no case, and tells what would keep it from being written', async () => {
    const { deps, call } = await createDealWorld({ writes: false, confirmed: false })
    const shown = await showDeal(deal({ case: undefined }), call, deps)
    expect(shown.case).toBeUndefined()
    expect(shown.body).not.toHaveProperty('ref_number')
    expect(shown.obstacles).toMatchObject([
      { text: expect.stringContaining('ACCOUNTING_WRITES') },
      { text: expect.stringContaining('no first test deal') },
    ])
  })

  test('tells what is known of the case', async () => {
    const world = await createDealWorld()
    const { deal: id } = await world.register()
    expect((await showDeal(deal(), world.call, world.deps)).case).toEqual({
      name: 'receipt 1',
      state: 'done',
      deal: id,
    })
  })

  test('refuses what the company does not have', async () => {
    const { deps, call } = await createDealWorld()
    const details = [{ account_item: '消耗費', tax_code: 136, amount: 1 }]
    await expect(showDeal(deal({ details }), call, deps)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('the case "receipt 1": `details.0.account_item`'),
      hint: expect.stringContaining('消耗品費'),
    })
  })

  test('says how to learn the tax codes if the listing is forbidden', async () => {
    const permissions = ALL_PERMISSIONS.filter(name => name !== 'taxes')
    const { deps, call } = await createDealWorld({ permissions, confirmed: false })
    await expect(showDeal(deal(), call, deps)).rejects.toMatchObject({
      code: 'permission_missing',
      hint: expect.stringContaining('learn-tax-codes'),
    })
  })
})

describe('the amended schedule', () => {
  const rows = [
    { date: '2026-11-20', rate: 10, code: 234 },
    { date: '2026-11-20', rate: 8, code: 235 },
    { date: '2030-10-01', rate: 10, code: 236 },
    { date: '2030-10-01', rate: 8, code: 237 },
  ] as const
  test.each(rows)('finds the category of $rate % on $date', async ({ date, rate, code }) => {
    const world = await createDealWorld()
    world.running.clock.now = Date.parse(date)
    const line = { account_item: '消耗品費', rate, qualified: false, amount: 1100 }
    const request = deal({ issue_date: date, details: [line] })
    const shown = await showDeal(request, world.call, { ...world.deps, schedule: 'amended' })
    expect(shown).toMatchObject({ issueDate: date, flags: [], lines: [{ tax: { code } }] })
  })
})
