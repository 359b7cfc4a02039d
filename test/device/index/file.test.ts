import { describe, expect, test } from 'vitest'
import { countIndexed, holdsOnlyHeading, updateIndex } from '../../../lib/device/index/file.ts'

const HEADING = '## Shared'
const FILES = [{ path: 'a.md', title: 'A' }, { path: 'b c.md' }, { path: 'd.md', title: 'D' }]
const [A, B, D] = ['- [A](a.md)', '- [b c.md](<b c.md>)', '- [D](d.md)']
const update = (text: string | undefined, former: string[] = []) =>
  updateIndex(text, { heading: HEADING, files: FILES, former })
const text = (...lines: string[]) => lines.map(line => `${line}\n`).join('')

describe('the four rules of document 3', () => {
  const RULES = [
    {
      name: 'a line that matches is replaced in its place',
      input: text('# Mine', '- [old](d.md)', 'words', '- [old](a.md)', '- [old](b%20c.md)'),
      want: text('# Mine', D, 'words', A, B),
    },
    {
      name: 'without a line it goes under the heading',
      input: text('# Mine', '', '## Shared', '', '# Next', 'words'),
      want: text('# Mine', '', '## Shared', '', A, B, D, '', '# Next', 'words'),
    },
    {
      name: 'without a heading, heading and line go to the end',
      input: text('# Mine', 'words'),
      want: text('# Mine', 'words', '', '## Shared', '', A, B, D),
    },
    { name: 'without a file it is made', input: undefined, want: text('## Shared', '', A, B, D) },
    { name: 'an empty file is filled', input: '', want: text('## Shared', '', A, B, D) },
  ]
  test.each(RULES)('$name', ({ input, want }) => {
    expect(update(input)).toBe(want)
    expect(countIndexed(want, FILES)).toBe(3)
  })
})

