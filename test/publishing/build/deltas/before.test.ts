import { expect, test } from 'vitest'
import { nearestInSize } from '../../../../lib/publishing/build/deltas/before.ts'

const files = ['b 900', 'c 110', 'd 800', 'e 120', 'f 70', 'a 5000'].map(text => {
  const [path = '', size] = text.split(' ')
  return { path, size: Number(size), sha256: path }
})
const next = { path: 'a', size: 100, sha256: 'new' }

test('nearestInSize() gives the four that are nearest, and leaves the list as it is', () => {
  const before = structuredClone(files)
  expect(nearestInSize(files, next.size).map(({ path }) => path)).toEqual(['c', 'e', 'f', 'd'])
  expect(files).toEqual(before)
})
