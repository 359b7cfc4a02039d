/** The index of open records contains a case exactly while the case is open. */
import { describeMutants } from './describe-mutants.ts'

const LACKS = /the case is \w+, and is not in the index of open work/

describeMutants([
  {
    name: 'a claim that is open enters the index',
    file: 'lib/core/claims/claims.ts',
    rule: 'open: isOpen(claim)',
    without: 'open: false',
    world: 'messages',
    bounds: [0, 0, 0],
    broken: LACKS,
  },
  {
    name: 'a claim that is closed leaves the index',
    file: 'lib/core/claims/claims.ts',
    rule: 'open: isOpen(claim)',
    without: 'open: true',
    world: 'deals',
    bounds: [0, 0, 0],
    broken: /the case is done, and is in the index of open work/,
  },
  {
    name: 'what the transition says reaches the store',
    file: 'lib/core/store/update.ts',
    rule: '...(decision.open && { open: true }),',
    without: '',
    world: 'channels',
    bounds: [0, 0, 0],
    broken: LACKS,
  },
])
