import { describe, expect, test } from 'vitest'
import { type Exploration, explore, replay } from './explore.ts'
import type { Bounds, Fault } from './moves.ts'
import { worldNamed } from './worlds.ts'

/** Milliseconds for an exploration on a machine that is busy with other tests. */
const PATIENCE = 300_000

/** What is lost on its way is lost for good, or late: the second says more. */
const TELLING: readonly Fault[] = ['unanswered', 'late', 'dies', 'sleeps']
const OPEN: readonly Fault[] = ['late', 'sleeps']

/** What went wrong, as a story with the line that replays it. */
function tell({ failure }: Exploration, world: string): string | undefined {
  if (!failure) return undefined
  const line = `npm run simulate -- ${world} --replay '${JSON.stringify(failure.schedule)}'`
  return [...failure.story, failure.broken, line].join('\n')
}

describe('in every schedule within these bounds all promises are kept', () => {
  /** `least` keeps an exploration from becoming empty unnoticed. */
  const rows: { world: string; bounds: Bounds; least: number }[] = [
    { world: 'deals', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 3_000 },
    { world: 'deals', bounds: { faults: 1, preemptions: 0, steps: 1, kinds: TELLING }, least: 2_500 },
    { world: 'reviews', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 700 },
    { world: 'reviews', bounds: { faults: 1, preemptions: 0, steps: 1 }, least: 1_000 },
    { world: 'deletions', bounds: { faults: 0, preemptions: 1, steps: 0 }, least: 2_000 },
    { world: 'deletions', bounds: { faults: 1, preemptions: 0, steps: 0, kinds: OPEN }, least: 2_000 },
    { world: 'deals', bounds: { faults: 1, preemptions: 0, steps: 1, kinds: ['failover'] }, least: 500 },
    { world: 'deletions', bounds: { faults: 1, preemptions: 0, steps: 0, kinds: ['failover'] }, least: 300 },
    { world: 'purchases', bounds: { faults: 1, preemptions: 0, steps: 0, kinds: ['failover'] }, least: 200 },
    { world: 'tokens', bounds: { faults: 1, preemptions: 0, steps: 1, kinds: ['failover'] }, least: 150 },
    { world: 'messages', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 1_000 },
    { world: 'messages', bounds: { faults: 1, preemptions: 0, steps: 1 }, least: 1_000 },
    { world: 'messages', bounds: { faults: 1, preemptions: 1, steps: 1, kinds: ['late'] }, least: 500 },
    { world: 'channels', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 500 },
    { world: 'channels', bounds: { faults: 1, preemptions: 0, steps: 1 }, least: 500 },
    { world: 'purchases', bounds: { faults: 0, preemptions: 2, steps: 0 }, least: 800 },
    { world: 'purchases', bounds: { faults: 0, preemptions: 1, steps: 1 }, least: 500 },
    {
      world: 'purchases',
      bounds: { faults: 1, preemptions: 0, steps: 1, kinds: ['unanswered', 'late'] },
      least: 200,
    },
    { world: 'slow', bounds: { faults: 1, preemptions: 1, steps: 1, kinds: ['late'] }, least: 250 },
    { world: 'refunds', bounds: { faults: 0, preemptions: 2, steps: 0 }, least: 500 },
    { world: 'tokens', bounds: { faults: 0, preemptions: 2, steps: 0 }, least: 1_200 },
    { world: 'tokens', bounds: { faults: 0, preemptions: 1, steps: 1 }, least: 500 },
    { world: 'tokens', bounds: { faults: 1, preemptions: 0, steps: 1, kinds: TELLING }, least: 1_500 },
    { world: 'tokens', bounds: { faults: 2, preemptions: 0, steps: 1, kinds: ['given up'] }, least: 1_000 },
    {
      world: 'outages',
      bounds: { faults: 2, preemptions: 0, steps: 2, kinds: ['unavailable'] },
      least: 1_500,
    },
  ]
  test.each(rows)('$world: $bounds', { timeout: PATIENCE }, async ({ world, bounds, least }) => {
    const exploration = await explore(worldNamed(world), { bounds })
    expect(tell(exploration, world)).toBeUndefined()
    expect(exploration.complete).toBe(true)
    expect(exploration.executions).toBeGreaterThan(least)
  })
})

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
