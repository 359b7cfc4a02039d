import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTarget } from '../../../sandbox/host/request-target.ts'

const ROWS: { name: string; input: string; want: string | undefined }[] = [
  { name: 'a path', input: '/api/distribution', want: '/api/distribution' },
  { name: 'a query is no path', input: '/api/x?a=/../b', want: '/api/x' },
  { name: 'a doubled slash stays', input: '//a//b', want: '//a//b' },
  { name: 'an encoded slash stays', input: '/a%2Fb', want: '/a%2Fb' },
  { name: 'three dots are a name', input: '/.../a', want: '/.../a' },
  { name: 'a hidden name', input: '/.env', want: '/.env' },
  { name: 'dot', input: '/./a', want: undefined },
  { name: 'dot dot', input: '/a/../b', want: undefined },
  { name: 'dot dot at the end', input: '/a/..', want: undefined },
  { name: 'encoded dot', input: '/%2e/a', want: undefined },
  { name: 'half-encoded dot dot', input: '/.%2E/a', want: undefined },
  { name: 'backslash', input: '/a\\..\\b', want: undefined },
  { name: 'NUL', input: '/a%00', want: undefined },
  { name: 'bad percent-encoding', input: '/a%zz', want: undefined },
  { name: 'a lone percent sign', input: '/100%', want: undefined },
  { name: 'overlong UTF-8', input: '/%c0%ae%c0%ae/', want: undefined },
  { name: 'a byte that needs encoding', input: '/caf\xe9', want: undefined },
  { name: 'a space', input: '/a b', want: undefined },
  { name: 'absolute form', input: 'http://127.0.0.1/api', want: undefined },
  { name: 'authority form', input: '127.0.0.1:80', want: undefined },
  { name: 'asterisk form', input: '*', want: undefined },
  { name: 'nothing', input: '', want: undefined },
]

test.each(ROWS)('readTarget() of $name', ({ input, want }) => {
  expect(readTarget(input)).toBe(want)
})

test('readTarget() takes no target that a URL parser would read as another path', () => {
  const piece = fc.constantFrom(
    '/',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '\\',
    'a',
    '?',
    '#',
    '%',
    '\t',
    '%00',
    '@',
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const path = readTarget(`/${pieces.join('')}`)
      if (path !== undefined) expect(new URL(`http://h${path}`).pathname).toBe(path)
    }),
  )
})
