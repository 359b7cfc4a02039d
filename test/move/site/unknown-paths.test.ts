import { expect, test } from 'vitest'
import { foldersOf } from '../../../lib/move/site/unknown-paths.ts'

test('foldersOf() has one folder for each depth, at most six', () => {
  const paths = ['/', '/a', '/b/c?d=/e/f/', '/b2/c', '/b/c/d/', '/1/2/3/4/5/6/7/8']
  expect(foldersOf(paths.map(path => ({ path, old: true, listed: true })))).toEqual(['/', '/b/', '/b/c/d/'])
})
