/** A deal is compared with the cases that wait or are being sent, with those of its files, and with the deals. */
import { beforeEach, describe, expect, test } from 'vitest'
import { releaseCase } from '../../../../../lib/services/accounting/deals/cases/cases.ts'
import { referenceOf } from '../../../../../lib/services/accounting/deals/cases/of-deal.ts'
import { type Facts, mayCorrect } from '../../../../../lib/services/accounting/deals/cases/waiting.ts'
import { registerDeal } from '../../../../../lib/services/accounting/deals/register.ts'
import { uploadReceipt } from '../../../../../lib/services/accounting/receipts/upload.ts'
import { lostRequest } from '../../../../../sandbox/faults.ts'
import { COMPANY, createDealWorld, type DealWorld, deal, flagged, operationOf } from '../world.ts'

let world: DealWorld
beforeEach(async () => {
  world = await createDealWorld()
})

type Change = Parameters<typeof deal>[0]
const register = (change: Change = {}, more: Partial<DealWorld['call']> = { flagsDoubles: true }) =>
  registerDeal(deal(change), { ...world.call, ...more }, world.deps)
const release = async (name: string, more: { readonly apart?: string[] } = {}) => {
  const operation = await operationOf(name, world.deps)
  return releaseCase({ caseName: name, ...world.call }, { person: 'Mei', operation, ...more }, world.deps)
}
const stateOf = async (name: string) => (await world.deps.claims.read(name))?.state
const upload = async (text: string) => {
  const bytes = new TextEncoder().encode(`%PDF ${text}`)
  return (await uploadReceipt({ name: `${text}.pdf`, bytes }, world.call, world.deps)).id
}
const other = { details: [{ account_item: '消耗品費', tax_code: 136, amount: 900 }] } as const

describe('a new deal waits beside', () => {
  test.each<[what: string, prepare: () => Promise<unknown>, reason: string]>([
    [
      'a waiting case of the same day, amount and partner',
      () => register({ case: 'a', ...flagged }),
      'the open case "a" has the same day, amount and partner',
    ],
    [
      'a case whose outcome is unknown',
      async () => {
        world.sandbox.faults.arm('POST /api/1/deals', lostRequest())
        await register({ case: 'a' }).catch(() => undefined)
      },
      'the open case "a" has the same day, amount and partner',
    ],
    ...(
      [
        ['whose day could not be read', { issue_date: 'in spring' }],
        ['of which the day was corrected', { issue_date: '2026-06-01' }],
        ['of which the amount was corrected', other],
      ] as const
    ).map(([what, change]): [string, () => Promise<unknown>, string] => [
      `a waiting case ${what}`,
      () => register({ case: 'a', ...change }, { hold: 'look' }),
      'the waiting case "a" differs in one fact: this may be its correction',
    ]),
  ])('%s', async (_, prepare, reason) => {
    await prepare()
    const { state, flags } = await register({ case: 'b' })
    expect([state, flags.map(flag => flag.reason.text)]).toEqual(['review', [reason]])
    expect(world.dealsOf('b')).toHaveLength(0)
  })

  test('but not beside a waiting case that it corrects or that differs in two facts', async () => {
    await register({ case: 'a', ...other }, { hold: 'look' })
    await register({ case: 'far', ...other, issue_date: '2026-05-01' }, { hold: 'look' })
    const corrects = await operationOf('a', world.deps)
    expect(await register({ case: 'a', corrects })).toMatchObject({ state: 'done' })
    expect(await register({ case: 'b', issue_date: '2026-06-01' })).toMatchObject({ state: 'done' })
  })

  test('a deal with the same file, on whatever day', async () => {
    const file = await upload('one')
    await register({ case: 'a', receipt_ids: [file] })
    await register({ case: 'between', ...other, receipt_ids: [file] })
    const { state, flags } = await register({ case: 'b', issue_date: '2026-06-01', receipt_ids: [file] })
    expect([state, flags.map(({ flag }) => flag)]).toEqual(['review', ['looks_double', 'looks_double']])
  })

  test('a waiting case, and the correction under the same name replaces it', async () => {
    await register({ case: 'a', ...flagged })
    expect(await register({ case: 'b' })).toMatchObject({ state: 'review' })
    expect(await register({ case: 'a' })).toMatchObject({ state: 'review' })
    expect(await release('a')).toMatchObject({ state: 'done' })
    await expect(release('b')).rejects.toMatchObject({ details: { decision: 'looks_double' } })
  })
})

