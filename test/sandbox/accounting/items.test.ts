import { beforeEach, describe, expect, test } from 'vitest'
import { type RunningSandbox, startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from './company.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

const get = (path: string) => running.call('GET', path)

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
