import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayWidth } from '../../../lib/cli/terminal/fitting.ts'
import { listAsTable, tableLines } from '../../../lib/cli/terminal/rows.ts'

const CLI = resolve(import.meta.dirname, '../../../lib/cli')
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
    {
      maxLength: 12,
    },
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

  /** Every head of a table in the sources of the command line. */
  const heads = readdirSync(CLI, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => join(entry.parentPath, entry.name))
    .flatMap(file =>
      headsIn(readFileSync(file, 'utf8')).map(head => ({ file: file.slice(CLI.length), head })),
    )

  test('the sources have tables', () => {
    expect(heads.length).toBeGreaterThan(10)
  })

  const long = [
    '領収書 2026年4月分 第0000017号',
    '2026-11-20 23:03 +09:00',
    'a-very-long-subdomain.example.com',
  ]
  test.each(heads)('$file: $head', ({ head }) => {
    const row = head.map((_, column) => long[column % long.length] ?? '')
    const rows = [row, head.map(() => ''), head.map(() => 'x'.repeat(70))]
    for (const columns of [60, 120]) {
      const lines = tableLines(rows, { head, columns })
      expect(lines.filter(line => displayWidth(line) > columns)).toEqual([])
      for (const name of head.filter(text => text !== '')) expect(lines.join('\n')).toContain(name)
    }
  })
})

const HEADS =
  /(?:HEAD = |head: |\],\s*|\),\s*|rows, |groups, |output\.list\('\w+', )\[(\s*'[^'\]]*'(?:,\s*'[^'\]]*')*,?\s*)\]/g

/** `[rows, ['state', 'check']]`, `HEAD = […]`, `head: […]` */
function headsIn(source: string): string[][] {
  return [...source.matchAll(HEADS)].map(([, names = '']) =>
    [...names.matchAll(/'([^']*)'/g)].map(([, name = '']) => name),
  )
}
