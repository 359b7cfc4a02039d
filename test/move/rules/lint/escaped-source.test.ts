import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileRedirect } from '../../../../lib/move/rules/compile.ts'
import { escapedSource } from '../../../../lib/move/rules/lint/escaped-source.ts'
import { runs } from '../../../helpers/run/sampled.ts'

const compiled = (source: string) => compileRedirect({ source, destination: '/x' }).regexp

const rows = [
  { source: '/日/:a', want: '/%E6%97%A5/:a' },
  { source: '/[日]', want: '/[%E6%97%A5]' },
  { source: '/{日/}?a', want: '/{%E6%97%A5/}?a' },
  { source: '/(日|月)/(.*)', want: '/(%E6%97%A5|%E6%9C%88)/(.*)' },
  { source: '/(日+|月{2})', want: '/((?:%E6%97%A5)+|(?:%E6%9C%88){2})' },
  { source: '/:a([é])', want: '/:a((?:%C3%A9))' },
  {
    source: '/:a([あ-ん]+)',
    want: '/:a((?:%E3%8(?:1%(?:8[2-9A-F]|[9AB][0-9A-F])|2%(?:8[0-9A-F]|9[0-3])))+)',
  },
  { source: '/:a([a-zー]+)', want: '/:a((?:[a-z]|%E3%83%BC)+)' },
  { source: '/:a([\\w-日])', want: '/:a((?:[\\w\\-]|%E6%97%A5))' },
  {
    source: '/:a([^日/]+)',
    want: '/:a((?:(?!%E6%97%A5)(?:[^/%]|%[0-7][0-9A-F]|%[C-F][0-9A-F](?:%[89AB][0-9A-F])+))+)',
  },
]

test.each(rows)('escapedSource() writes $source as the host compares it', ({ source, want }) => {
  expect(escapedSource(source)).toBe(want)
  expect(() => compiled(want)).not.toThrow()
})

test('an escaped source matches the escaped paths of the paths that the source matches in raw letters', () => {
  const letters = ['日', '月', 'あ', 'ん', 'が', 'ー', '龠', 'é', 'ÿ', 'ࠀ', '\uffee', 'a', 'z', '-', '1']
  const members = fc.oneof(
    fc.constantFrom(...letters, '\\d', '\\-', '\\^', '\\日'),
    fc.constantFrom('あ-ん', 'a-z', 'a-é', 'z-日', 'é-ÿ', 'ÿ-月', '一-龠', '\\w', '^'),
  )
  const sets = fc
    .tuple(fc.constantFrom('[', '[^'), fc.array(members, { minLength: 1, maxLength: 4 }))
    .map(([open, found]) => `${open}${found.join('')}]`)
    // a set without raw letters stays as it is: it matches one character of an escape
    .filter(set => /[^\p{ASCII}]/u.test(set))
  const units = fc.oneof(sets, fc.constantFrom('日', '月', 'a', '(?:日|あa)', '\\月'))
  const expressions = fc
    .array(fc.tuple(units, fc.constantFrom('', '', '+', '?', '{2}')), { minLength: 1, maxLength: 3 })
    .map(found => found.flat().join(''))
  const paths = fc.array(fc.constantFrom(...letters), { maxLength: 4 }).map(found => `/日${found.join('')}`)
  fc.assert(
    fc.property(
      expressions.filter(isRegExp),
      fc.array(paths, { minLength: 1, maxLength: 6 }),
      (expression, tried) => {
        const [raw, escaped] = [`/日:x(${expression})`, escapedSource(`/日:x(${expression})`)]
        const [before, after] = [compiled(raw), compiled(escaped)]
        for (const path of tried)
          expect([path, after.test(encodeURI(path))]).toEqual([path, before.test(path)])
      },
    ),
    { numRuns: runs(500) },
  )
})

function isRegExp(text: string): boolean {
  try {
    return new RegExp(text) !== undefined
  } catch {
    return false
  }
}
