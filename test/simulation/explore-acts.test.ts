/** Bare acts: what the claims promise by themselves, without the checks of a service around them. */
import { describeKeptPromises, TELLING } from './kept-promises.ts'

const ORDERED = { faults: 0, preemptions: 1, steps: 0 }

describeKeptPromises([
  { world: 'acts', bounds: ORDERED, least: 90 },
  { world: 'acts', bounds: { faults: 1, preemptions: 0, steps: 1, kinds: TELLING }, least: 1_000 },
  { world: 'acts of two people', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 3_500 },
  {
    world: 'acts of two people',
    bounds: { faults: 1, preemptions: 1, steps: 1, kinds: ['sleeps'] },
    least: 9_000,
  },
  { world: 'acts', bounds: { faults: 1, preemptions: 1, steps: 1, kinds: ['sleeps', 'late'] }, least: 4_000 },
  { world: 'flagged acts', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 2_500 },
  { world: 'refused acts', bounds: ORDERED, least: 30 },
  { world: 'acts that were done before', bounds: ORDERED, least: 25 },
  { world: 'acts that were done twice before', bounds: ORDERED, least: 15 },
  { world: 'acts at a remote that hides them', bounds: ORDERED, least: 15 },
  { world: 'orphans', bounds: ORDERED, least: 180 },
])
