/**
 * Three real sites move. A right move has no finding, also with everyday edits; each fault, planted alone, has a
 * finding that names it.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Baseline } from '../../../lib/move/baseline/format.ts'
import { drawn } from '../../helpers/run/sampled.ts'
import { EDITS, edited } from './everyday-edits.ts'
import { BLOG, faultsOf, LANGUAGES, SITES } from './faults.ts'
import { checkBuilt, recordBuilt } from './moved-site.ts'

/** A partial run makes this many edits and plants this many faults in the smallest site, and a few in the others. */
const SMALLEST = 'a Japanese help site'
const MANY = 12
const FEW = 3

describe.each(SITES)('$name', site => {
  const moved = site.build('https://new.example')
  let baseline: Baseline
  beforeAll(async () => {
    baseline = await recordBuilt(site.build('https://old.example'))
  })

  test('moves rightly without a finding', async () => {
    const { report, findings } = await checkBuilt(moved, baseline)
    expect(findings).toEqual([])
    expect(report.verdict).toBe('passed')
    expect(report.numbers).toEqual({ before: baseline.numbers, after: baseline.numbers })
    expect(report.strings.before?.total).toBeGreaterThan(140)
    expect(report.strings.after.total).toBe(0)
    expect(report.pages.counts.checked).toBeGreaterThan(25)
  })

  const few = site.name === SMALLEST ? MANY : FEW
  test.each(drawn(EDITS, few / 3))('no finding: $name', async row => {
    const { report, findings } = await checkBuilt(edited(moved, row), baseline)
    expect(findings).toEqual([])
    expect(report.verdict).toBe('passed')
  })

  const faults = faultsOf(site)
  const more = site.name === 'a blog' ? BLOG : site.name === 'a documentation site' ? LANGUAGES : []
  const rows = [...drawn(faults, few), ...drawn(more, FEW)]
  test.each(rows)('$name', async ({ files, fault, says, alone = false, most, verdict = 'failed' }) => {
    const built = new Map(moved)
    files?.(built)
    const { report, findings } = await checkBuilt(built, baseline, fault)
    expect(report.verdict).toBe(verdict)
    expect(
      findings.filter(line => says.test(line)),
      findings.slice(0, 20).join('\n'),
    ).not.toEqual([])
    if (alone) expect(findings).toHaveLength(1)
    if (most !== undefined) expect(findings.length).toBeLessThanOrEqual(most)
  })
})
