import { expect, test } from 'vitest'
import { mapBounded } from '../../lib/device/bounded.ts'

test('mapBounded() keeps the order and the width', async () => {
  let running = 0
  let most = 0
  const results = await mapBounded(
    [3, 1, 2, 5, 4],
    async item => {
      most = Math.max(most, ++running)
      for (let turn = 0; turn < item; turn++) await Promise.resolve()
      running--
      return item * 2
    },
    { width: 2 },
  )
  expect(results).toEqual([6, 2, 4, 10, 8])
  expect(most).toBe(2)
})

test('mapBounded() tells a failure once all that had begun has ended, and begins nothing new', async () => {
  const ended: number[] = []
  const work = mapBounded(
    [0, 1, 2, 3],
    async item => {
      if (item === 0) throw new Error('first')
      for (let turn = 0; turn < 9; turn++) await Promise.resolve()
      ended.push(item)
    },
    { width: 2 },
  )
  await expect(work).rejects.toThrow('first')
  expect(ended).toEqual([1])
})
