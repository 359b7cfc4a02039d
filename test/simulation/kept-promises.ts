/** What the tests of the exploration share. The worlds are in two files, so that two workers explore them. */
import { describe, expect, test } from 'vitest'
import { sampled } from '../helpers/sampled.ts'
import { type Exploration, explore } from './explore.ts'
import type { Bounds, Fault } from './moves.ts'
import { worldNamed } from './worlds.ts'

/** Milliseconds for an exploration on a machine that is busy with other tests. */
const PATIENCE = 300_000

/** What is lost on its way is lost for good, or late: the second says more. */
export const TELLING: readonly Fault[] = ['unanswered', 'late', 'dies', 'sleeps']

/** How many explorations of a file a run makes that is not whole. */
const FEW = 4

export interface Explored {
  readonly world: string
  readonly bounds: Bounds
  /** Keeps an exploration from becoming empty unnoticed. */
  readonly least: number
}

export function describeKeptPromises(rows: readonly Explored[]): void {
  describe('in every schedule within these bounds all promises are kept', () => {
    test.each(sampled(rows, FEW))(
      '$world: $bounds',
      { timeout: PATIENCE },
      async ({ world, bounds, least }) => {
        const exploration = await explore(worldNamed(world), { bounds })
        expect(tell(exploration, world)).toBeUndefined()
        expect(exploration.complete).toBe(true)
        expect(exploration.executions).toBeGreaterThan(least)
      },
    )
  })
}

/** What went wrong, as a story with the line that replays it. */
function tell({ failure }: Exploration, world: string): string | undefined {
  if (!failure) return undefined
  const line = `npm run simulate -- ${world} --replay '${JSON.stringify(failure.schedule)}'`
  return [...failure.story, failure.broken, line].join('\n')
}
