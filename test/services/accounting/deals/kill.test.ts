/** Real processes over the embedded store are killed with SIGKILL; the sandbox listens on a socket. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LEASE } from '../../../../lib/core/claims/lease.ts'
import { openEmbeddedStore } from '../../../../lib/core/store/embedded.ts'
import { settleByQuery } from '../../../../lib/services/accounting/cases/cases.ts'
import { dealCases } from '../../../../lib/services/accounting/deals/cases/cases.ts'
import { referenceOf } from '../../../../lib/services/accounting/deals/cases/of-deal.ts'
import { registerDeal } from '../../../../lib/services/accounting/deals/register.ts'
import { actAndDie, type Given } from '../../../helpers/processes/killed.ts'
import { testClient } from '../../../helpers/remotes/accounting-client.ts'
import { startAccountingSandbox } from '../../../helpers/remotes/accounting-sandbox.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'
import { ALL_PERMISSIONS, COMPANY, createDealDeps, deal, storeConfirmation } from './world.ts'

const NAME = 'receipt 1'

async function createWorld() {
  const running = await startAccountingSandbox({ permissions: ALL_PERMISSIONS })
  const file = join(await temporaryDirectory(), 'store.db')
  // the store's time is past the lease, so that the killed process's claim has lapsed
  const store = openEmbeddedStore(file, { now: () => Date.now() + LEASE + 1 })
  onTestFinished(() => store.close())
  await storeConfirmation(store)
  const token = running.sandbox.oauth.grant().access_token
  const deals = () =>
    [...running.company.deals.values()].filter(found => found.ref_number === referenceOf(COMPANY, NAME))
  const act = { do: 'register', baseUrl: running.url, token, deal: deal({ case: NAME }) } as const
  const register = (mishap?: Given['mishap']) => actAndDie({ act, file, mishap })
  const call = { client: testClient(running), companyId: COMPANY, by: 'hana' }
  return { deals, register, call, deps: createDealDeps({ store, now: Date.now }) }
}

const rows = [
  { fatal: 'claim', at: 6, when: 'before', deals: 0, next: 'registered', logged: false },
  { fatal: 'claim', at: 6, when: 'after', deals: 0, next: 'unknown', logged: false },
  { fatal: 'post', at: 9, when: 'before', deals: 0, next: 'unknown', logged: false },
  { fatal: 'post', at: 9, when: 'after', deals: 1, next: 'resolved', logged: false },
  { fatal: 'settle', at: 11, when: 'before', deals: 1, next: 'resolved', logged: true },
  { fatal: 'settle', at: 11, when: 'after', deals: 1, next: 'done', logged: true },
] as const

const shown = 'killed $when $fatal: $deals deals, named by the log: $logged, then $next'
test.each(rows)(shown, async ({ at, when, deals, next, logged }) => {
  const world = await createWorld()
  const { signal, lines } = await world.register({ at, when })
  expect(signal).toBe('SIGKILL')
  expect(world.deals()).toHaveLength(deals)
  // the log names the deal before the store does
  const line = { event: 'deal', case: NAME, state: 'done', deal: world.deals()[0]?.id }
  expect(lines).toEqual(logged ? [line] : [])
  const again = await registerDeal(deal({ case: NAME }), world.call, world.deps).catch(error => error)
  expect(again).toMatchObject(
    {
      registered: { state: 'done' },
      unknown: { code: 'conflict', details: { state: 'unknown' } },
      resolved: { code: 'conflict', details: { state: 'unknown' } },
      done: { code: 'conflict', details: { state: 'done', deal: world.deals()[0]?.id } },
    }[next],
  )
  if (next === 'unknown' || next === 'resolved') {
    const found = await settleByQuery({ ...world.call, caseName: NAME }, dealCases(world.deps))
    expect(found.state).toBe(next === 'resolved' ? 'done' : 'unknown')
    expect(found.deal).toBe(world.deals()[0]?.id)
  }
  expect(world.deals().length).toBeLessThanOrEqual(1)
})

test('a process that is not killed registers the deal', async () => {
  const world = await createWorld()
  expect((await world.register()).said).toBe(String(world.deals()[0]?.id))
})
