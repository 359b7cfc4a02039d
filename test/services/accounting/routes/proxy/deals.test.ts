import { beforeEach, describe, expect, test } from 'vitest'
import {
  type RunningSandbox,
  startAccountingSandbox,
} from '../../../../helpers/remotes/accounting-sandbox.ts'
import { ALL_PERMISSIONS, COMPANY } from '../../deals/world.ts'
import { createProxy, DEAL, writing } from './world.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

describe('deleting a deal that kura registered', () => {
  beforeEach(() => {
    for (const permission of ALL_PERMISSIONS) running.sandbox.state.application.permissions.add(permission)
  })

  test('names its case, in the dry run and once it is deleted', async () => {
    const proxy = createProxy(running)
    for (const [name, issue_date] of [
      ['receipt 1', '2026-06-01'],
      ['receipt 2', '2026-06-02'],
    ])
      await proxy.call('POST', '/deals?mode=write', { ...DEAL, case: name, issue_date })
    const { deal } = (await proxy.call('GET', '/cases/receipt%202')).body
    const path = `/deals/${deal}?company_id=${COMPANY}`
    const own = { name: 'receipt 2', state: 'done' }
    expect((await proxy.call('DELETE', path)).body).toMatchObject({ mode: 'dry-run', case: own })
    expect(running.company.deals.has(deal)).toBe(true)
    const { status, body } = await proxy.call('DELETE', writing(path))
    const hint = expect.stringContaining('kura settle "receipt 2"')
    const gone = { name: 'receipt 2', state: 'gone' }
    expect([status, body]).toEqual([200, { mode: 'write', deal, deleted: true, case: gone, hint }])
    expect(running.company.deals.has(deal)).toBe(false)
    expect((await proxy.call('GET', '/cases')).body.cases).toMatchObject([
      { case: 'receipt 2', state: 'gone' },
    ])
  })

  test('names no case for a deal that kura did not create', async () => {
    const [id] = running.company.deals.keys()
    const proxy = createProxy(running)
    const review = await proxy.call('POST', '/deals?mode=write', { ...DEAL, issue_date: '4/31' })
    expect(review.body, 'a case without a reference').not.toHaveProperty('body')
    const { body } = await proxy.call('DELETE', `/deals/${id}?company_id=${COMPANY}`)
    expect(body).not.toHaveProperty('case')
  })
})

describe('a deal', () => {
  const created = () => running.requests.filter(request => request.startsWith('POST /api/1/deals'))

  beforeEach(() => {
    for (const permission of ALL_PERMISSIONS) running.sandbox.state.application.permissions.add(permission)
  })

  test('is a dry run unless the query says otherwise', async () => {
    const proxy = createProxy(running, { scopes: ['accounting.read'] })
    for (const path of ['/deals', '/deals?mode=dry-run']) {
      const { status, body } = await proxy.call('POST', path, DEAL)
      expect([status, body.mode, body.body.company_id]).toEqual([200, 'dry-run', COMPANY])
    }
    expect(proxy.nonces, 'a dry run is no write').toEqual([])
    expect(created()).toEqual([])
  })

  test('is written with mode=write, by a key that may', async () => {
    const proxy = createProxy(running)
    const { status, body } = await proxy.call('POST', '/deals?mode=write', DEAL)
    expect([status, body.mode, body.state]).toEqual([201, 'write', 'done'])
    expect(proxy.nonces).toEqual(['POST'])
    expect(created()).toHaveLength(1)
    expect(await proxy.call('GET', '/cases/receipt%201')).toMatchObject({ body: { by: 'hana' } })
    const reader = createProxy(running, { scopes: ['accounting.read'] })
    expect((await reader.call('POST', '/deals?mode=write', DEAL)).body.code).toBe('scope_missing')
    expect(running.requests).toEqual([])
  })

  test('that waits for a person is accepted and not created', async () => {
    const proxy = createProxy(running)
    const unreadable = { ...DEAL, issue_date: '4/31' }
    const { status, body } = await proxy.call('POST', '/deals?mode=write', unreadable)
    expect([status, body.state]).toEqual([202, 'review'])
    expect(created()).toEqual([])
  })

  test.each(['/deals?mode=Write', '/deals?mode=write&mode=dry-run', '/deals?write=1'])(
    'at %s is refused',
    async path => {
      expect((await createProxy(running).call('POST', path, DEAL)).status).toBe(400)
      expect(running.requests).toEqual([])
    },
  )
})
