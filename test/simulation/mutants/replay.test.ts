/**
 * The command at the end of a counterexample plays it again. If the rule is not removed, the same schedule breaks no
 * promise.
 */
import { describe, expect, test } from 'vitest'
import { drawn } from '../../helpers/run/sampled.ts'
import { replay } from '../replay.ts'
import { worldNamed } from '../worlds.ts'
import { exploreMutant, type Mutant, PATIENCE, replayMutant } from './describe-mutants.ts'

const rows: readonly Omit<Mutant, 'broken'>[] = [
  {
    name: 'an answer that is lost',
    file: 'lib/services/accounting/deals/deletion.ts',
    rule: 'await deps.claims.remove(basis, { by })',
    without: 'claim',
    world: 'deletions',
    bounds: [1, 0, 0, 'unanswered'],
  },
  {
    name: 'a sleeper',
    file: 'lib/core/claims/once.ts',
    rule: 'guard: () => checkLease(name, operation, deps)',
    without: 'guard: async () => undefined',
    world: 'messages',
    bounds: [1, 0, 1, 'sleeps'],
  },
  {
    name: 'a failover',
    file: 'lib/core/claims/claims.ts',
    rule: '{ ...options, durable: true }',
    without: '{ ...options, durable: false }',
    world: 'messages',
    bounds: [1, 0, 0, 'failover'],
  },
  {
    name: 'calls that are given up',
    file: 'lib/services/accounting/tokens/storing/answer.ts',
    rule: 'deps.journal.unstored(answer), ',
    without: '',
    world: 'tokens',
    bounds: [2, 0, 0, 'given up'],
  },
  {
    name: 'nothing but another order',
    file: 'lib/core/claims/transitions/request.ts',
    rule: 'current.releasedBy !== undefined && current.digest === act.digest',
    without: 'current.releasedBy !== undefined',
    world: 'reviews',
    bounds: [0, 2, 0],
  },
]

describe('a counterexample', () => {
  test.each(drawn(rows, 2))('of $name is played again', { timeout: PATIENCE }, async row => {
    const mutant = { ...row, broken: /./ }
    const said = await exploreMutant(mutant)
    const story = said.slice(said.indexOf('\n') + 1, said.indexOf('npm run simulate'))
    const schedule = /--replay '(.*)'$/m.exec(said)?.[1] ?? ''
    expect(story).toContain('BROKEN: ')
    expect(await replayMutant(mutant, schedule)).toBe(story)
    const whole = await replay(worldNamed(row.world), JSON.parse(schedule))
    expect(whole.filter(line => line.startsWith('BROKEN: '))).toEqual([])
  })
})
