import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountingContract } from '../../../lib/accounting/contract.ts'
import { createCompanyDirectory } from '../../../lib/accounting/master-data/companies.ts'
import { createAccountingClient } from '../../../lib/accounting/remote/client.ts'
import { accountingHandlers } from '../../../lib/accounting/routes/handlers.ts'
import type { Endpoint } from '../../../lib/http/contract.ts'
import { createHandler } from '../../../lib/http/handler.ts'
import { routeSource } from '../../../lib/http/router.ts'
import { serveContract } from '../../../lib/http/serve.ts'
import type { Trace } from '../../../lib/http/trace.ts'
import {
  answeredUnauthorized,
  failedAfterCommit,
  rateLimited,
} from '../../../lib/sandbox/accounting/errors.ts'
import { answered, lostAnswer } from '../../../lib/sandbox/faults.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { clientDeps, createTestTokens } from '../../helpers/remotes/accounting-client.ts'
import { type RunningSandbox, startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { ALL_PERMISSIONS, createDealDeps, storeConfirmation } from '../deals/world.ts'

const COMPANY = 1_234_567
const NUMBER = '8101234567'
const BASE = 'https://kura.example/api/accounting'

/** What changes by mode and is no call of the service. */
const OWN = ['registerDeal', 'releaseCase', 'learnTaxCodes', 'importDeals', 'uploadReceipt']

const DEAL = {
  case: 'receipt 1',
  company_id: NUMBER,
  issue_date: '令和8年6月1日',
  details: [{ account_item: '消耗品費', rate: 10, qualified: true, amount: 1100 }],
}

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})
afterEach(async () => {
  await running[Symbol.asyncDispose]()
  expect(running.problems).toEqual([])
})

/** The proxy over the sandbox, called by somebody with `scopes`. */
function createProxy({
  writes = true,
  scopes = ['accounting.read', 'accounting.write'],
  confirmed = true,
} = {}) {
  const token = running.sandbox.oauth.grant().access_token
  const remote = clientDeps(running, { tokens: createTestTokens(token) })
  const lines: string[] = []
  const nonces: string[] = []
  const now = () => running.clock.now
  const store = createMemoryStore({ now })
  const arranged = confirmed ? storeConfirmation(store) : undefined
  const deps = {
    ...createDealDeps({ store, now }),
    writes,
    client: (trace: Trace) => createAccountingClient({ ...remote, observe: trace.remote }),
    companies: createCompanyDirectory(remote),
  }
  const routes = serveContract(
    accountingContract,
    accountingHandlers(() => deps),
  )
  const handler = createHandler(routeSource(routes), {
    authenticator: () => ({
      authenticate: async () => ({ keyid: 'hana:x:1', name: 'hana', scopes }),
      checkBody: () => undefined,
      spendNonce: async request => void nonces.push(request.method),
    }),
    clock: remote.clock,
    requestId: () => 'id-1',
    log: line => void lines.push(line),
    mayWrite: () => undefined,
  })
  const call = async (method: string, path: string, json?: unknown) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    await arranged
    const response = await handler(new Request(`${BASE}${path}`, { method, ...body }))
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json;')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  running.requests.length = 0
  return { call, lines, nonces, token, store }
}

