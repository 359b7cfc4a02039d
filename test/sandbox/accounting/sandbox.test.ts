import { beforeEach, describe, expect, test } from 'vitest'
import { JOURNAL_COLUMNS } from '../../../sandbox/accounting/columns.ts'
import type { ErrorShape } from '../../../sandbox/accounting/state.ts'
import { hasReference, readReference } from '../../helpers/http/openapi.ts'
import {
  accountingApi,
  type RunningSandbox,
  startAccountingSandbox,
} from '../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY, deal, OTHER } from './company.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
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

describe('an error', () => {
  const shapes: { shape: ErrorShape; unauthorized: object; forbidden: string[] }[] = [
    { shape: 'message', unauthorized: { message: 'アクセスする権限がありません' }, forbidden: ['message'] },
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

  test('of a company that is not the user’s is a 401 that says nothing about the token', async () => {
    const answer = await get('/api/1/account_items?company_id=999')
    expect([answer.status, answer.body.code]).toEqual([401, 'company_not_found'])
  })

  test('of a user who may only look is a 401 that says nothing about the token', async () => {
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
