/** Keys and values are stored unchanged, and a listing finds keys by any prefix. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasCode } from '../../../../lib/core/errors.ts'
import { listAll } from '../../../../lib/core/store/list.ts'
import { byBytes } from '../../../helpers/memory-store.ts'
import { runs } from '../../../helpers/run/sampled.ts'
import { create, freshKey, next, type Subject } from './subject.ts'

/** Texts of any code points except surrogates. */
const wellFormed = fc
  .array(
    fc.integer({ min: 0, max: 0x10_ff_ff }).filter(point => point < 0xd800 || point > 0xdfff),
    { maxLength: 20 },
  )
  .map(points => String.fromCodePoint(...points))

export function describeTexts(subject: Subject): void {
  const texts = [
    { name: 'the empty text', text: '' },
    { name: 'JSON', text: JSON.stringify({ a: [1, null, 'x"\\'], b: { c: '\u2028\u0000\n' } }) },
    { name: 'what looks like a number', text: '0123.50' },
    { name: 'what looks like base64', text: 'T0s=' },
    { name: 'OK', text: 'OK' },
    { name: 'null', text: 'null' },
    { name: 'line ends', text: '\n\r\n\n' },
    {
      name: 'control characters and NUL',
      text: Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(''),
    },
    { name: 'a byte order mark at the start', text: '\ufeffx' },
    { name: 'Japanese, emoji and a noncharacter', text: '蔵 ①㈱髙﨑 👩‍💻 \uffff\u{10ffff}' },
    { name: 'a megabyte', text: 'é"\\漢\u0001x'.repeat(100_000) },
  ]
  test.each(texts)('a value comes back as it was: $name', async ({ text }) => {
    const { store } = subject()
    const key = freshKey()
    await create(store, key, text)
    const { record } = await store.read(key)
    expect(record?.value === text).toBe(true)
    expect((await listAll(store, key)).records.map(({ value }) => value === text)).toEqual([true])
  })

  test.each(texts.slice(0, -1))('a key is kept as it is: $name', async ({ text }) => {
    const { store } = subject()
    const key = `${freshKey()}/${text}`
    await create(store, key, 'x')
    expect((await store.read(key)).record?.value).toBe('x')
    expect((await listAll(store, key)).records.map(record => record.key)).toEqual([key])
  })

  test('any well-formed text is kept, as value and as key', async () => {
    const { store } = subject()
    await fc.assert(
      fc.asyncProperty(wellFormed, wellFormed, async (name, value) => {
        const key = `${freshKey()}/${name}`
        await create(store, key, value)
        expect((await store.read(key)).record?.value).toBe(value)
      }),
      { numRuns: runs(30) },
    )
  })

  test('a lone surrogate is refused in key, prefix and value', async () => {
    const { store } = subject()
    const key = freshKey()
    const badRequest = expect.toSatisfy(error => hasCode(error, 'bad_request'))
    await expect(store.read('\ud800')).rejects.toEqual(badRequest)
    await expect(listAll(store, '\udfff')).rejects.toEqual(badRequest)
    await expect(store.remove('\ud800', 'some-version')).rejects.toEqual(badRequest)
    await expect(store.swap('\ud800', undefined, next('x'))).rejects.toEqual(badRequest)
    await expect(store.swap(key, undefined, next('x\ud800'))).rejects.toEqual(badRequest)
    expect((await store.read(key)).record).toBeUndefined()
  })

  test.each(['', 'two words', 'two\nlines', 'é', 'x'.repeat(101)])(
    'the version %j is refused',
    async version => {
      const { store } = subject()
      const key = freshKey()
      await expect(store.swap(key, undefined, { value: 'x', version })).rejects.toThrow(TypeError)
      await expect(store.swap(key, version, next('x'))).rejects.toThrow(TypeError)
      await expect(store.remove(key, version)).rejects.toThrow(TypeError)
      expect((await store.read(key)).record).toBeUndefined()
    },
  )
}

export function describeListings(subject: Subject): void {
  test('list() gives the records under the prefix with their versions, ordered by key', async () => {
    const { store } = subject()
    const prefix = `${freshKey()}/`
    const names = ['b', 'a', 'a/b', 'é', '\uff5e', '👩', 'B', '']
    const versions = new Map<string, string>()
    for (const name of names)
      versions.set(prefix + name, await create(store, prefix + name, `value of ${name}`))
    const { records } = await listAll(store, prefix)
    expect(records.map(({ key }) => key)).toEqual(names.map(name => prefix + name).sort(byBytes))
    for (const { key, value, version } of records) {
      expect(value).toBe(`value of ${key.slice(prefix.length)}`)
      expect(version).toBe(versions.get(key))
    }
  })

  test('list() leaves out what only shares a part of the prefix, and what was removed', async () => {
    const { store } = subject()
    const prefix = freshKey()
    await create(store, `${prefix}/in`, 'x')
    await create(store, `${prefix.slice(0, -1)}~/out`, 'x')
    await create(store, `out/${prefix}/in`, 'x')
    const gone = await create(store, `${prefix}/gone`, 'x')
    await store.remove(`${prefix}/gone`, gone)
    expect((await listAll(store, `${prefix}/`)).records.map(({ key }) => key)).toEqual([`${prefix}/in`])
  })

  test('list() of a prefix that no key has is empty', async () => {
    const { records, now } = await listAll(subject().store, freshKey())
    expect(records).toEqual([])
    expect(now).toBeGreaterThan(0)
  })

  const special = ['*', '?', '[', ']', '[a]', '[^a]', '\\', '\\*', '%', '_', '蔵', '👩‍💻', '\u0000', "'", '"']
  test.each(special)('list() takes %j in a prefix as it is', async text => {
    const { store } = subject()
    const prefix = freshKey()
    await create(store, `${prefix}${text}1`, 'x')
    await create(store, `${prefix}a1`, 'x')
    await create(store, `${prefix}bb1`, 'x')
    const { records } = await listAll(store, `${prefix}${text}`)
    expect(records.map(({ key }) => key)).toEqual([`${prefix}${text}1`])
  })

  test('list() gives each of many records once', async () => {
    const { store } = subject()
    const prefix = `${freshKey()}/`
    const keys = Array.from({ length: 250 }, (_, index) => `${prefix}${index}`)
    for (const key of keys) await create(store, key, key)
    const { records } = await listAll(store, prefix)
    expect(records.map(({ key, value }) => [key, value])).toEqual([...keys].sort().map(key => [key, key]))
  })
}
