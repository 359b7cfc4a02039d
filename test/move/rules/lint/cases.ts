/** Files of rules, and the lint's findings in each. */
import { catchAll, DESTINATION_CASES, type LintCase, rule } from './destination-cases.ts'

export const LINT_CASES: readonly LintCase[] = [
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
    configuration: { redirects: [catchAll, rule('/chat', 'https://chat.example/room', { has: [] })] },
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
  ...DESTINATION_CASES,
  ...['https://old.example', 'old.example:443', 'old.example/', 'Old.example', '日本.jp'].map(value => ({
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
