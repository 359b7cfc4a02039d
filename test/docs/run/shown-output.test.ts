import { describe, expect, test } from 'vitest'
import { linesNotPrinted, shownLines } from './shown-output.ts'

test('shownLines() leaves out commands, their further lines, and lines of dots', () => {
  const block = '$ kura deal --amount 1 \\\n    --rate 10\ndry run\n…\n$ kura cases\nnone\n\n'
  expect(shownLines(block)).toEqual(['dry run', 'none'])
})

describe('linesNotPrinted()', () => {
  test.each([
    ['a line as it is', 'nothing is wrong', 'first\nnothing is wrong\nlast'],
    ['another number', 'probe 7 of 7 paths', 'probe 21801 of 21801 paths'],
    ['another amount', '1,100 yen', '22,500 yen'],
    ['another moment', 'until 2026-11-20 14:05 +09:00', 'until 2027-01-02 03:04 +09:00'],
    ['another age', 'demo 3 minutes ago', 'demo 1 second ago'],
    ['an id of hex digits', 'on … (cfba6132)', 'on vm (6d518005ab)'],
    ['a UUID', 'order_67743d41-11fc-4e1f-bd32-665562a3a64f', 'order_0666cc5d-046d-4f1e-9082-38723a2c0ab6'],
    ['another width of a table', 'case  state\n----  -----', '  case         state\n  -----------  -----'],
    ['another home', 'wrote /home/mei/journal.csv', 'wrote /tmp/kura/journal.csv'],
    ['text that is left out', 'because …: yes', 'because it is (so): yes'],
    ['lines in another order', 'one\ntwo', 'two\none'],
  ])('finds %s', (_name, shown, output) => {
    expect(linesNotPrinted(shown, output)).toEqual([])
  })

  test.each([
    ['another word', 'release it: kura free', 'release it: npx --no kura free'],
    ['text before it', 'wrong', 'nothing is wrong'],
    ['text after it', 'nothing', 'nothing is wrong'],
    ['a word in the place of a number', '7 files', 'no files'],
    ['punctuation that means something in a pattern', 'a.b', 'axb'],
    ['a line that was not printed', 'gone', ''],
  ])('names %s', (_name, shown, output) => {
    expect(linesNotPrinted(shown, output)).toEqual([shown])
  })
})
