/** The durable writes, which no failover of the store may undo. */
import { describeMutants } from './describe-mutants.ts'

describeMutants([
  {
    name: 'a failover does not undo a claim',
    file: 'lib/core/claims/claims.ts',
    rule: '{ ...options, durable: true }',
    without: 'options',
    world: 'messages',
    bounds: [1, 0, 0, 'failover'],
    broken: /the channel has 2 messages of one case/,
  },
  {
    name: 'a failover does not undo that a deal is being deleted',
    file: 'lib/core/claims/claims.ts',
    rule: '{ ...options, durable: true }',
    without: 'options',
    world: 'deletions',
    bounds: [2, 0, 0, 'failover,unanswered'],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'a failover does not undo a reserve of money',
    file: 'lib/services/registrar/spending/ledger.ts',
    rule: '{ ...updates, durable: true }',
    without: 'updates',
    world: 'purchases',
    bounds: [1, 0, 1, 'failover'],
    broken: /cents were charged, the ledger has 0/,
  },
  {
    name: 'a failover does not undo the intent to spend a refresh token',
    file: 'lib/services/accounting/tokens/refresh/ask-keeper.ts',
    rule: 'const durable = { ...deps, durable: true }',
    without: 'const durable = deps',
    world: 'tokens',
    bounds: [1, 1, 0, 'failover'],
    broken: /the refresh token r1 was sent twice/,
  },
  {
    name: 'a failover does not undo a new token',
    file: 'lib/services/accounting/tokens/storing/answer.ts',
    rule: 'deadline - deps.clock()), durable: true }',
    without: 'deadline - deps.clock()) }',
    world: 'tokens',
    bounds: [1, 0, 1, 'failover'],
    broken: /and nothing keeps it|the refresh token works/,
  },
])
