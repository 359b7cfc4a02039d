import { describe, expect, test } from 'vitest'
import { displayWidth, listAsTable, tableLines, wrapped } from '../../../lib/cli/terminal/rows.ts'

const HEAD = ['case', 'state', 'why']
const ROWS = [
  ['receipt 18', 'review', 'the date is not certain, and the two schedules say something else'],
  ['receipt 17', 'done', ''],
]

describe('wrapped()', () => {
  const rows = [
    { text: 'as it is', room: 8, want: ['as it is'] },
    { text: 'one two three', room: 8, want: ['one two', 'three'] },
    { text: 'abc def', room: 3, want: ['abc', 'def'] },
    { text: 'abcdefgh', room: 3, want: ['abc', 'def', 'gh'] },
    { text: '課対仕入（控80）10%', room: 8, want: ['課対仕入', '（控80）', '10%'] },
    { text: '日本', room: 1, want: ['日', '本'] },
    { text: '', room: 5, want: [''] },
  ]
  test.each(rows)('breaks "$text" at $room', ({ text, room, want }) => {
    expect(wrapped(text, room)).toEqual(want)
  })
})

describe('tableLines()', () => {
  test('wraps the last column in what is left of the terminal', () => {
    expect(tableLines(ROWS, { head: HEAD, columns: 45 })).toEqual([
      'case        state   why',
      '----        -----   ---',
      'receipt 18  review  the date is not certain,',
      '                    and the two schedules say',
      '                    something else',
      'receipt 17  done',
    ])
  })

  test('makes lines of a row that has no room, without what is empty', () => {
    expect(tableLines(ROWS, { head: HEAD, columns: 30 })).toEqual([
      'case   receipt 18',
      'state  review',
      'why    the date is not',
      '       certain, and the two',
      '       schedules say something',
      '       else',
      '',
      'case   receipt 17',
      'state  done',
      '',
    ])
  })

  test.each([20, 30, 40, 60, 80, 200])('is never wider than %i columns', columns => {
    for (const line of tableLines(ROWS, { head: HEAD, columns }))
      expect(displayWidth(line)).toBeLessThanOrEqual(columns)
  })
})

test('listAsTable() stays with lines once a part had no room', () => {
  const lines: string[] = []
  const shown = listAsTable(HEAD, { write: text => lines.push(text), columns: 30 })
  shown.add([], [['receipt 1', 'done', '']])
  shown.add([], ROWS.slice(0, 1))
  shown.add([], [['receipt 2', 'done', '']])
  expect(lines).toContain('case       state  why')
  expect(lines.slice(-3)).toEqual(['case   receipt 2', 'state  done', ''])
})
