import { describe, expect, test } from 'vitest'
import { say } from '../../../lib/move/phrase.ts'
import type { MoveReport } from '../../../lib/move/report/move-report.ts'
import {
  allFindings,
  moveTitle,
  pointRows,
  stringRows,
  stringSentence,
  verdictSentence,
} from '../../../lib/move/report/rows.ts'
import type { Finding, Verdict } from '../../../lib/move/verdicts.ts'
import { checkServed } from '../page/moved-pages.ts'

const whole = await checkServed({ pages: ['/'] })
const row = (place: 'links' | 'text', count: number) => ({
  place,
  form: 'raw' as const,
  count,
  subdomains: 0,
  examples: [],
})

test('moveTitle() shows punycode names as people read them', () => {
  expect(moveTitle({ ...whole, site: { ...whole.site, oldDomain: 'xn--wgv71a.example' } })).toBe(
    '日本.example to new.example',
  )
})

describe('verdictSentence()', () => {
  const verdicts: Verdict[] = ['passed', 'warning', 'unknown', 'failed']
  test('says something of its own for each verdict', () => {
    expect(new Set(verdicts.map(verdict => verdictSentence({ ...whole, verdict }))).size).toBe(4)
  })

  test('says that a report is partial even before the pages are known', () => {
    const pages = { ...whole.pages, expected: 0, counts: { ...whole.pages.counts, checked: 0 } }
    expect(verdictSentence({ ...whole, pages, complete: false })).toContain(
      'stopped after 0 of an unknown number of pages',
    )
  })
})

test('pointRows() has a row a point, with its note', () => {
  const rows = pointRows(whole)
  expect(rows.map(([point, verdict]) => `${point} ${verdict}`)).toEqual([
    '1 passed',
    '2 passed',
    '3 passed',
    '4 passed',
    '5 passed',
    '6 not asked',
    '7 expected',
    '8 expected',
  ])
  expect(rows[6]?.at(-1)).toContain('needs no action for the 1 old pages')
  expect(rows[7]?.at(-1)).toContain('holds for 1 of 1 old pages')
})

describe('stringRows() and stringSentence()', () => {
  const after = { total: 2, rows: [row('text', 2)], subdomains: ['shop.old.example'] }
  const before = { total: 3, rows: [row('links', 3)], subdomains: [] }
  const rows = [
    {
      name: 'both counts',
      strings: { before, after },
      rows: [
        ['links', 'raw', '3', '0'],
        ['text', 'raw', '0', '2'],
      ],
      sentence: '3 before, 2 after; names below it: shop.old.example',
    },
    {
      name: 'no saved copy',
      strings: { before: undefined, after },
      rows: [['text', 'raw', '-', '2']],
      sentence: '2 after; no saved copy to compare; names below it: shop.old.example',
    },
  ]
  test.each(rows)('$name', ({ strings, rows, sentence }) => {
    const report: MoveReport = { ...whole, strings }
    expect({ rows: stringRows(report), sentence: stringSentence(report) }).toEqual({ rows, sentence })
  })
})

test('allFindings() puts the worst first, those of the site before those of pages', () => {
  const finding = (verdict: Finding['verdict'], url: string): Finding => ({
    point: 1,
    verdict,
    url,
    ...say('noCanonical'),
  })
  const worst = [
    {
      path: '/',
      verdict: 'failed' as const,
      points: {},
      findings: [finding('failed', 'page'), finding('warning', 'page')],
      trails: [],
    },
  ]
  const report = {
    ...whole,
    findings: [finding('unknown', 'site'), finding('failed', 'site')],
    pages: { ...whole.pages, worst },
  }
  expect(allFindings(report).map(({ verdict, url }) => `${verdict} ${url}`)).toEqual([
    'failed site',
    'failed page',
    'unknown site',
    'warning page',
  ])
})
