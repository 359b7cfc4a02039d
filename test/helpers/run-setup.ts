/**
 * Once for a whole run: the seed of what `sampled.ts` draws, and a folder in which the processes that tests start keep their
 * compiled code, for most of a short process is compiling.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

export default function setUp({ vitest }: TestProject): () => void {
  process.env['KURA_TEST_SEED'] ??= String(Date.now() % 1_000_000)
  const cache = mkdtempSync(join(tmpdir(), 'kura-compiled-'))
  process.env['NODE_COMPILE_CACHE'] = cache
  return () => {
    rmSync(cache, { recursive: true, force: true })
    if (vitest.state.getCountOfFailedTests() > 0)
      console.log(`Samples were drawn with KURA_TEST_SEED=${process.env['KURA_TEST_SEED']}`)
  }
}
