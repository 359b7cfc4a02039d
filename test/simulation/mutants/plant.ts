/** Takes a rule away from a file of the project while it is loaded, in this process alone. */
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What is taken away: a piece of code that is in the file once, and what stands there instead. */
export interface Planted {
  readonly file: string
  readonly rule: string
  readonly without: string
}

/** Call it before the file is loaded. Loading it throws if the rule is not there, or several times. */
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
