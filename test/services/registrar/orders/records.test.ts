import { expect, test } from 'vitest'
import { recordReminder } from '../../../../lib/services/registrar/orders/deadline.ts'
import { createDeadlineRecords } from '../../../../lib/services/registrar/orders/records.ts'
import type { PurchaseOf } from '../../../../lib/services/registrar/purchase/purchase.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'

const DOMAIN = 'example.com'
const NOW = Date.UTC(2026, 5, 15)

const purchaseOf = (operation: string, at: number): PurchaseOf => ({
  domain: DOMAIN,
  claim: {
    state: 'done',
    name: `team/${DOMAIN}`,
    digest: '',
    operation,
    until: at,
    flags: [],
    steps: [{ state: 'claimed', at, by: 'hana' }],
    result: { at },
    seenAt: at,
  },
})

function createWorld() {
  const store = createMemoryStore({ now: () => NOW })
  const records = createDeadlineRecords({ store, team: 'team' })
  return { store, records }
}

test('what is learned of an earlier purchase leaves the record of a later one as it is', async () => {
  const { records } = createWorld()
  const [earlier, later] = [purchaseOf('1', NOW), purchaseOf('2', NOW + 1)]
  await records.change(later, deadline => recordReminder(deadline, NOW))
  expect(await records.change(earlier, deadline => recordReminder(deadline, NOW + 5))).toMatchObject({
    operation: '1',
    remindedAt: NOW + 5,
  })
  const stored = { operation: '2', remindedAt: NOW }
  expect(await records.read(later)).toMatchObject(stored)
  const recordOf = await records.readAll()
  expect(recordOf(later)).toMatchObject(stored)
  expect(recordOf(earlier)).toMatchObject({ operation: '1', state: 'open' })
})

test('a change that changes nothing writes nothing', async () => {
  const { store, records } = createWorld()
  await records.change(purchaseOf('1', NOW), deadline => deadline)
  expect(store.calls.swap).toBe(0)
})
