/**
 * The text of a heading as a Markdown reader shows it, compared with CommonMark's reference implementation for any
 * text.
 */
import { Parser } from 'commonmark'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Run, removePairs } from '../../../lib/core/markdown/emphasis.ts'
import { NAMED } from '../../../lib/core/markdown/entities.ts'
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
  { name: 'strikethrough', line: '~~old~~ new ~x~', want: 'old new ~x~' },
  { name: 'spans of months', line: '1~3月と4~6月の予定', want: '1~3月と4~6月の予定' },
  { name: 'a name', line: '`__init__.py` と *例*', want: '__init__.py と 例' },
  { name: 'brackets', line: '[草案] A [x]', want: '[草案] A [x]' },
  { name: 'a setting', line: '設定 {.env}', want: '設定 {.env}' },
  { name: 'braces, by pandoc 2.17.1.1', line: 'a \\{#x\\} \\{#y}', want: 'a {#x} {#y}' },
  { name: 'an identifier behind a backslash', line: 'C:\\\\ {#drive}', want: 'C:\\' },
  { name: 'a dash by its name', line: 'A &mdash; B&hellip;', want: 'A — B…' },
  { name: 'a name that is not known', line: 'R&D; &x1; &MDASH;', want: 'R&D; &x1; &MDASH;' },
  { name: 'a link with angle brackets in it', line: '[x](a<b>) [y]( "t" )', want: 'x y' },
  { name: 'a number of a character', line: 'a&#39;b&#x3042;', want: "a'bあ" },
]

test.each(WRITTEN)('$name', ({ line, want }) => {
  expect(plainText(line)).toBe(want)
})

test('every name of a character means what it means in HTML', () => {
  expect(NAMED.size).toBeGreaterThan(150)
  for (const name of NAMED.keys()) expect(plainText(`a&${name};b`)).toBe(shown(`a&${name};b`))
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
  '1~3',
  '&mdash;',
  '&x;',
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

test('a long line is returned as it is', () => {
  const long = '\\#'.repeat(501)
  expect(plainText(long)).toBe(long)
})

test.each([
  { line: '<!--'.repeat(200), tries: 0 },
  { line: `-->${'<!--'.repeat(200)}`, tries: 0 },
  { line: '<!a'.repeat(200), tries: 0 },
  { line: '[a]('.repeat(200), tries: 0 },
  { line: `${'<!--'.repeat(200)}-->`, tries: 3 },
])('a form whose end is missing is not tried: $line', ({ line, tries }) => {
  const original = RegExp.prototype.exec
  let tried = 0
  RegExp.prototype.exec = function (text) {
    if (['<', '(?:<', '!?'].some(start => this.source.startsWith(start))) tried++
    return original.call(this, text)
  }
  try {
    plainText(line)
  } finally {
    RegExp.prototype.exec = original
  }
  expect(tried).toBe(tries)
})

/** A run of marks that counts how often it is compared. */
function countedRun(
  text: string,
  { opens, closes }: Pick<Run, 'opens' | 'closes'>,
  compared: () => void,
): Run {
  const size = text.length
  const mark = () => {
    compared()
    return text[0] ?? ''
  }
  return Object.defineProperty({ text, mark: '', size, opens, closes }, 'mark', { get: mark })
}

test.each([
  { name: 'that nothing opens', opening: ['*'], closing: ['_'] },
  { name: 'of lengths that are no pairs', opening: ['*', '**', '~~'], closing: ['_', '__', '___'] },
  { name: 'that are pairs', opening: ['*', '__', '***'], closing: ['***', '_', '*'] },
])('runs of marks $name are compared at most 20 times each', ({ opening, closing }) => {
  for (const count of [100, 1_000]) {
    let compared = 0
    const step = () => void compared++
    const openers = Array.from({ length: count }).flatMap(() => opening)
    const closers = Array.from({ length: count }).flatMap(() => closing)
    removePairs([
      ...openers.map(text => countedRun(text, { opens: true, closes: false }, step)),
      ...closers.map(text => countedRun(text, { opens: false, closes: true }, step)),
    ])
    expect(compared / (openers.length + closers.length)).toBeLessThan(20)
  }
})
