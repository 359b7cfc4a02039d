import { beforeEach, describe, expect, test } from 'vitest'
import {
  type RunningSandbox,
  startAccountingSandbox,
} from '../../../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from '../../deals/world.ts'
import { createProxy, NUMBER } from './world.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

describe('reading', () => {
  const paths = [
    { path: '/companies', member: 'companies' },
    { path: '/users/me?companies=true', member: 'user' },
    { path: `/account_items?company_id=${COMPANY}`, member: 'account_items' },
    { path: `/deals?company_id=${COMPANY}&limit=2&start_issue_date=2026-04-01`, member: 'deals' },
    { path: `/partners?company_id=${COMPANY}&keyword=商店`, member: 'partners' },
    { path: `/items?company_id=${COMPANY}`, member: 'items' },
    { path: `/walletables?company_id=${COMPANY}&type=wallet`, member: 'walletables' },
    { path: `/sections?company_id=${COMPANY}`, member: 'sections' },
  ]
  test.each(paths)('$path passes on what the service says', async ({ path, member }) => {
    const { status, body, headers } = await createProxy(running, { scopes: ['accounting.read'] }).call(
      'GET',
      path,
    )
    expect(status).toBe(200)
    expect(Object.keys(body)).toContain(member)
    expect(headers.get('x-freee-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each([{ kind: 'deals' }, { kind: 'partners' }, { kind: 'items' }] as const)(
    'one of the $kind by its id',
    async ({ kind }) => {
      const [id] = running.company[kind].keys()
      const { status, body } = await createProxy(running).call('GET', `/${kind}/${id}?company_id=${COMPANY}`)
      expect([status, body[kind.slice(0, -1)].id]).toEqual([200, id])
    },
  )

  test('tax codes, if the application may read them', async () => {
    running.sandbox.state.application.permissions.add('taxes')
    const proxy = createProxy(running)
    expect((await proxy.call('GET', `/taxes/companies/${COMPANY}`)).body.taxes).toHaveLength(13)
    expect((await proxy.call('GET', `/taxes/companies/${NUMBER}?available=true`)).body.taxes).toHaveLength(13)
    expect((await proxy.call('GET', '/taxes/codes')).status).toBe(200)
  })

  test('the report of a journal: asked for and followed', async () => {
    const proxy = createProxy(running, { scopes: ['accounting.read'] })
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
    const { status } = await createProxy(running).call('GET', `/account_items?company_id=${given}`)
    expect(status).toBe(200)
    expect(running.requests.at(-1)).toBe(`GET /api/1/account_items?company_id=${COMPANY}`)
  })

  test.each([{ place: '/account_items?company_id=999' }, { place: '/taxes/companies/999' }])(
    'that is not the user’s is refused before a call for it: $place',
    async ({ place }) => {
      const { status, body } = await createProxy(running).call('GET', place)
      expect([status, body.code]).toEqual([404, 'not_found'])
      expect(running.requests).toEqual(['GET /api/1/companies'])
    },
  )

  test('in a body is checked too', async () => {
    const { status } = await createProxy(running).call('POST', '/items', { company_id: 999, name: '切手' })
    expect(status).toBe(404)
  })

  test('is looked up once for many calls', async () => {
    const proxy = createProxy(running)
    for (let count = 0; count < 3; count++) await proxy.call('GET', `/items?company_id=${COMPANY}`)
    expect(running.requests.filter(request => request.includes('/companies'))).toHaveLength(1)
  })
})
