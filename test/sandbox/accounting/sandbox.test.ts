import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { JOURNAL_COLUMNS } from '../../../lib/sandbox/accounting/columns.ts'
import {
  answeredUnauthorized,
  failedAfterCommit,
  rateLimited,
  tooManyRequests,
} from '../../../lib/sandbox/accounting/errors.ts'
import type { ErrorShape } from '../../../lib/sandbox/accounting/state.ts'
import { heldAnswer, heldRequest, lostAnswer, lostRequest } from '../../../lib/sandbox/faults.ts'
import { hasReference, readReference } from '../../helpers/http/openapi.ts'
import {
  accountingApi,
  type RunningSandbox,
  startAccountingSandbox,
} from '../../helpers/remotes/accounting-sandbox.ts'

const COMPANY = 1_234_567
const OTHER = 7_654_321
const deal = {
  company_id: COMPANY,
  issue_date: '2026-06-01',
  type: 'expense',
  ref_number: 'case-1',
  details: [{ account_item_id: 501, tax_code: 136, amount: 1100, description: '備品' }],
}

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})
afterEach(async () => {
  await running[Symbol.asyncDispose]()
  expect(running.problems).toEqual([])
})

const get = (path: string) => running.call('GET', path)

test.skipIf(!accountingApi)('each exchange of these tests is held against the description', async () => {
  await get('/api/1/companies')
  expect(running.problems).toEqual([])
  await get('/api/1/companies?unknown=1')
  expect(running.problems.splice(0)).toHaveLength(1)
})

test.skipIf(!hasReference('generic_v2.columns.txt'))('the journal has every known header', () => {
  expect(JOURNAL_COLUMNS).toEqual(readReference('generic_v2.columns.txt').trim().split('\n'))
})

