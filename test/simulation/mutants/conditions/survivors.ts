/**
 * `npm run simulate -- --mutants`: removes each condition of the once-only act, one at a time, and prints the
 * conditions whose removal no exploration of bare acts notices. If words follow, only the conditions whose names
 * contain all of them are removed.
 */
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { mapConcurrently } from '../../../../lib/core/work/concurrency.ts'
import { type Exempt, exemptionOf } from './exempt.ts'
import { type Removal, removals } from './rules.ts'

export type Trial =
  | { readonly end: 'found'; readonly said: string }
  | { readonly end: 'exempt'; readonly why: Exempt['why'] }
  | { readonly end: 'survived' }

/** Explores the code without the condition. @throws Error if the exploration could not run */
export function tryRemoval({ file, rule, without }: Removal): Promise<Trial> {
  const words = [join(import.meta.dirname, 'try-rows.ts'), file, rule, without]
  return new Promise((done, failed) =>
    execFile(process.execPath, words, (error, stdout, stderr) => {
      if (!error) return done({ end: 'found', said: stdout.trim() })
      // an uncaught error also leads to the exit status 1
      if (error.code === 1 && stderr === '') return done({ end: 'survived' })
      failed(new Error(`${rule}: ${stderr}`, { cause: error }))
    }),
  )
}

/** Tries every condition, and returns how many removals were not noticed. */
export async function trySurvivors(words: readonly string[]): Promise<number> {
  const chosen = removals().filter(({ name }) => words.every(word => name.includes(word)))
  const trials = await mapConcurrently(
    chosen,
    async removal => {
      const why = exemptionOf(removal)
      const trial: Trial = why ? { end: 'exempt', why } : await tryRemoval(removal)
      const found = trial.end === 'found' ? trial.said : trial.end === 'exempt' ? trial.why : ''
      console.log(`${trial.end.padEnd(8)}  ${removal.name}${found && `\n          ${found}`}`)
      return trial.end
    },
    { width: availableParallelism() },
  )
  const count = (end: Trial['end']) => trials.filter(trial => trial === end).length
  console.log(`${count('found')} found, ${count('exempt')} exempt, ${count('survived')} survived`)
  return count('survived')
}
