/** The rules of marks: no open case lacks its mark, however long anybody sleeps. */
import { describeMutants } from './describe-mutants.ts'

const BROKEN = /the case is claimed, and has no mark/

describeMutants([
  {
    name: 'a claim is written only while its mark is fresh',
    file: 'lib/core/claims/marked-update.ts',
    rule: 'isFresh(markedAt, now)',
    without: 'true',
    world: 'listings of a case that was refused',
    bounds: [1, 1, 2, 'sleeps'],
    broken: BROKEN,
  },
  {
    name: 'a closed claim gets a new version before its mark is dropped',
    file: 'lib/core/claims/mark-dropper.ts',
    rule: '{ write: current, result: true }',
    without: '{ keep: true, result: true }',
    world: 'listings of a case that was refused',
    bounds: [1, 1, 2, 'sleeps'],
    broken: BROKEN,
  },
  {
    name: 'a mark is kept if its claim was opened in the meantime',
    file: 'lib/core/claims/mark-dropper.ts',
    rule: 'current && !isOpen(current)',
    without: 'current',
    world: 'listings of a case that was refused',
    bounds: [1, 1, 2, 'sleeps'],
    broken: BROKEN,
  },
])
