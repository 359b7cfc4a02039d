import { expect, test } from 'vitest'
import { compileRedirect } from '../../../../lib/move/rules/compile.ts'
import { lintRules } from '../../../../lib/move/rules/lint/lint.ts'
import { BUILT_RULES } from './built-rules.ts'
import { rule } from './destination-cases.ts'

const [SMALL, CAPITAL] = ['/%e6%97%a5', '/%E6%97%A5']
const NEW = 'https://new.example/day'
const NO_LIMITS = { limits: { rule: 60_000, total: 60_000 }, clock: () => 0 }

interface Row {
  readonly name: string
  readonly sources: string[]
  readonly addresses: string[]
  /** The findings about spellings: kind, severity and rule, and a part of the message. */
  readonly want: [about: string, part: string][]
}

const rows: Row[] = [
  {
    name: 'a source in raw letters',
    sources: ['/日'],
    addresses: [],
    want: [['raw_source error redirects[0]', 'write "/%E6%97%A5"']],
  },
  {
    name: 'a source in raw letters with parameters, and the addresses that it loses',
    sources: ['/日/:name*'],
    addresses: ['/日/a.html'],
    want: [
      ['raw_source error redirects[0]', 'write "/%E6%97%A5/:name*"'],
      ['other_spelling error redirects[0]', 'loses /%E6%97%A5/a.html'],
    ],
  },
  {
    name: 'a set of raw letters, and the addresses that it loses',
    sources: ['/:name([あい]+)'],
    addresses: ['/いい'],
    want: [
      ['raw_source error redirects[0]', 'write "/:name((?:%E3%81%82|%E3%81%84)+)"'],
      ['other_spelling error redirects[0]', 'loses /%E3%81%84%E3%81%84'],
    ],
  },
  {
    name: 'a letter that an expression writes by its number',
    sources: ['/:name([\\u3042]+)'],
    addresses: [],
    want: [['raw_source error redirects[0]', 'write "/:name((?:%E3%81%82)+)"']],
  },
  { name: 'a letter of ASCII by its number', sources: ['/:name([\\u0041]+)'], addresses: [], want: [] },
  {
    name: 'small escapes lose capitals',
    sources: [SMALL],
    addresses: [`${CAPITAL}/`, `${CAPITAL}`, SMALL],
    want: [['other_spelling error redirects[0]', 'add a rule with the source "/%E6%97%A5"']],
  },
  {
    name: 'capitals lose small escapes',
    sources: [`${CAPITAL}/(.*)`],
    addresses: [`${SMALL}/a.html`],
    want: [['other_spelling error redirects[0]', 'loses /%e6%97%a5/a.html']],
  },
  {
    name: 'two rules, each of which loses the addresses of the other',
    sources: [SMALL, CAPITAL],
    addresses: [SMALL, CAPITAL],
    want: [
      [
        'other_spelling note redirects[1]',
        'loses /%e6%97%a5, which is its source "/%E6%97%A5" in another spelling; redirects[0] catches it',
      ],
      [
        'other_spelling note redirects[0]',
        'loses /%E6%97%A5, which is its source "/%e6%97%a5" in another spelling; redirects[1] catches it',
      ],
    ],
  },
  {
    name: 'an escaped unreserved character',
    sources: ['/~tanaka'],
    addresses: ['/%7Etanaka'],
    want: [['other_spelling error redirects[0]', 'loses /%7Etanaka']],
  },
  { name: 'the right spelling', sources: [CAPITAL], addresses: [CAPITAL, '/日'], want: [] },
  { name: 'an escape that means something else', sources: ['/a/b'], addresses: ['/a%2Fb'], want: [] },
]

test.each(rows)('lintRules() on spellings: $name', ({ sources, addresses, want }) => {
  const redirects = sources.map(source => rule(source, NEW))
  const { findings } = lintRules({ redirects }, { addresses }, NO_LIMITS)
  const found = findings.filter(({ kind }) => kind === 'raw_source' || kind === 'other_spelling')
  const about = found.map(({ kind, severity, rule }) => `${kind} ${severity} ${rule}`)
  expect(about).toEqual(want.map(([about]) => about))
  for (const [at, [, part]] of want.entries()) expect(found[at]?.message).toContain(part)
})

test.each(BUILT_RULES)(
  'lintRules() knows how the host builds $source',
  ({ source, destination, ...built }) => {
    const given = { source, destination, permanent: true }
    expect(compileRedirect(given)).toMatchObject({ compiled: built.src, location: built.location })
    const { findings } = lintRules({ redirects: [given] }, { addresses: [] }, NO_LIMITS)
    const raw = findings.filter(({ kind }) => kind === 'raw_source').map(({ message }) => message)
    expect(raw).toEqual(built.paste === undefined ? [] : [expect.stringContaining(`write "${built.paste}"`)])
  },
)

test('lintRules() reads the letters of a Location escaped, as browsers do', () => {
  const redirects = [rule('/a', 'https://new.example/日')]
  const { urls } = lintRules({ redirects }, { addresses: ['/a'] }, NO_LIMITS)
  expect(urls[0]?.locations).toEqual(['https://new.example/%E6%97%A5'])
})
