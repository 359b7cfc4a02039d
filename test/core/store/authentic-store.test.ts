/** The records of people, invitations and sessions: whoever may write to the store cannot make one. */
import { expect, test } from 'vitest'
import { authenticFormat, authenticStore } from '../../../lib/core/signatures/authentic-store.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { uncheckedFormat, update } from '../../../lib/core/store/update.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

const KEY = 'console/person/mei'
const OLD = { epoch: '1', secret: Buffer.alloc(32, 1) }
const NEW = { epoch: '2', secret: Buffer.alloc(32, 2) }

async function write(value: string, store: Store, key = KEY): Promise<void> {
  const { record } = await store.read(key)
  await store.swap(key, record?.version, { value, version: crypto.randomUUID() })
}

const textOf = async (store: Store, key = KEY) => (await store.read(key)).record?.value

/** Returns a store with Mei's record: `own` as kura sees it, `raw` and `text` as anyone with write access sees it. */
async function stored(ring = [OLD]) {
  const raw = createMemoryStore()
  const own = authenticStore(raw, () => ring)
  await write('{"name":"Mei"}', own)
  return { raw, own, text: (await textOf(raw)) ?? '' }
}

test('kura reads what it has written, one by one and many at once', async () => {
  const { own, text } = await stored()
  expect(await textOf(own)).toBe('{"name":"Mei"}')
  expect((await own.readMany([KEY])).records).toMatchObject([{ value: '{"name":"Mei"}' }])
  expect(text).toMatch(/^mac1\.1\.[\w-]{43}\.\{"name":"Mei"\}$/)
})

test.each<[string, (text: string) => string]>([
  ['a record without a MAC', () => '{"name":"Mei"}'],
  ['another text', text => text.replace('Mei', 'Ken')],
  ['another MAC', text => text.replace(/^(mac1\.1\.)./, (_, head) => `${head}_`)],
  ['an epoch that is not listed', text => text.replace('mac1.1.', 'mac1.2.')],
  ['an empty MAC', text => text.replace(/^mac1\.1\.[\w-]{43}/, 'mac1.1.')],
])('%s is no record, and can be replaced', async (_, forge) => {
  const { raw, own, text } = await stored()
  await write(forge(text), raw)
  const { record } = await own.read(KEY)
  expect(record).toMatchObject({ value: '', refused: forge(text) })
  expect((await own.readMany([KEY])).records[0]?.value).toBe('')
  const format = uncheckedFormat<{ name: string }>()
  const transition = (current: { name: string } | undefined) => ({ write: { name: 'Yui' }, result: current })
  expect(await update(own, { key: KEY, format, transition })).toBeUndefined()
  expect(await textOf(own)).toBe('{"name":"Yui"}')
})

test('a record cannot be moved to another key', async () => {
  const { raw, own, text } = await stored()
  for (const key of ['console/person/ken', 'console/session/mei', 'console/invitation/mei']) {
    await write(text, raw, key)
    expect((await own.read(key)).record?.refused, key).toBe(text)
  }
})

test('two epochs are valid at once; a record ends with its epoch, and is renewed when it is written', async () => {
  const { raw } = await stored([OLD])
  const both = authenticStore(raw, () => [NEW, OLD])
  const rotated = authenticStore(raw, () => [NEW])
  expect((await both.read(KEY)).record).toMatchObject({ value: '{"name":"Mei"}', older: true })
  expect((await rotated.read(KEY)).record?.value).toBe('')
  await write('{"name":"Mei"}', both)
  expect((await rotated.read(KEY)).record).toEqual({ value: '{"name":"Mei"}', version: expect.any(String) })
})

test('another secret under the same epoch makes other MACs', async () => {
  const { raw } = await stored([OLD])
  const other = authenticStore(raw, () => [{ ...OLD, secret: NEW.secret }])
  expect((await other.read(KEY)).record?.value).toBe('')
})

test('all other records stay as they are, and need no key', async () => {
  const raw = createMemoryStore()
  const own = authenticStore(raw, () => {
    throw new Error('no key')
  })
  await write('plain', own, 'claim/deal/a')
  expect([await textOf(raw, 'claim/deal/a'), await textOf(own, 'claim/deal/a')]).toEqual(['plain', 'plain'])
  expect((await own.read(KEY)).record).toBeUndefined()
  await expect(write('plain', own)).rejects.toThrow('no key')
})

test('a refused record of a schema counts as none', async () => {
  const format = authenticFormat({ parse: async stored => stored as { readonly a: number } })
  expect([await format.parse(''), await format.parse('{"a":1}')]).toEqual([undefined, { a: 1 }])
})
