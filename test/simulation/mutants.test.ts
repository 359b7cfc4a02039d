/**
 * Each rule is taken away from a copy of the code, and the exploration must find out: a promise that it cannot see broken
 * is not shown by it.
 */
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const ROOT = resolve(import.meta.dirname, '../..')

interface Mutant {
  readonly name: string
  readonly file: string
  /** Stands in the file once. */
  readonly rule: string
  readonly without: string
  readonly world: string
  readonly bounds: readonly [faults: number, preemptions: number, steps: number, kinds?: string]
  readonly broken: RegExp
}

const MUTANTS: readonly Mutant[] = [
  {
    name: 'a sleeper does not send',
    file: 'lib/claims/once.ts',
    rule: 'guard: () => checkHold(name, operation, deps)',
    without: 'guard: async () => undefined',
    world: 'deals',
    bounds: [1, 0, 1, 'sleeps'],
    broken: /the books have 2 deals/,
  },
  {
    name: 'the guard counts the time that its own question took',
    file: 'lib/claims/once.ts',
    rule: 'clock() >= asked + lastStart',
    without: 'asked >= asked + lastStart',
    world: 'deals',
    bounds: [1, 0, 1, 'sleeps'],
    broken: /the books have 2 deals/,
  },
  {
    name: 'a free holds only from the state that was looked at',
    file: 'lib/claims/transitions/free.ts',
    rule: 'current.state !== looked.state',
    without: 'false',
    world: 'deals',
    bounds: [0, 2, 0],
    broken: /the case is refused, and the books have its deal/,
  },
  {
    name: 'settling is measured at the look',
    file: 'lib/claims/transitions/free.ts',
    rule: 'looked.seenAt < settled',
    without: 'now < settled',
    world: 'deals',
    bounds: [2, 0, 1, 'late,sleeps'],
    broken: /the case is refused, and the books have its deal/,
  },
  {
    name: 'an unknown case is freed only after the settling time',
    file: 'lib/accounting/deals/cases.ts',
    rule: 'SETTLING = 15 * 60_000',
    without: 'SETTLING = 1',
    world: 'deals',
    bounds: [1, 1, 1, 'late'],
    broken: /the case is refused, and the books have its deal/,
  },
  {
    name: 'a free holds only from the operation that was looked at',
    file: 'lib/claims/transitions/free.ts',
    rule: 'refuseOtherOperation(cannot, current, looked)',
    without: '',
    world: 'refunds',
    bounds: [0, 2, 0],
    broken: /the claim is refused, and the domain was charged/,
  },
  {
    name: 'a release holds only for the operation that was shown',
    file: 'lib/claims/transitions/release.ts',
    rule: 'if (stored.operation === looked.operation) return',
    without: 'return',
    world: 'reviews',
    bounds: [0, 2, 0],
    broken: /a deal of 200 was sent, and nobody has released it/,
  },
  {
    name: 'a release holds only for the body that was released',
    file: 'lib/claims/transitions/request.ts',
    rule: 'current.releasedBy !== undefined && current.digest === act.digest',
    without: 'current.releasedBy !== undefined',
    world: 'reviews',
    bounds: [0, 2, 0],
    broken: /a deal of 200 was sent, and nobody has released it/,
  },
  {
    name: 'a flagged deal waits for a person',
    file: 'lib/claims/transitions/request.ts',
    rule: "return { decision: held ? 'review' : 'send', claim }",
    without: "return { decision: 'send', claim: { ...claim, state: 'claimed' } }",
    world: 'reviews',
    bounds: [0, 0, 0],
    broken: /a deal of 100 was sent, and nobody has released it/,
  },
  {
    name: 'that a deal is being deleted is written before it is',
    file: 'lib/accounting/deals/deletion.ts',
    rule: 'await deps.claims.remove(looked, { by })',
    without: 'claim',
    world: 'deletions',
    bounds: [1, 0, 0, 'unanswered'],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'a deal is not deleted while it is being registered',
    file: 'lib/accounting/deals/deletion.ts',
    rule: "if (claim.state === 'claimed') throw",
    without: 'if (false as boolean) throw',
    world: 'deletions',
    bounds: [0, 2, 0],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'an unknown case is settled before its deal is deleted',
    file: 'lib/accounting/deals/deletion.ts',
    rule: "if (claim.state !== 'unknown') return own",
    without: 'if (claim) return own',
    world: 'deletions',
    bounds: [1, 0, 1, 'sleeps'],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'a deal that was found may have been deleted since',
    file: 'lib/claims/transitions/look.ts',
    rule: 'current.steps.length !== looked.steps.length',
    without: '(false as boolean)',
    world: 'deletions',
    bounds: [0, 2, 0],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'a deal that is being deleted is gone in the end, though it was found',
    file: 'lib/claims/transitions/look.ts',
    rule: 'looked.seenAt < settled',
    without: '(false as boolean)',
    world: 'deletions',
    bounds: [1, 0, 0, 'late'],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'what is gone and freed is not done again by a late answer',
    file: 'lib/claims/transitions/settle.ts',
    rule: ' && stored.result === undefined',
    without: '',
    world: 'deletions',
    bounds: [1, 0, 1, 'sleeps'],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'a case is marked before its claim is written',
    file: 'lib/claims/marked-update.ts',
    rule: `await mark()
  return update<T, R>(store, { key, format, transition }, options)`,
    without: `const result = await update<T, R>(store, { key, format, transition }, options)
  await mark()
  return result`,
    world: 'messages',
    bounds: [1, 0, 0, 'dies'],
    broken: /the case is claimed, and has no mark/,
  },
  {
    name: 'a failover does not undo a claim',
    file: 'lib/claims/claims.ts',
    rule: 'return change(name, decide, true)',
    without: 'return change(name, decide, false)',
    world: 'messages',
    bounds: [1, 0, 0, 'failover'],
    broken: /the case is none, and the channel has its message/,
  },
  {
    name: 'a failover does not undo the mark of an open case',
    file: 'lib/claims/open-cases.ts',
    rule: '{ ...options, durable: true }',
    without: 'options',
    world: 'deals',
    bounds: [1, 0, 0, 'failover'],
    broken: /the case is claimed, and has no mark/,
  },
  {
    name: 'a failover does not undo which case a deal belongs to',
    file: 'lib/accounting/deals/case-of-deal.ts',
    rule: '{ ...updates, durable: true }',
    without: 'updates',
    world: 'deletions',
    bounds: [1, 0, 1, 'failover'],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'a failover does not undo that a deal is being deleted',
    file: 'lib/claims/claims.ts',
    rule: '{ ...removal, looked }, at), true)',
    without: '{ ...removal, looked }, at))',
    world: 'deletions',
    bounds: [2, 0, 0, 'failover,unanswered'],
    broken: /the case is deal 1, which is not there/,
  },
  {
    name: 'a failover does not undo a reserve of money',
    file: 'lib/registrar/spending/ledger.ts',
    rule: `return reserve(spending, amount, { ...limits, now })
      }, true)`,
    without: `return reserve(spending, amount, { ...limits, now })
      })`,
    world: 'purchases',
    bounds: [1, 0, 1, 'failover'],
    broken: /cents were charged, the ledger has 0/,
  },
  {
    name: 'a failover does not undo the intent to spend a refresh token',
    file: 'lib/tokens/ask.ts',
    rule: 'const durable = { ...deps, durable: true }',
    without: 'const durable = deps',
    world: 'tokens',
    bounds: [1, 1, 0, 'failover'],
    broken: /the refresh token r1 was sent twice/,
  },
  {
    name: 'a failover does not undo a new token',
    file: 'lib/tokens/answers/store.ts',
    rule: 'deadline - deps.clock()), durable: true }',
    without: 'deadline - deps.clock()) }',
    world: 'tokens',
    bounds: [1, 0, 1, 'failover'],
    broken: /and nothing keeps it|the refresh token works/,
  },
  {
    name: 'a sleeper posts no message',
    file: 'lib/claims/once.ts',
    rule: 'guard: () => checkHold(name, operation, deps)',
    without: 'guard: async () => undefined',
    world: 'messages',
    bounds: [1, 0, 1, 'sleeps'],
    broken: /the channel has 2 messages/,
  },
  {
    name: 'an unknown message is freed only after the settling time',
    file: 'lib/chat/delivery/settle.ts',
    rule: 'SETTLING = 10 * 60_000',
    without: 'SETTLING = 1',
    world: 'messages',
    bounds: [1, 1, 1, 'late'],
    broken: /the channel has 2 messages|and the channel has its message/,
  },
  {
    name: 'that a message is not there holds from when it was shown to the person who looked',
    file: 'lib/claims/claim.ts',
    rule: 'seenAt: Math.min(seenAt, claim.seenAt)',
    without: 'seenAt: Math.max(seenAt, claim.seenAt)',
    world: 'messages',
    bounds: [1, 1, 1, 'late'],
    broken: /the case is refused, and the channel has its message/,
  },
  {
    name: 'that the registrar has no order holds from when the purchase was shown to the person who looked',
    file: 'lib/claims/claim.ts',
    rule: 'seenAt: Math.min(seenAt, claim.seenAt)',
    without: 'seenAt: Math.max(seenAt, claim.seenAt)',
    world: 'slow',
    bounds: [1, 1, 1, 'late'],
    broken: /the claim is refused, and the domain was charged/,
  },
  {
    name: 'a purchase is released only after a day',
    file: 'lib/registrar/orders/release.ts',
    rule: 'const SETTLING = 86_400_000',
    without: 'const SETTLING = 1',
    world: 'purchases',
    bounds: [1, 1, 1, 'late'],
    broken: /the domain was charged 2 times|and the domain was charged/,
  },
  {
    name: 'the reserve of an unknown purchase stays',
    file: 'lib/claims/once.ts',
    rule: "if (outcome.state === 'refused') await act.withdraw",
    without: 'await act.withdraw',
    world: 'purchases',
    bounds: [1, 0, 0, 'unanswered'],
    broken: /cents were charged, the ledger has 0/,
  },
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
    bounds: [1, 1, 1, 'sleeps'],
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
]

