/**
 * The explorations of bare acts. The tests run them, and with any condition removed from the code, at least one of them
 * has to find a broken promise.
 */
import type { Bounds } from '../../moves.ts'

interface ActRow {
  readonly world: string
  readonly bounds: Bounds
  /** The minimum number of executions, so that an exploration cannot become empty unnoticed. */
  readonly least: number
}

const ORDERED = { faults: 0, preemptions: 1, steps: 0 } as const

/** The cheapest first. */
export const ACT_ROWS: readonly ActRow[] = [
  { world: 'refused acts', bounds: ORDERED, least: 30 },
  { world: 'acts that were done before', bounds: ORDERED, least: 25 },
  { world: 'acts that were done twice before', bounds: ORDERED, least: 15 },
  { world: 'acts at a remote that hides them', bounds: ORDERED, least: 15 },
  { world: 'flagged acts', bounds: ORDERED, least: 140 },
  { world: 'acts', bounds: ORDERED, least: 90 },
  { world: 'orphans', bounds: ORDERED, least: 180 },
  { world: 'orphans of a refused act', bounds: ORDERED, least: 20 },
  { world: 'reviews of one body', bounds: ORDERED, least: 25 },
  { world: 'acts that were freed too early', bounds: { faults: 0, preemptions: 2, steps: 0 }, least: 200 },
  { world: 'acts that are settled again', bounds: ORDERED, least: 100 },
  { world: 'acts whose claim is lost', bounds: ORDERED, least: 15 },
  { world: 'unknown acts', bounds: { faults: 0, preemptions: 1, steps: 1 }, least: 1_200 },
  { world: 'deleted acts', bounds: { faults: 0, preemptions: 1, steps: 1 }, least: 2_500 },
  {
    world: 'deleted acts',
    bounds: { faults: 1, preemptions: 0, steps: 1, kinds: ['lost', 'late'] },
    least: 1_000,
  },
  {
    world: 'acts that outlive their lease',
    bounds: { faults: 1, preemptions: 0, steps: 1, kinds: ['sleeps'] },
    least: 5_000,
  },
  {
    world: 'acts that are freed',
    bounds: { faults: 2, preemptions: 0, steps: 1, kinds: ['lost', 'sleeps'] },
    least: 9_000,
  },
  { world: 'acts', bounds: { faults: 1, preemptions: 0, steps: 1 }, least: 1_500 },
  { world: 'acts of two people', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 3_500 },
  { world: 'flagged acts', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 2_500 },
  { world: 'acts', bounds: { faults: 1, preemptions: 1, steps: 1, kinds: ['sleeps', 'late'] }, least: 4_000 },
  {
    world: 'acts of two people',
    bounds: { faults: 1, preemptions: 1, steps: 1, kinds: ['sleeps'] },
    least: 9_000,
  },
]
