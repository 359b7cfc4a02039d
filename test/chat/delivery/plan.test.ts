import { expect, test } from 'vitest'
import { orderDigest, readDelivery, storeDelivery } from '../../../lib/chat/delivery/plan.ts'
import type { StoredDelivery } from '../../../lib/chat/schema.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

const delivery = (changes: Partial<StoredDelivery> = {}): StoredDelivery => ({
  name: 'x',
  digest: 'd',
  bot: '1',
  way: 'direct_messages',
  targets: [],
  by: 'hana',
  at: '2026-06-15T03:00:00.000Z',
  ...changes,
})

test('storeDelivery() keeps the first decision and refuses another order', async () => {
  const store = createMemoryStore()
  await storeDelivery(delivery(), store)
  expect(await storeDelivery(delivery({ bot: '2' }), store)).toEqual(delivery())
  expect(await readDelivery({ name: 'x' }, store)).toEqual(delivery())
  expect(await readDelivery({ name: ' Ｘ\u200b' }, store)).toEqual(delivery())
  await expect(storeDelivery(delivery({ digest: 'e' }), store)).rejects.toMatchObject({
    code: 'conflict',
  })
})

test.each([{ text: 'b' }, { channel: '1' }, { people: ['ken'] }, { way: 'private_channel' as const }])(
  'orderDigest() differs for %o',
  changes => {
    const order = { name: 'x', text: 'a', people: ['hana'] }
    expect(orderDigest({ ...order, ...changes })).not.toBe(orderDigest(order))
  },
)

test('orderDigest() does not depend on the order of the people', () => {
  const order = { name: 'x', text: 'a' }
  const [one, other] = [
    ['hana', 'ken'],
    ['ken', 'hana', 'ken'],
  ].map(people => orderDigest({ ...order, people }))
  expect(one).toBe(other)
})
