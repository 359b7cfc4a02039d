/** A file of many rules needs few steps: the lint tries only rules that can match. */
import { expect, onTestFinished, test } from 'vitest'
import type { RedirectRule } from '../../../../lib/move/rules/hosting-configuration.ts'
import { lintRules } from '../../../../lib/move/rules/lint/lint.ts'

const RULES = 1_000

const rule = (source: string, host = 'old.example'): RedirectRule => ({
  source,
  destination: 'https://new.example/$1',
  permanent: true,
  has: [{ type: 'host', value: host }],
})

/** Counts the regular expressions and the comparisons that `work` tries. */
function stepsOf(work: () => unknown): number {
  const { exec } = RegExp.prototype
  const { startsWith } = String.prototype
  let steps = 0
  onTestFinished(() => void Object.assign(RegExp.prototype, { exec }))
  onTestFinished(() => void Object.assign(String.prototype, { startsWith }))
  RegExp.prototype.exec = function (text) {
    steps += 1
    return exec.call(this, text)
  }
  String.prototype.startsWith = function (...given) {
    steps += 1
    return startsWith.apply(this, given)
  }
  work()
  return steps
}

test.each([
  { name: 'one a page', most: 500, make: (at: number) => rule(`/news/${at % 25}/story-${at}`) },
  {
    name: 'with parameters around a text',
    most: 2_300,
    make: (at: number) => rule(`/blog/:year(\\d{4})/:slug-${at}/:rest*`),
  },
  { name: 'one a host', most: 800, make: (at: number) => rule('/(.*)', `h${at}.example`) },
  { name: 'one a folder', most: 3_200, make: (at: number) => rule(`/shelf-${at}/(.*)`) },
])('many rules need few steps: $name', ({ most, make }) => {
  const redirects = Array.from({ length: RULES }, (_, at) => make(at))
  const limits = { rule: 60_000, total: 60_000 }
  const steps = stepsOf(() => lintRules({ redirects }, { addresses: [] }, { limits, clock: () => 0 }))
  expect(steps / RULES).toBeGreaterThan(1)
  expect(steps / RULES).toBeLessThan(most)
})