const CASES = [
  {
    name: 'each rule for its own line: one is replaced, the others go under the heading',
    input: text('- [x](d.md)', '', '## Shared', 'words'),
    want: text(D, '', '## Shared', '', A, B, '', 'words'),
  },
  {
    name: 'the order under the heading follows the release',
    input: text('## Shared', '', A, D),
    want: text('## Shared', '', A, B, D),
  },
  {
    name: 'a first line goes before the others',
    input: text('## Shared', '', B, D),
    want: text('## Shared', '', A, B, D),
  },
  {
    name: 'a last line goes behind the others, and a list of a person stays together',
    input: text('## Shared', A, B, '- mine'),
    want: text('## Shared', A, B, D, '- mine'),
  },
  {
    name: "what belongs to an item stays with it: a person's notes and a code block",
    input: text('## Shared', '', A, '  my note', '  ```', '  code', '', '  more', '  ```', B),
    want: text('## Shared', '', A, '  my note', '  ```', '  code', '', '  more', '  ```', B, D),
  },
  {
    name: 'a new line goes behind all that belongs to the item before it',
    input: text('## Shared', '', A, '  my note', 'that goes on', '  ```', '', '  code', '  ```', '', 'words'),
    want: text(
      '## Shared',
      '',
      A,
      '  my note',
      'that goes on',
      '  ```',
      '',
      '  code',
      '  ```',
      B,
      D,
      '',
      'words',
    ),
  },
  {
    name: 'a new line goes before a code block that belongs to no item',
    input: text('## Shared', '', A, '```', 'code', '```'),
    want: text('## Shared', '', A, B, D, '', '```', 'code', '```'),
  },
  {
    name: 'a heading at the very end gets its lines',
    input: '# Mine\n\n## Shared',
    want: `# Mine\n\n## Shared\n\n${A}\n${B}\n${D}`,
  },
  {
    name: 'a heading with closing signs, spaces and indentation is the heading',
    input: text('  ##   Shared  ##  ', ''),
    want: text('  ##   Shared  ##  ', '', A, B, D),
  },
  {
    name: 'a heading of another level is another heading',
    input: text('# Shared'),
    want: text('# Shared', '', '## Shared', '', A, B, D),
  },
  {
    name: 'a line in a code block is not kura’s, nor is a heading there',
    input: text('```md', '## Shared', A, '```'),
    want: text('```md', '## Shared', A, '```', '', '## Shared', '', A, B, D),
  },
  {
    name: 'a code block ends only with its own fence',
    input: text('````', '```', A, '~~~', A, '````', '- [x](a.md)'),
    want: text('````', '```', A, '~~~', A, '````', A, '', '## Shared', '', B, D),
  },
  {
    name: 'a line in a comment is not kura’s',
    input: text('<!-- was', A, '-->', '<!-- one line -->', '- [x](a.md)'),
    want: text('<!-- was', A, '-->', '<!-- one line -->', A, '', '## Shared', '', B, D),
  },
  {
    name: 'a code block that nothing ends does not swallow the lines',
    input: text('words', '```', 'code'),
    want: text('words', '', '## Shared', '', A, B, D, '', '```', 'code'),
  },
  {
    name: 'a second line to the same file is dropped, the first stays',
    input: text('- [x](a.md)', B, 'words', D, '- [y](a.md)', '- [z](%61.md)'),
    want: text(A, B, 'words', D),
  },
  {
    name: 'a line with words of a person is no line of kura’s',
    input: text('- [A](a.md) by me', '## Shared'),
    want: text('- [A](a.md) by me', '## Shared', '', A, B, D),
  },
  {
    name: 'CRLF stays, for new lines too',
    input: '# Mine\r\n\r\n## Shared\r\n\r\n- [x](a.md)\r\n',
    want: `# Mine\r\n\r\n## Shared\r\n\r\n${A}\r\n${B}\r\n${D}\r\n`,
  },
  {
    name: 'each line keeps its own ending; new ones have that of most',
    input: '# Mine\n## Shared\r\n\r\nwords\r\n',
    want: `# Mine\n## Shared\r\n\r\n${A}\r\n${B}\r\n${D}\r\n\r\nwords\r\n`,
  },
  {
    name: 'a byte order mark stays, and a heading behind it is seen',
    input: '\ufeff## Shared\n',
    want: `\ufeff## Shared\n\n${A}\n${B}\n${D}\n`,
  },
  { name: 'a missing last newline stays missing', input: 'x', want: `x\n\n## Shared\n\n${A}\n${B}\n${D}` },
  {
    name: 'code in a list item that nothing closes ends with the item',
    input: text('- ```', '  code', '- [x](a.md)', '', '## Shared'),
    want: text('- ```', '  code', A, '', '## Shared', '', B, D),
  },
  {
    name: 'a fence behind code in a list item opens a block of its own',
    input: text('- x', '  ```', '```', '- [x](a.md)'),
    want: text('- x', '  ```', '', '## Shared', '', A, B, D, '', '```', '- [x](a.md)'),
  },
  {
    name: 'a heading in HTML is no heading, nor is a line there kura’s',
    input: text('<div>', '## Shared', '- [x](a.md)', '</div>', '', 'words'),
    want: text('<div>', '## Shared', '- [x](a.md)', '</div>', '', 'words', '', '## Shared', '', A, B, D),
  },
  {
    name: 'HTML ends with a blank line',
    input: text('<div>', '', '## Shared', '', '- [x](a.md)', '</div>'),
    want: text('<div>', '', '## Shared', '', A, B, D, '', '</div>'),
  },
  {
    name: 'a script that nothing closes does not swallow the lines',
    input: text('<script>', '', '## Shared'),
    want: text('## Shared', '', A, B, D, '', '<script>', '', '## Shared'),
  },
  {
    name: 'front matter is left alone',
    input: text('---', 'list:', '- [x](a.md)', '## Shared', '---', 'words'),
    want: text('---', 'list:', '- [x](a.md)', '## Shared', '---', 'words', '', '## Shared', '', A, B, D),
  },
  {
    name: 'a first line that only looks like front matter is a rule',
    input: text('---', '## Shared'),
    want: text('---', '## Shared', '', A, B, D),
  },
  {
    name: 'an underlined heading is the heading',
    input: text('Shared', '------', '', 'words'),
    want: text('Shared', '------', '', A, B, D, '', 'words'),
  },
  {
    name: 'an underlined heading of another level is another one',
    input: text('Shared', '==='),
    want: text('Shared', '===', '', '## Shared', '', A, B, D),
  },
  {
    name: 'an underlined heading ends the section',
    input: text('## Shared', '', A, '', 'Next', '---', B),
    want: text('## Shared', '', A, D, '', 'Next', '---', B),
  },
  {
    name: 'carriage returns alone end lines',
    input: '# Mine\r\r## Shared\r\r- [x](a.md)\rwords\r',
    want: `# Mine\r\r## Shared\r\r${A}\rwords\r${B}\r${D}\r`,
  },
  {
    name: 'a carriage return and a new line that meet stay two line endings',
    input: 'words\r\n\nwords\r',
    want: `words\r\n\nwords\r\r\n## Shared\n\n${A}\n${B}\n${D}\n`,
  },
  {
    name: 'a list is kept apart from code that its indentation would take in',
    input: text('## Shared', '', '    code'),
    want: text('## Shared', '', A, B, D, '', '<!-- -->', '', '    code'),
  },
  {
    name: 'bullets that Prettier 3.10.1 (a second list) or remark 15.0.1 (every list) has changed stay',
    input: text('## Shared', '', '* [x](<b c.md>)', '+ [x](d.md)'),
    want: text('## Shared', '', '* [A](a.md)', `* ${B.slice(2)}`, `+ ${D.slice(2)}`),
  },
  {
    name: 'the spaces behind a list marker stay, also for new lines',
    input: text('## Shared', '', '-   [x](a.md)', '', '    note'),
    want: text('## Shared', '', '-   [A](a.md)', '', '    note', `-   ${B.slice(2)}`, `-   ${D.slice(2)}`),
  },
]

