/**
 * For unusual texts, the number of steps grows only in proportion to the size: lines read, characters examined,
 * patterns tried.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BlockScanner } from '../../../lib/core/markdown/block-scanner.ts'
import { blocksOf } from '../../../lib/core/markdown/blocks.ts'
import { countIndexed, updateIndex } from '../../../lib/device/index/file.ts'

const SIZE = 4_000

/** Returns a text of about `size` characters. */
type Text = (size: number) => string

const lines =
  (line: string): Text =>
  size =>
    line.repeat(Math.ceil(size / line.length))

const ODD: readonly { readonly name: string; readonly text: Text }[] = [
  { name: 'prose', text: lines('The quick brown fox jumps over the lazy dog\n') },
  { name: 'fences', text: lines('```\n') },
  { name: 'one fence', text: size => `\`\`\`\n${lines('x\n')(size)}` },
  { name: 'fences in one line', text: lines('`') },
  { name: 'index lines', text: lines('- [x](a.md)\n') },
  { name: 'items', text: lines('- a\n') },
  { name: 'items and blank lines', text: lines('- a\n\n') },
  { name: 'numbered items', text: lines('1. a\n') },
  { name: 'nested items in each line', text: lines('- - - - a\n') },
  { name: 'nested items in one line', text: size => `${lines('- ')(size)}x` },
  { name: 'nested items, then blank lines', text: size => `${lines('- ')(size)}x\n${lines('\n')(size)}` },
  { name: 'nested items of all kinds', text: size => `${lines('* - + ')(size)}x` },
  { name: 'quotations', text: lines('> a\n') },
  { name: 'nested quotations', text: lines('>') },
  { name: 'headings', text: lines('# a\n') },
  { name: 'marks in headings', text: lines(`## ${'_*'.repeat(200)}\n`) },
  { name: 'marks in headings of another level', text: lines(`# ${'_*'.repeat(200)}\n`) },
  { name: 'signs in a heading', text: size => `# ${lines('# ')(size)}b` },
  { name: 'underlined headings', text: lines('a\n===\n') },
  { name: 'rules', text: lines('---\n') },
  { name: 'no rules', text: lines('* * * * a\n') },
  { name: 'HTML', text: lines('<div>\n\n') },
  { name: 'tags', text: lines('<a b="c">\n\n') },
  { name: 'comments that nothing closes', text: lines('<!-- \n') },
  { name: 'blank lines', text: lines('\n') },
  { name: 'spaces', text: lines(' ') },
  { name: 'CR', text: lines('a\r') },
  { name: 'front matter that nothing closes', text: size => `---\n${lines('--- x\n')(size)}` },
]

let steps = 0
let linesRead = 0
let restore: (() => void)[] = []

/** Counts the calls of a method. */
function count<K extends string>(
  owner: Record<K, (...given: never[]) => unknown>,
  name: K,
  step: () => void,
) {
  const original = owner[name]
  const counted = function (this: unknown, ...given: never[]) {
    step()
    return original.apply(this, given)
  }
  owner[name] = counted as (typeof owner)[K]
  restore.push(() => {
    owner[name] = original
  })
}

beforeEach(() => {
  steps = 0
  linesRead = 0
  const step = () => void steps++
  count(String.prototype, 'charCodeAt', step)
  count(RegExp.prototype, 'exec', step)
  count(BlockScanner.prototype, 'readLine', () => void linesRead++)
})

afterEach(() => {
  for (const each of restore) each()
  restore = []
})

function stepsOf(work: () => unknown): number {
  steps = 0
  work()
  return steps
}

const FILES = [
  { path: 'a.md', title: 'x' },
  { path: 'b.md', title: 'y' },
]
const TARGET = { heading: '## Shared', files: FILES }

describe.each(ODD)('$name', ({ text }) => {
  test.each([
    { what: 'blocksOf()', work: (source: string) => [...blocksOf(source)].length, each: 8 },
    { what: 'countIndexed()', work: (source: string) => countIndexed(source, FILES), each: 9 },
    { what: 'updateIndex()', work: (source: string) => updateIndex(source, TARGET), each: 20 },
  ])(
    '$what takes at most $each steps a character, and twice as many for twice the text',
    ({ work, each }) => {
      const [source, twice] = [text(SIZE), text(2 * SIZE)]
      const taken = stepsOf(() => work(source))
      expect(taken / source.length).toBeLessThan(each)
      expect(stepsOf(() => work(twice)) / twice.length).toBeLessThan((taken / source.length) * 1.05 + 0.1)
    },
  )
})

test('an index is read once to count its lines, once to find that nothing changes, twice to change lines', () => {
  const index = updateIndex(lines('- a\n')(SIZE), TARGET)
  const expected = index.split('\n').length - 1
  linesRead = 0
  countIndexed(index, FILES)
  expect(linesRead).toBe(expected)
  linesRead = 0
  expect(updateIndex(index, TARGET)).toBe(index)
  // the heading itself is read once more
  expect(linesRead).toBe(expected + 1)
  linesRead = 0
  updateIndex(index, { ...TARGET, files: [{ path: 'a.md', title: 'z' }] })
  expect(linesRead).toBeLessThanOrEqual(2 * expected + 2)
})
