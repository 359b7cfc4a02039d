/** Shared by the tests of the exploration. The worlds are in several files, so that several workers explore them. */
import { describe, expect, test } from 'vitest'
import { drawn } from '../../helpers/run/sampled.ts'
import type { Bounds, Fault } from '../moves.ts'
import { worldNamed } from '../worlds.ts'
import { type Exploration, explore } from './explore.ts'

/** Milliseconds for an exploration on a machine that also runs other tests. */
const PATIENCE = 300_000

/** The faults that say the most. A call that is late covers the case of a call that is lost for good. */
export const TELLING: readonly Fault[] = ['unanswered', 'late', 'dies', 'sleeps']

/** The number of explorations of one file in a run that does not try everything. */
const FEW = 2

export interface Explored {
  readonly world: string
  readonly bounds: Bounds
  /** The minimum number of executions, so that an exploration cannot become empty unnoticed. */
  readonly least: number
}

export function describeKeptPromises(rows: readonly Explored[]): void {
  describe('in every schedule within these bounds all promises are kept', () => {
    test.each(drawn(rows, FEW))(
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

/** Returns a failure as a story, with the command that replays it. */
function tell({ failure }: Exploration, world: string): string | undefined {
  if (!failure) return undefined
  const line = `npm run simulate -- ${world} --replay '${JSON.stringify(failure.schedule)}'`
  return [...failure.story, failure.broken, line].join('\n')
}
