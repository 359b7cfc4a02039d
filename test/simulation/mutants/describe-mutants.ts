/**
 * Removes each rule from the code; the exploration must then find a broken promise. Otherwise the exploration would not
 * show that the promise is kept. A run that does not try everything removes only some of the rules.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { drawn } from '../../helpers/run/sampled.ts'

export interface Mutant {
  readonly name: string
  readonly file: string
  /** A piece of code that occurs once in the file. */
  readonly rule: string
  readonly without: string
  readonly world: string
  readonly bounds: readonly [faults: number, preemptions: number, steps: number, kinds?: string]
  /** Matches the output of the exploration. */
  readonly broken: RegExp
}

/** Milliseconds for an exploration on a machine that also runs other tests. */
export const PATIENCE = 300_000

export function describeMutants(mutants: readonly Mutant[]): void {
  describe('the exploration finds that a rule is missing', () => {
    test.each(drawn(mutants, 2))('$name', { timeout: PATIENCE }, async mutant => {
      const said = await exploreMutant(mutant)
      expect(said).toMatch(/BROKEN: /)
      expect(said).toMatch(mutant.broken)
    })
  })
}

/** Returns the output of `npm run simulate` for the code without the rule. */
export function exploreMutant(mutant: Mutant): Promise<string> {
  return simulate(mutant, wordsOf(mutant.bounds))
}

/** Does the same for one schedule. */
export function replayMutant(mutant: Mutant, schedule: string): Promise<string> {
  return simulate(mutant, ['--replay', schedule])
}

function wordsOf([faults, preemptions, steps, kinds]: Mutant['bounds']): string[] {
  const words = ['--faults', faults, '--preemptions', preemptions, '--steps', steps].map(String)
  return [...words, ...(kinds ? ['--kinds', kinds] : [])]
}

function simulate({ file, rule, without, world }: Mutant, words: readonly string[]): Promise<string> {
  const program = join(import.meta.dirname, 'mutate.ts')
  const mutation = [program, file, rule, without, world, ...words]
  return new Promise((done, failed) =>
    execFile(process.execPath, mutation, { maxBuffer: 10_000_000 }, (error, stdout, stderr) => {
      if (error && error.code !== 1) failed(new Error(stderr))
      else done(stdout + stderr)
    }),
  )
}
