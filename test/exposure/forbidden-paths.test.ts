import { expect, test } from 'vitest'
import { DOCUMENT_ROWS, forbiddenPaths } from '../../lib/exposure/forbidden-paths.ts'
import { pathVariants } from '../../lib/exposure/request-path.ts'

const PATHS = forbiddenPaths({
  functions: ['distribution', 'admin'],
  payload: ['settings.json', '辞書/読み 方.tsv', '.hidden'],
  files: [
    'package.json',
    'api/distribution.ts',
    'lib/.env',
    'lib/www/robots.txt',
    'lib/services/distribution/payload/a.md',
    'test/a.test.ts',
    'test/b.test.ts',
    'test/move/a.test.ts',
    'testing.md',
  ],
  served: 'lib/www',
})
const find = (path: string) => PATHS.find(forbidden => forbidden.path === path)

test('asks for each path once', () => {
  expect(new Set(PATHS.map(({ path }) => path)).size).toBe(PATHS.length)
})

test('has the five rows of document 3 with the names of the real functions and payload', () => {
  const rows = DOCUMENT_ROWS.map(row => [row, PATHS.filter(path => path.row === row).map(({ path }) => path)])
  expect(Object.fromEntries(rows)).toEqual({
    '/<payload>.js': [
      '/settings.js',
      '/%E8%AA%AD%E3%81%BF%20%E6%96%B9.js',
      '/.hidden.js',
      '/payload.js',
      '/release.js',
    ],
    '/.env': ['/.env'],
    '/.env.local': ['/.env.local'],
    '/api/_<name>.js': ['/api/_distribution.js', '/api/_admin.js'],
    '/api/<name>.test.mjs': ['/api/distribution.test.mjs', '/api/admin.test.mjs'],
  })
})

test('wants a 404 and nothing else of the plain forms only', () => {
  expect(find('/.env')).toMatchObject({ group: 'document 3', row: '/.env' })
  expect(find('/%2eenv')).toEqual({ path: '/%2eenv', group: 'variants', variant: 'encoded' })
})

test.each([
  { name: 'a file of the project', path: '/package.json', want: { group: 'project', file: 'package.json' } },
  {
    name: 'a file of the payload',
    path: '/lib/services/distribution/payload/a.md',
    want: { group: 'project' },
  },
  { name: 'a variant of a file', path: '/x/../lib/.env', want: { variant: 'dot dot', file: 'lib/.env' } },
  { name: 'the served folder by its own name', path: '/lib/www/robots.txt', want: { group: 'project' } },
  { name: 'a folder', path: '/lib/services/distribution/', want: { group: 'project' } },
  { name: 'a source map', path: '/api/distribution.js.map', want: { group: 'functions' } },
  {
    name: 'a payload in the root',
    path: '/%E8%BE%9E%E6%9B%B8/%E8%AA%AD%E3%81%BF%20%E6%96%B9.tsv',
    want: { group: 'payload' },
  },
  { name: 'a function itself', path: '/api/distribution', want: { group: 'functions' } },
  { name: 'a repository', path: '/.git/config', want: { group: 'leaks' } },
  { name: 'a variant of a usual leak', path: '/.GIT/CONFIG', want: { variant: 'upper case' } },
  { name: 'the root', path: '/', want: { group: 'functions' } },
])('asks for $name: $path', ({ path, want }) => {
  expect(find(path)).toMatchObject(want)
})

test('asks for every file of the project in at least ten ways', () => {
  expect(PATHS.filter(({ file }) => file === 'lib/.env').length).toBeGreaterThan(10)
})

test.each([
  { name: 'a file in the root', file: 'testing.md', want: true },
  { name: 'a function', file: 'api/distribution.ts', want: true },
  { name: 'a file of the payload', file: 'lib/services/distribution/payload/a.md', want: true },
  { name: 'the first file of a folder aside', file: 'test/a.test.ts', want: true },
  { name: 'the first file of a folder below it', file: 'test/move/a.test.ts', want: true },
  { name: 'another file of a folder aside', file: 'test/b.test.ts', want: false },
])('asks for $name plainly, and in every way: $want', ({ file, want }) => {
  expect(find(`/${file}`)).toBeDefined()
  const variants = pathVariants(`/${file}`)
  expect(variants.filter(({ path }) => find(path))).toEqual(want ? variants : [])
})

test('asks for every usual leak and every row of document 3 in every way', () => {
  const plain = PATHS.filter(({ group }) => group === 'leaks' || group === 'document 3')
  for (const { path } of plain)
    for (const variant of pathVariants(path)) expect(find(variant.path)).toBeDefined()
})
