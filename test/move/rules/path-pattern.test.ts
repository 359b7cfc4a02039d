import { describe, expect, test } from 'vitest'
import { parsePathPattern } from '../../../lib/move/rules/path-pattern.ts'

const parameter = { prefix: '', suffix: '', expression: '[^/]+?', modifier: '' }

describe('parsePathPattern()', () => {
  const rows = [
    { input: '/a', want: ['/a'] },
    { input: '/:a', want: [{ ...parameter, name: 'a', prefix: '/' }] },
    { input: '/x.:a', want: ['/x', { ...parameter, name: 'a', prefix: '.' }] },
    { input: '/x-:a', want: ['/x-', { ...parameter, name: 'a' }] },
    { input: '/\\/:a', want: ['//', { ...parameter, name: 'a' }] },
    {
      input: '/(\\d)(x)',
      want: [
        { ...parameter, name: 0, prefix: '/', expression: '\\d' },
        { ...parameter, name: 1, expression: 'x' },
      ],
    },
    { input: '{-:a~}?', want: [{ ...parameter, name: 'a', prefix: '-', suffix: '~', modifier: '?' }] },
    { input: '{en}', want: [{ ...parameter, name: '', prefix: 'en', expression: '' }] },
    { input: '/:a_1*', want: [{ ...parameter, name: 'a_1', prefix: '/', modifier: '*' }] },
    { input: '/(a\\)b)', want: [{ ...parameter, name: 0, prefix: '/', expression: 'a\\)b' }] },
  ]
  test.each(rows)('$input', ({ input, want }) => {
    expect(parsePathPattern(input)).toEqual(want)
  })

  test('names the position and what it refuses', () => {
    expect(() => parsePathPattern('/a/b*')).toThrow(
      'Cannot compile the source "/a/b*": at 4 there is a "*" that belongs to nothing; write "\\*" for a literal one',
    )
  })
})
