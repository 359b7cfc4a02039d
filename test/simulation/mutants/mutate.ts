/**
 * Explores worlds as `../main.ts` does, but removes one rule from the code while it is loaded:
 *
 * node test/simulation/mutants/mutate.ts <file> <rule> <without> deals --faults 1 …
 */
import { plant } from './plant.ts'

const [program = '', main = '', file = '', rule = '', without = '', ...words] = process.argv
process.argv = [program, main, ...words]
plant({ file, rule, without })
await import('../main.ts')
