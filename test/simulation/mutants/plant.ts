/** Removes a rule from a file of the project while the file is loaded, in this process only. */
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A removed rule: a piece of code that occurs once in the file, and the code that replaces it. */
export interface Planted {
  readonly file: string
  readonly rule: string
  readonly without: string
}

/** Must be called before the file is loaded. Loading throws if the rule does not occur, or occurs several times. */
export function plant({ file, rule, without }: Planted): void {
  const url = pathToFileURL(resolve(import.meta.dirname, '../../..', file)).href
  registerHooks({
    load(address, context, nextLoad) {
      const loaded = nextLoad(address, context)
      if (address !== url) return loaded
      const parts = String(loaded.source).split(rule)
      if (parts.length !== 2)
        throw new Error(`"${rule}" is in ${file} ${parts.length - 1} times, expected once`)
      return { ...loaded, source: parts.join(without) }
    },
  })
}
