/** Two real sites move: a right move has no finding, and each fault, planted by itself, has one that names it. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Baseline } from '../../../lib/move/baseline/format.ts'
import { sampled } from '../../helpers/sampled.ts'
import { BLOG, faultsOf, LANGUAGES, SITES } from './faults.ts'
import { checkBuilt, recordBuilt } from './moved-site.ts'

/** How many faults a run that is not whole plants in the blog; the documentation has each. */
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
    expect(report.strings.before?.total).toBeGreaterThan(200)
    expect(report.strings.after.total).toBe(0)
    expect(report.pages.counts.checked).toBeGreaterThan(50)
  })

  const faults = faultsOf(site)
  const rows = site.name === 'a blog' ? [...sampled(faults, FEW), ...BLOG] : [...faults, ...LANGUAGES]
  test.each(rows)('$name', async ({ files, fault, says, alone = false }) => {
    const built = new Map(moved)
    files?.(built)
    const { report, findings } = await checkBuilt(built, baseline, fault)
    expect(report.verdict).toBe('failed')
    expect(
      findings.filter(line => says.test(line)),
      findings.slice(0, 20).join('\n'),
    ).not.toEqual([])
    if (alone) expect(findings).toHaveLength(1)
  })
})
