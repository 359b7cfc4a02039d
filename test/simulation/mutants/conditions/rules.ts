/** The conditions of the once-only act: their places, and the code without each of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { conditionsOf } from './conditions.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const TRANSITIONS = 'lib/core/claims/transitions'

/**
 * The transitions that never send an act. No simulated world (`test/simulation/worlds/`) uses them; their own tests
 * have a row for each condition.
 */
const UNEXPLORED: readonly string[] = ['propose.ts', 'approve-first.ts']

/** The files whose every condition must matter in a simulated world. */
const RULED: readonly string[] = [
  'lib/core/claims/once.ts',
  ...readdirSync(join(ROOT, TRANSITIONS))
    .filter(name => !UNEXPLORED.includes(name))
    .map(name => `${TRANSITIONS}/${name}`),
]

/** A removed condition: a piece of the code, as whole lines, and the lines that replace it. */
export interface Removal {
  readonly file: string
  readonly rule: string
  readonly without: string
  /** The name of the removal: the file, the line without the condition, and the condition. */
  readonly name: string
}

/** Returns every removal of one condition, in the order of the code. */
export function removals(): Removal[] {
  return RULED.flatMap(file => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return conditionsOf(source).map(({ start, end, without }) => {
      const from = source.lastIndexOf('\n', start) + 1
      const to = source.indexOf('\n', end - 1)
      const line = source.slice(from, start) + without + source.slice(end, to)
      const [left, taken] = [line, source.slice(start, end)].map(text => text.trim().replaceAll(/\s+/g, ' '))
      const name = `${file.slice('lib/core/claims/'.length)}: ${left} [without ${taken}]`
      return { file, rule: source.slice(from, to), without: line, name }
    })
  })
}
