import { expect, test } from 'vitest'
import {
  type Deadline,
  recordRegistrarReply,
  recordReminder,
} from '../../../../lib/services/registrar/orders/deadline.ts'
import { createDeadlineRecords } from '../../../../lib/services/registrar/orders/records.ts'
import type { PurchaseClaim } from '../../../../lib/services/registrar/purchase/purchase.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'

const DOMAIN = 'example.com'
const NOW = Date.UTC(2026, 5, 15)

const claimOf = (operation: string, at: number): PurchaseClaim => ({
  state: 'done',
  name: `team/${DOMAIN}`,
  digest: '',
  operation,
  until: at,
  flags: [],
  steps: [{ state: 'claimed', at, by: 'hana' }],
  result: { at },
  seenAt: at,
})

function createWorld() {
  const marked: string[] = []
  const store = createMemoryStore({ now: () => NOW })
  const records = createDeadlineRecords({
    store,
    team: 'team',
    async mark(domain) {
      marked.push(domain)
      return NOW
    },
  })
  const change = (claim: PurchaseClaim, next: (current: Deadline) => Deadline) =>
    records.change(DOMAIN, { claim, next: current => next(current) })
  return { store, marked, records, change }
}

test('what is learned of an earlier purchase leaves the record of a later one as it is', async () => {
  const { records, change } = createWorld()
  const [earlier, later] = [claimOf('1', NOW), claimOf('2', NOW + 1)]
  await change(later, deadline => recordReminder(deadline, NOW))
  expect(await change(earlier, deadline => recordReminder(deadline, NOW + 5))).toMatchObject({
    operation: '1',
    remindedAt: NOW + 5,
  })
  expect(await records.read(DOMAIN, later)).toMatchObject({ operation: '2', remindedAt: NOW })
  expect([...(await records.list()).values()]).toMatchObject([{ operation: '2' }])
})

test('a purchase is marked as open only by a change that opens it again', async () => {
  const { marked, change } = createWorld()
  const claim = claimOf('1', NOW)
  const verified = (deadline: Deadline) => recordRegistrarReply(deadline, { state: 'verified' }, NOW)
  for (const next of [
    (deadline: Deadline) => recordReminder(deadline, NOW),
    (deadline: Deadline) => recordReminder(deadline, NOW + 1),
    verified,
  ])
    await change(claim, next)
  expect(marked).toEqual([])
  await change(claim, deadline => recordReminder(deadline, NOW + 2))
  expect(marked).toEqual([DOMAIN])
})

test('a change that changes nothing writes nothing', async () => {
  const { store, change } = createWorld()
  await change(claimOf('1', NOW), deadline => deadline)
  expect(store.calls.swap).toBe(0)
})
