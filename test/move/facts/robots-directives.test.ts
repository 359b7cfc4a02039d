import { describe, expect, test } from 'vitest'
import { forbidsIndex, robotsTagDirectives } from '../../../lib/move/facts/robots-directives.ts'

describe('robotsTagDirectives() and forbidsIndex()', () => {
  const rows = [
    { input: 'noindex, nofollow', want: ['noindex', 'nofollow'], forbids: true },
    { input: 'NONE', want: ['none'], forbids: true },
    {
      input: 'googlebot: noindex, nofollow',
      want: ['googlebot: noindex', 'googlebot: nofollow'],
      forbids: true,
    },
    { input: 'max-snippet: 20, index', want: ['max-snippet: 20', 'index'], forbids: false },
    { input: 'noimageindex', want: ['noimageindex'], forbids: false },
    { input: 'all', want: ['all'], forbids: false },
    { input: ' , ', want: [], forbids: false },
  ]
  test.each(rows)('$input', ({ input, want, forbids }) => {
    expect({ want: robotsTagDirectives(input), forbids: forbidsIndex(robotsTagDirectives(input)) }).toEqual({
      want,
      forbids,
    })
  })
})
