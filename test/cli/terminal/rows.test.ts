import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayWidth } from '../../../lib/cli/terminal/fitting.ts'
import { listAsTable, tableLines } from '../../../lib/cli/terminal/rows.ts'

const HEAD = ['case', 'state', 'why']
const ROWS = [
  ['receipt 18', 'review', 'the date is not certain, and the two schedules say something else'],
  ['receipt 17', 'done', ''],
]

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

/** Cells with wide and narrow letters, long words, and several words. */
const cell = fc
  .array(
    fc.constantFrom('領収書', '株式会社', ' ', 'https://example.com/', 'a-very-long-name', '1,234,567 yen'),
    { maxLength: 12 },
  )
  .map(parts => parts.join(''))

describe('no table is wider than the terminal', () => {
  test.each([60, 120])('of %i columns, whatever its cells', columns => {
    const table = fc.integer({ min: 1, max: 8 }).chain(width =>
      fc.record({
        rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
          minLength: 1,
          maxLength: 4,
        }),
        head: fc.option(fc.array(fc.string({ maxLength: 20 }), { minLength: width, maxLength: width }), {
          nil: undefined,
        }),
      }),
    )
    fc.assert(
      fc.property(table, ({ rows, head }) => {
        expect(tableLines(rows, { head, columns }).filter(line => displayWidth(line) > columns)).toEqual([])
      }),
    )
  })
})
