/** The lint ends for every file that the host accepts, with any regular expressions. */
import { getTransformedRoutes } from '@vercel/routing-utils'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Condition, RedirectRule } from '../../../../lib/move/rules/hosting-configuration.ts'
import { lintInWorker } from '../../../../lib/move/rules/lint/in-worker.ts'
import { runs } from '../../../helpers/run/sampled.ts'

const { signal } = new AbortController()
/** Limits that only an expression that needs years exceeds, even on a busy machine. */
const deps = { signal, limits: { rule: 50, total: 600_000 }, end: 600_000 }
const HAS: Condition[] = [{ type: 'host', value: 'old.example' }]
const rule = (source: string, more: Partial<RedirectRule> = {}): RedirectRule => ({
  source,
  destination: 'https://new.example/$1',
  permanent: true,
  has: HAS,
  ...more,
})

describe('lintInWorker()', () => {
  test('ends a rule that needs years, and finishes the others', async () => {
    const redirects = [rule('/((?:a+)+)b'), rule('/x', { destination: '/x' })]
    const addresses = [`/${'a'.repeat(60)}cb`, '/x']
    const { findings, urls } = await lintInWorker({ redirects }, { addresses }, deps)
    const kinds = findings.map(({ kind, rule }) => `${kind} ${rule ?? ''}`)
    expect(kinds).toContain('slow_rule redirects[0]')
    expect(kinds).toContain('loop ')
    expect(kinds).not.toContain('not_finished ')
    expect(urls.at(-2)).toMatchObject({ url: 'https://old.example/x', rule: 'redirects[1]' })
  })

  test('an expression of a condition has a budget too', async () => {
    const has: Condition[] = [{ type: 'host', value: '((?:a+)+)b' }]
    const addresses = [`https://${'a'.repeat(60)}.example/`]
    const { findings } = await lintInWorker({ redirects: [rule('/(.*)', { has })] }, { addresses }, deps)
    expect(findings.map(({ kind }) => kind)).toContain('slow_rule')
  })

  test('finishes a file of 2,001 rules, one a page', async () => {
    const pages = Array.from({ length: 2_000 }, (_, at) =>
      rule(`/news/${2000 + (at % 25)}/story-${at}`, { destination: `https://new.example/stories/${at}` }),
    )
    const patient = { ...deps, limits: { rule: 600_000, total: 600_000 } }
    const { findings } = await lintInWorker(
      { redirects: [...pages, rule('/(.*)')] },
      { addresses: [] },
      patient,
    )
    expect(findings.map(({ kind }) => kind)).toEqual(['hosts_assumed'])
  })

  test('says what it left out of a file that needs more time than there is', async () => {
    const expression = '(?:a|aa)+'.repeat(40)
    const redirects = Array.from({ length: 2_001 }, (_, at) => rule(`/:x(${expression}c?)/:y(d${at}e?)`))
    const addresses = Array.from({ length: 50 }, (_, at) => `/${'a'.repeat(40)}/d${at}ee`)
    const limits = { rule: 5, total: 20 }
    const { findings } = await lintInWorker({ redirects }, { addresses }, { ...deps, limits })
    expect(findings.at(-1)?.kind).toBe('not_finished')
    expect(findings.at(-1)?.message).toContain('needs more than 20 ms')
  })

  test('is ended, and says so, if it does not report by itself', async () => {
    const { findings } = await lintInWorker(
      { redirects: [rule('/a')] },
      { addresses: [] },
      { ...deps, end: 0 },
    )
    expect(findings.map(({ kind, message }) => `${kind} ${message}`)).toEqual([
      expect.stringContaining('not_finished needs more than 0 ms'),
    ])
  })

  test('Ctrl-C ends it', async () => {
    const stop = new AbortController()
    const linting = lintInWorker({ redirects: [] }, { addresses: [] }, { signal: stop.signal })
    stop.abort(new Error('stopped'))
    await expect(linting).rejects.toThrow('stopped')
  })

  test('refuses an address that is none', async () => {
    await expect(lintInWorker({ redirects: [] }, { addresses: ['https://'] }, deps)).rejects.toThrow(
      'Cannot read "https://" as an address',
    )
  })
})

const parts = fc.constantFrom(
  ...[
    'a',
    'b/',
    '/',
    '//',
    ':x',
    ':y*',
    ':z+',
    ':w?',
    '(.*)',
    '((?:a+)+)b',
    '(\\d{4})',
    '{v:n}?',
    '(a|b|ab)',
  ],
  ...['(?:', '[', '\\', '\\:', '%', '日本', '#', '?', '$', '|', '.', '(?!a).*', '((?!a).*)', '(a{2,4}){3}'],
)
const texts = fc.array(parts, { maxLength: 6 }).map(found => found.join(''))
const destinations = fc
  .tuple(
    fc.constantFrom(
      '',
      '/',
      '//',
      'https://new.example',
      'https://new.example/',
      'new.example/',
      'https:/',
      ':x',
    ),
    fc.constantFrom('', '/', 'x', '#', '?q='),
    fc.constantFrom('', '$1', '$1$1', '$2', ':x', ':y*', ':x/:x', '/$1/a'),
  )
  .map(found => found.join(''))
const values = fc.constantFrom(
  'old.example',
  '(www\\.)?old.example',
  '(?<s>.+)\\.old',
  '((?:a+)+)$',
  '.*',
  '',
  '..',
)
const conditions: fc.Arbitrary<Condition[]> = fc.array(
  fc.oneof(
    values.map(value => ({ type: 'host' as const, value })),
    values.map(value => ({ type: 'query' as const, key: 'q', value })),
    fc.constant({ type: 'header' as const, key: 'x' }),
  ),
  { maxLength: 2 },
)
const rules = fc.record(
  {
    source: texts.map(text => `/${text}`),
    destination: destinations,
    permanent: fc.boolean(),
    has: conditions,
    missing: conditions,
  },
  { requiredKeys: ['source', 'destination'] },
)

/** Whether the host's own compiler accepts the rule. */
function isAccepted(rule: RedirectRule): boolean {
  const silent = vi.spyOn(console, 'error').mockReturnValue()
  try {
    return !getTransformedRoutes({ redirects: [structuredClone(rule) as never] }).error
  } catch {
    return false
  } finally {
    silent.mockRestore()
  }
}

test('every file of rules that the host accepts is answered, and no rule of it is called invalid', async () => {
  const accepted = fc.array(rules.filter(isAccepted), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(accepted, async redirects => {
      const addresses = ['/', '/a/b?q=old.example', `/${'a'.repeat(50)}c`]
      const { findings, urls } = await lintInWorker({ redirects }, { addresses }, deps)
      expect(findings.filter(({ kind }) => kind === 'invalid_rule')).toEqual([])
      for (const { locations } of urls) expect(locations.join('').length).toBeLessThan(50 * 8_300)
    }),
    { numRuns: runs(25) },
  )
})
