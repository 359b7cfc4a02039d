/** An index that a Markdown formatter has rewritten: kura still finds its lines and its heading. */
import { describe, expect, test } from 'vitest'
import { countIndexed, updateIndex } from '../../../lib/device/index/file.ts'

const TITLE = 'About the company, its people, and everything else that a new member of staff should read'
const FILES = [
  { path: 'a.md', title: TITLE },
  { path: 'b.md', title: 'B' },
]
const text = (...lines: string[]) => lines.map(line => `${line}\n`).join('')
const update = (
  input: string,
  files: readonly { path: string; title: string }[] = FILES,
  former: string[] = [],
) => updateIndex(input, { heading: '## Shared', files, former })

describe('a line that pandoc 2.17.1.1 has folded at 72 columns', () => {
  const FOLDED = [
    '-   [About the company, its people, and everything else that a new',
    '    member of staff should read](a.md)',
  ]

  test('is the line of its file, and stays as it is', () => {
    const input = text('## Shared', '', ...FOLDED, '-   [B](b.md)')
    expect(update(input)).toBe(input)
    expect(countIndexed(input, FILES)).toBe(2)
  })

  test('is written anew on one line if the title has changed', () => {
    const input = text('## Shared', '', ...FOLDED, '    a note', '-   [B](b.md)')
    const files = [{ path: 'a.md', title: 'A' }, ...FILES.slice(1)]
    expect(update(input, files)).toBe(text('## Shared', '', '-   [A](a.md)', '    a note', '-   [B](b.md)'))
  })

  test('goes as a whole if its file has left', () => {
    const input = text('## Shared', '', ...FOLDED, '-   [B](b.md)')
    expect(update(input, FILES.slice(1), ['a.md'])).toBe(text('## Shared', '', '-   [B](b.md)'))
  })

  test('leaves its name if a person has written below it', () => {
    const input = text('## Shared', '', ...FOLDED, '    a note', '-   [B](b.md)')
    const want = text('## Shared', '', '-   `a.md`', '    a note', '-   [B](b.md)')
    expect(update(input, FILES.slice(1), ['a.md'])).toBe(want)
  })

  test('is followed by what is added behind it', () => {
    expect(update(text('## Shared', '', ...FOLDED))).toBe(text('## Shared', '', ...FOLDED, '-   [B](b.md)'))
  })
})

describe('a list that cmark 0.30.2 has indented by two spaces', () => {
  const INPUT = text('## Shared', '', `  - [${TITLE}](a.md)`, '  - [B](b.md)')

  test('is the list of the files, and stays as it is', () => {
    expect(update(INPUT)).toBe(INPUT)
    expect(countIndexed(INPUT, FILES)).toBe(2)
  })

  test('loses the line of a file that has left', () => {
    expect(update(INPUT, FILES.slice(1), ['a.md'])).toBe(text('## Shared', '', '  - [B](b.md)'))
  })

  test.each([
    { place: 'before', path: '0.md', at: 0 },
    { place: 'between', path: 'aa.md', at: 1 },
    { place: 'behind', path: 'c.md', at: 2 },
  ])('gets a line $place its lines, indented alike', ({ path, at }) => {
    const lines = INPUT.split('\n')
    const want = lines.toSpliced(2 + at, 0, `  - [N](${path})`).join('\n')
    expect(update(INPUT, FILES.toSpliced(at, 0, { path, title: 'N' }))).toBe(want)
  })

  test('is not the list of the files if it is in another list', () => {
    const input = text('## Shared', '', '- mine', `  - [${TITLE}](a.md)`)
    expect(countIndexed(input, FILES)).toBe(0)
  })
})

test.each([
  { name: 'a list', second: '  - x](a.md)' },
  { name: 'a heading', second: '  # x](a.md)' },
  { name: 'words behind the link', second: '  x](a.md) y' },
  { name: 'a blank line', second: '\n  x](a.md)' },
])('a link that is broken by $name is not the line of a file', ({ second }) => {
  expect(countIndexed(text('- [x', second), FILES)).toBe(0)
})

test.each([
  { name: 'pandoc 2.17.1.1', input: '## Shared_files\\* \\#1', want: '## Shared_files* #1' },
  { name: 'turndown 7.2.5', input: '## 1\\. R&D\\_files', want: '## 1. R&D_files' },
  { name: 'remark 15.0.1', input: '## R\\&D \\[x]', want: '## R&D [x]' },
])('the heading is found with the signs that $name escapes', ({ input, want }) => {
  const files = [{ path: 'b.md', title: 'B' }]
  expect(updateIndex(`${input}\n`, { heading: want, files })).toBe(`${input}\n\n- [B](b.md)\n`)
})

test.each([
  { name: 'prettier 2.8.8', input: '## 社内 Wiki 共有（2026 年版）', want: '## 社内Wiki共有（2026年版）' },
  { name: 'autocorrect-node 2.14.0', input: '## A 社見積 (9 月)', want: '## A社見積(9月)' },
  { name: 'a person', input: '## 社内Wiki', want: '## 社内 Wiki' },
])('the heading is found with the spaces of $name', ({ input, want }) => {
  const files = [{ path: 'b.md', title: 'B' }]
  expect(updateIndex(`${input}\n`, { heading: want, files })).toBe(`${input}\n\n- [B](b.md)\n`)
})

test('a heading whose Japanese words are apart is another heading', () => {
  const files = [{ path: 'b.md', title: 'B' }]
  expect(updateIndex('## 共有 一覧\n', { heading: '## 共有一覧', files })).toContain('\n## 共有一覧\n')
})

test.each([
  { name: 'before it', input: text('## *Shared*', '', '## Shared', '', '- [B](b.md)', '', '# Next') },
  { name: 'behind it', input: text('## Shared', '', '- [B](b.md)', '', '## **Shared**', '', '# Next') },
])('a heading that is only shown alike, $name, is not the heading', ({ input }) => {
  expect(update(input)).toBe(input.replace('- [B]', `- [${TITLE}](a.md)\n- [B]`))
})

test('of two headings that are only shown alike, the first is the heading', () => {
  const input = text('## *Shared*', '', '## **Shared**')
  const want = text('## *Shared*', '', '- [B](b.md)', '', '## **Shared**')
  expect(update(input, FILES.slice(1))).toBe(want)
})
