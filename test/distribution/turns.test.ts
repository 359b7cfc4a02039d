import { expect, test } from 'vitest'
import { createTurns } from '../../lib/distribution/turns.ts'

test('runs as many works at once as there are places, in their order, and goes on after a failure', async () => {
  const takeTurn = createTurns(2)
  const begun: number[] = []
  const ends: PromiseWithResolvers<number>[] = []
  const results = Array.from({ length: 4 }, (_, index) =>
    takeTurn(() => {
      begun.push(index)
      ends[index] = Promise.withResolvers<number>()
      return ends[index].promise
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('broken'))
  await expect(results[1]).rejects.toThrow('broken')
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.resolve(0)
  expect(await results[0]).toBe(0)
  expect(begun).toEqual([0, 1, 2, 3])
  ends[2]?.resolve(2)
  ends[3]?.resolve(3)
  expect(await Promise.all([results[2], results[3]])).toEqual([2, 3])
})
