/**
 * Runs once for a whole run. It creates a folder for all temporary files, which it removes at the end. The folder
 * contains three more things: the compiled code of the processes that tests start, because compiling takes most of the
 * time of a short process; the file with the endpoints that have answered, because a run of all tests fails if one has
 * not; and the home of the tests, because kura writes files into the user's home. A test that sets the whole environment
 * of a process has to set HOME, too.
 */
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ANSWERED, notedAnswers, unanswered } from '../http/answered-endpoints.ts'
import { createRunFolder } from './folder.ts'
import { LEFT_OUT } from './long-files.ts'
import { SEED } from './sampled.ts'

const PROJECT = join(import.meta.dirname, '../../..')

export default function setUp({ vitest }: TestProject): () => void {
  const own = createRunFolder()
  process.env['TMPDIR'] = own
  process.env['HOME'] = join(own, 'home')
  mkdirSync(process.env['HOME'])
  process.env['NODE_COMPILE_CACHE'] = join(own, 'compiled')
  process.env[ANSWERED] = join(own, 'answered')
  return () => {
    const left = isWhole(vitest) ? unanswered(described(), notedAnswers()) : []
    rmSync(own, { recursive: true, force: true })
    if (LEFT_OUT.length > 0)
      console.log(`${LEFT_OUT.length} of the longest files were left out; KURA_TEST_KILLS=all runs them all`)
    if (vitest.state.getCountOfFailedTests() > 0)
      console.log(`Samples were drawn with KURA_TEST_SEED=${SEED}`)
    else if (left.length > 0) throw new Error(`No test gets an answer of these endpoints: ${left.join(', ')}`)
  }
}

/** Whether this run has run every test. */
function isWhole({ state, config }: TestProject['vitest']): boolean {
  const files = globSync('test/**/*.test.ts', { cwd: PROJECT })
  return config.testNamePattern === undefined && state.getPaths().length === files.length
}

function described() {
  return JSON.parse(readFileSync(join(PROJECT, 'docs/openapi.json'), 'utf8'))
}
