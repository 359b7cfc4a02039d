/** A file of many rules needs steps for each rule, and not for each pair of rules. */
import { expect, onTestFinished, test } from 'vitest'
import type { RedirectRule } from '../../../../lib/move/rules/hosting-configuration.ts'
import { lintRules } from '../../../../lib/move/rules/lint/lint.ts'

const RULES = 1_000
/** Regular expressions that are tried, for each rule. */
const MOST_STEPS = 500

const rule = (source: string, host = 'old.example'): RedirectRule => ({
  source,
  destination: 'https://new.example/$1',
  permanent: true,
  has: [{ type: 'host', value: host }],
})

/** Counts the regular expressions that `work` tries. */
function stepsOf(work: () => unknown): number {
  const { exec } = RegExp.prototype
  let steps = 0
  const restore = () => {
    RegExp.prototype.exec = exec
  }
  onTestFinished(restore)
  RegExp.prototype.exec = function (text) {
    steps += 1
    return exec.call(this, text)
  }
  work()
  restore()
  return steps
}

test.each([
  { name: 'one a page', make: (at: number) => rule(`/news/${at % 25}/story-${at}`) },
  {
    name: 'with parameters around a text',
    make: (at: number) => rule(`/blog/:year(\\d{4})/:slug-${at}/:rest*`),
  },
  { name: 'one a host', make: (at: number) => rule('/(.*)', `h${at}.example`) },
  { name: 'one a folder', make: (at: number) => rule(`/shelf-${at}/(.*)`) },
])('many rules need few steps: $name', ({ make }) => {
  const redirects = Array.from({ length: RULES }, (_, at) => make(at))
  const limits = { rule: 60_000, total: 60_000 }
  const steps = stepsOf(() => lintRules({ redirects }, { addresses: [] }, { limits, clock: () => 0 }))
  expect(steps / RULES).toBeGreaterThan(1)
  expect(steps / RULES).toBeLessThan(MOST_STEPS)
})
