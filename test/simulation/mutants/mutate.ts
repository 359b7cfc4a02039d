/**
 * Explores worlds as `../main.ts` does, with one rule of the code taken away while it is loaded:
 *
 *   node test/simulation/mutants/mutate.ts <file> <rule> <without> deals --faults 1 …
 */
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [program = '', main = '', file = '', rule = '', without = '', ...words] = process.argv
const url = pathToFileURL(resolve(import.meta.dirname, '../../..', file)).href
process.argv = [program, main, ...words]

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
await import('../main.ts')
