import { beforeEach, describe, expect, test } from 'vitest'
import {
  answeredUnauthorized,
  failedAfterCommit,
  rateLimited,
  tooManyRequests,
} from '../../../sandbox/accounting/errors.ts'
import { heldAnswer, heldRequest, lostAnswer, lostRequest } from '../../../sandbox/faults.ts'
import { type RunningSandbox, startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY, deal } from './company.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

const get = (path: string) => running.call('GET', path)

describe('faults', () => {
  const create = () => running.call('POST', '/api/1/deals', { json: deal })
  const count = () => running.company.deals.size

  test('a lost answer has committed, a lost request has not', async () => {
    const before = count()
    running.sandbox.faults.arm('POST /api/1/deals', lostRequest())
    await expect(create()).rejects.toThrow()
    expect(count()).toBe(before)
    running.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
    await expect(create()).rejects.toThrow()
    expect(count()).toBe(before + 1)
  })

  test('a 500 after the commit has committed', async () => {
    const before = count()
    running.sandbox.faults.arm('POST /api/1/deals', failedAfterCommit())
    expect((await create()).status).toBe(500)
    expect(count()).toBe(before + 1)
  })

  test.each([
    { name: 'the rate limit as 403', fault: rateLimited(), status: 403 },
    { name: 'the rate limit as 429', fault: tooManyRequests(), status: 429 },
    { name: 'a 401 of a code', fault: answeredUnauthorized('freee_plan_limit'), status: 401 },
  ])('$name does nothing', async ({ fault, status }) => {
    const before = count()
    running.sandbox.faults.arm('POST /api/1/deals', fault)
    expect((await create()).status).toBe(status)
    expect(count()).toBe(before)
    expect((await create()).status).toBe(201)
    running.problems.length = 0
  })

  test('a held answer has committed before it goes out, a held request has not', async () => {
    const before = count()
    const gate = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const held = async () => {
      arrived.resolve()
      await gate.promise
    }
    running.sandbox.faults.arm('POST /api/1/deals', heldAnswer(held))
    const pending = create()
    await arrived.promise
    expect(count()).toBe(before + 1)
    gate.resolve()
    expect((await pending).status).toBe(201)
    running.sandbox.faults.arm(
      'POST /api/1/deals',
      heldRequest(async () => expect(count()).toBe(before + 1)),
    )
    expect((await create()).status).toBe(201)
  })

  test('strike as often as they are armed for, after those that are let pass', async () => {
    const { faults } = running.sandbox
    faults.arm('GET /api/1/deals/{id}', rateLimited(), { times: 2, skip: 1 })
    const path = `/api/1/deals/${[...running.company.deals.keys()][0]}?company_id=${COMPANY}`
    const statuses: number[] = []
    for (let call = 0; call < 4; call++) statuses.push((await get(path)).status)
    expect(statuses).toEqual([200, 403, 403, 200])
    faults.arm('* /api/1/*', rateLimited(), { times: Number.POSITIVE_INFINITY })
    expect((await get(path)).status).toBe(403)
    faults.clear()
    expect((await get(path)).status).toBe(200)
  })
})
