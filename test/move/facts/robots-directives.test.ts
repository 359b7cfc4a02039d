import { describe, expect, test } from 'vitest'
import { noindexRobots, robotsTagDirectives } from '../../../lib/move/facts/robots-directives.ts'

describe('robotsTagDirectives() and noindexRobots()', () => {
  const rows = [
    { input: 'noindex, nofollow', want: ['noindex', 'nofollow'], robots: ['*'] },
    { input: 'NONE', want: ['none'], robots: ['*'] },
    {
      input: 'googlebot: noindex, nofollow',
      want: ['googlebot: noindex', 'googlebot: nofollow'],
      robots: ['googlebot'],
    },
    { input: 'bingbot: none', want: ['bingbot: none'], robots: ['bingbot'] },
    {
      input: 'googlebot: nofollow, bingbot: noindex',
      want: ['googlebot: nofollow', 'bingbot: noindex'],
      robots: ['bingbot'],
    },
    { input: 'gptbot: noindex', want: ['gptbot: noindex'], robots: [] },
    { input: 'googlebot: noindex, *: noindex', want: ['googlebot: noindex', '*: noindex'], robots: ['*'] },
    { input: 'max-snippet: 20, index', want: ['max-snippet: 20', 'index'], robots: [] },
    { input: 'noimageindex', want: ['noimageindex'], robots: [] },
    { input: 'all', want: ['all'], robots: [] },
    { input: ' , ', want: [], robots: [] },
  ]
  test.each(rows)('$input', ({ input, want, robots }) => {
    const directives = robotsTagDirectives(input)
    expect({ want: directives, robots: noindexRobots(directives) }).toEqual({ want, robots })
  })
})