describe('every answer', () => {
  test.each([{ path: '/api/1/companies' }, { path: '/nothing' }, { path: '/public_api/authorize' }])(
    'of $path carries a request id',
    async ({ path }) => {
      expect((await get(path)).headers.get('x-freee-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})

describe('master data', () => {
  test('companies have an id, another office number and a role', async () => {
    const { body } = await get('/api/1/companies')
    expect(
      body.companies.map((company: Record<string, unknown>) => [
        company['id'],
        company['company_number'],
        company['role'],
      ]),
    ).toEqual([
      [COMPANY, '8101234567', 'admin'],
      [OTHER, '0091234567', 'read_only'],
    ])
  })

  test('users/me lists the companies on request', async () => {
    expect((await get('/api/1/users/me')).body.user).not.toHaveProperty('companies')
    const { body } = await get('/api/1/users/me?companies=true')
    expect(body.user.companies[0]).toMatchObject({ id: COMPANY, role: 'admin' })
  })

  test('account items need a company', async () => {
    expect((await get('/api/1/account_items')).status).toBe(400)
    const { body } = await get(`/api/1/account_items?company_id=${COMPANY}`)
    expect(body.account_items[0]).toMatchObject({ id: 501, name: '消耗品費' })
  })

  test.each([{ path: `/api/1/taxes/companies/${COMPANY}` }, { path: '/api/1/taxes/codes' }])(
    '$path is forbidden unless the application may read it',
    async ({ path }) => {
      const refused = await get(path)
      expect(refused.status).toBe(403)
      expect(refused.body.message).toContain('アクセス権')
      running.sandbox.state.application.permissions.add('taxes')
      expect((await get(path)).status).toBe(200)
    },
  )

  test('the test company has the nine tax codes of document 1, and those of 70 % and 30 %', async () => {
    running.sandbox.state.application.permissions.add('taxes')
    const { body } = await get(`/api/1/taxes/companies/${COMPANY}`)
    const names = body.taxes.map(({ code, name_ja }: { code: number; name_ja: string }) => [code, name_ja])
    expect(names).toEqual([
      [136, '課対仕入10%'],
      [163, '課対仕入8%（軽）'],
      [189, '課対仕入（控80）10%'],
      [187, '課対仕入（控80）8%（軽）'],
      [190, '課対仕入（控50）10%'],
      [188, '課対仕入（控50）8%（軽）'],
      [2, '対象外'],
      [34, '課対仕入'],
      [108, '課対仕入8%'],
      [234, '課対仕入(控70) 10%'],
      [235, '課対仕入(控70) 8%(軽)'],
      [236, '課対仕入(控30) 10%'],
      [237, '課対仕入(控30) 8%(軽)'],
    ])
  })

  test('walletables have a name and a type, which selects them', async () => {
    const path = `/api/1/walletables?company_id=${COMPANY}`
    const names = async (query: string) =>
      (await get(`${path}${query}`)).body.walletables.map(({ name }: { name: string }) => name)
    expect(await names('')).toEqual(['現金', '試験銀行 普通', '試験カード'])
    expect(await names('&type=credit_card')).toEqual(['試験カード'])
    expect((await get(`${path}&type=purse`)).status).toBe(400)
  })
})

describe('an error', () => {
  const shapes: { shape: ErrorShape; unauthorized: object; forbidden: string[] }[] = [
    {
      shape: 'message',
      unauthorized: { message: 'アクセスする権限がありません' },
      forbidden: ['message'],
    },
    {
      shape: 'code',
      unauthorized: { message: 'アクセスする権限がありません', code: 'expired_access_token' },
      forbidden: ['message', 'code'],
    },
    {
      shape: 'codes',
      unauthorized: { message: 'アクセスする権限がありません', codes: ['expired_access_token'] },
      forbidden: ['message', 'codes'],
    },
  ]
  test.each(shapes)('of the shape "$shape" is worded so', async ({ shape, unauthorized, forbidden }) => {
    running.sandbox.state.errorShape = shape
    const unknown = await running.call('GET', '/api/1/companies', { token: 'unknown' })
    expect([unknown.status, unknown.body]).toEqual([401, unauthorized])
    const taxes = await get(`/api/1/taxes/companies/${COMPANY}`)
    expect([taxes.status, Object.keys(taxes.body)]).toEqual([403, forbidden])
  })

  test('of a company that is not the user’s is a 401 that is no matter of the token', async () => {
    const answer = await get('/api/1/account_items?company_id=999')
    expect([answer.status, answer.body.code]).toEqual([401, 'company_not_found'])
  })

  test('of a user who may only look is a 401 that is no matter of the token', async () => {
    const answer = await running.call('POST', '/api/1/deals', { json: { ...deal, company_id: OTHER } })
    expect([answer.status, answer.body.code]).toEqual([401, 'user_do_not_have_permission'])
  })

  test('of an unknown path or record lists messages', async () => {
    for (const path of ['/api/1/companies/1/x', `/api/1/deals/5?company_id=${COMPANY}`]) {
      const answer = await fetch(`${running.url}${path}`, {
        headers: { authorization: `Bearer ${running.sandbox.oauth.grant().access_token}` },
      })
      const body = (await answer.json()) as { errors: { type: string }[] }
      expect([answer.status, body.errors[0]?.type]).toEqual([404, 'status'])
      running.problems.length = 0
    }
  })
})

describe('deals', () => {
  test('are created as often as they are asked for', async () => {
    const before = running.company.deals.size
    const [one, other] = [
      await running.call('POST', '/api/1/deals', { json: deal }),
      await running.call('POST', '/api/1/deals', { json: deal }),
    ]
    expect([one.status, other.status]).toEqual([201, 201])
    expect(one.body.deal.id).not.toBe(other.body.deal.id)
    expect(running.company.deals.size).toBe(before + 2)
    expect(one.body.deal).toMatchObject({ amount: 1100, ref_number: 'case-1', status: 'unsettled' })
    expect(one.body.deal.details[0]).toMatchObject({ vat: 100, entry_side: 'debit' })
  })

  const [line] = deal.details
  const refused = [
    { name: 'no date', json: { ...deal, issue_date: undefined }, names: 'issue_date' },
    { name: 'a date of another form', json: { ...deal, issue_date: '2026/06/01' }, names: 'issue_date' },
    { name: 'an unknown type', json: { ...deal, type: 'other' }, names: 'type' },
    { name: 'no line', json: { ...deal, details: [] }, names: 'details' },
    { name: '101 lines', json: { ...deal, details: Array(101).fill(line) }, names: 'details' },
    {
      name: 'an unknown account item',
      json: { ...deal, details: [{ ...line, account_item_id: 999 }] },
      names: 'details.0.account_item_id',
    },
    {
      name: 'a tax code of another company',
      json: { ...deal, details: [{ ...line, tax_code: 1136 }] },
      names: 'details.0.tax_code',
    },
    {
      name: 'a fraction of a yen',
      json: { ...deal, details: [{ ...line, amount: 1.5 }] },
      names: 'details.0.amount',
    },
    {
      name: 'a payment with an unknown walletable',
      json: {
        ...deal,
        payments: [
          { amount: 1100, date: '2026-06-01', from_walletable_type: 'wallet', from_walletable_id: 999 },
        ],
      },
      names: 'payments.0.from_walletable_id',
    },
    { name: 'an unknown partner', json: { ...deal, partner_id: 999 }, names: 'partner_id' },
    { name: 'no company', json: { ...deal, company_id: undefined }, names: 'company_id' },
  ]
  test.each(refused)('with $name are refused with 400 and nothing is created', async ({ json, names }) => {
    const before = running.company.deals.size
    const answer = await running.call('POST', '/api/1/deals', { json })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body.errors)).toContain(names)
    expect(running.company.deals.size).toBe(before)
  })

  test('are listed 20 a page, at most 100, with their total', async () => {
    running.company.deals.clear()
    for (let count = 0; count < 25; count++) await running.call('POST', '/api/1/deals', { json: deal })
    const list = async (query: string) => (await get(`/api/1/deals?company_id=${COMPANY}${query}`)).body
    expect((await list('')).deals).toHaveLength(20)
    expect((await list('&limit=100')).deals).toHaveLength(25)
    expect((await list('&offset=20')).deals).toHaveLength(5)
    expect((await list('')).meta).toEqual({ total_count: 25 })
    expect((await list('&start_issue_date=2026-06-02')).deals).toEqual([])
    expect((await list('&partner_id=5')).deals).toEqual([])
    expect((await list('&account_item_id=502')).deals).toEqual([])
    expect((await list('&account_item_id=501')).meta).toEqual({ total_count: 25 })
    expect((await get(`/api/1/deals?company_id=${COMPANY}&limit=101`)).status).toBe(400)
  })

  test('are got and deleted by their id', async () => {
    const { body } = await running.call('POST', '/api/1/deals', { json: deal })
    const path = `/api/1/deals/${body.deal.id}?company_id=${COMPANY}`
    expect((await get(path)).body.deal.ref_number).toBe('case-1')
    expect((await running.call('DELETE', path)).status).toBe(204)
    expect((await running.call('DELETE', path)).status).toBe(404)
  })
})

describe('partners', () => {
  const path = (id: number) => `/api/1/partners/${id}?company_id=${COMPANY}`
  const create = (name: string) =>
    running.call('POST', '/api/1/partners', { json: { company_id: COMPANY, name } })

  test('are deleted only once their use has been stopped', async () => {
    const { status, body } = await create('新しい商店')
    const { id, name } = body.partner
    expect(status).toBe(201)
    const refused = await running.call('DELETE', path(id))
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('アーカイブ'),
    ])
    const stopped = await running.call('PUT', `/api/1/partners/${id}`, {
      json: { company_id: COMPANY, name, available: false },
    })
    expect(stopped.body.partner.available).toBe(false)
    expect((await running.call('DELETE', path(id))).status).toBe(204)
    expect((await get(path(id))).status).toBe(404)
  })

  test('that a deal names are not deleted', async () => {
    const [used] = running.company.partners.values()
    const json = { company_id: COMPANY, name: used?.name, available: false }
    await running.call('PUT', `/api/1/partners/${used?.id}`, { json })
    expect((await running.call('DELETE', path(used?.id ?? 0))).status).toBe(400)
  })

  test('have unique names, and a change keeps what it does not name', async () => {
    const one = await running.call('POST', '/api/1/partners', {
      json: { company_id: COMPANY, name: '甲', name_kana: 'コウ' },
    })
    expect((await create('甲')).status).toBe(400)
    const { id } = one.body.partner
    const change = { json: { company_id: COMPANY, name: '乙' } }
    const changed = await running.call('PUT', `/api/1/partners/${id}`, change)
    expect(changed.body.partner).toMatchObject({ id, name: '乙', name_kana: 'コウ', available: true })
    const nameless = await running.call('PUT', `/api/1/partners/${id}`, { json: { company_id: COMPANY } })
    expect(nameless.status).toBe(400)
  })
})

describe('items', () => {
  test('are created, and deleted by one call', async () => {
    const json = { company_id: COMPANY, name: '切手' }
    const { status, body } = await running.call('POST', '/api/1/items', { json })
    expect(status).toBe(201)
    const path = `/api/1/items/${body.item.id}?company_id=${COMPANY}`
    expect((await running.call('DELETE', path)).status).toBe(204)
    expect((await get(path)).status).toBe(404)
  })

  test('that a deal names are not deleted', async () => {
    const [used] = running.company.items.keys()
    expect((await running.call('DELETE', `/api/1/items/${used}?company_id=${COMPANY}`)).status).toBe(400)
  })

  test('have a name of at most 30 characters', async () => {
    const json = { company_id: COMPANY, name: 'あ'.repeat(31) }
    expect((await running.call('POST', '/api/1/items', { json })).status).toBe(400)
  })
})

describe('faults', () => {
  const create = () => running.call('POST', '/api/1/deals', { json: deal })
  const count = () => running.company.deals.size

  test('a lost answer has committed, a lost request has not', async () => {
    const before = count()
    running.sandbox.faults.arm('POST /api/1/deals', lostRequest())
    await expect(create()).rejects.toThrow()
    expect(count()).toBe(before)
    running.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
    await expect(create()).rejects.toThrow()
    expect(count()).toBe(before + 1)
  })

  test('a 500 after the commit has committed', async () => {
    const before = count()
    running.sandbox.faults.arm('POST /api/1/deals', failedAfterCommit())
    expect((await create()).status).toBe(500)
    expect(count()).toBe(before + 1)
  })

  test.each([
    { name: 'the rate limit as 403', fault: rateLimited(), status: 403 },
    { name: 'the rate limit as 429', fault: tooManyRequests(), status: 429 },
    { name: 'a 401 of a code', fault: answeredUnauthorized('freee_plan_limit'), status: 401 },
  ])('$name does nothing', async ({ fault, status }) => {
    const before = count()
    running.sandbox.faults.arm('POST /api/1/deals', fault)
    expect((await create()).status).toBe(status)
    expect(count()).toBe(before)
    expect((await create()).status).toBe(201)
    running.problems.length = 0
  })

  test('a held answer has committed before it goes out, a held request has not', async () => {
    const before = count()
    const gate = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const hold = async () => {
      arrived.resolve()
      await gate.promise
    }
    running.sandbox.faults.arm('POST /api/1/deals', heldAnswer(hold))
    const pending = create()
    await arrived.promise
    expect(count()).toBe(before + 1)
    gate.resolve()
    expect((await pending).status).toBe(201)
    running.sandbox.faults.arm(
      'POST /api/1/deals',
      heldRequest(async () => expect(count()).toBe(before + 1)),
    )
    expect((await create()).status).toBe(201)
  })

  test('strike as often as they are armed for, after those that are let pass', async () => {
    const { faults } = running.sandbox
    faults.arm('GET /api/1/deals/{id}', rateLimited(), { times: 2, skip: 1 })
    const path = `/api/1/deals/${[...running.company.deals.keys()][0]}?company_id=${COMPANY}`
    const statuses: number[] = []
    for (let call = 0; call < 4; call++) statuses.push((await get(path)).status)
    expect(statuses).toEqual([200, 403, 403, 200])
    faults.arm('* /api/1/*', rateLimited(), { times: Number.POSITIVE_INFINITY })
    expect((await get(path)).status).toBe(403)
    faults.clear()
    expect((await get(path)).status).toBe(200)
  })
})
