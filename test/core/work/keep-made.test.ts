import { expect, test } from 'vitest'
import { keepMade } from '../../../lib/core/work/keep-made.ts'

test('keepMade() makes once for concurrent and later callers', async () => {
  let made = 0
  const get = keepMade(async (name: string) => `${name} ${++made}`)
  expect(await Promise.all([get('first'), get('second')])).toEqual(['first 1', 'first 1'])
  expect(await get('third')).toBe('first 1')
})

test('keepMade() makes again after a failure, and keeps what the later try made', async () => {
  let tries = 0
  const get = keepMade(async () => {
    if (++tries === 1) throw new Error('a bad moment')
    return tries
  })
  await expect(Promise.all([get(), get()])).rejects.toThrow('a bad moment')
  expect([await get(), await get()]).toEqual([2, 2])
})
