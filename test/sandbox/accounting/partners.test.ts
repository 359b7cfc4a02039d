import { beforeEach, describe, expect, test } from 'vitest'
import { type RunningSandbox, startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from './company.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

const get = (path: string) => running.call('GET', path)

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
