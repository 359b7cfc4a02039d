/** The rules about the deletion of a deal. */
import { describeMutants } from './describe-mutants.ts'

describeMutants([
  {
    name: 'that a deal is being deleted is written before it is',
    file: 'lib/services/accounting/deals/deletion.ts',
    rule: 'await deps.claims.remove(basis, { by })',
    without: 'claim',
    world: 'deletions',
    bounds: [1, 0, 0, 'unanswered'],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'what is gone and freed is not done again by a late answer',
    file: 'lib/core/claims/transitions/settle.ts',
    rule: ' && stored.result === undefined',
    without: '',
    world: 'deletions',
    bounds: [1, 0, 1, 'sleeps'],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'a deal is not deleted while it is being registered',
    file: 'lib/services/accounting/deals/deletion.ts',
    rule: "if (claim.state === 'claimed') throw",
    without: 'if (false as boolean) throw',
    world: 'deletions',
    bounds: [0, 1, 0],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'an unknown case is settled before its deal is deleted',
    file: 'lib/services/accounting/deals/deletion.ts',
    rule: "if (claim.state !== 'unknown') return own",
    without: 'if (claim) return own',
    world: 'deletions',
    bounds: [1, 0, 1, 'sleeps'],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'a deal that was found may have been deleted since',
    file: 'lib/core/claims/transitions/query.ts',
    rule: 'current.steps.length !== basis.steps.length',
    without: '(false as boolean)',
    world: 'deletions',
    bounds: [0, 2, 0],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'a deal that is being deleted is gone in the end, though it was found',
    file: 'lib/core/claims/transitions/query.ts',
    rule: 'basis.seenAt < settled',
    without: '(false as boolean)',
    world: 'deletions',
    bounds: [1, 0, 0, 'late'],
    broken: /the case is deal 1, which is not there/,
  },
])
