import { beforeEach, describe, expect, test } from 'vitest'
import { stopAndDelete } from '../../../../lib/services/accounting/remote/partners.ts'
import { failedAfterCommit, rateLimited } from '../../../../sandbox/accounting/errors.ts'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { testClient } from '../../../helpers/remotes/accounting-client.ts'
import { type RunningSandbox, startAccountingSandbox } from '../../../helpers/remotes/accounting-sandbox.ts'

const COMPANY = 1_234_567

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

async function newPartner() {
  const json = { company_id: COMPANY, name: '新しい商店' }
  const { body } = await running.call('POST', '/api/1/partners', { json })
  running.requests.length = 0
  return { companyId: COMPANY, id: body.partner.id as number }
}

describe('stopAndDelete()', () => {
  test('stops the use, then deletes', async () => {
    const record = await newPartner()
    expect(await stopAndDelete(record, { client: testClient(running) })).toEqual({
      partner: record.id,
      stopped: true,
      deleted: true,
    })
    expect(running.requests.map(request => request.split(' ')[0])).toEqual(['GET', 'PUT', 'DELETE'])
    expect(running.company.partners.has(record.id)).toBe(false)
  })

  test('only deletes what was stopped before', async () => {
    const stopped = [...running.company.partners.values()].find(partner => !partner.available)
    await stopAndDelete({ companyId: COMPANY, id: stopped?.id ?? 0 }, { client: testClient(running) })
    expect(running.requests.map(request => request.split(' ')[0])).toEqual(['GET', 'DELETE'])
  })

  const faults = [
    {
      name: 'a refusal to stop',
      on: 'PUT /api/1/partners/{id}',
      fault: rateLimited(),
      want: { code: 'limited', details: { step: 'stop', stopped: false, deleted: false } },
    },
    {
      name: 'a lost answer to the stop',
      on: 'PUT /api/1/partners/{id}',
      fault: lostAnswer(),
      want: { code: 'remote_silent', details: { step: 'stop', stopped: 'unknown', deleted: false } },
    },
    {
      name: 'a refusal to delete',
      on: 'DELETE /api/1/partners/{id}',
      fault: rateLimited(),
      want: { code: 'limited', status: 403, details: { step: 'delete', stopped: true, deleted: false } },
    },
    {
      name: 'a 500 after the deletion',
      on: 'DELETE /api/1/partners/{id}',
      fault: failedAfterCommit(),
      want: { code: 'remote_answer', details: { step: 'delete', stopped: true, deleted: 'unknown' } },
    },
  ]
  test.each(faults)('names the step that failed: $name', async ({ on, fault, want }) => {
    const record = await newPartner()
    running.sandbox.faults.arm(on, fault)
    await expect(stopAndDelete(record, { client: testClient(running) })).rejects.toMatchObject(want)
  })

  test('passes on why a partner that deals name stays', async () => {
    const [used] = running.company.partners.keys()
    const removal = stopAndDelete({ companyId: COMPANY, id: used ?? 0 }, { client: testClient(running) })
    await expect(removal).rejects.toMatchObject({
      code: 'remote_refused',
      status: 400,
      details: { step: 'delete', stopped: true, messages: expect.any(Array), requestId: expect.any(String) },
    })
  })

  test('of a partner that is not there says so', async () => {
    const removal = stopAndDelete({ companyId: COMPANY, id: 5 }, { client: testClient(running) })
    await expect(removal).rejects.toMatchObject({ status: 404, details: { step: 'read' } })
  })
})
