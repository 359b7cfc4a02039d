import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LEFT_OUT } from './test/helpers/run/long-files.ts'
import { LongestFirst } from './test/helpers/run/longest-first.ts'

/**
 * Tests whose commands run functions in this process: the functions share one `core`, made once from the first
 * settings.
 */
const OWN_CORE = [
  'test/api/*.test.ts',
  'test/cli/mistakes.test.ts',
  'test/cli/company/*.test.ts',
  'test/cli/operator/api.test.ts',
  'test/cli/commands/probe/probe.test.ts',
  'test/cli/commands/start/*-demo.test.ts',
]
/** Tests that replace a module for the whole process. */
const MOCKS = globSync('test/**/*.test.ts').filter(file => readFileSync(file, 'utf8').includes('vi.mock('))
/** The files that get a process of their own; all other files share the processes. */
const ALONE = [...OWN_CORE, ...MOCKS]
const NOT_NOW = LEFT_OUT.map(name => `test/${name}.test.ts`)

export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: 'test/helpers/run/setup.ts',
    // one more than there are cores, because many tests wait for processes that they have started
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // a busy machine may start a process seconds later; Vitest's own limit is one second
    expect: { poll: { timeout: 50_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: ALONE, exclude: NOT_NOW, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, ...NOT_NOW],
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['api/**', 'lib/**', 'sandbox/**'],
      exclude: ['lib/services/distribution/payload/**', 'lib/services/distribution/release/**'],
    },
  },
})
