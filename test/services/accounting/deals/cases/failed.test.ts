/** A registration that meets a fault of the service, of the network or of the store. */
import { describe, expect, test } from 'vitest'
import { LEASE } from '../../../../../lib/core/claims/lease.ts'
import { settleByQuery } from '../../../../../lib/services/accounting/cases/cases.ts'
import { dealCases } from '../../../../../lib/services/accounting/deals/cases/cases.ts'
import { registerDeal, showDeal } from '../../../../../lib/services/accounting/deals/register.ts'
import {
  answeredUnauthorized,
  failedAfterCommit,
  rateLimited,
} from '../../../../../sandbox/accounting/errors.ts'
import { answered, lostAnswer, lostRequest } from '../../../../../sandbox/faults.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { createTestTokens, testClient } from '../../../../helpers/remotes/accounting-client.ts'
import { createDealWorld, deal } from '../world.ts'

const CREATE = 'POST /api/1/deals'
const created = (requests: readonly string[]) => requests.filter(request => request.startsWith(CREATE)).length

describe('a write', () => {
  test('is sent again after a 401 that says the token expired', async () => {
    const world = await createDealWorld()
    world.sandbox.faults.arm(CREATE, answeredUnauthorized('expired_access_token'))
    const tokens = createTestTokens(
      world.sandbox.oauth.grant().access_token,
      world.sandbox.oauth.grant().access_token,
    )
    const registered = await world.register({}, { client: testClient(world.running, { tokens }) })
    expect(registered.state).toBe('done')
    expect(created(world.running.requests)).toBe(2)
    expect(world.dealsOf('receipt 1')).toHaveLength(1)
  })

  const INVALID = { status_code: 400, errors: [{ type: 'validation', messages: ['不正です。'] }] }
  const refusals = [
    { name: 'the rate limit', fault: rateLimited(), code: 'limited' },
    { name: 'a 400', fault: answered(() => Response.json(INVALID, { status: 400 })), code: 'remote_refused' },
  ]
  test.each(refusals)(
    'that met $name has done nothing and may be asked for again',
    async ({ fault, code }) => {
      const world = await createDealWorld()
      world.sandbox.faults.arm(CREATE, fault)
      await expect(world.register()).rejects.toMatchObject({ code, details: { state: 'refused' } })
      expect(created(world.running.requests)).toBe(1)
      const details = [{ account_item: '会議費', tax_code: 136, amount: 7 }] as never
      expect(await world.register({ details })).toMatchObject({ state: 'done' })
    },
  )

  const unknowns = [
    {
      name: 'a 400 of a proxy',
      fault: answered(() => new Response('<html>', { status: 400 })),
      code: 'remote_answer',
    },
    {
      name: 'a 409, whatever it says',
      fault: answered(() => Response.json(INVALID, { status: 409 })),
      code: 'remote_answer',
    },
    { name: 'a 500 after the commit', fault: failedAfterCommit(), code: 'remote_answer' },
    { name: 'a lost answer', fault: lostAnswer(), code: 'remote_silent' },
    { name: 'a lost request', fault: lostRequest(), code: 'remote_silent' },
    {
      name: 'a success of another shape',
      fault: answered(() => Response.json({ done: true }, { status: 201 })),
      code: 'remote_answer',
    },
  ]
  test.each(unknowns)('that met $name is unknown and never sent again', async ({ fault, code }) => {
    const world = await createDealWorld({ known: / reply: / })
    world.sandbox.faults.arm(CREATE, fault)
    await expect(world.register()).rejects.toMatchObject({
      code,
      hint: expect.stringContaining('kura settle'),
      details: { case: 'receipt 1', state: 'unknown' },
    })
    world.advance(86_400_000)
    await expect(world.register()).rejects.toMatchObject({ code: 'conflict', details: { state: 'unknown' } })
    expect(created(world.running.requests)).toBe(1)
  })

  test('takes a deal that is there for its own, after the store lost the claim', async () => {
    const world = await createDealWorld()
    const { deal: id } = await world.register()
    const { record } = await world.store.read('claim/deal/receipt%201')
    await world.store.remove('claim/deal/receipt%201', record?.version ?? '')
    await expect(world.register()).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining(`kura accounting show ${id}`),
      details: { deal: id },
    })
    expect(world.dealsOf('receipt 1')).toHaveLength(1)
    expect(await world.deps.claims.read('receipt 1')).toMatchObject({ state: 'done', result: { deal: id } })
  })

  test('leaves two deals of its reference to a person', async () => {
    const world = await createDealWorld()
    const json = { ...(await showDeal(deal(), world.call, world.deps)).body }
    for (const _ of [1, 2]) await world.running.call('POST', '/api/1/deals', { json })
    await expect(world.register()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^Cannot register the case "receipt 1" again: .* has deals \d+, \d+$/),
      hint: expect.stringMatching(/kura accounting delete.*kura settle "receipt 1"/),
      details: { state: 'unknown' },
    })
    expect(world.dealsOf('receipt 1')).toHaveLength(2)
  })

  test('names the deal that could not be stored, and resolving finds it', async () => {
    const world = await createDealWorld()
    const claims = { ...world.deps.claims, settle: () => Promise.reject(OUTAGE.error) }
    const error: unknown = await registerDeal(deal(), world.call, { ...world.deps, claims }).catch(
      thrown => thrown,
    )
    const [there] = world.dealsOf('receipt 1')
    expect(error).toMatchObject({
      code: 'store_unavailable',
      hint: expect.stringContaining('kura settle'),
      details: { case: 'receipt 1', deal: there?.id },
    })
    world.advance(LEASE + 1)
    const found = await settleByQuery({ ...world.call, caseName: 'receipt 1' }, dealCases(world.deps))
    expect(found).toMatchObject({ state: 'done', deal: there?.id })
  })
})
