import { beforeEach, describe, expect, test } from 'vitest'
import {
  answeredUnauthorized,
  failedAfterCommit,
  rateLimited,
} from '../../../../../sandbox/accounting/errors.ts'
import { answered, lostAnswer } from '../../../../../sandbox/faults.ts'
import {
  type RunningSandbox,
  startAccountingSandbox,
} from '../../../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from '../../deals/world.ts'
import { createProxy } from './world.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
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
      const proxy = createProxy(running)
      running.sandbox.faults.arm('GET /api/1/account_items', fault)
      const answer = await proxy.call('GET', path)
      expect([answer.status, answer.body.code, answer.body.upstream]).toEqual([status, code, status])
      expect(answer.body.messages.length).toBeGreaterThan(0)
      expect(answer.body.requestId).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  test('403 of a forbidden listing is a missing permission, and says what to do', async () => {
    const { status, body } = await createProxy(running).call('GET', `/taxes/companies/${COMPANY}`)
    expect([status, body.code]).toEqual([403, 'permission_missing'])
    expect(body.hint).toContain('kura accounting authorize')
  })

  test.each([
    { name: 'a page', body: '<html>maintenance</html>' },
    { name: 'half of an answer', body: '{"account_items":[' },
    { name: 'nothing', body: '' },
  ])('a success that is $name is reported as such, never as an empty success', async ({ body: sent }) => {
    const proxy = createProxy(running)
    running.sandbox.faults.arm(
      'GET /api/1/account_items',
      answered(() => new Response(sent)),
    )
    const { status, body } = await proxy.call('GET', path)
    expect([status, body.code]).toEqual([502, 'remote_answer'])
    expect(JSON.stringify(body)).not.toContain('maintenance')
    running.problems.length = 0
  })

  test('a lost answer to a write is reported as such, and the write is sent once', async () => {
    const proxy = createProxy(running)
    running.sandbox.faults.arm('POST /api/1/items', lostAnswer())
    const { status, body } = await proxy.call('POST', '/items?mode=write', {
      company_id: COMPANY,
      name: '切手',
    })
    expect([status, body.code]).toEqual([504, 'remote_silent'])
    expect(running.requests.filter(request => request.startsWith('POST'))).toHaveLength(1)
  })

  test('leaves no token and no word of the service in the log, and the request ids in it', async () => {
    const proxy = createProxy(running)
    const json = { company_id: COMPANY, name: '文房具' }
    const { body } = await proxy.call('POST', '/items?mode=write', json)
    expect(body.messages).toContain('品目名はすでに使用されています。')
    const log = proxy.lines.join('\n')
    expect(log).not.toContain(proxy.token)
    expect(log).not.toContain('文房具')
    expect(log).not.toContain('品目名')
    expect(log).toContain(body.requestId)
  })
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
    expect((await createProxy(running).call('GET', path)).status).toBe(status)
    expect(running.requests).toEqual([])
  })

  test.each([
    { name: 'a query', path: '/cases/receipt%201/resolve?mode=write', json: undefined },
    { name: 'a body', path: '/cases/receipt%201/resolve', json: { person: 'Mei' } },
  ])('$name for an endpoint that takes none is refused', async ({ path, json }) => {
    const { status, body } = await createProxy(running).call('POST', path, json)
    expect([status, body.code]).toEqual([400, 'bad_request'])
  })

  test.each([
    { name: 'an unknown member', json: { company_id: COMPANY, name: '切手', colour: 'red' } },
    { name: 'a name that is too long', json: { company_id: COMPANY, name: 'あ'.repeat(31) } },
    { name: 'no JSON', json: undefined },
  ])('a body with $name is refused', async ({ json }) => {
    const { status, body } = await createProxy(running).call('POST', '/items', json)
    expect([status, body.code]).toEqual([400, 'bad_request'])
    expect(running.requests).toEqual([])
  })
})
