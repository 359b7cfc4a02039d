import { describe, expect, test } from 'vitest'
import { MOVE_PAGE } from '../../../lib/move/page/words.ts'
import { say } from '../../../lib/move/phrase.ts'
import type { PageRecord } from '../../../lib/move/report/page-record.ts'
import { createPageTally } from '../../../lib/move/report/page-tally.ts'
import type { ReportedFinding } from '../../../lib/move/report/reported-finding.ts'
import type { Verdict } from '../../../lib/move/verdicts.ts'

const FINDING: ReportedFinding = {
  cause: 'content',
  point: 1,
  verdict: 'failed',
  url: 'https://new.example/',
  ...say(MOVE_PAGE.noText),
}

function record(path: string, verdict: Verdict, findings: ReportedFinding[] = [FINDING]): PageRecord {
  const trails = [
    [{ url: `https://new.example${path}`, status: 200 }],
    [{ url: `https://old.example${path}`, status: 404 }],
  ]
  return { path, verdict, points: { 1: verdict, 2: 'passed' }, findings, trails }
}

describe('createPageTally()', () => {
  test('counts pages and points, and shows the worst first', () => {
    const tally = createPageTally({ keep: 10 })
    const verdicts: Verdict[] = ['passed', 'warning', 'failed', 'unknown', 'failed', 'passed']
    for (const [index, verdict] of verdicts.entries())
      tally.add(record(`/${index}`, verdict, verdict === 'passed' ? [] : [FINDING]))
    expect(tally.counts).toEqual({ checked: 6, passed: 2, accepted: 0, warning: 1, unknown: 1, failed: 2 })
    expect(tally.point(1)).toEqual({ checked: 6, passed: 2, accepted: 0, warning: 1, unknown: 1, failed: 2 })
    expect(tally.point(2)).toEqual({ checked: 6, passed: 6, accepted: 0, warning: 0, unknown: 0, failed: 0 })
    expect(tally.point(5)).toEqual({ checked: 0, passed: 0, accepted: 0, warning: 0, unknown: 0, failed: 0 })
    expect(tally.worst().map(({ path }) => path)).toEqual(['/2', '/4', '/3', '/1'])
  })

  test('counts a page without findings, and does not show it', () => {
    const tally = createPageTally({ keep: 10 })
    tally.add(record('/unseen', 'unknown', []))
    expect({ counts: tally.counts.unknown, worst: tally.worst() }).toEqual({ counts: 1, worst: [] })
  })

  test('keeps no more than the limit of each verdict, and counts the others', () => {
    const tally = createPageTally({ keep: 3 })
    for (let page = 0; page < 1000; page++) tally.add(record(`/${page}`, page % 2 ? 'failed' : 'unknown'))
    expect({ kept: tally.worst().length, leftOut: tally.leftOut(), failed: tally.counts.failed }).toEqual({
      kept: 6,
      leftOut: 994,
      failed: 500,
    })
  })

  test('keeps the worst findings of a page and the hops that they are about', () => {
    const tally = createPageTally({ keep: 3 })
    const finding = (verdict: ReportedFinding['verdict']): ReportedFinding => ({
      cause: 'canonical',
      point: 2,
      verdict,
      url: 'https://old.example/a',
      ...say(MOVE_PAGE.noCanonical),
    })
    tally.add(
      record('/a', 'failed', [...Array.from({ length: 100 }, () => finding('warning')), finding('failed')]),
    )
    const [page] = tally.worst()
    expect(page?.findings).toHaveLength(40)
    expect(page?.findings[0]?.verdict).toBe('failed')
    expect(page?.trails).toEqual([[{ url: 'https://old.example/a', status: 404 }]])
  })
})
