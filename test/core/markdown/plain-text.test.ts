/** The text that a reader shows of a heading; CommonMark's reference implementation decides for any text. */
import { Parser } from 'commonmark'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from '../../../lib/core/markdown/plain-text.ts'

const WRITTEN = [
  { name: 'a number, by turndown 7.2.5', line: '1\\. 概要', want: '1. 概要' },
  { name: 'an underscore, by turndown 7.2.5', line: 'R&D\\_files', want: 'R&D_files' },
  { name: 'signs, by pandoc 2.17.1.1', line: '\\<b\\> \\#5 \\~c\\~ C:\\\\new', want: '<b> #5 ~c~ C:\\new' },
  { name: 'an ampersand, by remark 15.0.1', line: 'R\\&D', want: 'R&D' },
  {
    name: 'an anchor, by pandoc 2.17.1.1',
    line: '<span id="_Toc1" class="anchor"></span>目次',
    want: '目次',
  },
  { name: 'an identifier, by pandoc 2.17.1.1', line: '概要 {#概要 .unnumbered}', want: '概要' },
  { name: 'an identifier of kramdown', line: 'Setup {: #setup}', want: 'Setup' },
  {
    name: 'a badge',
    line: 'Kura [![build](https://a.example/b.svg)](https://a.example/)',
    want: 'Kura build',
  },
  { name: 'a link', line: '[経費](<a b.md> "tip")の書き方', want: '経費の書き方' },
  { name: 'a link with parentheses', line: '[x](a(1).md) y', want: 'x y' },
  { name: 'a line break', line: '会社案内<br>2026', want: '会社案内 2026' },
  { name: 'a comment', line: 'One<!-- omit in toc -->', want: 'One' },
  { name: 'strikethrough', line: '~~old~~ new ~x~', want: 'old new x' },
  { name: 'a name', line: '`__init__.py` と *例*', want: '__init__.py と 例' },
  { name: 'brackets', line: '[草案] A [x]', want: '[草案] A [x]' },
  { name: 'a setting', line: '設定 {.env}', want: '設定 {.env}' },
  { name: 'a number of a character', line: 'a&#39;b&#x3042;', want: "a'bあ" },
]

test.each(WRITTEN)('$name', ({ line, want }) => {
  expect(plainText(line)).toBe(want)
})

/** The text of a heading as the reference implementation has it. */
function shown(line: string): string {
  const walker = new Parser().parse(`# ${line}`).walker()
  let text = ''
  for (let event = walker.next(); event; event = walker.next())
    if (event.node.type === 'text' || event.node.type === 'code') text += event.node.literal ?? ''
  return text
}

const SIGNS = [
  '*',
  '*',
  '**',
  '***',
  '_',
  '_',
  '__',
  '`',
  '``',
  '\\',
  '\\*',
  '&amp;',
  '&',
  '<b>',
  '</b>',
  '<',
  '>',
  '!',
]
const LETTERS = [
  'a',
  'b',
  'あ',
  '𠮟',
  ' ',
  '、',
  '「',
  '」',
  '(',
  ')',
  '.',
  '1',
  '~~~',
  '<!-- c -->',
  '<a@b.c>',
  '"',
  ':',
]
const lines = fc.array(fc.constantFrom(...SIGNS, ...LETTERS), { minLength: 1, maxLength: 14 })

test('any line is shown as Markdown shows it', () => {
  fc.assert(
    fc.property(lines, pieces => {
      const line = `x${pieces.join('')}x`
      expect(plainText(line)).toBe(shown(line))
    }),
    { numRuns: Number(process.env['RUNS'] ?? 300) },
  )
})

test('a long line costs no time that grows without bound', () => {
  for (const piece of ['[', '![', '[a](', '*a ', '`', '<a ', '[[a]', '\\[', '_*'])
    expect(plainText(piece.repeat(1000 / piece.length)).length).toBeLessThanOrEqual(1000)
  const long = '\\#'.repeat(501)
  expect(plainText(long)).toBe(long)
})