test('two that are sent at the same time are at most one deal, and what was not sent waits', async () => {
  const sent = await Promise.allSettled(['a', 'b'].map(name => register({ case: name }, { apart: [] })))
  const deals = [...world.dealsOf('a'), ...world.dealsOf('b')]
  expect(deals.length).toBeLessThan(2)
  expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const states = [await stateOf('a'), await stateOf('b')]
  expect(states.filter(state => state === 'done')).toHaveLength(deals.length)
  expect(states.filter(state => state === 'review')).toHaveLength(2 - deals.length)
})

describe('a release', () => {
  test('is refused if the same receipt was registered meanwhile, until a person says that these are two', async () => {
    await register({ case: 'old', ...flagged })
    await register({ case: 'new' }, { apart: [referenceOf(COMPANY, 'old')] })
    await expect(release('old')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('the service has the same day, amount and partner already'),
      details: { decision: 'looks_double', alike: [referenceOf(COMPANY, 'new')] },
    })
    expect(await stateOf('old')).toBe('review')
    expect(await release('old', { apart: [referenceOf(COMPANY, 'new')] })).toMatchObject({ state: 'done' })
  })

  test('sends what its flags named, because the person has read them', async () => {
    await register({ case: 'a' })
    expect(await register({ case: 'b' })).toMatchObject({ state: 'review' })
    expect(await release('b')).toMatchObject({ state: 'done' })
  })

  test('of one of two waiting cases sends it, and then asks about the other', async () => {
    await register({ case: 'a', ...flagged })
    await register({ case: 'b', ...flagged })
    expect(await release('a')).toMatchObject({ state: 'done' })
    await expect(release('b')).rejects.toMatchObject({ details: { decision: 'looks_double' } })
  })

  test('of both at the same time sends at most one', async () => {
    await register({ case: 'a', ...flagged })
    await register({ case: 'b', ...flagged })
    await Promise.allSettled([release('a'), release('b')])
    expect([...world.dealsOf('a'), ...world.dealsOf('b')].length).toBeLessThan(2)
    expect([await stateOf('a'), await stateOf('b')]).toContain('review')
  })
})

test('a correction replaces only the attempt that the person saw', async () => {
  await register({ case: 'a', ...flagged })
  const seen = await operationOf('a', world.deps)
  await register({ case: 'a', ...flagged, due_date: '2026-07-31' })
  await expect(register({ case: 'a', corrects: seen })).rejects.toMatchObject({ code: 'conflict' })
  const corrects = await operationOf('a', world.deps)
  expect(await register({ case: 'a', corrects })).toMatchObject({ state: 'done' })
  await expect(register({ case: 'a', corrects })).rejects.toMatchObject({ code: 'conflict' })
  expect(world.dealsOf('a')).toHaveLength(1)
})

const WAITING: Facts = { day: '2027-04-07', amount: 2200, partner: 1, descriptions: ['pens'] }

test.each<[name: string, change: Partial<Facts>, expected: boolean]>([
  ['the same facts', {}, true],
  ['another day', { day: '2026-04-07' }, true],
  ['another amount', { amount: 2000 }, true],
  ['the amount with the other sign', { amount: -2200 }, true],
  ['another day, and the other sign', { day: '2026-04-07', amount: -2200 }, true],
  ['another partner', { partner: 2 }, true],
  ['another day, and no partner', { day: '2026-04-07', partner: undefined }, true],
  ['another day and amount', { day: '2026-04-07', amount: 2000 }, false],
  ['another day and partner', { day: '2026-04-07', partner: 2 }, false],
  ['another description', { descriptions: ['paper'] }, false],
  ['another line', { descriptions: ['pens', 'paper'] }, false],
])('%s', (_, change, expected) => {
  expect(mayCorrect(WAITING, { ...WAITING, ...change })).toBe(expected)
})

test('a waiting deal whose day could not be read may be corrected by a deal of any day', () => {
  expect(mayCorrect({ ...WAITING, day: undefined }, WAITING)).toBe(true)
  expect(mayCorrect({ ...WAITING, day: undefined }, { ...WAITING, amount: 1 })).toBe(false)
})
