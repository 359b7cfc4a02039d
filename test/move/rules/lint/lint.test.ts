import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOldSite } from '../../../../lib/move/moved-site.ts'
import { createTable, firstMatch, ownRows, writtenRow } from '../../../../lib/move/rules/follow-rules.ts'
import type { HostingConfiguration } from '../../../../lib/move/rules/hosting-configuration.ts'
import { type LintOptions, lintRules } from '../../../../lib/move/rules/lint/lint.ts'
import { runs } from '../../../helpers/run/sampled.ts'
import { LINT_CASES } from './cases.ts'
import { catchAll, rule } from './destination-cases.ts'

/** The lint without time limits. */
function lint(configuration: HostingConfiguration, options: LintOptions) {
  return lintRules(configuration, options, { limits: { rule: 60_000, total: 60_000 }, clock: () => 0 })
}

describe('lintRules()', () => {
  test.each(LINT_CASES)('$name', ({ configuration, addresses = [], to, from, want }) => {
    const { findings } = lint(configuration, {
      addresses,
      ...(to !== undefined && { to }),
      ...(from !== undefined && { from: [readOldSite(from)] }),
    })
    const said = findings.filter(({ kind }) => kind !== 'hosts_assumed')
    const found = said.map(
      ({ kind, severity, rule, url }) => `${kind} ${severity} ${rule ?? url ?? 'the file'}`,
    )
    if (want.at(-1) === '…') expect(found).toEqual(expect.arrayContaining(want.slice(0, -1)))
    else expect(found.sort()).toEqual(want.sort())
  })

  test('names the rule, the status and every location of each address', () => {
    const configuration = { redirects: [rule('/a', '/b'), catchAll] }
    const { urls } = lint(configuration, { addresses: ['/a', 'https://old.example/c?q=1', '/d/'] })
    expect(urls.slice(0, 3)).toEqual([
      {
        url: 'https://old.example/a',
        rule: 'redirects[0]',
        status: 308,
        locations: ['https://old.example/b', 'https://new.example/b'],
      },
      {
        url: 'https://old.example/a/',
        rule: 'redirects[1]',
        status: 308,
        locations: ['https://new.example/a/'],
      },
      {
        url: 'https://old.example/c?q=1',
        rule: 'redirects[1]',
        status: 308,
        locations: ['https://new.example/c?q=1'],
      },
    ])
  })

  test('says on which hosts it relies if the old domain is not given', () => {
    const { findings } = lint({ redirects: [catchAll] }, { addresses: [] })
    expect(findings).toEqual([
      {
        kind: 'hosts_assumed',
        severity: 'note',
        message: 'redirects from old.example: give the old domain with --from to check these names',
      },
    ])
  })

  test('names what a destination without its scheme needs, and never recommends one', () => {
    const { findings } = lint({ redirects: [rule('/(.*)', 'new.example')] }, { addresses: [] })
    const said = findings.map(({ message }) => message).join('\n')
    expect(said).toContain('the destination needs https:// or /')
    expect(said).toContain('write "https://new.example/$1" to keep the path')
  })

  test('tries bare paths on the hosts that rules move away from, or on those given', () => {
    const redirects = [
      catchAll,
      rule('/(.*)', 'https://new.example/$1', { has: [{ type: 'host', value: 'www\\.old\\.example' }] }),
    ]
    expect(lint({ redirects }, { addresses: ['/'] }).hosts).toEqual(['old.example', 'www.old.example'])
    const either = [{ ...catchAll, has: [{ type: 'host' as const, value: '(?:www\\.|m\\.)?old\\.example' }] }]
    expect(lint({ redirects: either }, { addresses: ['/'] }).hosts).toEqual([
      'www.old.example',
      'm.old.example',
      'old.example',
    ])
    expect(lint({ redirects }, { addresses: ['/'], from: [readOldSite('x.example')] }).hosts).toEqual([
      'x.example',
      'www.x.example',
    ])
  })
})

test('lintRules() never misses a loop, nor finds one if there is none', () => {
  const places = ['/', '/a', '/a/', '/b', '/b/', '/a/b']
  const hosts = ['old.example', 'new.example']
  const destinations = fc.oneof(
    fc.constantFrom(...places),
    fc
      .tuple(fc.constantFrom(...hosts), fc.constantFrom(...places, '/$1'))
      .map(([host, path]) => `https://${host}${path}`),
  )
  const rules = fc.array(
    fc.record({
      source: fc.constantFrom('/(.*)', '/:x*', '/a/(.*)', ...places),
      destination: destinations,
      permanent: fc.constant(true),
      has: fc.constantFrom([], ...hosts.map(value => [{ type: 'host' as const, value }])),
    }),
    { maxLength: 5 },
  )
  const configurations = fc.record(
    { redirects: rules, trailingSlash: fc.boolean(), cleanUrls: fc.boolean() },
    { requiredKeys: ['redirects'] },
  )
  fc.assert(
    fc.property(
      configurations,
      fc.constantFrom(...places),
      fc.constantFrom(...hosts),
      (configuration, place, host) => {
        const url = `https://${host}${place}`
        const { findings } = lint(configuration, { addresses: [url] })
        const looped = findings.some(finding => finding.kind === 'loop' && finding.url === url)
        expect(looped).toBe(loops(configuration, url))
      },
    ),
    { numRuns: runs(300) },
  )
})

/** Whether the redirects loop: follows so many that no finite chain here is as long. */
function loops(configuration: HostingConfiguration, start: string): boolean {
  const rows = createTable([...ownRows(configuration), ...configuration.redirects.map(writtenRow)])
  let url = new URL(start)
  for (let steps = 0; steps < 400; steps++) {
    const step = firstMatch(rows, url)
    if (!step) return false
    url = new URL(step.location)
  }
  return true
}
