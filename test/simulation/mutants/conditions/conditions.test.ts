/**
 * Each condition of the once-only act is needed: if it is removed, an exploration of the rows in `worlds/acts/rows.ts`
 * finds a broken promise.
 */
import { describe, expect, test } from 'vitest'
import { sampled } from '../../../helpers/run/sampled.ts'
import { PATIENCE } from '../describe-mutants.ts'
import { EXEMPT, exemptionOf } from './exempt.ts'
import { removals } from './rules.ts'
import { tryRemoval } from './survivors.ts'

const needed = removals().filter(removal => exemptionOf(removal) === undefined)

describe('the exploration of bare acts finds that a condition is missing', () => {
  test.each(sampled(needed, 3))('$name', { timeout: PATIENCE }, async removal => {
    expect(await tryRemoval(removal)).toMatchObject({ end: 'found' })
  })
})

test('a condition of every rule is tried, and every exemption is that of a condition', () => {
  expect(needed.length).toBeGreaterThan(100)
  const names = removals().map(({ name }) => name)
  expect(EXEMPT.filter(({ name }) => !names.includes(name))).toEqual([])
})
