/**
 * Three real sites move: a right move has no finding, nor has one with everyday edits, and each fault, planted by itself,
 * has one that names it.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Baseline } from '../../../lib/move/baseline/format.ts'
import { sampled } from '../../helpers/sampled.ts'
import { EDITS, edited } from './everyday-edits.ts'
import { BLOG, faultsOf, LANGUAGES, SITES } from './faults.ts'
import { checkBuilt, recordBuilt } from './moved-site.ts'

/** The site that has each fault in every run, because it is the smallest; a run that is not whole plants a few in the others. */
const WHOLE = 'a Japanese help site'
const FEW = 8

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

  test.each(site.name === WHOLE ? EDITS : sampled(EDITS, FEW))('no finding: $name', async row => {
    const { report, findings } = await checkBuilt(edited(moved, row), baseline)
    expect(findings).toEqual([])
    expect(report.verdict).toBe('passed')
  })

  const faults = faultsOf(site)
  const more = site.name === 'a blog' ? BLOG : site.name === 'a documentation site' ? LANGUAGES : []
  const rows = [...(site.name === WHOLE ? faults : sampled(faults, FEW)), ...more]
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
