import { describe, expect, test } from 'vitest'
import { registerDeal, showDeal } from '../../../../lib/services/accounting/deals/register.ts'
import { readLearnedTable, readTaxTable } from '../../../../lib/services/accounting/taxes/table.ts'
import { COMPANY, createDealWorld, deal } from '../deals/world.ts'
import { createWorld, learnAll } from './world.ts'

describe('a learned table', () => {
  test('serves the drafts of its company', async () => {
    const world = await createWorld()
    await learnAll(world)
    const details = [{ account_item: '消耗品費', rate: 10, qualified: false, amount: 1100 }]
    const shown = await showDeal(deal({ details }), world.call, world.deps)
    expect(shown).toMatchObject({ taxes: 'learned', body: { details: [{ tax_code: 189 }] } })
    await expect(
      registerDeal(deal({ details: [{ ...details[0], rate: 8 }] }), world.call, world.deps),
    ).resolves.toMatchObject({ state: 'review', flags: [{ flag: 'category_missing' }] })
  })

  test('is never used for another company', async () => {
    const world = await createWorld()
    await learnAll(world)
    await expect(readTaxTable(COMPANY + 1, world)).rejects.toMatchObject({ code: expect.any(String) })
    const [, other] = world.sandbox.state.companies
    await expect(readTaxTable(other?.id ?? 0, world)).rejects.toMatchObject({ code: 'permission_missing' })
  })

  test('keeps what was learned before, and renews what is learned again', async () => {
    const world = await createWorld()
    await learnAll(world, { tax_codes: [136, 163] })
    world.advance(86_400_000)
    await learnAll(world, { tax_codes: [163, 2] })
    expect(
      (await readLearnedTable(COMPANY, world.store)).map(({ code, learned }) => `${code} ${learned}`),
    ).toEqual(['2 2026-06-16', '136 2026-06-15', '163 2026-06-16'])
  })

  test('gives way to the listing if that may be read', async () => {
    const world = await createDealWorld()
    expect(await readTaxTable(COMPANY, world)).toMatchObject({ source: 'listing' })
  })
})
