import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run check:windows`: one file after the other, because all share one Windows. */
export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['test/windows/*.check.ts'],
    globalSetup: resolve(import.meta.dirname, 'prefix.ts'),
    fileParallelism: false,
    // Wine itself sometimes loses the end of a pipe, or cannot start a process on a busy machine
    retry: 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
