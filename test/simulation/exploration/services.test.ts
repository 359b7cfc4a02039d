/** The worlds of the other services, and of the token. */

import { describeKeptPromises, TELLING } from './kept-promises.ts'

describeKeptPromises([
  { world: 'purchases', bounds: { faults: 1, preemptions: 0, steps: 0, kinds: ['failover'] }, least: 40 },
  { world: 'tokens', bounds: { faults: 1, preemptions: 0, steps: 1, kinds: ['failover'] }, least: 150 },
  { world: 'messages', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 1_100 },
  { world: 'messages', bounds: { faults: 1, preemptions: 0, steps: 1 }, least: 1_500 },
  { world: 'messages', bounds: { faults: 1, preemptions: 1, steps: 1, kinds: ['late'] }, least: 850 },
  { world: 'channels', bounds: { faults: 0, preemptions: 2, steps: 1 }, least: 430 },
  { world: 'channels', bounds: { faults: 1, preemptions: 0, steps: 1 }, least: 750 },
  { world: 'purchases', bounds: { faults: 0, preemptions: 2, steps: 0 }, least: 750 },
  { world: 'purchases', bounds: { faults: 0, preemptions: 1, steps: 1 }, least: 800 },
  {
    world: 'purchases',
    bounds: { faults: 1, preemptions: 0, steps: 1, kinds: ['unanswered', 'late'] },
    least: 400,
  },
  { world: 'slow', bounds: { faults: 1, preemptions: 1, steps: 1, kinds: ['late'] }, least: 500 },
  {
    world: 'daily run',
    bounds: { faults: 1, preemptions: 0, steps: 1, kinds: ['unanswered', 'late'] },
    least: 550,
  },
  { world: 'authorizations', bounds: { faults: 0, preemptions: 1, steps: 0 }, least: 100 },
  {
    world: 'authorizations',
    bounds: { faults: 1, preemptions: 0, steps: 1, kinds: ['sleeps', 'late'] },
    least: 500,
  },
  { world: 'refunds', bounds: { faults: 0, preemptions: 2, steps: 0 }, least: 2_000 },
  { world: 'tokens', bounds: { faults: 0, preemptions: 2, steps: 0 }, least: 1_400 },
  { world: 'tokens', bounds: { faults: 0, preemptions: 1, steps: 1 }, least: 650 },
  { world: 'tokens', bounds: { faults: 1, preemptions: 0, steps: 1, kinds: TELLING }, least: 1_900 },
  { world: 'tokens', bounds: { faults: 2, preemptions: 0, steps: 1, kinds: ['given up'] }, least: 1_500 },
  { world: 'outages', bounds: { faults: 2, preemptions: 0, steps: 2, kinds: ['unavailable'] }, least: 2_000 },
])