describe('reading', () => {
  const paths = [
    { path: '/companies', member: 'companies' },
    { path: '/users/me?companies=true', member: 'user' },
    { path: `/account_items?company_id=${COMPANY}`, member: 'account_items' },
    { path: `/deals?company_id=${COMPANY}&limit=2&start_issue_date=2026-04-01`, member: 'deals' },
    { path: `/partners?company_id=${COMPANY}&keyword=商店`, member: 'partners' },
    { path: `/items?company_id=${COMPANY}`, member: 'items' },
    { path: `/walletables?company_id=${COMPANY}&type=wallet`, member: 'walletables' },
  ]
  test.each(paths)('$path passes on what the service says', async ({ path, member }) => {
    const { status, body, headers } = await createProxy({ scopes: ['accounting.read'] }).call('GET', path)
    expect(status).toBe(200)
    expect(Object.keys(body)).toContain(member)
    expect(headers.get('x-freee-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each([{ kind: 'deals' }, { kind: 'partners' }, { kind: 'items' }] as const)(
    'one of the $kind by its id',
    async ({ kind }) => {
      const [id] = running.company[kind].keys()
      const { status, body } = await createProxy().call('GET', `/${kind}/${id}?company_id=${COMPANY}`)
      expect([status, body[kind.slice(0, -1)].id]).toEqual([200, id])
    },
  )

  test('tax codes, if the application may read them', async () => {
    running.sandbox.state.application.permissions.add('taxes')
    const proxy = createProxy()
    expect((await proxy.call('GET', `/taxes/companies/${COMPANY}`)).body.taxes).toHaveLength(13)
    expect((await proxy.call('GET', `/taxes/companies/${NUMBER}?available=true`)).body.taxes).toHaveLength(13)
    expect((await proxy.call('GET', '/taxes/codes')).status).toBe(200)
  })

  test('the report of a journal: asked for and followed', async () => {
    const proxy = createProxy({ scopes: ['accounting.read'] })
    const asked = await proxy.call('GET', `/journals?company_id=${COMPANY}&start_date=2026-04-01`)
    const { id } = asked.body.journals
    expect([asked.status, asked.body.journals.download_type]).toEqual([202, 'generic_v2'])
    const status = async () =>
      (await proxy.call('GET', `/journals/reports/${id}/status?company_id=${COMPANY}`)).body.journals.status
    expect([await status(), await status(), await status()]).toEqual(['enqueued', 'working', 'uploaded'])
  })
})

describe('a company', () => {
  const named = [
    { name: 'its id', given: String(COMPANY) },
    { name: 'its office number', given: NUMBER },
    { name: 'its office number as people write it', given: '810-123-4567' },
  ]
  test.each(named)('is found by $name', async ({ given }) => {
    const { status } = await createProxy().call('GET', `/account_items?company_id=${given}`)
    expect(status).toBe(200)
    expect(running.requests.at(-1)).toBe(`GET /api/1/account_items?company_id=${COMPANY}`)
  })

  test.each([{ place: '/account_items?company_id=999' }, { place: '/taxes/companies/999' }])(
    'that is not the user’s is refused before a call for it: $place',
    async ({ place }) => {
      const { status, body } = await createProxy().call('GET', place)
      expect([status, body.code]).toEqual([404, 'not_found'])
      expect(running.requests).toEqual(['GET /api/1/companies'])
    },
  )

  test('in a body is checked too', async () => {
    const { status } = await createProxy().call('POST', '/items', { company_id: 999, name: '切手' })
    expect(status).toBe(404)
  })

  test('is looked up once for many calls', async () => {
    const proxy = createProxy()
    for (let count = 0; count < 3; count++) await proxy.call('GET', `/items?company_id=${COMPANY}`)
    expect(running.requests.filter(request => request.includes('/companies'))).toHaveLength(1)
  })
})

/** The path of a call that really writes. */
function writing(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}mode=write`
}

describe('writing', () => {
  test('a partner: created, changed, stopped, deleted', async () => {
    const proxy = createProxy()
    const created = await proxy.call('POST', '/partners?mode=write', {
      company_id: NUMBER,
      name: '新しい商店',
    })
    const { id, name } = created.body.partner
    expect([created.status, created.body.partner.company_id]).toEqual([201, COMPANY])
    const path = `/partners/${id}?mode=write`
    const ofCompany = `${path}&company_id=${COMPANY}`
    expect((await proxy.call('DELETE', ofCompany)).status, 'in use').toBe(400)
    const stopped = await proxy.call('PUT', path, { company_id: COMPANY, name, available: false })
    expect(stopped.body.partner.available).toBe(false)
    const deleted = await proxy.call('DELETE', ofCompany)
    expect([deleted.status, deleted.body]).toEqual([204, ''])
    expect(deleted.headers.get('x-freee-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(proxy.nonces).toEqual(['POST', 'DELETE', 'PUT', 'DELETE'])
  })

  test('a partner is stopped and deleted in one call', async () => {
    const proxy = createProxy()
    const json = { company_id: COMPANY, name: '新しい商店' }
    const { id } = (await proxy.call('POST', '/partners?mode=write', json)).body.partner
    const path = `/partners/${id}/stop-and-delete?company_id=${COMPANY}`
    const shown = await proxy.call('POST', path)
    const query = { company_id: COMPANY }
    const calls = [
      { method: 'PUT', path: `/api/1/partners/${id}`, body: { ...json, available: false } },
      { method: 'DELETE', path: `/api/1/partners/${id}`, query },
    ]
    expect(shown.body).toEqual({ mode: 'dry-run', partner: id, calls, obstacles: [] })
    expect(running.company.partners.get(id)?.available, 'a dry run changes nothing').toBe(true)
    const done = { mode: 'write', partner: id, stopped: true, deleted: true }
    expect((await proxy.call('POST', writing(path))).body).toEqual(done)
  })

  test('a dry run does not stop a partner whose use was stopped before', async () => {
    const stopped = [...running.company.partners.values()].find(({ available }) => !available)
    const path = `/partners/${stopped?.id}/stop-and-delete?company_id=${COMPANY}`
    const { body } = await createProxy().call('POST', path)
    expect(body.calls.map(({ method }: { method: string }) => method)).toEqual(['DELETE'])
  })

  test('says where the removal of a partner stopped', async () => {
    const [used] = running.company.partners.keys()
    const path = `/partners/${used}/stop-and-delete?company_id=${COMPANY}&mode=write`
    const { status, body } = await createProxy().call('POST', path)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      step: 'delete',
      stopped: true,
      deleted: false,
      requestId: expect.any(String),
    })
  })

  test('an item is created, and deleted in one call', async () => {
    const proxy = createProxy()
    const json = { company_id: COMPANY, name: '切手' }
    const { status, body } = await proxy.call('POST', '/items?mode=write', json)
    expect(status).toBe(201)
    const path = `/items/${body.item.id}?company_id=${COMPANY}&mode=write`
    expect((await proxy.call('DELETE', path)).status).toBe(204)
  })

  test('an item that a deal names is the service’s 400, as it is', async () => {
    const [used] = running.company.items.keys()
    const path = `/items/${used}?company_id=${COMPANY}&mode=write`
    const { status, body } = await createProxy().call('DELETE', path)
    expect([status, body.code]).toEqual([400, 'remote_refused'])
    expect(body.messages).toContain('取引で使用されている品目は削除できません。')
  })

  test('a deal is deleted', async () => {
    const [id] = running.company.deals.keys()
    const path = `/deals/${id}?company_id=${COMPANY}&mode=write`
    const { status, body, headers } = await createProxy().call('DELETE', path)
    expect([status, body]).toEqual([204, ''])
    expect(headers.get('x-freee-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(running.company.deals.has(id ?? 0)).toBe(false)
  })
})

describe('every write', () => {
  const first = (records: ReadonlyMap<number, unknown>) => [...records.keys()][0]
  /** What mode=write would send; `path` of kura, the rest as the service would get it. */
  const rows = () => {
    const { deals, partners, items } = running.company
    const query = { company_id: COMPANY }
    const named = (name: string) => ({ company_id: COMPANY, name })
    const of = (path: string) => ({
      path: `${path}?company_id=${NUMBER}`,
      sent: { path: `/api/1${path}`, query },
    })
    return [
      {
        name: 'createItem',
        method: 'POST',
        path: '/items',
        sent: { path: '/api/1/items', body: named('切手') },
      },
      { name: 'deleteItem', method: 'DELETE', ...of(`/items/${first(items)}`) },
      { name: 'deleteDeal', method: 'DELETE', ...of(`/deals/${first(deals)}`) },
      {
        name: 'createPartner',
        method: 'POST',
        path: '/partners',
        sent: { path: '/api/1/partners', body: named('商店') },
      },
      {
        name: 'updatePartner',
        method: 'PUT',
        path: `/partners/${first(partners)}`,
        sent: { path: `/api/1/partners/${first(partners)}`, body: named('商店') },
      },
      { name: 'deletePartner', method: 'DELETE', ...of(`/partners/${first(partners)}`) },
      {
        name: 'stopAndDeletePartner',
        method: 'POST',
        path: `/partners/${first(partners)}/stop-and-delete?company_id=${NUMBER}`,
        sent: {},
      },
    ]
  }
  const rowOf = (name: string) => {
    const row = rows().find(candidate => candidate.name === name)
    if (!row) throw new Error(`no row ${name}`)
    const json = 'body' in row.sent ? { ...row.sent.body, company_id: NUMBER } : undefined
    return { ...row, json }
  }
  const names = Object.entries<Endpoint>(accountingContract.endpoints)
    .filter(([name, { changes }]) => changes === 'by mode' && !OWN.includes(name))
    .map(([name]) => ({ name }))
  const changes = () => running.requests.filter(request => !request.startsWith('GET'))

  test.each(names)('$name is a dry run without a mode, for a key that only reads', async ({ name }) => {
    const { method, path, json, sent } = rowOf(name)
    const reader = createProxy({ scopes: ['accounting.read'] })
    const { status, body } = await reader.call(method, path, json)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ mode: 'dry-run', ...sent, obstacles: [] }),
    ])
    expect([changes(), reader.nonces]).toEqual([[], []])
  })

  test.each(names)('$name needs accounting.write with mode=write', async ({ name }) => {
    const { method, path, json } = rowOf(name)
    const reader = createProxy({ scopes: ['accounting.read'] })
    const { status, body } = await reader.call(method, writing(path), json)
    expect([status, body.code]).toEqual([403, 'scope_missing'])
    expect([running.requests, reader.nonces]).toEqual([[], []])
  })

  test.each(names)('$name needs an admin of this company, not of another one', async ({ name }) => {
    const { method, path, json } = rowOf(name)
    running.company.role = 'simple_accounting'
    const other = running.sandbox.state.companies.find(({ id }) => id !== COMPANY)
    if (other) other.role = 'admin'
    const proxy = createProxy()
    const refused = await proxy.call(method, writing(path), json)
    expect([refused.status, refused.body.code]).toEqual([403, 'permission_missing'])
    const shown = await proxy.call(method, path, json)
    expect(shown.body.obstacles).toEqual([expect.stringContaining(`not an admin of it; let an admin`)])
    expect(changes()).toEqual([])
  })

  test.each(names)('$name needs ACCOUNTING_WRITES', async ({ name }) => {
    const { method, path, json } = rowOf(name)
    const proxy = createProxy({ writes: false })
    const off = await proxy.call(method, writing(path), json)
    expect([off.status, off.body.code]).toEqual([403, 'writes_off'])
    const shown = await proxy.call(method, path, json)
    expect(shown.body.obstacles).toEqual([expect.stringContaining('ACCOUNTING_WRITES')])
    expect(changes()).toEqual([])
  })

  test.each(names)('$name waits until a person has confirmed the first deal', async ({ name }) => {
    const { method, path, json } = rowOf(name)
    const proxy = createProxy({ confirmed: false })
    const early = await proxy.call(method, writing(path), json)
    expect([early.status, early.body.code]).toEqual([403, 'writes_off'])
    const shown = await proxy.call(method, path, json)
    expect(shown.body.obstacles).toEqual([expect.stringContaining('no first test deal is confirmed')])
    expect(changes()).toEqual([])
  })

  test('that is no GET is in the table above, or is kura’s own', () => {
    const others = Object.entries<Endpoint>(accountingContract.endpoints)
      .filter(([, { method, changes }]) => method !== 'GET' && changes !== 'by mode')
      .map(([name]) => name)
    expect(others).toEqual(['resolveReceipt', 'freeReceipt', 'resolveCase', 'freeCase', 'confirmFirstDeal'])
    expect(
      rows()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.map(({ name }) => name).sort())
  })
})

describe('deleting a deal that kura registered', () => {
  beforeEach(() => {
    for (const permission of ALL_PERMISSIONS) running.sandbox.state.application.permissions.add(permission)
  })

  test('names its case, in the dry run and once it is deleted', async () => {
    const proxy = createProxy()
    for (const name of ['receipt 1', 'receipt 2'])
      await proxy.call('POST', '/deals?mode=write', { ...DEAL, case: name })
    const { deal } = (await proxy.call('GET', '/cases/receipt%202')).body
    const path = `/deals/${deal}?company_id=${COMPANY}`
    const own = { name: 'receipt 2', state: 'done' }
    expect((await proxy.call('DELETE', path)).body).toMatchObject({ mode: 'dry-run', case: own })
    expect(running.company.deals.has(deal)).toBe(true)
    const { status, body } = await proxy.call('DELETE', writing(path))
    const hint = expect.stringContaining('kura accounting free "receipt 2"')
    const gone = { name: 'receipt 2', state: 'gone' }
    expect([status, body]).toEqual([200, { mode: 'write', deal, deleted: true, case: gone, hint }])
    expect(running.company.deals.has(deal)).toBe(false)
    expect((await proxy.call('GET', '/cases')).body.cases).toMatchObject([
      { case: 'receipt 2', state: 'gone' },
    ])
  })

  test('names no case for a deal of somebody else', async () => {
    const [id] = running.company.deals.keys()
    const proxy = createProxy()
    const review = await proxy.call('POST', '/deals?mode=write', { ...DEAL, issue_date: '03/04/05' })
    expect(review.body, 'a case without a reference').not.toHaveProperty('body')
    const { body } = await proxy.call('DELETE', `/deals/${id}?company_id=${COMPANY}`)
    expect(body).not.toHaveProperty('case')
  })
})

describe('a deal', () => {
  const deal = DEAL
  const created = () => running.requests.filter(request => request.startsWith('POST /api/1/deals'))

  beforeEach(() => {
    for (const permission of ALL_PERMISSIONS) running.sandbox.state.application.permissions.add(permission)
  })

  test('is a dry run unless the query says otherwise', async () => {
    const proxy = createProxy({ scopes: ['accounting.read'] })
    for (const path of ['/deals', '/deals?mode=dry-run']) {
      const { status, body } = await proxy.call('POST', path, deal)
      expect([status, body.mode, body.body.company_id]).toEqual([200, 'dry-run', COMPANY])
    }
    expect(proxy.nonces, 'a dry run is no write').toEqual([])
    expect(created()).toEqual([])
  })

  test('is written with mode=write, by a key that may', async () => {
    const proxy = createProxy()
    const { status, body } = await proxy.call('POST', '/deals?mode=write', deal)
    expect([status, body.mode, body.state]).toEqual([201, 'write', 'done'])
    expect(proxy.nonces).toEqual(['POST'])
    expect(created()).toHaveLength(1)
    expect(await proxy.call('GET', '/cases/receipt%201')).toMatchObject({ body: { by: 'hana' } })
    const reader = createProxy({ scopes: ['accounting.read'] })
    expect((await reader.call('POST', '/deals?mode=write', deal)).body.code).toBe('scope_missing')
    expect(running.requests).toEqual([])
  })

  test('that waits for a person is accepted and not created', async () => {
    const proxy = createProxy()
    const unreadable = { ...deal, issue_date: '03/04/05' }
    const { status, body } = await proxy.call('POST', '/deals?mode=write', unreadable)
    expect([status, body.state]).toEqual([202, 'review'])
    expect(created()).toEqual([])
  })

  test.each(['/deals?mode=Write', '/deals?mode=write&mode=dry-run', '/deals?write=1'])(
    'at %s is refused',
    async path => {
      expect((await createProxy().call('POST', path, deal)).status).toBe(400)
      expect(running.requests).toEqual([])
    },
  )
})

describe('a call that is not in the table', () => {
  const refused = [
    { name: 'an unknown path', path: '/transfers', status: 404 },
    { name: 'the version’s prefix', path: '/api/1/companies', status: 404 },
    { name: 'a double slash', path: '//companies', status: 404 },
    { name: 'an encoded slash', path: `/deals/5%2F6?company_id=${COMPANY}`, status: 400 },
    { name: 'encoded dots', path: `/deals/%2E%2E%2Fcompanies?company_id=${COMPANY}`, status: 400 },
    { name: 'an id that is no number', path: `/deals/5a?company_id=${COMPANY}`, status: 400 },
    { name: 'a company that is no number', path: '/taxes/companies/me', status: 400 },
    { name: 'an unknown parameter', path: `/deals?company_id=${COMPANY}&limt=5`, status: 400 },
    { name: 'a parameter twice', path: `/items?company_id=${COMPANY}&company_id=5`, status: 400 },
    { name: 'no company', path: '/account_items', status: 400 },
    { name: 'too large a page', path: `/deals?company_id=${COMPANY}&limit=101`, status: 400 },
    {
      name: 'a date of another form',
      path: `/deals?company_id=${COMPANY}&start_issue_date=1/4`,
      status: 400,
    },
  ]
  test.each(refused)('$name is $status, and nothing is asked', async ({ path, status }) => {
    expect((await createProxy().call('GET', path)).status).toBe(status)
    expect(running.requests).toEqual([])
  })

  test.each([
    { name: 'a query', path: '/cases/receipt%201/resolve?mode=write', json: undefined },
    { name: 'a body', path: '/cases/receipt%201/resolve', json: { person: 'Mei' } },
  ])('$name for an endpoint that takes none is refused', async ({ path, json }) => {
    const { status, body } = await createProxy().call('POST', path, json)
    expect([status, body.code]).toEqual([400, 'bad_request'])
  })

  test.each([
    { name: 'an unknown member', json: { company_id: COMPANY, name: '切手', colour: 'red' } },
    { name: 'a name that is too long', json: { company_id: COMPANY, name: 'あ'.repeat(31) } },
    { name: 'no JSON', json: undefined },
  ])('a body with $name is refused', async ({ json }) => {
    const { status, body } = await createProxy().call('POST', '/items', json)
    expect([status, body.code]).toEqual([400, 'bad_request'])
    expect(running.requests).toEqual([])
  })
})

describe('a refusal of the service', () => {
  const path = `/account_items?company_id=${COMPANY}`
  const faults = [
    { name: '403 for the rate', fault: rateLimited(), status: 403, code: 'limited' },
    {
      name: '401 for the plan',
      fault: answeredUnauthorized('freee_plan_limit'),
      status: 401,
      code: 'remote_refused',
    },
    {
      name: '401 that wants a new authorization',
      fault: answeredUnauthorized('re_authorization_required'),
      status: 401,
      code: 'reauthorize',
    },
    { name: '500', fault: failedAfterCommit(), status: 500, code: 'remote_answer' },
  ]
  test.each(faults)(
    '$name comes through with its words and its request id',
    async ({ fault, status, code }) => {
      const proxy = createProxy()
      running.sandbox.faults.arm('GET /api/1/account_items', fault)
      const answer = await proxy.call('GET', path)
      expect([answer.status, answer.body.code, answer.body.upstream]).toEqual([status, code, status])
      expect(answer.body.messages.length).toBeGreaterThan(0)
      expect(answer.body.requestId).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  test('403 of a forbidden listing is a missing permission, and says what to do', async () => {
    const { status, body } = await createProxy().call('GET', `/taxes/companies/${COMPANY}`)
    expect([status, body.code]).toEqual([403, 'permission_missing'])
    expect(body.hint).toContain('kura accounting authorize')
  })

  test.each([
    { name: 'a page', body: '<html>maintenance</html>' },
    { name: 'half of an answer', body: '{"account_items":[' },
    { name: 'nothing', body: '' },
  ])('a success that is $name is told as such, never as an empty success', async ({ body: sent }) => {
    const proxy = createProxy()
    running.sandbox.faults.arm(
      'GET /api/1/account_items',
      answered(() => new Response(sent)),
    )
    const { status, body } = await proxy.call('GET', path)
    expect([status, body.code]).toEqual([502, 'remote_answer'])
    expect(JSON.stringify(body)).not.toContain('maintenance')
    running.problems.length = 0
  })

  test('a lost answer to a write is told as such, and sent once', async () => {
    const proxy = createProxy()
    running.sandbox.faults.arm('POST /api/1/items', lostAnswer())
    const { status, body } = await proxy.call('POST', '/items?mode=write', {
      company_id: COMPANY,
      name: '切手',
    })
    expect([status, body.code]).toEqual([504, 'remote_silent'])
    expect(running.requests.filter(request => request.startsWith('POST'))).toHaveLength(1)
  })

  test('leaves no token and no word of the service in the log, and the request ids in it', async () => {
    const proxy = createProxy()
    const json = { company_id: COMPANY, name: '①㈱髙﨑商店' }
    const { body } = await proxy.call('POST', '/partners?mode=write', json)
    expect(body.messages).toContain('取引先名はすでに使用されています。')
    const log = proxy.lines.join('\n')
    expect(log).not.toContain(proxy.token)
    expect(log).not.toContain('髙﨑')
    expect(log).not.toContain('取引先名')
    expect(log).toContain(body.requestId)
  })
})
