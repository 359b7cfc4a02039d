import { expect, test } from 'vitest'
import { compileSource } from '../../../lib/move/rules/compile-source.ts'
import { samplePaths } from '../../../lib/move/rules/sample-paths.ts'

const rows = [
  { source: '/', want: ['/'] },
  { source: '/a/b', want: ['/a/b'] },
  { source: '/:path*', want: ['/a'] },
  { source: '/(.*)', want: ['/a'] },
  { source: '/:year(\\d{4})/:slug', want: ['/2024/a'] },
  { source: '/{en/}?about', want: ['/en/about'] },
  { source: '/:lang(de|en)', want: ['/en'] },
  { source: '/:code([A-Z]{9})', want: [] },
  { source: 'relative', want: [] },
]
test.each(rows)('samplePaths() of $source', ({ source, want }) => {
  expect(samplePaths(compileSource(source))).toEqual(want)
})
