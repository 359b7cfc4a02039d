import { describe, expect, test } from 'vitest'
import { english } from '../../../lib/core/language/text.ts'
import type { MoveReport } from '../../../lib/move/report/move-report.ts'
import { type Cell, reportTables, reportTitle, verdictSentences } from '../../../lib/move/report/tables.ts'
import type { Verdict } from '../../../lib/move/verdicts.ts'
import { checkServed } from '../page/moved-pages.ts'

const whole = await checkServed({ pages: ['/'] })
const plain = (cell: Cell) => ('text' in cell ? english(cell.text) : Object.values(cell)[0])

/** The table of `report` with this title; its cells are plain values. */
function tableOf(report: MoveReport, title: string) {
  const table = reportTables(report).find(table => english(table.title) === title)
  return {
    sentence: table?.sentence.map(english).join(''),
    rows: table?.rows.map(row => row.map(plain)),
    remarks: table?.rows.flatMap(row =>
      row.flatMap(cell => ('remark' in cell && cell.remark ? english(cell.remark) : [])),
    ),
  }
}

test('reportTitle() shows punycode names as people read them', () => {
  const site = { ...whole.site, oldDomain: 'xn--wgv71a.example' }
  expect(english(reportTitle({ ...whole, site }))).toBe('Site move: 日本.example to new.example')
})

describe('verdictSentences()', () => {
  const sentenceOf = (report: MoveReport) => verdictSentences(report).map(english).join(' ')
  const verdicts: Verdict[] = ['passed', 'accepted', 'warning', 'unknown', 'failed']
  test('says something of its own for each verdict', () => {
    expect(new Set(verdicts.map(verdict => sentenceOf({ ...whole, verdict }))).size).toBe(5)
  })

  test('says that a report is partial even before the pages are known', () => {
    const pages = { ...whole.pages, expected: 0, counts: { ...whole.pages.counts, checked: 0 } }
    expect(sentenceOf({ ...whole, pages, complete: false })).toContain(
      'stopped after 0 of an unknown number of pages',
    )
  })
})

describe('reportTables()', () => {
  test('has columns for the cells of each row, and says which are numbers', () => {
    const tables = reportTables({ ...whole, recorded: '2026-11-23T00:00:00.000Z' })
    expect(tables.map(({ title }) => english(title))).toEqual([
      'The eight points',
      'Before and after',
      'The old domain in texts',
      'Forms of the old addresses',
    ])
    for (const { columns, rows } of tables) {
      for (const row of rows) {
        expect(row.map(cell => 'number' in cell)).toEqual(columns.map(({ numeric = false }) => numeric))
      }
    }
  })

  test('has a row a point, with its note', () => {
    const { rows = [], remarks = [] } = tableOf(whole, 'The eight points')
    expect(rows.map(([point, verdict, checked]) => [point, verdict, checked])).toEqual([
      [1, 'passed', 1],
      [2, 'passed', 1],
      [3, 'passed', 4],
      [4, 'passed', 2],
      [5, 'passed', 1],
      [6, 'not asked', undefined],
      [7, 'expected', undefined],
      [8, 'expected', undefined],
    ])
    expect(remarks).toEqual([
      'no settings file was named (--checker-config)',
      'needs no action for the 1 old pages that redirect to a page which answers 200',
      'holds for 1 of 1 old pages, in every form that was tried',
    ])
  })

  test('has a column for accepted findings if there are any', () => {
    const namesOf = (report: MoveReport) => reportTables(report)[0]?.columns.map(({ name }) => english(name))
    const points = whole.points.map(point => ({ ...point, accepted: 7 }))
    expect(namesOf(whole)).not.toContain('Accepted')
    expect(namesOf({ ...whole, points })?.[4]).toBe('Accepted')
    expect(tableOf({ ...whole, points }, 'The eight points').rows?.[0]?.slice(0, 5)).toEqual([
      ...[1, 'passed', 1, 1, 7],
    ])
  })

  test('compares what was counted before with what is counted after', () => {
    const before = { pages: 4, noindex: 1, refresh: 2, deadLinks: 3 }
    const numbers = { before, after: { ...before, pages: 5 } }
    const { rows } = tableOf({ ...whole, numbers }, 'Before and after')
    expect(rows).toEqual([
      ['Pages that answer 200', 4, 5],
      ['Pages that ask not to be indexed', 1, 1],
      ['Pages with a refresh meta', 2, 2],
      ['Dead links', 3, 3],
      ['The old domain in texts', undefined, 0],
    ])
  })

  const row = (place: 'links' | 'text', count: number) => ({
    place,
    form: 'raw' as const,
    count,
    subdomains: 0,
    examples: [],
  })
  const after = { total: 2, rows: [row('text', 2)], subdomains: ['shop.old.example'] }
  const strings = [
    {
      name: 'both counts',
      strings: { before: { total: 3, rows: [row('links', 3)], subdomains: [] }, after },
      rows: [
        ['links', 'raw', 3, 0],
        ['text', 'raw', 0, 2],
      ],
      sentence: '3 before, 2 after; names below it: shop.old.example',
    },
    {
      name: 'no saved copy',
      strings: { before: undefined, after },
      rows: [['text', 'raw', undefined, 2]],
      sentence: '2 after; no saved copy to compare; names below it: shop.old.example',
    },
  ]
  test.each(strings)('counts the old domain by place and form: $name', ({ strings, rows, sentence }) => {
    expect(tableOf({ ...whole, strings }, 'The old domain in texts')).toMatchObject({ rows, sentence })
  })

  test('adds up the forms of one rule and group of paths, and shows the first groups', () => {
    const sample = (form: string, at: number) => ({
      ...{ rule: '308 https://new.example{path}', paths: `/${at}/…`, form },
      ...{ addresses: 10, requested: 3, faulty: 1 },
    })
    const samples = Array.from({ length: 60 }, (_, at) => [sample('http', at), sample('https', at)]).flat()
    const { rows = [], sentence } = tableOf({ ...whole, samples }, 'Forms of the old addresses')
    expect(rows).toHaveLength(20)
    expect(rows[0]).toEqual(['/0/…', 2, 20, 6, 2, '308 https://new.example{path}'])
    expect(sentence).toContain('360 of 1,200 addresses were requested')
    expect(reportTables({ ...whole, samples: [] })).toHaveLength(3)
  })
})