/** Milliseconds for an exploration on a machine that is busy with other tests. */
const PATIENCE = 300_000

test.each(MUTANTS)('$name', { timeout: PATIENCE }, async ({ file, rule, without, world, bounds, broken }) => {
  const copy = await copyWithout({ file, rule, without })
  const said = await run(copy, [world, ...wordsOf(bounds)])
  expect(said).toMatch(/BROKEN: /)
  expect(said).toMatch(broken)
})

test('a counterexample is played again by the line that it ends with', { timeout: PATIENCE }, async () => {
  const [{ file, rule, without, world, bounds }] = MUTANTS.filter(({ world }) => world === 'deletions') as [
    Mutant,
  ]
  const copy = await copyWithout({ file, rule, without })
  const said = await run(copy, [world, ...wordsOf(bounds)])
  const story = said.slice(said.indexOf('\n') + 1, said.indexOf('npm run simulate'))
  const schedule = /--replay '(.*)'$/m.exec(said)?.[1] ?? ''
  expect(await run(copy, [world, '--replay', schedule])).toBe(story)
})

async function copyWithout({ file, rule, without }: Pick<Mutant, 'file' | 'rule' | 'without'>) {
  const copy = await temporaryDirectory()
  for (const part of ['lib', 'test/simulation', 'package.json'])
    cpSync(join(ROOT, part), join(copy, part), {
      recursive: true,
      filter: from => !/\/distribution\/(payload|release)\//.test(from),
    })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const text = readFileSync(join(copy, file), 'utf8')
  expect(text.split(rule)).toHaveLength(2)
  writeFileSync(join(copy, file), text.replace(rule, without))
  return copy
}

function wordsOf([faults, preemptions, steps, kinds]: Mutant['bounds']): string[] {
  const words = ['--faults', faults, '--preemptions', preemptions, '--steps', steps].map(String)
  return [...words, ...(kinds ? ['--kinds', kinds] : [])]
}

function run(copy: string, words: readonly string[]): Promise<string> {
  const program = join(copy, 'test/simulation/main.ts')
  return new Promise((done, failed) =>
    execFile(process.execPath, [program, ...words], { maxBuffer: 10_000_000 }, (error, stdout, stderr) => {
      if (error && error.code !== 1) failed(new Error(stderr))
      else done(stdout + stderr)
    }),
  )
}
