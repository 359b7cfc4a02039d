import { describe, expect, test } from 'vitest'
import { CALL, FUNCTION_LIFE } from '../../../../lib/core/claims/lease.ts'
import { importedDeal } from '../../../../lib/services/accounting/deals/schema.ts'
import { registerDeals } from '../../../../lib/services/accounting/imports/register.ts'
import { showDeals } from '../../../../lib/services/accounting/imports/show.ts'
import { uploadReceipt } from '../../../../lib/services/accounting/receipts/upload.ts'
import { failedAfterCommit, rateLimited } from '../../../../sandbox/accounting/errors.ts'
import { answered, lostRequest } from '../../../../sandbox/faults.ts'
import { createDealWorld, type WorldOptions } from '../deals/world.ts'

const CREATE = 'POST /api/1/deals'
const line = { account_item: '消耗品費', rate: 10, qualified: true, amount: 1100 } as const
/** Each name has an amount of its own, because a row that looks like another one waits. */
const given = (name: string, change: object = {}) => {
  const details = [{ ...line, amount: 1000 + name.charCodeAt(0) }]
  return importedDeal.parse({ case: name, issue_date: '2026-04-15', details, ...change })
}
const same = { details: [line] }

async function createWorld(options: WorldOptions = {}) {
  const world = await createDealWorld(options)
  world.deps.schedule = 'document-1'
  const { call, deps, running, company } = world
  const before = running.requests.length
  company.deals.clear()
  return {
    ...world,
    write: (...deals: ReturnType<typeof given>[]) => registerDeals(deals, call, deps),
    show: (...deals: ReturnType<typeof given>[]) => showDeals(deals, call, deps),
    requests: () => running.requests.slice(before),
  }
}

