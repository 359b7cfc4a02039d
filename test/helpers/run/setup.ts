/**
 * Once for a whole run: the seed of what `sampled.ts` draws, and a folder for all temporary files, which is removed at its end.
 * In it the processes that tests start keep their compiled code, for most of a short process is compiling, and a file has the
 * endpoints that have answered. A run of every test fails if an endpoint has not. The home of the tests is in the folder too,
 * because kura keeps files in the home of its user. A test that gives a process its whole environment has to give it a HOME.
 */
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ANSWERED, notedAnswers, unanswered } from '../http/answered-endpoints.ts'
import { createRunFolder } from './folder.ts'

const PROJECT = join(import.meta.dirname, '../../..')

export default function setUp({ vitest }: TestProject): () => void {
  process.env['KURA_TEST_SEED'] ??= String(Date.now() % 1_000_000)
  const own = createRunFolder()
  process.env['TMPDIR'] = own
  process.env['HOME'] = join(own, 'home')
  mkdirSync(process.env['HOME'])
  process.env['NODE_COMPILE_CACHE'] = join(own, 'compiled')
  process.env[ANSWERED] = join(own, 'answered')
  return () => {
    const left = isWhole(vitest) ? unanswered(described(), notedAnswers()) : []
    rmSync(own, { recursive: true, force: true })
    if (vitest.state.getCountOfFailedTests() > 0)
      console.log(`Samples were drawn with KURA_TEST_SEED=${process.env['KURA_TEST_SEED']}`)
    else if (left.length > 0) throw new Error(`No test gets an answer of these endpoints: ${left.join(', ')}`)
  }
}

/** Whether every test ran. */
function isWhole({ state, config }: TestProject['vitest']): boolean {
  const files = globSync('test/**/*.test.ts', { cwd: PROJECT })
  return config.testNamePattern === undefined && state.getPaths().length === files.length
}

function described() {
  return JSON.parse(readFileSync(join(PROJECT, 'docs/openapi.json'), 'utf8'))
}
