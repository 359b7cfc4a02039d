import { describe, expect, test } from 'vitest'
import type { SeenClaim } from '../../../../lib/core/claims/claim.ts'
import { LEASE } from '../../../../lib/core/claims/lease.ts'
import { freeByPerson, SETTLING, settleByQuery } from '../../../../lib/services/accounting/cases.ts'
import { dealCases, releasableCase, releaseCase } from '../../../../lib/services/accounting/deals/cases.ts'
import { registerDeal } from '../../../../lib/services/accounting/deals/register.ts'
import type { RegisteredDeal } from '../../../../lib/services/accounting/deals/schema.ts'
import {
  FIRST_APPROVAL_LIFE,
  type SecondQuestion,
  stepOfApproval,
} from '../../../../lib/services/accounting/deals/second-person.ts'
import type { DealBody } from '../../../../lib/services/accounting/remote/deal-schema.ts'
import { failedAfterCommit, rateLimited } from '../../../../sandbox/accounting/errors.ts'
import { lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import { createDealWorld, type DealWorld, deal, flagged, operationOf } from './world.ts'

const CREATE = 'POST /api/1/deals'
const NAME = 'receipt 1'
const person = { person: 'Mei' }
const call = (world: DealWorld, caseName = NAME) => ({ ...world.call, caseName })
/** What a person decides who has just looked at the case. */
const decided = async <T extends object>(world: DealWorld, decision: T = {} as T) => ({
  ...person,
  ...decision,
  operation: await operationOf(NAME, world.deps),
})
const failed = (world: DealWorld, fault = lostAnswer()) => {
  world.sandbox.faults.arm(CREATE, fault)
  return world.register().catch(() => undefined)
}

describe('settleByQuery()', () => {
  test('finds the deal of a lost answer and settles the case as done', async () => {
    const world = await createDealWorld()
    await failed(world)
    const [there] = world.dealsOf(NAME)
    expect(await settleByQuery(call(world), dealCases(world.deps))).toMatchObject({
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
    expect(await settleByQuery(call(world), dealCases(world.deps))).toMatchObject({ state: 'done' })
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
    expect(await settleByQuery(call(world), dealCases(world.deps))).toMatchObject({
      state: 'done',
      deal: there?.id,
    })
  })

  test('that finds nothing frees nothing', async () => {
    const world = await createDealWorld()
    await failed(world, lostRequest())
    world.advance(86_400_000)
    expect(await settleByQuery(call(world), dealCases(world.deps))).toMatchObject({
      state: 'unknown',
      found: [],
    })
    await expect(world.register()).rejects.toMatchObject({ details: { state: 'unknown' } })
  })

  test('leaves several deals to a person', async () => {
    const world = await createDealWorld()
    await failed(world)
    const [there] = world.dealsOf(NAME)
    world.company.deals.set(1, { ...(there as NonNullable<typeof there>), id: 1 })
    expect(await settleByQuery(call(world), dealCases(world.deps))).toMatchObject({
      state: 'unknown',
      found: [there?.id, 1],
    })
  })

  test('settles a case whose process was killed', async () => {
    const world = await createDealWorld()
    const claims = { ...world.deps.claims, settle: () => new Promise<never>(() => undefined) }
    void registerDeal(deal(), world.call, { ...world.deps, claims })
    await expect.poll(() => world.dealsOf(NAME).length).toBe(1)
    await expect(settleByQuery(call(world), dealCases(world.deps))).rejects.toMatchObject({
      details: { state: 'claimed' },
    })
    world.advance(LEASE + 1)
    expect(await settleByQuery(call(world), dealCases(world.deps))).toMatchObject({ state: 'done' })
  })

  test('shows a case that is done already', async () => {
    const world = await createDealWorld()
    const { deal: id } = await world.register()
    expect(await settleByQuery(call(world), dealCases(world.deps))).toMatchObject({
      state: 'done',
      found: [id],
    })
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

  test('releases only what was looked at', async () => {
    const world = await createDealWorld()
    await world.register(flagged as never)
    const operation = await operationOf(NAME, world.deps)
    const details = [{ account_item: '消耗品費', tax_code: 190, amount: 999_999 }] as never
    await world.register({ details })
    await expect(releaseCase(call(world), { ...person, operation }, world.deps)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('changed since'),
    })
    expect(world.dealsOf(NAME)).toEqual([])
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
    ).rejects.toMatchObject({
      code: 'writes_off',
    })
    expect(await world.deps.claims.read(NAME)).not.toHaveProperty('releasedBy')
  })

  test('continues after a release that was cut short', async () => {
    const world = await createDealWorld()
    await world.register(flagged as never)
    const claim = (await world.deps.claims.read(NAME)) as SeenClaim<RegisteredDeal>
    await world.deps.claims.release({ name: NAME, claim }, person)
    expect(await world.register(flagged as never)).toMatchObject({ state: 'done' })
  })

  test('of a case that is not in review', async () => {
    const world = await createDealWorld()
    await world.register()
    await expect(releaseCase(call(world), await decided(world), world.deps)).rejects.toMatchObject({
      code: 'conflict',
      details: { state: 'done' },
    })
  })
})

describe('freeByPerson()', () => {
  const why = { reason: 'looked at the service' }

  test('frees an unknown case after the settling time, by name', async () => {
    const world = await createDealWorld()
    await failed(world, lostRequest())
    await expect(
      freeByPerson(call(world), await decided(world, why), dealCases(world.deps)),
    ).rejects.toMatchObject({
      message: expect.stringContaining('15 more minutes'),
    })
    world.advance(SETTLING)
    expect(await freeByPerson(call(world), await decided(world, why), dealCases(world.deps))).toMatchObject({
      state: 'refused',
      by: 'Mei (key hana)',
    })
    expect(await world.register()).toMatchObject({ state: 'done' })
  })

  test('does not free a case whose deal is at the service', async () => {
    const world = await createDealWorld()
    await failed(world)
    world.advance(SETTLING)
    await expect(
      freeByPerson(call(world), await decided(world, why), dealCases(world.deps)),
    ).rejects.toMatchObject({
      hint: expect.stringContaining('kura settle'),
      details: { state: 'unknown' },
    })
  })

  const again = [
    { name: 'the same date', change: {} },
    { name: 'another date', change: { issue_date: '2026-05-15' } },
  ]
  test.each(again)('a late commit is found before the case is sent again with $name', async ({ change }) => {
    const world = await createDealWorld()
    await failed(world)
    const [late] = world.dealsOf(NAME)
    world.company.deals.delete(late?.id ?? 0)
    world.advance(SETTLING)
    await freeByPerson(call(world), await decided(world, why), dealCases(world.deps))
    world.company.deals.set(late?.id ?? 0, late as NonNullable<typeof late>)
    await expect(world.register(change)).rejects.toMatchObject({ details: { deal: late?.id } })
    expect(world.dealsOf(NAME)).toHaveLength(1)
  })

  test('frees a done case only once its deal was deleted', async () => {
    const world = await createDealWorld()
    const { deal: id } = await world.register()
    await expect(
      freeByPerson(call(world), await decided(world, why), dealCases(world.deps)),
    ).rejects.toMatchObject({
      details: { state: 'done' },
    })
    world.company.deals.delete(id ?? 0)
    expect(await freeByPerson(call(world), await decided(world, why), dealCases(world.deps))).toMatchObject({
      state: 'refused',
    })
  })

  test('frees no other attempt than the one that was looked at', async () => {
    const world = await createDealWorld()
    await world.register(flagged as never)
    const stale = await decided(world, why)
    await world.register({ details: [{ account_item: '消耗品費', tax_code: 190, amount: 999_999 }] as never })
    await expect(freeByPerson(call(world), stale, dealCases(world.deps))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('another operation has claimed it since'),
    })
    expect(await world.deps.claims.read(NAME)).toMatchObject({ state: 'review' })
  })

  test('frees nothing if the service does not answer', async () => {
    const world = await createDealWorld()
    await failed(world, lostRequest())
    world.advance(SETTLING)
    world.sandbox.faults.arm('GET /api/1/deals', rateLimited())
    await expect(
      freeByPerson(call(world), await decided(world, why), dealCases(world.deps)),
    ).rejects.toMatchObject({
      code: 'limited',
    })
    expect(await world.deps.claims.read(NAME)).toMatchObject({ state: 'unknown' })
  })

  test('drops a flagged case', async () => {
    const world = await createDealWorld()
    await world.register(flagged as never)
    expect(await freeByPerson(call(world), await decided(world, why), dealCases(world.deps))).toMatchObject({
      state: 'refused',
    })
  })
})

const APPROVED_AT = 1_000_000
const HANA = { approval: 'a', person: 'Hana', at: APPROVED_AT }
const moving = { details: [{ amount: 60_000 }, { amount: -50_000 }] } as unknown as DealBody

/** An approval of a deal of 110,000 yen. */
interface ApprovalCase {
  readonly name: string
  readonly above?: number
  readonly people?: readonly string[]
  readonly first?: typeof HANA
  readonly age?: number
  readonly by?: SecondQuestion
  readonly want: string
}

const ken = (named?: string): SecondQuestion => ({ person: 'Ken', approval: 'k', first: named })

test.each<ApprovalCase>([
  { name: 'at the amount one person is enough', above: 110_000, want: 'send' },
  { name: 'the first approval rests', want: 'first' },
  {
    name: 'the same approval, posted again, waits',
    first: HANA,
    by: { person: 'Hana', approval: 'a' },
    want: 'waits',
  },
  { name: 'another person who names it sends', first: HANA, by: ken('a'), want: 'send' },
  { name: 'another person who does not name it', first: HANA, by: ken(), want: 'conflict' },
  { name: 'another person who names another', first: HANA, by: ken('b'), want: 'conflict' },
  {
    name: 'the same person in another spelling',
    first: HANA,
    by: { person: 'ＨＡＮＡ', approval: 'b', first: 'a' },
    want: 'conflict',
  },
  {
    name: 'a first person who can no longer approve is none',
    first: HANA,
    people: ['Ken', 'Mei'],
    by: ken('a'),
    want: 'first',
  },
  {
    name: 'after seven days it is the first again',
    first: HANA,
    age: FIRST_APPROVAL_LIFE,
    by: ken('a'),
    want: 'first',
  },
  { name: 'a key', by: { person: 'Ken' }, want: 'approval_needed' },
  { name: 'fewer than two people can approve', people: ['Ken'], want: 'settings_invalid' },
])(
  'an approval above the amount: $name: $want',
  async ({ above = 100_000, people = ['Hana', 'Ken'], first, age = 0, by = ken(), want }) => {
    const claim = { name: 'x', first, seenAt: APPROVED_AT + age } as unknown as SeenClaim<RegisteredDeal>
    const step = stepOfApproval({ claim, body: moving }, by, { above, approvers: async () => people })
    expect(await step.catch((error: { code: string }) => error.code)).toBe(want)
  },
)