describe('registerDeals()', () => {
  test('registers each once, and tells of a second time that it is done', async () => {
    const world = await createWorld()
    const first = await world.write(given('a'), given('b'))
    expect(first.deals).toMatchObject([
      { case: 'a', state: 'done' },
      { case: 'b', state: 'done' },
    ])
    expect(await world.write(given('a'), given('b'))).toEqual(first)
    expect(world.company.deals.size).toBe(2)
  })

  test('asks for the master data once for all', async () => {
    const world = await createWorld()
    const deal = { partner: '①㈱髙﨑商店', payments: [{ walletable: '現金' }] }
    await world.write(...['a', 'b', 'c'].map(name => given(name, deal)))
    const asked = Map.groupBy(world.requests(), request => request.replace(/\?.*/, ''))
    expect(Object.fromEntries([...asked].map(([path, requests]) => [path, requests.length]))).toEqual({
      'GET /api/1/users/me': 1,
      'GET /api/1/account_items': 1,
      'GET /api/1/taxes/companies/1234567': 1,
      'GET /api/1/partners': 1,
      'GET /api/1/walletables': 1,
      'GET /api/1/deals': 3,
      'POST /api/1/deals': 3,
    })
    expect([...world.company.deals.values()][0]).toMatchObject({
      status: 'settled',
      partner_id: [...world.company.partners.keys()][0],
      payments: [
        { amount: 1097, date: '2026-04-15', from_walletable_id: 601, from_walletable_type: 'wallet' },
      ],
    })
  })

  test('what stops one deal does not stop the next', async () => {
    const world = await createWorld()
    const flagged = { issue_date: '2026-14-15' }
    const { deals } = await world.write(
      given('a', { partner: '無い商店' }),
      given('b', { payments: [{ walletable: '現銀' }] }),
      given('c', flagged),
      given('d', { receipts: ['0'.repeat(64)] }),
      given('e'),
    )
    expect(deals).toMatchObject([
      {
        state: 'failed',
        problem: { code: 'bad_request', error: expect.stringContaining('`partner` "無い商店"') },
      },
      { state: 'failed', problem: { hint: expect.stringContaining('現金') } },
      {
        state: 'review',
        flags: [
          {
            id: 'deals.noSuchDay',
            values: { text: '2026-14-15' },
            text: expect.stringContaining('2026-14-15'),
          },
        ],
        operation: expect.any(String),
      },
      { state: 'failed', problem: { error: expect.stringContaining('is new, expected done') } },
      { state: 'done' },
    ])
    expect(world.company.deals.size).toBe(1)
  })

  test('attaches files that are in the file box', async () => {
    const world = await createWorld()
    const file = { name: 'a.pdf', bytes: new TextEncoder().encode('%PDF a') }
    const { sha256, id } = await uploadReceipt(file, world.call, world.deps)
    await world.write(given('a', { receipts: [sha256] }))
    expect([...world.company.deals.values()][0]).toMatchObject({ receipts: [{ id }] })
  })

  test('looks for a deal of unknown outcome at once', async () => {
    const world = await createWorld()
    world.sandbox.faults.arm(CREATE, failedAfterCommit())
    world.sandbox.faults.arm(CREATE, lostRequest())
    const { deals } = await world.write(given('a'), given('b'), given('c'))
    expect(deals.map(({ state }) => state)).toEqual(['done', 'unknown', 'done'])
    expect(world.company.deals.size).toBe(2)
  })

  test('does not take a deal with another content for done', async () => {
    const world = await createWorld()
    await world.write(given('a'))
    const other = given('a', { details: [{ ...line, amount: 2200 }] })
    expect((await world.write(other)).deals).toMatchObject([
      { state: 'failed', problem: { code: 'conflict' } },
    ])
    expect((await world.show(other)).deals).toMatchObject([{ state: 'done', problem: { code: 'conflict' } }])
  })

  test('ends at the limit of the service, says when to go on, and asks nothing before that', async () => {
    const world = await createWorld()
    world.sandbox.faults.arm(CREATE, rateLimited(), { skip: 1 })
    const { deals, retryAt } = await world.write(given('a'), given('b'), given('c'))
    expect(deals).toMatchObject([{ case: 'a', state: 'done' }])
    expect(Date.parse(retryAt ?? '') - world.running.clock.now).toBe(600_000)
    const asked = world.requests().length
    await expect(world.write(given('b'))).rejects.toMatchObject({ code: 'limited', details: { retryAt } })
    expect(world.requests()).toHaveLength(asked)
    world.advance(600_000)
    expect((await world.write(given('a'), given('b'), given('c'))).deals.map(({ state }) => state)).toEqual([
      'done',
      'done',
      'done',
    ])
    expect(world.company.deals.size).toBe(3)
  })

  test('begins no deal whose call would not fit into the life of the function', async () => {
    const world = await createWorld({ known: / reply: / })
    const slow = answered(() => {
      world.advance(FUNCTION_LIFE - CALL)
      return new Response(null, { status: 503 })
    })
    world.sandbox.faults.arm('GET /api/1/account_items', slow)
    const { deals } = await world.write(given('a'), given('b'))
    expect(deals).toHaveLength(1)
  })

  test.each([{ writes: false }, { confirmed: false }])('refuses all with %j', async options => {
    const world = await createWorld(options)
    await expect(world.write(given('a'), given('b'))).rejects.toMatchObject({ code: 'writes_off' })
    expect((await world.show(given('a'))).obstacles).toHaveLength(1)
    expect(world.company.deals.size).toBe(0)
  })
})

describe('showDeals()', () => {
  test('names doubles among the deals of the request and at the service', async () => {
    const world = await createWorld()
    const {
      deals: [done],
    } = await world.write(given('a', same))
    const { deals } = await world.show(
      given('a', same),
      given('b', same),
      given('c', { ...same, issue_date: '2026-04-16' }),
    )
    expect(deals.map(({ doubles }) => doubles)).toEqual([[], [{ case: 'a' }], []])
    expect((await world.show(given('b', same))).deals).toMatchObject([{ doubles: [{ deal: done?.deal }] }])
  })

  test('writes nothing, whatever is wrong with a deal', async () => {
    const world = await createWorld()
    const { swap } = world.store.calls
    const walletable = { payments: [{ walletable: '無い' }] }
    const { deals } = await world.show(given('a', walletable), given('b'), given('c', { partner: '無い' }))
    expect(deals).toMatchObject([
      { problem: { code: 'bad_request' } },
      { state: 'new', flags: [] },
      { newPartner: { name: '無い' }, flags: [] },
    ])
    expect(world.store.calls.swap).toBe(swap)
    expect(world.requests().every(request => request.startsWith('GET '))).toBe(true)
  })
})
