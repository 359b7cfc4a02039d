import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONG, leftOut } from './long-files.ts'

const TEST = join(import.meta.dirname, '../..')
const USUAL = { words: ['run'], seed: 0, all: false }

test('every long file is there', () => {
  expect(LONG.filter(name => !existsSync(join(TEST, `${name}.test.ts`)))).toEqual([])
})

test('each long file is in one of four runs', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const run = (seed: number) => names.filter(name => !leftOut(names, { ...USUAL, seed }).includes(name))
  expect([8, 9, 10, 11].map(run)).toEqual([['a', 'e'], ['b'], ['c'], ['d']])
})

test.each([
  { name: 'with every kill', given: { all: true } },
  { name: 'of a folder', given: { words: ['run', 'test/core'] } },
  { name: 'of what has changed', given: { words: ['run', '--changed'] } },
])('a run $name leaves out nothing', ({ given }) => {
  expect(leftOut(['a', 'b', 'c'], { ...USUAL, ...given })).toEqual([])
})

test.each([-1, Number.NaN])('the seed %d chooses some', seed => {
  expect(leftOut(['a', 'b', 'c', 'd'], { ...USUAL, seed })).toHaveLength(3)
})
