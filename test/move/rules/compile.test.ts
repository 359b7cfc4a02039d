import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import { compileRedirect, essentialPart, samplePath, splitCompiled } from '../../../lib/move/rules/compile.ts'
import type { RedirectRule } from '../../../lib/move/rules/hosting-configuration.ts'

const NEW = 'https://new.example'
const PATHS = ['/', '/a', '/a/b', '/a/', '/a/b/', '/a.html', '/日本語', '/%E3%81%82']
const SEGMENTS = ['/a', '/a/b', '/a.html', '/日本語', '/%E3%81%82']

describe('compileRedirect()', () => {
  /** Document 2, "redirect behaviour", items 1 and 2. */
  const behaviour = [
    { source: '/:path*', destination: `${NEW}/:path*`, status: 308, matches: SEGMENTS },
    { source: '/:path+', destination: `${NEW}/:path+`, status: 308, matches: SEGMENTS },
    { source: '/(.*)', permanent: true, status: 308, matches: PATHS },
    { source: '/(.*)', permanent: false, status: 307, matches: PATHS },
    { source: '/(.*)', statusCode: 301, status: 301, matches: PATHS },
    { source: '/(.*)', status: 308, matches: PATHS },
    { source: '/:path(.*)', destination: `${NEW}/:path`, status: 308, matches: PATHS },
    { source: '/', destination: `${NEW}/`, location: `${NEW}/`, status: 308, matches: ['/'] },
  ]
  test.each(behaviour)(
    '$source answers $status for $matches',
    ({ status, matches, location = `${NEW}/$1`, destination = location, ...rule }) => {
      const compiled = compileRedirect({ destination, ...rule })
      expect(compiled).toMatchObject({ status, location })
      expect(PATHS.filter(path => compiled.regexp.test(path))).toEqual(matches)
    },
  )

  const refused = [
    { name: 'a wildcard of its own', source: '/a*', says: 'Unexpected MODIFIER at 2' },
    { name: 'an unnamed parameter', source: '/a/:', says: 'Missing parameter name at 3' },
    { name: 'an open parenthesis', source: '/:a(', says: 'Unterminated group' },
    { name: 'a brace that is not closed', source: '/{a', says: 'Unexpected END' },
    { name: 'a capturing group inside an expression', source: '/(a(b))', says: 'Capturing groups' },
    { name: 'an expression that is none', source: '/([)', says: 'Unterminated character class' },
    { name: 'an expression that is none for itself', source: '/(a]{2,1})', says: 'numbers out of order' },
    { name: 'a source that is no expression as a whole', source: '/[(.*)', says: 'character class' },
    { name: 'a reference that nothing captures', source: '/(.*)', destination: '/:path', says: '":path"' },
    { name: 'a name in the query that nothing captures', source: '/:a', destination: '/?q=:b', says: '":b"' },
    {
      name: 'a destination that is no address',
      source: '/:a',
      destination: 'https://[::1/:a',
      says: 'address',
    },
    { name: 'permanent and statusCode at once', source: '/', permanent: true, statusCode: 301, says: 'both' },
  ]
  test.each(refused)('refuses $name, naming the rule', ({ name: _, says, destination = '/x', ...rule }) => {
    const compile = () => compileRedirect({ destination, ...rule })
    expect(compile).toThrow(AppError)
    expect(compile).toThrow(/^Cannot compile the (?:source|rule for) "/)
    expect(compile).toThrow(says)
  })

  // path-to-regexp 6.3.0 would give "a-b" and "c": with a newer version than the host's, the lint would be wrong
  test('divides a segment with two parameters as the host does', () => {
    const { regexp } = compileRedirect({ source: '/:a-:b', destination: `${NEW}/:a/:b` })
    expect(regexp.exec('/a-b-c')?.slice(1)).toEqual(['a', 'b-c'])
  })

  test('leaves the conditions of the rule as they are written', () => {
    const has = [{ type: 'header' as const, key: 'X-Shop' }]
    compileRedirect({ source: '/a', destination: '/b', has })
    expect(has).toEqual([{ type: 'header', key: 'X-Shop' }])
  })
})

describe('samplePath()', () => {
  const rows = [
    { source: '/', want: '/' },
    { source: '/a/b', want: '/a/b' },
    { source: '/:path*', want: '/a' },
    { source: '/(.*)', want: '/a' },
    { source: '/:year(\\d{4})/:slug', want: '/2024/a' },
    { source: '/{en/}?about', want: '/en/about' },
    { source: '/{v:n(\\d+)-}+x', want: '/v1-x' },
    { source: '/:lang(de|en)/:language', want: '/en/a' },
    { source: '/a\\:b\\(:c', want: '/a:b(a' },
    { source: '/((?!a).*)', want: '/1' },
    { source: '/:code([A-Z]{9})', want: undefined },
    { source: 'relative', want: undefined },
  ]
  test.each(rows)('of $source', ({ source, want }) => {
    expect(samplePath(source, compileRedirect({ source, destination: '/x' }))).toBe(want)
  })
})

test.each([
  { source: '/a', literal: '/a', rest: '$' },
  { source: '/a\\:b.$/:c', literal: '/a:b.$', rest: '(?:/([^/]+?))$' },
  { source: '(.*)', literal: '', rest: '(.*)$' },
])('splitCompiled() of $source', ({ source, ...want }) => {
  expect(splitCompiled(compileRedirect({ source, destination: '/x' }).compiled)).toEqual(want)
})

test.each([
  { source: '/a/:b/long-name/(.*)', want: '/long-name' },
  { source: '/{en/}?about', want: 'about' },
  { source: '/a\\:b.(x|yz)', want: '' },
  { source: '/:a(long-name)', want: '' },
  { source: '/(.*)b', want: 'b' },
])('essentialPart() of $source', ({ source, want }) => {
  expect(essentialPart(compileRedirect({ source, destination: '/x' }).compiled)).toBe(want)
})

interface VectorCase extends RedirectRule {
  readonly compiled: string
  readonly status: number
  readonly location: string
  readonly matches: Readonly<Record<string, boolean>>
}

const SHARED = resolve(import.meta.dirname, '../../../../shared/reference/redirect-vectors.json')

describe.skipIf(!existsSync(SHARED))('the published vectors (skipped if ../shared is missing)', () => {
  const cases: VectorCase[] = existsSync(SHARED) ? JSON.parse(readFileSync(SHARED, 'utf8')).cases : []
  test.each(cases.map((vector, index) => ({ index, ...vector })))(
    '$index $source',
    ({ index: _, compiled, status, location, matches, ...rule }) => {
      const redirect = compileRedirect(rule)
      expect(redirect).toMatchObject({ compiled, status, location })
      const matched = Object.keys(matches).map(path => [path, redirect.regexp.test(path)])
      expect(Object.fromEntries(matched)).toEqual(matches)
    },
  )
})
