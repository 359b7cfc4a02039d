/**
 * The calls to the store during a whole act through its route: those about its claim, and the records that the other
 * calls concern.
 */
import { expect, test, vi } from 'vitest'
import { BUY } from '../../../sandbox/registrar/sandbox.ts'
import type { MemoryStore } from '../../helpers/memory-store.ts'
import { startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { ALL_PERMISSIONS } from '../../services/accounting/deals/world.ts'
import { createProxy, DEAL, writing } from '../../services/accounting/routes/proxy/world.ts'
import { createRoutesWorld, DOMAIN } from '../../services/registrar/routes/world.ts'

/**
 * Records the calls of `store` from now on; between them are the calls of `call`, which a fault of the sandbox
 * triggers.
 */
function heard(store: MemoryStore) {
  const calls: { readonly method: string; readonly key: string }[] = []
  for (const method of ['read', 'readMany', 'swap', 'remove', 'keys'] as const) {
    const work = store[method].bind(store) as (...given: unknown[]) => unknown
    const heardWork = (...given: unknown[]) => {
      calls.push({ method, key: String(given[0]) })
      return work(...given)
    }
    vi.spyOn(store, method).mockImplementation(heardWork as never)
  }
  const call = async () => void calls.push({ method: 'call', key: 'claim/' })
  return {
    fault: { before: call },
    ofClaim: () => calls.filter(({ key }) => key.startsWith('claim/')).map(({ method }) => method),
    others: () => [
      ...new Set(calls.filter(({ key }) => !key.startsWith('claim/')).map(({ key }) => roomOf(key))),
    ],
  }
}

/**
 * Returns the first two segments of a key. Of a nonce's key, returns only the first, because each nonce has a different
 * second one.
 */
function roomOf(key: string): string {
  const [room = '', name = ''] = key.split(',')[0]?.split('/') ?? []
  return room === 'nonce' ? room : `${room}/${name}`
}

/** A deal; kura lists the company's deals and reads its master data at the service, not in the store. */
async function deal() {
  const running = await startAccountingSandbox()
  for (const permission of ALL_PERMISSIONS) running.sandbox.state.application.permissions.add(permission)
  const proxy = createProxy(running)
  await proxy.call('GET', '/cases')
  const store = heard(proxy.store)
  running.sandbox.faults.arm('POST /api/1/deals', store.fault)
  expect(await proxy.call('POST', writing('/deals'), DEAL)).toMatchObject({ status: 201 })
  return store
}

async function purchase() {
  const world = await createRoutesWorld()
  const json = await world.purchase()
  const store = heard(world.served.store)
  world.remote.sandbox.faults.arm(BUY, store.fault)
  expect(await world.ask(`/domains/${DOMAIN}/buy?mode=write`, { json })).toMatchObject({ status: 200 })
  return store
}

const rows = [
  {
    name: 'deal',
    act: deal,
    // a deal that is requested alone is compared with the cases that wait, which takes one listing
    before: ['keys'],
    // the outcome is written without another read, on the record that the check before the call has read
    after: ['swap'],
    // in this test, the proxy spends its nonces in another store and keeps no activity log
    others: ['accounting/first-deal', 'accounting/case-of'],
  },
  {
    name: 'purchase',
    act: purchase,
    before: [],
    after: ['read', 'swap'],
    // read once by each instance: the durability of the store, and the end of the activity log
    others: ['nonce', 'store/durability', 'activity/head', 'activity/entry', 'registrar/spending'],
  },
]

test.each(rows)(
  'a $name asks the store three times for its claim before the call, and writes it after the call',
  async row => {
    const store = await row.act()
    expect(store.ofClaim()).toEqual([...row.before, 'read', 'swap', 'read', 'call', ...row.after])
    expect(store.others().toSorted()).toEqual(row.others.toSorted())
  },
)
