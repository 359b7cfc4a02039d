import { beforeEach, describe, expect, test } from 'vitest'
import { type RunningSandbox, startDescribedSandbox } from '../../../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from '../../deals/world.ts'
import { createProxy } from './world.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startDescribedSandbox()
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
