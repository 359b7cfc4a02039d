/** Listing keys in pages, and reading many records in one call. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasCode } from '../../../../lib/core/errors.ts'
import { listAll, listPage, readAll } from '../../../../lib/core/store/list.ts'
import { KEYS_AT_ONCE, READ_AT_ONCE, type Store } from '../../../../lib/core/store/store.ts'
import { byBytes } from '../../../helpers/memory-store.ts'
import { runs } from '../../../helpers/run/sampled.ts'
import { create, freshKey, type Subject } from './subject.ts'

/** Returns the keys of each page. */
async function pagesOf(store: Store, prefix: string, limit: number): Promise<(readonly string[])[]> {
  const pages: (readonly string[])[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.keys(prefix, { limit, after })
    pages.push(page.keys)
    if (page.next === undefined) return pages
    after = page.next
  }
}

export function describePages(subject: Subject): void {
  const rows = [
    { name: 'one at a time', count: 3, limit: 1, sizes: [1, 1, 1] },
    { name: 'full pages', count: 4, limit: 2, sizes: [2, 2] },
    { name: 'a last page that is not full', count: 5, limit: 2, sizes: [2, 2, 1] },
    { name: 'one page', count: 3, limit: 4, sizes: [3] },
    { name: 'no key', count: 0, limit: 4, sizes: [0] },
  ]
  test.each(rows)('keys() come in pages: $name', async ({ count, limit, sizes }) => {
    const { store } = subject()
    const prefix = `${freshKey()}/`
    const keys = Array.from({ length: count }, (_, at) => `${prefix}${at}`)
    for (const key of [...keys].reverse()) await create(store, key, 'x')
    await create(store, `${prefix.slice(0, -1)}0`, 'beyond the prefix')
    const pages = await pagesOf(store, prefix, limit)
    expect(pages.map(page => page.length)).toEqual(sizes)
    expect(pages.flat()).toEqual(keys)
  })

  test('keys() of any text are on exactly one page, in the order of their bytes', async () => {
    const { store } = subject()
    const name = fc.string({ unit: 'binary', maxLength: 4 }).filter(text => text.isWellFormed())
    const names = fc.uniqueArray(name, { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 1, max: 5 }), async (chosen, limit) => {
        const prefix = `${freshKey()}/`
        const keys = chosen.map(text => prefix + text)
        for (const key of keys) await create(store, key, 'x')
        expect((await pagesOf(store, prefix, limit)).flat()).toEqual([...keys].sort(byBytes))
      }),
      { numRuns: runs(20) },
    )
  })

  test('a page begins after a key that was removed, and leaves out what was', async () => {
    const { store } = subject()
    const prefix = `${freshKey()}/`
    const versions = new Map<string, string>()
    for (const name of ['a', 'b', 'c', 'd']) versions.set(name, await create(store, prefix + name, name))
    for (const name of ['b', 'c']) await store.remove(prefix + name, versions.get(name) ?? '')
    expect(await listPage(store, prefix, { after: `${prefix}b` })).toMatchObject({
      records: [{ key: `${prefix}d`, value: 'd' }],
      next: undefined,
    })
    await create(store, `${prefix}c`, 'again')
    expect((await store.keys(prefix, { after: `${prefix}a`, limit: 1 })).keys).toEqual([`${prefix}c`])
  })

  test('a record that is written again without a lifetime, or with another, is listed again', async () => {
    const { store, pass } = subject()
    const prefix = `${freshKey()}/`
    for (const name of ['kept', 'longer', 'over']) await create(store, prefix + name, 'x', 1)
    await pass(5)
    await create(store, `${prefix}kept`, 'y')
    await create(store, `${prefix}longer`, 'y', 600_000)
    await create(store, `${prefix}new`, 'x')
    const names = ['kept', 'longer', 'new']
    expect((await store.keys(prefix)).keys).toEqual(names.map(name => prefix + name))
  })

  test('readMany() gives the records in the order of the keys, and nothing for a key that has none', async () => {
    const { store } = subject()
    const [one, other, none] = [freshKey(), freshKey(), freshKey()] as const
    const versions = [await create(store, one, '1'), await create(store, other, '2')]
    const { records, now } = await store.readMany([other, none, one, other])
    expect(records).toEqual([
      { value: '2', version: versions[1] },
      undefined,
      { value: '1', version: versions[0] },
      { value: '2', version: versions[1] },
    ])
    expect((await store.readMany([])).now).toBeGreaterThanOrEqual(now)
  })

  test('more records than one call reads are read by several', async () => {
    const { store } = subject()
    const prefix = `${freshKey()}/`
    const sample = [0, READ_AT_ONCE - 1, READ_AT_ONCE, 2 * READ_AT_ONCE]
    for (const at of sample) await create(store, `${prefix}${at}`, `${at}`)
    const keys = Array.from({ length: 2 * READ_AT_ONCE + 1 }, (_, at) => `${prefix}${at}`)
    const answers = await readAll(store, keys)
    expect(answers).toHaveLength(keys.length)
    expect(answers.flatMap(({ record }) => record?.value ?? [])).toEqual(sample.map(String))
    expect((await listAll(store, prefix)).records).toHaveLength(sample.length)
  })

  test('too many records, a page of no size, and one that begins elsewhere are refused', async () => {
    const { store } = subject()
    const keys = Array.from({ length: READ_AT_ONCE + 1 }, freshKey)
    await expect(store.readMany(keys)).rejects.toThrow(TypeError)
    for (const limit of [0, -1, 1.5, Number.NaN, KEYS_AT_ONCE + 1])
      await expect(store.keys('a/', { limit })).rejects.toThrow(TypeError)
    await expect(store.keys('a/', { after: 'b/1' })).rejects.toThrow(TypeError)
    const badRequest = expect.toSatisfy(error => hasCode(error, 'bad_request'))
    await expect(store.keys('a/', { after: 'a/\ud800' })).rejects.toEqual(badRequest)
    await expect(store.readMany(['a', '\ud800'])).rejects.toEqual(badRequest)
  })
}