test.each(CASES)('$name', ({ input, want }) => {
  expect(update(input)).toBe(want)
  expect(update(want)).toBe(want)
})

const LEAVING = [
  {
    name: 'the line of a file that left goes',
    input: text('## Shared', '', '- [Old](old.md)', A, B, D, 'words'),
    want: text('## Shared', '', A, B, D, 'words'),
  },
  {
    name: 'in every form of its target, and more than once',
    input: text(A, '- [Old](<old.md>)', B, '- [o](%6Fld.md)', D),
    want: text(A, B, D),
  },
  {
    name: 'not a line of a person about it, nor one to a file that kura never had',
    input: text(A, B, D, '- [Old](old.md) is gone', '- [mine](mine.md)'),
    want: text(A, B, D, '- [Old](old.md) is gone', '- [mine](mine.md)'),
  },
  {
    name: 'the only line of a file with a byte order mark',
    input: '\ufeff- [Old](old.md)',
    want: `\ufeff## Shared\n\n${A}\n${B}\n${D}`,
  },
  {
    name: 'what a person has written below it stays, with its name',
    input: text(A, B, D, '- [Old](old.md)', '  ```', '  my note'),
    want: text(A, B, D, '- `old.md`', '  ```', '  my note'),
  },
  {
    name: 'a line between text and a rule leaves a blank line: the text is no heading',
    input: text(A, B, D, '', 'words', '- [Old](old.md)', '---'),
    want: text(A, B, D, '', 'words', '', '---'),
  },
]
test.each(LEAVING)('$name', ({ input, want }) => {
  expect(update(input, ['old.md', 'a.md'])).toBe(want)
})

test('an index loses kura’s lines if the release is undone', () => {
  const emptied = updateIndex(text('# Mine', '', A, 'words'), {
    heading: HEADING,
    files: [],
    former: ['a.md'],
  })
  expect(emptied).toBe(text('# Mine', '', 'words'))
  expect(updateIndex(undefined, { heading: HEADING, files: [] })).toBe('')
})

const COUNTS = [
  { name: 'none in an empty index', input: '', want: 0 },
  { name: 'each file once', input: text(A, A, B), want: 2 },
  { name: 'not those in code', input: text('```', A, '```', B), want: 1 },
  { name: 'not one that is no link, for its spaces', input: text('- [x](b c.md)'), want: 0 },
  { name: 'not one whose text might not end', input: text('- [x ` y](a.md)', 'more `'), want: 0 },
  { name: 'those behind code in a list that nothing closes', input: text('- ```', A, B), want: 2 },
  { name: 'not those in front matter', input: text('---', A, '---', B), want: 1 },
  { name: 'those with another title', input: text('- [else](a.md)'), want: 1 },
]
test.each(COUNTS)('countIndexed() counts $name', ({ input, want }) => {
  expect(countIndexed(input, FILES)).toBe(want)
})

test.each([
  { input: '', want: true },
  { input: '\n## Shared\n\n', want: true },
  { input: '## Shared\nwords\n', want: false },
  { input: '## Other\n', want: false },
])('holdsOnlyHeading($input)', ({ input, want }) => {
  expect(holdsOnlyHeading(input, HEADING)).toBe(want)
})
