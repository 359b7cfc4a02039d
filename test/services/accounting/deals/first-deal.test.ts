import { describe, expect, test } from 'vitest'
import { freeByPerson } from '../../../../lib/services/accounting/cases/cases.ts'
import { dealCases } from '../../../../lib/services/accounting/deals/cases/cases.ts'
import { referenceOf } from '../../../../lib/services/accounting/deals/cases/of-deal.ts'
import {
  confirmFirstDeal,
  firstDealCase,
  readFirstDeal,
} from '../../../../lib/services/accounting/deals/first-deal.ts'
import { yen } from '../../../helpers/remotes/yen.ts'
import { COMPANY, createDealWorld, type DealWorld, operationOf } from './world.ts'

const CASE = firstDealCase(COMPANY)
const references = [referenceOf(COMPANY, CASE)]
const confirm = ({ client, store }: DealWorld, deal = 0, person = 'Mei') =>
  confirmFirstDeal({ companyId: COMPANY, deal, person, key: 'hana', references }, { client, store })

describe('the first deal of a company', () => {
  test('is the only case that may be written before a person has confirmed it', async () => {
    const world = await createDealWorld({ confirmed: false })
    await expect(world.register()).rejects.toMatchObject({
      code: 'writes_off',
      hint: expect.stringContaining('first-deal'),
    })
    const { deal } = await world.register({ case: CASE })
    await expect(world.register()).rejects.toMatchObject({ code: 'writes_off' })
    expect(await confirm(world, deal)).toMatchObject({ deal, confirmedBy: 'Mei', key: 'hana' })
    const next = { details: [{ account_item: '消耗品費', tax_code: 136, amount: yen(900) }] }
    expect(await world.register(next)).toMatchObject({ state: 'done' })
  })

  test('is created once', async () => {
    const world = await createDealWorld({ confirmed: false })
    await world.register({ case: CASE })
    await expect(world.register({ case: CASE })).rejects.toMatchObject({ code: 'conflict' })
    expect(world.dealsOf(CASE)).toHaveLength(1)
  })

  test('that a person did not want is deleted, freed, and made again', async () => {
    const world = await createDealWorld({ confirmed: false })
    const { deal } = await world.register({ case: CASE })
    await world.client.deleteDeal({ companyId: COMPANY, id: deal ?? 0 })
    const decision = {
      person: 'Mei',
      reason: 'another amount',
      operation: await operationOf(CASE, world.deps),
    }
    await freeByPerson({ ...world.call, caseName: CASE }, decision, dealCases(world.deps))
    expect(await world.register({ case: CASE })).toMatchObject({ state: 'done' })
  })

  test('of another company does not count', async () => {
    const world = await createDealWorld()
    expect(await readFirstDeal(COMPANY + 1, world.store)).toBeUndefined()
  })
})

describe('confirmFirstDeal()', () => {
  test('of a deal that is no first deal is refused', async () => {
    const world = await createDealWorld({ confirmed: false })
    const [other] = world.company.deals.keys()
    await expect(confirm(world, other)).rejects.toMatchObject({ code: 'conflict' })
    expect(await readFirstDeal(COMPANY, world.store)).toBeUndefined()
  })

  test('of a deal that is not there is the service’s 404', async () => {
    const world = await createDealWorld({ confirmed: false })
    await expect(confirm(world, 5)).rejects.toMatchObject({ status: 404 })
  })

  test('keeps the first confirmation', async () => {
    const world = await createDealWorld({ confirmed: false })
    const { deal } = await world.register({ case: CASE })
    await confirm(world, deal)
    expect(await confirm(world, deal, 'Ken')).toMatchObject({ confirmedBy: 'Mei' })
  })
})
