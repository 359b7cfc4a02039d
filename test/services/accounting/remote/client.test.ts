import { beforeEach, describe, expect, test } from 'vitest'
import type { RemoteCall } from '../../../../lib/core/http/trace.ts'
import { createAccountingClient } from '../../../../lib/services/accounting/remote/client.ts'
import type { DealBody } from '../../../../lib/services/accounting/remote/deal-schema.ts'
import {
  answeredUnauthorized,
  failedAfterCommit,
  rateLimited,
} from '../../../../sandbox/accounting/errors.ts'
import type { ErrorShape } from '../../../../sandbox/accounting/state.ts'
import { answered, lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import { listen } from '../../../../sandbox/listen.ts'
import { clientDeps, createTestTokens, testClient } from '../../../helpers/remotes/accounting-client.ts'
import {
  accountingApi,
  type RunningSandbox,
  startAccountingSandbox,
} from '../../../helpers/remotes/accounting-sandbox.ts'
import { yen } from '../../../helpers/remotes/yen.ts'

const COMPANY = 1_234_567
const body: DealBody = {
  company_id: COMPANY,
  issue_date: '2026-06-01',
  type: 'expense',
  ref_number: 'case-1',
  details: [{ account_item_id: 501, tax_code: 136, amount: yen(1100), description: '備品' }],
}

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

test.skipIf(!accountingApi)('every call of these tests is held against the description', async () => {
  await testClient(running).accountItems(COMPANY)
  expect(running.problems).toEqual([])
  await running.call('GET', `/api/1/account_items?company_id=${COMPANY}&unknown=1`)
  expect(running.problems.splice(0)).toHaveLength(1)
})

describe('reading', () => {
  test('companies(), user(), accountItems() give our words', async () => {
    const client = testClient(running)
    expect(await client.companies()).toEqual([
      { id: COMPANY, number: '8101234567', name: '開発用テスト事業所', role: 'admin' },
      { id: 7_654_321, number: '0091234567', name: '株式会社ことなる番号', role: 'read_only' },
    ])
    expect(await client.user()).toEqual({ id: 77_001, administers: [COMPANY] })
    expect((await client.accountItems(COMPANY))[0]).toEqual({
      id: 501,
      name: '消耗品費',
      taxCode: 136,
      available: true,
    })
  })

  test('walletables() gives our words', async () => {
    expect((await testClient(running).walletables(COMPANY))[0]).toEqual({
      id: 601,
      name: '現金',
      type: 'wallet',
    })
  })

  test('taxCodes() is a missing permission if the listing is forbidden', async () => {
    await expect(testClient(running).taxCodes(COMPANY)).rejects.toMatchObject({
      code: 'permission_missing',
      status: 403,
    })
    running.sandbox.state.application.permissions.add('taxes')
    expect((await testClient(running).taxCodes(COMPANY))[0]).toEqual({
      code: 136,
      name: '課対仕入10%',
      available: true,
    })
  })

  test('deals() reads all pages', async () => {
    const client = testClient(running)
    for (let count = 0; count < 205; count++) await client.createDeal(body)
    running.requests.length = 0
    const deals = await client.deals({ companyId: COMPANY, from: '2026-06-01', until: '2026-06-01' })
    expect(deals).toHaveLength(205)
    expect(running.requests).toHaveLength(3)
  })

  test('members and statuses that are not known yet pass', async () => {
    const reply = { journals: { id: 5, company_id: 1, status: 'archiving', encoding: 'utf-16', shiny: true } }
    running.sandbox.faults.arm(
      'GET /api/1/journals/*',
      answered(() => Response.json(reply)),
    )
    const report = await testClient(running).journalStatus({ companyId: COMPANY, id: 5 })
    expect(report).toEqual({ id: 5, status: 'archiving', encoding: 'sjis' })
    running.problems.length = 0
  })

  test('another shape is an error that quotes nothing', async () => {
    running.sandbox.faults.arm(
      'GET /api/1/companies',
      answered(() => Response.json({ companies: 'secret' })),
    )
    const refused = testClient(running).companies()
    await expect(refused).rejects.toMatchObject({ code: 'remote_answer' })
    await expect(refused).rejects.not.toThrow(/secret/)
    running.problems.length = 0
  })

  test('a read is repeated if the connection is cut, three times in all', async () => {
    running.sandbox.faults.arm('GET /api/1/companies', lostAnswer(), { times: 2 })
    expect(await testClient(running).companies()).toHaveLength(2)
    expect(running.requests).toHaveLength(3)
  })

  test('asking for a journal starts a job, and is not repeated', async () => {
    running.sandbox.faults.arm('GET /api/1/journals', lostAnswer())
    const asked = testClient(running).requestJournal({
      companyId: COMPANY,
      from: '2026-06-01',
      until: '2026-06-30',
    })
    await expect(asked).rejects.toMatchObject({ code: 'remote_silent' })
    expect(running.requests).toHaveLength(1)
  })
})

describe('a deal', () => {
  test('is created once, got and deleted', async () => {
    const client = testClient(running)
    const deal = await client.createDeal(body)
    expect(deal).toMatchObject({ companyId: COMPANY, refNumber: 'case-1', amount: 1100 })
    expect(await client.deal({ companyId: COMPANY, id: deal.id })).toEqual(deal)
    await client.deleteDeal({ companyId: COMPANY, id: deal.id })
    await expect(client.deal({ companyId: COMPANY, id: deal.id })).rejects.toMatchObject({
      code: 'remote_refused',
      status: 404,
    })
  })

  const failures = [
    { name: 'a lost answer', fault: lostAnswer(), code: 'remote_silent' },
    { name: 'a lost request', fault: lostRequest(), code: 'remote_silent' },
    { name: 'a 500 after the commit', fault: failedAfterCommit(), code: 'remote_answer' },
    { name: 'the rate limit', fault: rateLimited(), code: 'limited' },
    {
      name: 'a 401 that is no matter of the token',
      fault: answeredUnauthorized('freee_plan_limit'),
      code: 'remote_refused',
    },
  ]
  test.each(failures)('is sent once on $name', async ({ fault, code }) => {
    running.sandbox.faults.arm('POST /api/1/deals', fault)
    await expect(testClient(running).createDeal(body)).rejects.toMatchObject({ code })
    expect(running.requests).toHaveLength(1)
  })
})

describe('a 401', () => {
  const shapes: { shape: ErrorShape; codes: string[] }[] = [
    { shape: 'message', codes: [] },
    { shape: 'code', codes: ['expired_access_token'] },
    { shape: 'codes', codes: ['expired_access_token'] },
  ]
  test.each(shapes)(
    'of the shape "$shape" asks the source, and is sent again once',
    async ({ shape, codes }) => {
      running.sandbox.state.errorShape = shape
      const fresh = running.sandbox.oauth.grant().access_token
      const tokens = createTestTokens('expired', fresh)
      const before = running.company.deals.size
      await testClient(running, { tokens }).createDeal(body)
      expect(tokens.rejections).toEqual([codes])
      expect(running.company.deals.size).toBe(before + 1)
      expect(running.requests).toHaveLength(2)
    },
  )

  test('stays if the source has no other token', async () => {
    const tokens = createTestTokens('expired')
    await expect(testClient(running, { tokens }).companies()).rejects.toMatchObject({
      code: 'remote_refused',
      status: 401,
    })
    expect(running.requests).toHaveLength(1)
  })

  test('stands the second time', async () => {
    const tokens = createTestTokens('expired', 'expired too', 'never asked for')
    await expect(testClient(running, { tokens }).companies()).rejects.toMatchObject({ status: 401 })
    expect(running.requests).toHaveLength(2)
    expect(tokens.rejections).toHaveLength(1)
  })

  test('on a file is sent again once too', async () => {
    const client = testClient(running)
    const { id } = await client.requestJournal({
      companyId: COMPANY,
      from: '2026-01-01',
      until: '2026-12-31',
    })
    for (let poll = 0; poll < 3; poll++) await client.journalStatus({ companyId: COMPANY, id })
    const tokens = createTestTokens('expired', running.sandbox.oauth.grant().access_token)
    const file = await testClient(running, { tokens }).journalFile({ companyId: COMPANY, id })
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })
})

test('a file that is not ready is the service’s 404', async () => {
  const client = testClient(running)
  const { id } = await client.requestJournal({ companyId: COMPANY, from: '2026-01-01', until: '2026-12-31' })
  await expect(client.journalFile({ companyId: COMPANY, id })).rejects.toMatchObject({
    code: 'remote_refused',
    status: 404,
    details: { requestId: expect.any(String) },
  })
})

test('each call is observed with its request id and without its query', async () => {
  const calls: RemoteCall[] = []
  await testClient(running, { observe: call => calls.push(call) }).accountItems(COMPANY)
  expect(calls).toEqual([
    {
      remote: 'accounting',
      method: 'GET',
      path: '/api/1/account_items',
      status: 200,
      milliseconds: expect.any(Number),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
})

test('a service that cannot be reached has done nothing', async () => {
  const closed = await listen(() => new Response())
  await closed.close()
  const client = createAccountingClient({ ...clientDeps(running), baseUrl: closed.url })
  await expect(client.createDeal(body)).rejects.toMatchObject({ code: 'remote_unreachable' })
})

test('no error holds the token', async () => {
  const token = running.sandbox.oauth.grant().access_token
  const client = testClient(running, { tokens: createTestTokens(token) })
  running.sandbox.faults.arm(
    'GET /api/1/companies',
    answered(() => Response.json({ message: `Bearer ${token}` }, { status: 400 })),
  )
  const error: unknown = await client.companies().catch((thrown: unknown) => thrown)
  expect(JSON.stringify([error, String(error), String((error as Error).cause)])).not.toContain(token)
})
