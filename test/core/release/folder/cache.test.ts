import { expect, test } from 'vitest'
import { createCache } from '../../../../lib/core/release/folder/folder.ts'

function countingLoader() {
  const loaded: string[] = []
  const load =
    (value: string, bytes = 1) =>
    async () => {
      loaded.push(value)
      return { value, bytes }
    }
  return { loaded, load }
}

test('a value is read once, also by callers at the same time', async () => {
  const { loaded, load } = countingLoader()
  const cache = createCache(10)
  expect(await Promise.all([cache.get('a', load('a')), cache.get('a', load('a'))])).toEqual(['a', 'a'])
  expect(await cache.get('a', load('a'))).toBe('a')
  expect(loaded).toEqual(['a'])
})

test('the one that was not used for longest goes first', async () => {
  const { loaded, load } = countingLoader()
  const cache = createCache(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key, load(key))
  expect(loaded).toEqual(['a', 'b', 'c', 'b'])
})

test('a value larger than the cache is handed out and not kept', async () => {
  const { loaded, load } = countingLoader()
  const cache = createCache(2)
  expect(await cache.get('a', load('a', 3))).toBe('a')
  expect(await cache.get('a', load('a', 3))).toBe('a')
  expect(loaded).toEqual(['a', 'a'])
})

test('a failure is not kept', async () => {
  const cache = createCache(2)
  await expect(cache.get('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await cache.get('a', async () => ({ value: 'there', bytes: 1 }))).toBe('there')
})
