import { expect, test } from 'vitest'
import { createRouter } from '../../../sandbox/host/router.ts'

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
