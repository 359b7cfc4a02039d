import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOldSite } from '../../../../lib/move/moved-site.ts'
import { createTable, firstMatch, ownRows, writtenRow } from '../../../../lib/move/rules/follow-rules.ts'
import type { HostingConfiguration, RedirectRule } from '../../../../lib/move/rules/hosting-configuration.ts'
import { type LintOptions, lintRules } from '../../../../lib/move/rules/lint/lint.ts'

const OLD = [{ type: 'host' as const, value: 'old.example' }]
const rule = (source: string, destination: string, more: Partial<RedirectRule> = {}): RedirectRule => ({
  source,
  destination,
  has: OLD,
  permanent: true,
  ...more,
})
const catchAll = rule('/(.*)', 'https://new.example/$1')

/** The lint without limits of time. */
function lint(configuration: HostingConfiguration, options: LintOptions) {
  return lintRules(configuration, options, { limits: { rule: 60_000, total: 60_000 }, clock: () => 0 })
}

interface Row {
  readonly name: string
  readonly configuration: HostingConfiguration
  readonly addresses?: string[]
  readonly to?: string
  readonly from?: string
  /** `kind severity about`, in any order; the list is complete. */
  readonly want: string[]
}

const rows: Row[] = [
  {
    name: 'a correct rule has no findings',
    configuration: { redirects: [catchAll] },
    addresses: ['/', '/a/'],
    want: [],
  },
  {
    name: '/:path* misses the root and trailing slashes',
    configuration: { redirects: [rule('/:path*', 'https://new.example/:path*')] },
    addresses: ['/', '/a'],
    want: [
      'misses_root error redirects[0]',
      'misses_trailing_slash error redirects[0]',
      'misses_trailing_slash error redirects[0]',
      'uncaught error https://old.example/',
      'uncaught error https://old.example/a/',
    ],
  },
  {
    name: 'what one rule misses and another catches is a note',
    configuration: {
      redirects: [rule('/:path*', 'https://new.example/:path*'), rule('/{(.*)/}?', 'https://new.example/$1')],
    },
    addresses: ['/'],
    want: [
      'misses_root note redirects[0]',
      'misses_trailing_slash note redirects[0]',
      'misses_trailing_slash note redirects[0]',
    ],
  },
  {
    name: 'a catch-all below a folder misses the folder itself',
    configuration: { redirects: [rule('/blog/(.*)', 'https://new.example/blog/$1')] },
    want: ['misses_root error redirects[0]'],
  },
  {
    name: 'a rule without a host condition that redirects elsewhere loops on the new host',
    configuration: { redirects: [rule('/(.*)', 'https://new.example/$1', { has: [] })] },
    addresses: ['/a.html'],
    want: ['no_host_condition error redirects[0]', 'loop error /a.html', '…'],
  },
  {
    name: 'a rule without a host condition on the same host is a note',
    configuration: { redirects: [rule('/a', '/b', { has: [] })] },
    want: ['no_host_condition note redirects[0]'],
  },
  {
    name: 'temporary rules',
    configuration: { redirects: [rule('/(.*)', 'https://new.example/$1', { permanent: false })] },
    want: ['temporary error redirects[0]'],
  },
  {
    name: 'a destination over http',
    configuration: { redirects: [rule('/(.*)', 'http://new.example/$1')] },
    want: ['http_destination warning redirects[0]'],
  },
  {
    name: 'two rules that redirect to each other',
    configuration: { redirects: [rule('/a', '/b'), rule('/b', '/a')] },
    addresses: ['/a.txt'],
    want: [
      'uncaught error https://old.example/a.txt',
      'loop error https://old.example/a',
      'loop error https://old.example/b',
    ],
  },
  {
    name: 'a rule that makes the address longer for ever',
    configuration: { redirects: [rule('/x/(.*)', '/x/x/$1')] },
    want: [
      'misses_root error redirects[0]',
      'loop error https://old.example/x/a',
      'loop error https://old.example/x/a/',
    ],
  },
  {
    name: 'chains, with the host own rules counted',
    configuration: { trailingSlash: false, redirects: [catchAll] },
    addresses: ['/a'],
    want: ['chain warning https://old.example/a/', 'chain warning https://old.example/a/b/'],
  },
  {
    name: 'clean addresses are redirected before any rule',
    configuration: { cleanUrls: true, redirects: [catchAll] },
    addresses: ['/b.html'],
    want: ['chain warning https://old.example/b.html', 'chain warning https://old.example/a.html'],
  },
  {
    name: 'a rule behind one that catches all',
    configuration: { redirects: [catchAll, rule('/old-page', 'https://new.example/page')] },
    want: ['unreachable warning redirects[1]'],
  },
  {
    name: 'a rule behind one that catches its folder',
    configuration: {
      redirects: [rule('/a/(.*)', 'https://new.example/$1'), rule('/a/b/:c', 'https://new.example/:c')],
    },
    want: ['misses_root error redirects[0]', 'unreachable warning redirects[1]'],
  },
  {
    name: 'the same source for another host is reached',
    configuration: {
      redirects: [catchAll, { ...catchAll, has: [{ type: 'host', value: 'www.old.example' }] }],
    },
    want: [],
  },
  {
    name: 'a rule that the host refuses',
    configuration: { redirects: [rule('/a*', '/b'), catchAll] },
    want: ['invalid_rule error redirects[0]'],
  },
  {
    name: 'a condition that is no expression',
    configuration: { redirects: [rule('/a', '/b', { has: [{ type: 'host', value: '(' }] })] },
    want: ['invalid_rule error redirects[0]'],
  },
  {
    name: 'a destination without the path',
    configuration: { redirects: [rule('/(.*)', 'https://new.example/')] },
    want: ['loses_path error redirects[0]'],
  },
  {
    name: 'one page for one page is right',
    configuration: { redirects: [rule('/a', 'https://new.example/'), catchAll] },
    to: 'new.example',
    want: [],
  },
  {
    name: 'a mistyped host',
    configuration: { redirects: [rule('/(.*)', 'https://new.exmaple/$1')] },
    to: 'new.example',
    want: ['other_host error redirects[0]'],
  },
  {
    name: 'another host without a condition is no rule of the move',
    configuration: {
      redirects: [catchAll, rule('/chat', 'https://chat.example/room', { has: [] })],
    },
    to: 'new.example',
    want: ['no_host_condition error redirects[1]', 'chain warning https://old.example/chat'],
  },
  {
    name: 'a second group that the source does not capture',
    configuration: { redirects: [rule('/(.*)', 'https://new.example/$2')] },
    want: ['unknown_group error redirects[0]'],
  },
  {
    name: 'a source without its slash',
    configuration: { redirects: [rule('(.*)', 'https://new.example/$1')] },
    addresses: ['/a'],
    want: ['no_leading_slash error redirects[0]'],
  },
  {
    name: 'a host condition with an optional www',
    configuration: {
      redirects: [
        rule('/(.*)', 'https://new.example/$1', { has: [{ type: 'host', value: '(www\\.)?old\\.example' }] }),
      ],
    },
    addresses: ['/', '/a/'],
    to: 'new.example',
    want: [],
  },
  {
    name: 'a destination without its scheme depends on the folder, and grows for ever',
    configuration: { redirects: [rule('/old(.*)', 'new.example/old$1')] },
    want: ['relative_destination error redirects[0]', 'loop error https://old.example/olda/'],
  },
  {
    name: 'a destination with one slash after its scheme',
    configuration: { redirects: [rule('/old', 'https:/new.example/old')] },
    want: ['relative_destination error redirects[0]'],
  },
  {
    name: 'a destination without its scheme that loses the path',
    configuration: { redirects: [rule('/old/(.*)', 'new.example')] },
    want: [
      'relative_destination error redirects[0]',
      'misses_root error redirects[0]',
      'loop error https://old.example/old/a',
      'loop error https://old.example/old/a/',
    ],
  },
  {
    name: 'a destination that begins with two slashes',
    configuration: { redirects: [rule('/old', '//new.example/old')] },
    want: ['relative_destination error redirects[0]'],
  },
  {
    name: 'two slashes before the path',
    configuration: { redirects: [rule('/(.*)', 'https://new.example//$1')] },
    want: ['double_slash error redirects[0]'],
  },
  {
    name: 'two slashes in a path of the same host',
    configuration: { redirects: [rule('/a', '/b//c')] },
    want: ['double_slash error redirects[0]'],
  },
  {
    name: 'an address in the query is no path with two slashes',
    configuration: { redirects: [rule('/a', 'https://new.example/login?to=https://new.example/a')] },
    want: [],
  },
  {
    name: 'the path behind a number sign',
    configuration: { redirects: [rule('/(.*)', 'https://new.example/#/$1')] },
    want: ['fragment error redirects[0]'],
  },
  {
    name: 'a port',
    configuration: { redirects: [rule('/(.*)', 'https://new.example:8080/$1')] },
    to: 'new.example',
    want: ['port error redirects[0]'],
  },
  {
    name: 'a folder before every path',
    configuration: { redirects: [rule('/(.*)', 'https://new.example/shop/$1')] },
    want: ['other_path warning redirects[0]'],
  },
  {
    name: 'every path in a query',
    configuration: { redirects: [rule('/(.*)', 'https://new.example/?page=$1')] },
    want: ['other_path warning redirects[0]'],
  },
  {
    name: 'a folder that becomes another folder',
    configuration: { redirects: [rule('/blog/:post*', 'https://new.example/news/:post*')] },
    want: ['…'],
  },
  ...['https://old.example', 'old.example:443', 'old.example/', 'Old.example'].map(value => ({
    name: `a host condition that no host name matches: ${value}`,
    configuration: { redirects: [{ ...catchAll, has: [{ type: 'host' as const, value }] }] },
    want: ['impossible_host error redirects[0]'],
  })),
  {
    name: 'a host condition with an ending that no domain has',
    configuration: { redirects: [{ ...catchAll, has: [{ type: 'host', value: 'old.exmaple' }] }] },
    want: ['mistyped_host error redirects[0]'],
  },
  ...['odl.example', 'ol.example', 'olld.example', 'ald.example'].map(name => ({
    name: `a name that is like the name of another rule: ${name}`,
    configuration: {
      redirects: [catchAll, { ...catchAll, has: [{ type: 'host' as const, value: `www.${name}` }] }],
    },
    want: ['mistyped_host warning redirects[1]'],
  })),
  {
    name: 'domains of one company that only look alike',
    configuration: {
      redirects: [
        catchAll,
        { ...catchAll, has: [{ type: 'host', value: 'old2.example' }] },
        { ...catchAll, has: [{ type: 'host', value: 'older.example' }] },
      ],
    },
    want: [],
  },
  {
    name: 'with the old domain, a rule for another domain, and no rule for the old one',
    configuration: { redirects: [{ ...catchAll, has: [{ type: 'host', value: 'odd.example' }] }] },
    from: 'old.example',
    want: [
      'host_without_rule error the file',
      'host_without_rule note the file',
      'mistyped_host error redirects[0]',
    ],
  },
  {
    name: 'with the old domain, its www name, its subdomains and the new www name are no fault',
    configuration: {
      redirects: ['(www\\.)?old\\.example', 'shop.old.example', 'www.new.example'].map(value => ({
        ...catchAll,
        has: [{ type: 'host' as const, value }],
      })),
    },
    from: 'old.example',
    want: [],
  },
  {
    name: 'parts that are not read',
    configuration: { redirects: [catchAll], routes: [], bulkRedirectsPath: 'bulk.csv' },
    want: ['not_read warning the file', 'not_read warning the file'],
  },
]

describe('lintRules()', () => {
  test.each(rows)('$name', ({ configuration, addresses = [], to, from, want }) => {
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
    { numRuns: 300 },
  )
})

/** Walks so far that only an endless walk is still going on. */
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
