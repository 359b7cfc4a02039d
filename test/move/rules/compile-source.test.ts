import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import { compileRedirect, compileSource } from '../../../lib/move/rules/compile-source.ts'
import type { RedirectRule } from '../../../lib/move/rules/hosting-configuration.ts'

interface VectorCase extends RedirectRule {
  readonly compiled: string
  readonly status: number
  readonly location: string
  readonly matches: Readonly<Record<string, boolean>>
}

function expectVector({ compiled, status, location, matches, ...rule }: VectorCase): void {
  const ours = compileRedirect(rule)
  expect(ours).toMatchObject({ compiled, status, location })
  const matched = Object.fromEntries(Object.keys(matches).map(path => [path, ours.regexp.test(path)]))
  expect(matched).toEqual(matches)
}

/** Facts about the host, from its compiler: what each source matches. */
const PATHS = ['/', '/a', '/a/b', '/a/', '/a/b/', '/a.html', '/日本語', '/%E3%81%82']
const only = (...matching: string[]) => Object.fromEntries(PATHS.map(path => [path, matching.includes(path)]))
const SEGMENTS = only('/a', '/a/b', '/a.html', '/日本語', '/%E3%81%82')
const ALL = only(...PATHS)
const NEW = 'https://new.example'

const own: (VectorCase & { name: string })[] = [
  {
    name: '/:path* misses the root and every trailing slash',
    source: '/:path*',
    destination: `${NEW}/:path*`,
    permanent: true,
    compiled: '^(?:/((?:[^/]+?)(?:/(?:[^/]+?))*))?$',
    status: 308,
    location: `${NEW}/$1`,
    matches: SEGMENTS,
  },
  {
    name: '/:path+ misses them too',
    source: '/:path+',
    destination: `${NEW}/:path+`,
    permanent: true,
    compiled: '^(?:/((?:[^/]+?)(?:/(?:[^/]+?))*))$',
    status: 308,
    location: `${NEW}/$1`,
    matches: SEGMENTS,
  },
  {
    name: '/(.*) matches the root and every path',
    source: '/(.*)',
    destination: `${NEW}/$1`,
    permanent: true,
    compiled: '^(?:/(.*))$',
    status: 308,
    location: `${NEW}/$1`,
    matches: ALL,
  },
  {
    name: 'a named expression does the same',
    source: '/:path(.*)',
    destination: `${NEW}/:path`,
    permanent: true,
    compiled: '^(?:/(.*))$',
    status: 308,
    location: `${NEW}/$1`,
    matches: ALL,
  },
  {
    name: 'permanent: false is 307',
    source: '/(.*)',
    destination: `${NEW}/$1`,
    permanent: false,
    compiled: '^(?:/(.*))$',
    status: 307,
    location: `${NEW}/$1`,
    matches: ALL,
  },
  {
    name: 'neither permanent nor statusCode is 308',
    source: '/(.*)',
    destination: `${NEW}/$1`,
    compiled: '^(?:/(.*))$',
    status: 308,
    location: `${NEW}/$1`,
    matches: ALL,
  },
  {
    name: 'statusCode 301 is kept',
    source: '/(.*)',
    destination: `${NEW}/$1`,
    statusCode: 301,
    compiled: '^(?:/(.*))$',
    status: 301,
    location: `${NEW}/$1`,
    matches: ALL,
  },
  {
    name: 'a literal root',
    source: '/',
    destination: `${NEW}/`,
    permanent: true,
    compiled: '^/$',
    status: 308,
    location: `${NEW}/`,
    matches: only('/'),
  },
]

