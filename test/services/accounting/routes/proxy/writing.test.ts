import { beforeEach, describe, expect, test } from 'vitest'
import {
  type RunningSandbox,
  startAccountingSandbox,
} from '../../../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from '../../deals/world.ts'
import { createProxy, NUMBER, writing } from './world.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

describe('writing', () => {
  test('a partner: created, changed, stopped, deleted', async () => {
    const proxy = createProxy(running)
    const created = await proxy.call('POST', '/partners?mode=write', {
      company_id: NUMBER,
      name: '新しい商店',
    })
    const { id, name } = created.body.partner
    expect([created.status, created.body.created]).toEqual([201, true])
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
    const proxy = createProxy(running)
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
    const { body } = await createProxy(running).call('POST', path)
    expect(body.calls.map(({ method }: { method: string }) => method)).toEqual(['DELETE'])
  })

  test('names the step at which the removal of a partner failed', async () => {
    const [used] = running.company.partners.keys()
    const path = `/partners/${used}/stop-and-delete?company_id=${COMPANY}&mode=write`
    const { status, body } = await createProxy(running).call('POST', path)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      step: 'delete',
      stopped: true,
      deleted: false,
      requestId: expect.any(String),
    })
  })

  test('an item is created, and deleted in one call', async () => {
    const proxy = createProxy(running)
    const json = { company_id: COMPANY, name: '切手' }
    const { status, body } = await proxy.call('POST', '/items?mode=write', json)
    expect(status).toBe(201)
    const path = `/items/${body.item.id}?company_id=${COMPANY}&mode=write`
    expect((await proxy.call('DELETE', path)).status).toBe(204)
  })

  test('an item that a deal names is the service’s 400, as it is', async () => {
    const [used] = running.company.items.keys()
    const path = `/items/${used}?company_id=${COMPANY}&mode=write`
    const { status, body } = await createProxy(running).call('DELETE', path)
    expect([status, body.code]).toEqual([400, 'remote_refused'])
    expect(body.messages).toContain('取引で使用されている品目は削除できません。')
  })

  test('a deal is deleted', async () => {
    const [id] = running.company.deals.keys()
    const path = `/deals/${id}?company_id=${COMPANY}&mode=write`
    const { status, body, headers } = await createProxy(running).call('DELETE', path)
    expect([status, body]).toEqual([204, ''])
    expect(headers.get('x-freee-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(running.company.deals.has(id ?? 0)).toBe(false)
  })
})
