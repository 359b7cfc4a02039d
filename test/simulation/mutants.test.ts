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
    rule: 'if (current.operation !== looked.operation) throw',
    without: 'if (false) throw',
    world: 'refunds',
    bounds: [0, 2, 0],
    broken: /the claim is refused, and the domain was charged/,
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

test.each(MUTANTS)('$name', async ({ file, rule, without, world, bounds, broken }) => {
  const copy = await copyWithout({ file, rule, without })
  const [faults, preemptions, steps, kinds] = bounds
  const words = ['--faults', faults, '--preemptions', preemptions, '--steps', steps].map(String)
  const said = await run(copy, [world, ...words, ...(kinds ? ['--kinds', kinds] : [])])
  expect(said).toMatch(/BROKEN: /)
  expect(said).toMatch(broken)
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

function run(copy: string, words: readonly string[]): Promise<string> {
  const program = join(copy, 'test/simulation/main.ts')
  return new Promise((done, failed) =>
    execFile(process.execPath, [program, ...words], { maxBuffer: 10_000_000 }, (error, stdout, stderr) => {
      if (error && error.code !== 1) failed(new Error(stderr))
      else done(stdout + stderr)
    }),
  )
}
