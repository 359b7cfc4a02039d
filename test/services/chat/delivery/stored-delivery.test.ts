import { describe, expect, test } from 'vitest'
import {
  orderDigest,
  readBegun,
  readDelivery,
  storeChannel,
  storeDelivery,
} from '../../../../lib/services/chat/delivery/stored-delivery.ts'
import type { StoredDelivery } from '../../../../lib/services/chat/schema.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'

const target = (id: string) => ({ kind: 'person' as const, id, label: id, awaits: [{ id, label: id }] })

const delivery = (changes: Partial<StoredDelivery> = {}): StoredDelivery => ({
  name: 'x',
  text: 'a',
  digest: 'd',
  named: [],
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
  expect(await readDelivery('x', store)).toEqual(delivery())
  expect(await readDelivery(' Ｘ\u200b', store)).toEqual(delivery())
  await expect(storeDelivery(delivery({ digest: 'e' }), store)).rejects.toMatchObject({ code: 'conflict' })
})

test('two runs that begin together for other people: the second is refused', async () => {
  const store = createMemoryStore()
  await storeDelivery(delivery({ targets: [target('1')] }), store)
  await expect(storeDelivery(delivery({ targets: [target('2')] }), store)).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('storeDelivery() stores it as open work, and a failover of the store does not undo it', async () => {
  const store = createMemoryStore()
  await storeDelivery(delivery(), store)
  expect(store.durable).toEqual(['chat/delivery/x'])
  expect((await store.keys('', { open: true })).keys).toEqual(['chat/delivery/x'])
})

test('storeChannel() makes the channel the target, and the first one stays it', async () => {
  const store = createMemoryStore()
  const making = { guildId: '9', name: 'x' }
  const begun = await storeDelivery(
    delivery({ way: 'private_channel', making, targets: [target('1'), target('2')] }),
    store,
  )
  const made = await storeChannel(begun, '5', store)
  expect(made.making).toBeUndefined()
  expect(made.targets).toMatchObject([{ kind: 'channel', id: '5', awaits: [{ id: '1' }, { id: '2' }] }])
  expect(await storeChannel(begun, '6', store)).toEqual(made)
  expect(await readDelivery('x', store)).toEqual(made)
})

test.each([{ text: 'b' }, { channel: '1' }, { way: 'private_channel' as const }])(
  'orderDigest() differs for %o',
  changes => {
    const order = { name: 'x', text: 'a', people: ['hana'] }
    expect(orderDigest({ ...order, ...changes })).not.toBe(orderDigest(order))
  },
)

describe('readBegun()', () => {
  const order = { name: 'x', text: 'a' }
  const ids: Readonly<Record<string, string>> = { hana: '1', Hana: '1', '<@1>': '1', ken: '2', '2': '2' }
  const find = async (names: readonly string[]) =>
    [...new Set(names.map(name => ids[name] ?? name))].map(id => ({ id, label: id }))
  const begin = async (named: string[], way: StoredDelivery['way'] = 'direct_messages') => {
    const store = createMemoryStore()
    const people = way === 'channel' ? [] : await find(named)
    const targets = people.map(({ id }) => target(id))
    await storeDelivery(delivery({ digest: orderDigest(order), named, way, targets }), store)
    return store
  }

  test.each([
    ['the same names', ['hana', 'ken']],
    ['another order, one twice', ['ken', 'hana', 'ken']],
    ['another spelling', ['ＨＡＮＡ', ' ken']],
    ['an identifier for a name', ['<@1>', '2']],
  ])('%s: the same order', async (_name, people) => {
    const store = await begin(['hana', 'ken'])
    expect(await readBegun({ ...order, people }, { store, find })).toMatchObject({ named: ['hana', 'ken'] })
  })

  test.each([
    ['one less', ['hana']],
    ['one more', ['hana', 'ken', '3']],
    ['another one', ['hana', '3']],
    ['none', []],
  ])('%s: another order', async (_name, people) => {
    const store = await begin(['hana', 'ken'])
    await expect(readBegun({ ...order, people }, { store, find })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a delivery to a channel is for the people whom its names mean', async () => {
    const store = await begin(['hana', 'ken'], 'channel')
    const begun = (people: string[]) => readBegun({ ...order, people }, { store, find })
    expect(await begun(['<@1>', '2'])).toBeDefined()
    await expect(begun(['<@1>', '3'])).rejects.toMatchObject({ code: 'conflict' })
  })

  test('the people of before are known, though one of them may have left', async () => {
    const store = await begin(['hana', 'ken'])
    const asked: string[] = []
    const note = (names: readonly string[]) => {
      asked.push(...names)
      return find(names)
    }
    await readBegun({ ...order, people: ['<@1>', '2'] }, { store, find: note })
    expect(asked).toEqual(['<@1>', '2'])
  })

  test('names that are spelled alike are not looked up', async () => {
    const store = await begin(['hana'])
    const ask = () => Promise.reject(new Error('asked'))
    expect(await readBegun({ ...order, people: ['HANA'] }, { store, find: ask })).toBeDefined()
  })
})
