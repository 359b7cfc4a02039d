import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['api/**', 'lib/**', 'sandbox/**'],
      exclude: ['lib/services/distribution/payload/**', 'lib/services/distribution/release/**'],
    },
  },
})
