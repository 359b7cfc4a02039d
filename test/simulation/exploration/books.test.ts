/** The worlds of the books: deals, reviews, deletions. */
import { describe, expect, test } from 'vitest'
import type { Fault } from '../moves.ts'
import { replay } from '../replay.ts'
import { worldNamed } from '../worlds.ts'
import { explore } from './explore.ts'
import { describeKeptPromises, TELLING } from './kept-promises.ts'

const OPEN: readonly Fault[] = ['late', 'sleeps']

describeKeptPromises([
  { world: 'deals', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 2_600 },
  { world: 'deals', bounds: { faults: 1, preemptions: 0, steps: 1, kinds: TELLING }, least: 2_850 },
  { world: 'reviews', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 700 },
  { world: 'reviews', bounds: { faults: 1, preemptions: 0, steps: 1 }, least: 1_300 },
  { world: 'deletions', bounds: { faults: 0, preemptions: 1, steps: 0 }, least: 1_900 },
  { world: 'deletions', bounds: { faults: 1, preemptions: 0, steps: 0, kinds: OPEN }, least: 2_100 },
  { world: 'deals', bounds: { faults: 1, preemptions: 0, steps: 1, kinds: ['failover'] }, least: 140 },
  { world: 'deletions', bounds: { faults: 1, preemptions: 0, steps: 0, kinds: ['failover'] }, least: 50 },
  { world: 'two people', bounds: { faults: 0, preemptions: 1, steps: 0 }, least: 550 },
  {
    world: 'two people',
    bounds: { faults: 1, preemptions: 0, steps: 0, kinds: ['dies', 'late'] },
    least: 350,
  },
])

describe('what no code can rule out is found too', () => {
  const rows = [
    {
      name: 'a stop between the guard and the first byte',
      kinds: ['sleeps before'] as const,
      freezes: false,
    },
    {
      name: 'a clock that stands still while the machine is suspended',
      kinds: ['sleeps'] as const,
      freezes: true,
    },
  ]
  test.each(rows)('$name', async ({ kinds, freezes }) => {
    const bounds = { faults: 1, preemptions: 0, steps: 1, kinds }
    const { failure } = await explore(worldNamed('deals'), { bounds, freezes })
    expect(failure?.broken).toBe('the books have 2 deals of one case')
    const story = await replay(worldNamed('deals'), failure?.schedule ?? [], { freezes })
    expect(story.at(-1)).toBe('BROKEN: the books have 2 deals of one case')
  })
})
