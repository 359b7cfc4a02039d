import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRouter, readTarget } from '../../../sandbox/host/router.ts'

const distribution = { name: 'distribution', file: 'api/distribution.ts' }
const nested = { name: 'a/b', file: 'api/a/b.mjs' }
const route = createRouter({
  functions: [distribution, nested],
  files: ['robots.txt', 'with space.txt'],
  settings: {
    framework: null,
    installCommand: 'x',
    buildCommand: 'x',
    outputDirectory: 'lib/www',
    functions: {},
    rewrites: [
      { source: '/api/distribution/(.*)', destination: '/api/distribution' },
      { source: '/api/gone/(.*)', destination: '/api/gone' },
    ],
  },
})

const ROWS: { name: string; input: string; want: ReturnType<typeof route> }[] = [
  { name: 'a function by its name', input: '/api/distribution', want: { function: distribution } },
  { name: 'a function by its file', input: '/api/distribution.ts', want: { function: distribution } },
  { name: 'a nested function', input: '/api/a/b', want: { function: nested } },
  { name: 'a rewritten path', input: '/api/distribution/x/y', want: { function: distribution } },
  { name: 'a rewritten path without a rest', input: '/api/distribution/', want: { function: distribution } },
  { name: 'another extension', input: '/api/distribution.js', want: undefined },
  { name: 'a name that only begins like it', input: '/api/distributions', want: undefined },
  { name: 'upper case', input: '/API/distribution', want: undefined },
  { name: 'a doubled slash before the name', input: '/api//distribution', want: undefined },
  { name: 'an encoded letter', input: '/api/%64istribution', want: undefined },
  { name: 'a rewrite to no function', input: '/api/gone/x', want: undefined },
  { name: 'a served file', input: '/robots.txt', want: { file: 'robots.txt' } },
  { name: 'a served file with an encoded letter', input: '/%72obots.txt', want: { file: 'robots.txt' } },
  { name: 'a served file with a space', input: '/with%20space.txt', want: { file: 'with space.txt' } },
  { name: 'a served file with a slash at its end', input: '/robots.txt/', want: undefined },
  { name: 'the root', input: '/', want: undefined },
  { name: 'the folder of the functions', input: '/api/', want: undefined },
  { name: 'the served folder by its own name', input: '/lib/www/robots.txt', want: undefined },
  { name: 'a file of the project', input: '/package.json', want: undefined },
]

test.each(ROWS)('route() of $name', ({ input, want }) => {
  expect(route(input)).toEqual(want)
})

const TARGETS: { name: string; input: string; want: string | undefined }[] = [
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

test.each(TARGETS)('readTarget() of $name', ({ input, want }) => {
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
