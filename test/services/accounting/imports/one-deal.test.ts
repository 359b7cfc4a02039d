/** A row that looks like a deal or a waiting case, or that a person has declined, waits, also without a dry run. */
import { beforeEach, expect, test } from 'vitest'
import { freeByPerson } from '../../../../lib/services/accounting/cases/cases.ts'
import { dealCases, releaseCase } from '../../../../lib/services/accounting/deals/cases/cases.ts'
import { referenceOf } from '../../../../lib/services/accounting/deals/cases/of-deal.ts'
import { importedDeal } from '../../../../lib/services/accounting/deals/schema.ts'
import { registerDeals } from '../../../../lib/services/accounting/imports/register.ts'
import { showDeals } from '../../../../lib/services/accounting/imports/show.ts'
import { COMPANY, createDealWorld, type DealWorld, deal, operationOf } from '../deals/world.ts'

let world: DealWorld
beforeEach(async () => {
  world = await createDealWorld()
})

const LINE = { account_item: '消耗品費', tax_code: 136, amount: 1100, description: 'tea' }
const row = (name: string, change: object = {}) =>
  importedDeal.parse({ case: name, issue_date: '2026-06-15', details: [LINE], ...change })
const write = async (...rows: ReturnType<typeof row>[]) =>
  (await registerDeals(rows, world.call, world.deps)).deals
const waits = () => world.register(deal({ case: 'a', details: [{ ...LINE, tax_code: 190 }] }))
const released = async (name: string) => {
  const operation = await operationOf(name, world.deps)
  return releaseCase({ caseName: name, ...world.call }, { person: 'Mei', operation }, world.deps)
}

const other = { details: [{ ...LINE, amount: 900 }] }
test.each<[what: string, prepare: () => Promise<unknown>, change: object, flag: string]>([
  ['a deal', () => write(row('a')), {}, 'the service has the same day, amount and partner already'],
  ['a waiting case', waits, {}, 'the open case "a" has the same day, amount and partner'],
  ['a waiting case but for the amount', waits, other, 'the waiting case "a" differs in one fact'],
  ['a waiting case but for the day', waits, { issue_date: '2026-06-14' }, 'differs in one fact'],
])('a row like %s waits, unless a person has said that these are two', async (_, prepare, change, flag) => {
  await prepare()
  for (const given of [row('b', change), row('b', { ...change, apart: [] })])
    expect(await write(given)).toMatchObject([
      { state: 'review', operation: expect.any(String), flags: [{ text: expect.stringContaining(flag) }] },
    ])
  expect(world.dealsOf('b')).toHaveLength(0)
  const apart = [referenceOf(COMPANY, 'a')]
  expect(await write(row('c', { ...change, apart: [...apart, referenceOf(COMPANY, 'b')] }))).toMatchObject([
    { state: 'done' },
  ])
})

test('a row of a table is no correction of another row that waits', async () => {
  const rows = await write(row('a', { issue_date: '2027-06-15' }), row('b'))
  expect(rows.map(({ state }) => state)).toEqual(['review', 'done'])
})

test('a corrected row of the same name replaces the one that waits', async () => {
  await waits()
  expect(await write(row('a', other))).toMatchObject([{ state: 'done' }])
  expect(await write(row('a'))).toMatchObject([{ state: 'failed', problem: { code: 'conflict' } }])
})

test('a declined row waits again with the reason, until a person releases or corrects it', async () => {
  await write(row('a', { issue_date: '2027-06-15' }))
  const operation = await operationOf('a', world.deps)
  const declined = { person: 'Mei', reason: 'paid by Ken', operation }
  await freeByPerson({ caseName: 'a', ...world.call }, declined, dealCases(world.deps))
  const why = 'Mei (key hana) has declined it: paid by Ken'
  const shown = await showDeals([row('a')], world.call, world.deps)
  expect(shown.deals).toMatchObject([{ flags: [{ flag: 'declined', reason: { text: why } }] }])
  expect(await write(row('a'))).toMatchObject([{ state: 'review', flags: [{ text: why }] }])
  expect(await write(row('a', other))).toMatchObject([{ state: 'review', flags: [{ text: why }] }])
  expect(await world.register({ case: 'a' })).toMatchObject({
    state: 'review',
    flags: [{ flag: 'declined' }],
  })
  const corrects = await operationOf('a', world.deps)
  expect(await world.register(deal({ case: 'a', corrects }))).toMatchObject({ state: 'done' })
})

test('a release sends a row that was declined before', async () => {
  await write(row('a', { issue_date: '2027-06-15' }))
  const operation = await operationOf('a', world.deps)
  const declined = { person: 'Mei', reason: 'twice', operation }
  await freeByPerson({ caseName: 'a', ...world.call }, declined, dealCases(world.deps))
  await write(row('a'))
  expect(await released('a')).toMatchObject({ state: 'done' })
  expect(await write(row('a'))).toMatchObject([{ state: 'done' }])
})