describe('compileRedirect()', () => {
  test.each(own)('$name', ({ name: _, ...vector }) => expectVector(vector))

  const more = [
    { source: '/post-:id.html', destination: '/:id', compiled: '^/post-([^/]+?)\\.html$', location: '/$1' },
    { source: '/:a/:b', destination: '/:b/:a', compiled: '^(?:/([^/]+?))(?:/([^/]+?))$', location: '/$2/$1' },
    { source: '/:a?', destination: '/x/:a?', compiled: '^(?:/([^/]+?))?$', location: '/x/$1' },
    { source: '/:a', destination: '/x?q=:a&r=1#:a', compiled: '^(?:/([^/]+?))$', location: '/x?q=$1&r=1#$1' },
    { source: '/:y(\\d{4})', destination: '/:y', compiled: '^(?:/(\\d{4}))$', location: '/$1' },
    { source: '/((?!api).*)', destination: '/$1', compiled: '^(?:/((?!api).*))$', location: '/$1' },
    { source: '/{en/}?a', destination: '/a', compiled: '^/(?:en/)?a$', location: '/a' },
    {
      source: '/{v:n(\\d+)-}+x',
      destination: '/:n',
      compiled: '^/(?:v((?:\\d+)(?:-v(?:\\d+))*)-)x$',
      location: '/$1',
    },
    { source: '/a\\:b', destination: '/c', compiled: '^/a\\:b$', location: '/c' },
    {
      source: '/日本',
      destination: 'https://n.example:8080/日本',
      compiled: '^/日本$',
      location: 'https://n.example:8080/日本',
    },
  ]
  test.each(more)('$source', ({ source, destination, compiled, location }) => {
    expect(compileRedirect({ source, destination })).toMatchObject({ compiled, location })
  })

  test('a condition captures names for the destination', () => {
    const has = [{ type: 'host' as const, value: '(?<sub>.*)\\.old\\.example' }]
    const rule = { source: '/(.*)', has, destination: 'https://:sub.new.example/$1?from=:host' }
    expect(compileRedirect(rule).location).toBe('https://$sub.new.example/$1?from=$host')
  })

  const refused = [
    { name: 'a wildcard of its own', source: '/a*' },
    { name: 'an unnamed parameter', source: '/a/:' },
    { name: 'an open parenthesis', source: '/:a(' },
    { name: 'a closing parenthesis', source: '/a)' },
    { name: 'a brace that is not closed', source: '/{a' },
    { name: 'two parameters in braces', source: '/{:a:b}' },
    { name: 'a capturing group inside an expression', source: '/(a(b))' },
    { name: 'an expression that starts with ?', source: '/(?:a)' },
    { name: 'an empty expression', source: '/()' },
    { name: 'an expression that is none', source: '/([)' },
    { name: 'a backslash at the end', source: '/a\\' },
    { name: 'a source that is not an expression as a whole', source: '/[(.*)' },
    { name: 'a reference that nothing captures', source: '/(.*)', destination: '/:path' },
    { name: 'permanent and statusCode at once', source: '/', permanent: true, statusCode: 301 },
  ]
  test.each(refused)('refuses $name, naming the rule', ({ name: _, destination = '/x', ...rule }) => {
    const compile = () => compileRedirect({ destination, ...rule })
    expect(compile).toThrow(AppError)
    expect(compile).toThrow(/^Cannot compile the (?:source|destination|rule for) "/)
  })
})

/** Tokens with a matcher of their own that knows no regular expression. */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'segment'; readonly modifier: '' | '?' | '+' | '*' }
  | { readonly kind: 'rest' }

const pieces: fc.Arbitrary<Piece[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('text' as const), text: fc.constantFrom('/', 'a', '.b', '-') }),
    fc.record({ kind: fc.constant('segment' as const), modifier: fc.constantFrom('', '?', '+', '*') }),
    fc.record({ kind: fc.constant('rest' as const) }),
  ),
  { maxLength: 5 },
)

function sourceOf(list: readonly Piece[]): string {
  return list
    .map((piece, index) => {
      if (piece.kind === 'text') return piece.text.replace('.', '\\.')
      return piece.kind === 'rest' ? '{(.*)}' : `{/:p${index}}${piece.modifier}`
    })
    .join('')
}

/** The positions at which the pieces can end if they start at `at`. */
function ends(list: readonly Piece[], path: string, at: number): number[] {
  const [piece, ...rest] = list
  if (!piece) return [at]
  return [...new Set(endsOfPiece(piece, path, at))].flatMap(next => ends(rest, path, next))
}

function endsOfPiece(piece: Piece, path: string, at: number): number[] {
  if (piece.kind === 'text') return path.startsWith(piece.text, at) ? [at + piece.text.length] : []
  if (piece.kind === 'rest') return Array.from({ length: path.length - at + 1 }, (_, length) => at + length)
  const once = (from: number): number[] => {
    if (path[from] !== '/') return []
    const stop = path.indexOf('/', from + 1)
    const end = stop === -1 ? path.length : stop
    return Array.from({ length: Math.max(0, end - from - 1) }, (_, length) => from + 2 + length)
  }
  const { modifier } = piece
  const found = new Set(modifier === '?' || modifier === '*' ? [at] : [])
  for (let round = once(at), depth = 0; round.length > 0 && depth < 20; depth++) {
    for (const end of round) found.add(end)
    round = modifier === '+' || modifier === '*' ? round.flatMap(once).filter(end => !found.has(end)) : []
  }
  return [...found]
}

test('compileSource() matches as its own words say, tried without regular expressions', () => {
  const paths = fc
    .array(fc.constantFrom('/', 'a', '.b', '-', 'ab'), { maxLength: 6 })
    .map(list => list.join(''))
  fc.assert(
    fc.property(pieces, paths, (list, path) => {
      const expected = ends(list, path, 0).includes(path.length)
      expect(compileSource(sourceOf(list)).regexp.test(path)).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

const SHARED = resolve(import.meta.dirname, '../../../../shared/reference/redirect-vectors.json')

describe.skipIf(!existsSync(SHARED))("the host's own vectors (skipped if ../shared is missing)", () => {
  const cases: VectorCase[] = existsSync(SHARED) ? JSON.parse(readFileSync(SHARED, 'utf8')).cases : []
  test.each(cases.map((vector, index) => ({ ...vector, index })))(
    '$index $source',
    ({ index: _, ...vector }) => {
      expectVector(vector)
    },
  )

  test('the own table agrees with them', () => {
    const table = own.map(({ name: _, ...vector }) => vector)
    for (const vector of cases) {
      const { matches, ...facts } = vector
      const ours = table.find(({ source, permanent, statusCode }) => {
        return source === vector.source && permanent === vector.permanent && statusCode === vector.statusCode
      })
      expect(ours).toMatchObject(facts)
      for (const [path, matched] of Object.entries(ours?.matches ?? {})) expect(matches[path]).toBe(matched)
    }
  })
})
