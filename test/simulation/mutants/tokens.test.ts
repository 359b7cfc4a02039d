/** The rules of the refresh token. */
import { describeMutants } from './describe-mutants.ts'

describeMutants([
  {
    name: 'one holder at a time spends the refresh token',
    file: 'lib/tokens/keeper.ts',
    rule: `if (lifecycle.state === 'refreshing' && now < lifecycle.intent.until)
    return`,
    without: 'if (false as boolean && lifecycle.state === "refreshing") return',
    world: 'tokens',
    bounds: [0, 2, 0],
    broken: /the refresh token r1 was sent twice/,
  },
  {
    name: 'a holder that slept spends nothing',
    file: 'lib/tokens/rotate.ts',
    rule: 'return end - deps.clock() >= ROOM ?',
    without: 'return end > 0 ?',
    world: 'tokens',
    bounds: [1, 0, 1, 'sleeps'],
    broken: /the refresh token r1 was sent twice/,
  },
  {
    name: 'an answer that is lost does not end the authorization',
    file: 'lib/tokens/keeper.ts',
    rule: "if (kind === 'refused')",
    without: "if (kind !== 'unsent')",
    world: 'tokens',
    bounds: [1, 0, 0, 'unanswered'],
    broken: /a person must authorize \(no_answer\), and the service has refused nothing/,
  },
  {
    name: 'an answer that the store does not take is put aside',
    file: 'lib/tokens/answers/store.ts',
    rule: 'deps.journal.unstored(answer), ',
    without: '',
    world: 'tokens',
    bounds: [2, 0, 0, 'given up'],
    broken: /the refresh token r2 reached hana, and nothing keeps it/,
  },
  {
    name: 'a service that is out of order does not end the authorization',
    file: 'lib/tokens/exchange/refresh.ts',
    rule: "return { kind: 'undecided', reason, pause }",
    without: "return { kind: 'refused', reason, pause }",
    world: 'outages',
    bounds: [1, 0, 0, 'unavailable'],
    broken: /a person must authorize \(status_503\), and the refresh token works/,
  },
  {
    name: 'the pauses of an outage grow',
    file: 'lib/tokens/keeper.ts',
    rule: 'pause * 2 ** count',
    without: 'pause',
    world: 'outages',
    bounds: [2, 0, 2, 'unavailable'],
    broken: /65.001 s after failure 2 it was sent again/,
  },
  {
    name: 'a refusal does not end a new authorization',
    file: 'lib/tokens/keeper.ts',
    rule: `if (!isHeldBy(stored, call)) return stored
  const { kind, reason } = failure`,
    without: 'const { kind, reason } = failure',
    world: 'tokens',
    bounds: [1, 1, 1, 'sleeps'],
    broken: /a person must authorize \(invalid_grant\), and the refresh token works/,
  },
])
