/** The rules of purchases. */
import { describeMutants } from './describe-mutants.ts'

describeMutants([
  {
    name: 'a free holds only from the operation that was looked at',
    file: 'lib/core/claims/transitions/free.ts',
    rule: 'refuseOtherOperation(cannot, current, basis)',
    without: '',
    world: 'refunds',
    bounds: [0, 2, 0],
    broken: /the claim is refused, and the domain was charged/,
  },
  {
    name: 'that the registrar has no order holds from when the purchase was shown to the person who looked',
    file: 'lib/core/claims/claim.ts',
    rule: 'seenAt: Math.min(seenAt, claim.seenAt)',
    without: 'seenAt: Math.max(seenAt, claim.seenAt)',
    world: 'slow',
    bounds: [1, 1, 1, 'late'],
    broken: /the claim is refused, and the domain was charged/,
  },
  {
    name: 'a purchase is released only after a day',
    file: 'lib/services/registrar/orders/release.ts',
    rule: 'const SETTLING = 86_400_000',
    without: 'const SETTLING = 1',
    world: 'purchases',
    bounds: [1, 1, 1, 'late'],
    broken: /the domain was charged 2 times|and the domain was charged/,
  },
  {
    name: 'the reserve of an unknown purchase stays',
    file: 'lib/core/claims/once.ts',
    rule: "if (outcome.state === 'refused') await act.withdraw",
    without: 'await act.withdraw',
    world: 'purchases',
    bounds: [1, 0, 0, 'unanswered'],
    broken: /cents were charged, the ledger has 0/,
  },
])
