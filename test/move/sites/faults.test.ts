/** Two real sites move: a right move has no finding, and each fault, planted by itself, has one that names it. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Baseline } from '../../../lib/move/baseline/format.ts'
import { BLOG, faultsOf, LANGUAGES, SITES } from './faults.ts'
import { checkBuilt, recordBuilt } from './moved-site.ts'

describe.each(SITES)('$name', site => {
  let baseline: Baseline
  beforeAll(async () => {
    baseline = await recordBuilt(site.build('https://old.example'))
  })

  test('moves rightly without a finding', async () => {
    const { report, findings } = await checkBuilt(site.build('https://new.example'), baseline)
    expect(findings).toEqual([])
    expect(report.verdict).toBe('passed')
    expect(report.numbers).toEqual({ before: baseline.numbers, after: baseline.numbers })
    expect(report.strings.before?.total).toBeGreaterThan(200)
    expect(report.strings.after.total).toBe(0)
    expect(report.pages.counts.checked).toBeGreaterThan(50)
  })

  const more = site.name === 'a blog' ? BLOG : LANGUAGES
  test.each([...faultsOf(site), ...more])('$name', async ({ files, fault, says, alone = false }) => {
    const built = site.build('https://new.example')
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
