/** The conditions of the once-only act: where they are, and how the code reads without each of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { conditionsOf } from './conditions.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const TRANSITIONS = 'lib/core/claims/transitions'

/** Transitions that never send: no world has them, and their own tests have a row for each condition. */
const UNEXPLORED: readonly string[] = ['propose.ts', 'approve-first.ts']

/** The files whose every condition a world must need. */
const RULED: readonly string[] = [
  'lib/core/claims/once.ts',
  ...readdirSync(join(ROOT, TRANSITIONS))
    .filter(name => !UNEXPLORED.includes(name))
    .map(name => `${TRANSITIONS}/${name}`),
]

/** A condition that is taken away: a piece of the code, whole lines, and what stands there instead. */
export interface Removal {
  readonly file: string
  readonly rule: string
  readonly without: string
  /** Names it: the file, the line without the condition, and the condition. */
  readonly name: string
}

/** Every removal of one condition, in the order of the code. */
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
