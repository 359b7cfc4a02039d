/**
 * The index of open records: a swap adds a key to the index or removes it, and a listing of open records reads only the
 * index.
 */
import { expect, test } from 'vitest'
import { listAll } from '../../../../lib/core/store/list.ts'
import type { Store } from '../../../../lib/core/store/store.ts'
import { freshKey, next, type Subject } from './subject.ts'

/** Writes a record, and returns its version. */
async function put(store: Store, key: string, { open, expected, ttl }: Put): Promise<string> {
  const written = { ...next('x', ttl), ...(open !== undefined && { open }) }
  expect(await store.swap(key, expected, written)).toMatchObject({ done: true })
  return written.version
}

interface Put {
  readonly open?: boolean
  readonly expected?: string
  readonly ttl?: number
}

const openKeys = async (store: Store, prefix: string) => (await store.keys(prefix, { open: true })).keys

export function describeOpenWork(subject: Subject): void {
  const rows: { name: string; puts: (boolean | undefined)[]; listed: boolean }[] = [
    { name: 'never said to be open', puts: [undefined], listed: false },
    { name: 'closed from the start', puts: [false], listed: false },
    { name: 'opened', puts: [true], listed: true },
    { name: 'opened and written again as open', puts: [true, true], listed: true },
    { name: 'closed', puts: [true, false], listed: false },
    { name: 'written by a swap that does not say', puts: [true, undefined], listed: false },
    { name: 'opened later', puts: [false, true], listed: true },
    { name: 'opened again', puts: [true, false, true], listed: true },
  ]
  test.each(rows)('a record that was $name is listed as open work: $listed', async ({ puts, listed }) => {
    const { store } = subject()
    const key = freshKey()
    let expected: string | undefined
    for (const open of puts)
      expected = await put(store, key, {
        ...(open !== undefined && { open }),
        ...(expected !== undefined && { expected }),
      })
    expect(await openKeys(store, key)).toEqual(listed ? [key] : [])
    expect((await store.keys(key)).keys).toEqual([key])
  })

  test('a refused swap changes neither the record nor the index', async () => {
    const { store } = subject()
    const [opened, closed] = [freshKey(), freshKey()]
    await put(store, opened, { open: true })
    await put(store, closed, {})
    expect((await store.swap(opened, 'some-version', next('y'))).done).toBe(false)
    expect((await store.swap(closed, undefined, { ...next('y'), open: true })).done).toBe(false)
    expect(await openKeys(store, opened)).toEqual([opened])
    expect(await openKeys(store, closed)).toEqual([])
  })

  test.each([true, false])(
    'a repeated swap() whose answer was lost leaves the index as later swaps left it: open %s',
    async open => {
      const { store } = subject()
      const key = freshKey()
      const mine = { ...next('mine'), open }
      await store.swap(key, undefined, mine)
      await put(store, key, { open: !open, expected: mine.version })
      expect((await store.swap(key, undefined, mine)).done).toBe(true)
      expect(await openKeys(store, key)).toEqual(open ? [] : [key])
    },
  )

  test('a durable swap() keeps the index too', async () => {
    const { store } = subject()
    const key = freshKey()
    await store.swap(key, undefined, { ...next('x'), durable: true, open: true })
    expect(await openKeys(store, key)).toEqual([key])
  })

  test('a record that was removed has left the index, and a new one under its key is not in it', async () => {
    const { store } = subject()
    const key = freshKey()
    await store.remove(key, await put(store, key, { open: true }))
    expect(await openKeys(store, key)).toEqual([])
    await put(store, key, {})
    expect(await openKeys(store, key)).toEqual([])
  })

  test('an open record past its lifetime is not listed with its value, and a new one is not open', async () => {
    const { store, pass } = subject()
    const key = freshKey()
    await put(store, key, { open: true, ttl: 1 })
    await pass(2)
    expect((await listAll(store, key, { open: true })).records).toEqual([])
    await put(store, key, {})
    expect(await openKeys(store, key)).toEqual([])
  })

  test('open work comes in pages, in the order of the bytes of its keys', async () => {
    const { store } = subject()
    const prefix = `${freshKey()}/`
    const names = ['e', 'B', 'a', 'd', 'c', '\uff5e', '👩']
    for (const name of names) await put(store, prefix + name, { open: !['a', 'd'].includes(name) })
    const first = await store.keys(prefix, { open: true, limit: 2 })
    expect(first).toMatchObject({ keys: ['B', 'c'].map(name => prefix + name), next: `${prefix}c` })
    const rest = await store.keys(prefix, { open: true, after: first.next })
    expect(rest).toMatchObject({ keys: ['e', '\uff5e', '👩'].map(name => prefix + name), next: undefined })
    const { records } = await listAll(store, prefix, { open: true })
    expect(records.map(({ key }) => key)).toEqual([...first.keys, ...rest.keys])
  })

  test('what one handle opened another lists at once', async () => {
    const { store, another } = subject()
    const other = await another()
    const key = freshKey()
    const version = await put(other, key, { open: true })
    expect(await openKeys(store, key)).toEqual([key])
    await put(store, key, { open: false, expected: version })
    expect(await openKeys(other, key)).toEqual([])
    await other.close()
  })
}
