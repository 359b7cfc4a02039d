import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meaningOf, pathVariants, requestPath } from '../../lib/exposure/request-path.ts'

test.each([
  { input: 'package.json', want: '/package.json' },
  { input: 'a b/c#d?.md', want: '/a%20b/c%23d%3F.md' },
  { input: '辞書/読み.tsv', want: '/%E8%BE%9E%E6%9B%B8/%E8%AA%AD%E3%81%BF.tsv' },
])('requestPath() of $input', ({ input, want }) => {
  expect(requestPath(input)).toBe(want)
})

test('pathVariants() writes a path in every way that some server might take for it', () => {
  expect(Object.fromEntries(pathVariants('/lib/.env').map(({ name, path }) => [name, path]))).toEqual({
    encoded: '/lib/%2eenv',
    'double-encoded': '/lib/%252eenv',
    'encoded slash': '/lib%2f.env',
    'double-encoded slash': '/lib%252f.env',
    backslash: '/lib\\.env',
    'doubled slash': '//lib//.env',
    dot: '/./lib/.env',
    'encoded dot': '/%2e/lib/.env',
    'dot dot': '/x/../lib/.env',
    'encoded dot dot': '/x/%2e%2e/lib/.env',
    'dot dot under api': '/api/../lib/.env',
    'upper case': '/LIB/.ENV',
    'trailing slash': '/lib/.env/',
    'trailing nul': '/lib/.env%00',
  })
})

test.each([
  { name: 'encoded', want: '/%E8%94%B5/%61.md' },
  { name: 'double-encoded', want: '/%25E8%2594%25B5/%2561.md' },
  { name: 'upper case', want: '/%E8%94%B5/A.MD' },
  { name: 'unencoded', want: '/\xe8\x94\xb5/a.md' },
])('pathVariants() keeps what is percent-encoded whole: $name', ({ name, want }) => {
  expect(pathVariants('/%E8%94%B5/a.md').find(variant => variant.name === name)?.path).toBe(want)
})

test('pathVariants() all mean the path that they were made of, but for a NUL', () => {
  const segment = fc.stringMatching(/^[a-z0-9.蔵 -]{1,8}$/).filter(text => !/^\.{1,2}$/.test(text))
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), segments => {
      const path = requestPath(segments.join('/'))
      for (const variant of pathVariants(path).filter(({ name }) => !/nul|unencoded/.test(name)))
        expect(meaningOf(variant.path)).toBe(meaningOf(path))
    }),
  )
})

test.each([
  { input: '/robots.txt', want: '/robots.txt' },
  { input: '//x/%2e%2e/ROBOTS%252etxt/?a=b', want: '/robots.txt' },
  { input: '/a/../../..', want: '/' },
  { input: '/%ff/%61', want: '/%ff/a' },
])('meaningOf($input)', ({ input, want }) => {
  expect(meaningOf(input)).toBe(want)
})
