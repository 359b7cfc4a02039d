import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathProblem } from '../../../lib/core/release/path.ts'
import { createTargetOf, formatLine } from '../../../lib/device/index/markdown-line.ts'
import { childrenOf, walk } from '../../helpers/markdown/commonmark.ts'

const FORMATS = [
  { name: 'a plain path', input: { path: 'docs/a.md' }, want: '- [docs/a.md](docs/a.md)' },
  { name: 'a title', input: { path: 'a.md', title: 'About' }, want: '- [About](a.md)' },
  { name: 'a title of spaces', input: { path: 'a.md', title: '  ' }, want: '- [a.md](a.md)' },
  { name: 'Japanese', input: { path: '辞書/読み.tsv', title: '読み' }, want: '- [読み](辞書/読み.tsv)' },
  { name: 'a space', input: { path: 'a b.md' }, want: '- [a b.md](<a b.md>)' },
  { name: 'parentheses', input: { path: 'a(1).md' }, want: '- [a(1).md](<a(1).md>)' },
  { name: 'brackets', input: { path: 'a.md', title: '[x] y]' }, want: '- [\\[x\\] y\\]](a.md)' },
  { name: 'a backslash', input: { path: 'a.md', title: 'x\\' }, want: '- [x\\\\](a.md)' },
  { name: 'a code mark', input: { path: 'a.md', title: 'x ` y' }, want: '- [x \\` y](a.md)' },
  { name: 'a line break', input: { path: 'a.md', title: 'x\r\n- [y](z)' }, want: '- [x - \\[y\\](z)](a.md)' },
  { name: 'what looks like an escape', input: { path: 'a%20b.md' }, want: '- [a%20b.md](a%2520b.md)' },
  { name: 'a percent sign alone', input: { path: '100%.md' }, want: '- [100%.md](100%.md)' },
  { name: 'what looks like a fragment', input: { path: 'C#.md' }, want: '- [C#.md](C%23.md)' },
  { name: 'a name of Python', input: { path: '__init__.py' }, want: '- [\\_\\_init\\_\\_.py](__init__.py)' },
  { name: 'signs inside words', input: { path: 'a_b_c.md' }, want: '- [a_b_c.md](a_b_c.md)' },
  {
    name: 'what looks like an entity',
    input: { path: 'a&copy;.md' },
    want: '- [a\\&copy;.md](a%26copy;.md)',
  },
]

test.each(FORMATS)('formatLine() writes $name so that Markdown reads it back', ({ input, want }) => {
  expect(formatLine(input)).toBe(want)
  expect(createTargetOf([input.path])(want)).toBe(input.path)
})

const TARGETS = [
  { name: 'raw', line: '- [x](a b (1).md)', want: 'a b (1).md' },
  { name: 'in angle brackets', line: '- [x](<a b (1).md>)', want: 'a b (1).md' },
  { name: 'percent-encoded', line: '- [x](a%20b%20%281%29.md)', want: 'a b (1).md' },
  { name: 'percent-encoded in lower case', line: '- [x](%e8%be%9e%e6%9b%b8.tsv)', want: '辞書.tsv' },
  { name: 'percent-encoded in angle brackets', line: '- [x](<a b%20%281).md>)', want: 'a b (1).md' },
  { name: 'with escapes', line: '- [x](a\\ b \\(1\\).md)', want: undefined },
  { name: 'with escaped parentheses', line: '- [x](a b \\(1\\).md)', want: 'a b (1).md' },
  { name: 'decomposed', line: '- [x](辞書/か\u3099.md)', want: '辞書/が.md' },
  { name: 'with spaces at the end', line: '- [x](plain.md)  \t', want: 'plain.md' },
  { name: 'with brackets in its text', line: '- [a [b] \\] c](plain.md)', want: 'plain.md' },
  { name: 'with several spaces', line: '-   [x](plain.md)', want: 'plain.md' },
  { name: 'to an unknown file', line: '- [x](other.md)', want: undefined },
  { name: 'with words behind it', line: '- [x](plain.md) is good', want: undefined },
  { name: 'with words before it', line: '- see [x](plain.md)', want: undefined },
  { name: 'with a second link', line: '- [x](plain.md) [y](plain.md)', want: undefined },
  { name: 'with a link title', line: '- [x](plain.md "tip")', want: undefined },
  { name: 'indented by cmark 0.30.2 and html2text 2020.1.16', line: '  - [x](plain.md)', want: 'plain.md' },
  { name: 'indented as code', line: '    - [x](plain.md)', want: undefined },
  { name: 'whose bullet a program that formats has changed', line: '* [x](plain.md)', want: 'plain.md' },
  { name: 'with a number', line: '1. [x](plain.md)', want: undefined },
  { name: 'without a bullet', line: '[x](plain.md)', want: undefined },
  { name: 'with an unclosed text', line: '- [x(plain.md)', want: undefined },
  { name: 'with a broken escape', line: '- [x](plain%2.md)', want: undefined },
  { name: 'of a reference', line: '- [x][plain.md]', want: undefined },
]
const PATHS = ['a b (1).md', '辞書.tsv', '辞書/が.md', 'plain.md']

test.each(TARGETS)('a line $name', ({ line, want }) => {
  expect(createTargetOf(PATHS)(line)).toBe(want)
})

test('the text of a line is shown as it is', () => {
  const sign = fc.constantFrom(...'_*~&;<>[]!\\`#@$^', 'a', 'あ', ' ', '「', '&lt;', '&#49;')
  const name = fc.array(sign, { minLength: 1, maxLength: 10 }).map(signs => signs.join('').trim())
  fc.assert(
    fc.property(name, title => {
      const [, link] = walk(formatLine({ path: 'a.md', title: `${title}.` })).filter(
        ({ type }) => type === 'link' || type === 'item',
      )
      expect(
        link &&
          childrenOf(link)
            .map(({ type, literal }) => (type === 'text' ? literal : type))
            .join(''),
      ).toBe(`${title}.`)
    }),
    { numRuns: 1000 },
  )
})

test('a written form is never taken for another path that has the same letters', () => {
  const targetOf = createTargetOf(['a%20b.md', 'a b.md'])
  for (const path of ['a%20b.md', 'a b.md']) expect(targetOf(formatLine({ path }))).toBe(path)
})

const segment = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const path = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map(segments => segments.join('/').normalize('NFC'))
  .filter(text => pathProblem(text) === undefined)

test('every path of a release is read back from its own line, whatever its title', () => {
  fc.assert(
    fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 6 }), fc.string(), (paths, title) => {
      const targetOf = createTargetOf(paths)
      for (const one of paths) expect(targetOf(formatLine({ path: one, title }))).toBe(one)
    }),
  )
})
