/** Every command that shows an empty list says which command would fill the list. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCommand } from '../../docs/documented-commands.ts'
import { type LocalCompany, startLocalCompany } from './world.ts'

/** Milliseconds for starting a company on a busy machine. */
const PATIENCE = 60_000

interface EmptyList {
  readonly words?: readonly string[]
  /** Matches the line below the empty list. */
  readonly filledBy: RegExp
}

/** The commands whose lists may be empty. */
const LISTS: Readonly<Record<string, EmptyList>> = {
  log: {
    words: ['--since', '2020-01-01', '--until', '2020-01-02'],
    filledBy: /every call that changes something is/,
  },
  'log export': { words: ['--out', 'exports'], filledBy: /one does when it is over, and has entries/ },
  'console list': { filledBy: /kura console invite NAME/ },
  devices: { filledBy: /kura enrol makes the folder that sets one up/ },
  notices: { filledBy: /what does, such as a deal to release, is listed here/ },
  settle: { filledBy: /a deal to release, for example, is listed here/ },
}

/** For each kind, matches the line of `kura accounting list` below an empty list. */
const KINDS: Readonly<Record<string, RegExp>> = {
  'account-items': /add account items at the accounting service/,
  cases: /--state all lists those that are done/,
  deals: /kura accounting deal --write registers one/,
  items: /create items at the accounting service/,
  partners: /kura accounting partners create NAME --write creates one/,
  taxes: /kura accounting learn-tax-codes --write learns the codes/,
  walletables: /register bank accounts and cards at the accounting service/,
}

/** The commands whose lists are never empty, with the reasons. */
const NEVER_EMPTY: Readonly<Record<string, string>> = {
  'key list': 'it has the key that asks',
  doctor: 'it has every check',
  'store restored': 'it has what to check',
  today: 'each of its three parts says if it has nothing',
  rollback: 'without a release it says that there is none (test/cli/commands/publish/rollback.test.ts)',
  'accounting journal': "it is the service's own file, which has its header line",
  'accounting list': 'it says for each kind what would fill it: below',
  'registrar orders': 'it has the money too (test/cli/commands/registrar/orders.test.ts)',
  'move lint': 'it says that nothing is wrong',
}

/** The commands that show no list. */
const NO_LISTS = [
  ...['start', 'setup', 'publish', 'root init', 'root rotate', 'enrol', 'sync', 'status'],
  ...['key issue', 'key lock', 'key webhook', 'key revoke', 'people remove', 'probe', 'api', 'mcp'],
  ...['move rules', 'move record', 'move check', 'move accept'],
  ...['log verify'],
  ...['invite', 'vouch', 'revoke'].map(name => `console ${name}`),
  ...['check', 'deliver', 'summary'].map(name => `chat ${name}`),
  ...['quote', 'buy', 'mail', 'attach'].map(name => `registrar ${name}`),
  ...[
    'authorize',
    'token',
    'recover',
    'deal',
    'import',
    'first-deal',
    'learn-tax-codes',
    'show',
    'delete',
    'partners create',
  ].map(name => `accounting ${name}`),
]

test('it is known of every command whether it lists something', () => {
  const known = [...Object.keys(LISTS), ...Object.keys(NEVER_EMPTY), ...NO_LISTS]
  const place = 'each is in LISTS, NEVER_EMPTY or NO_LISTS of test/cli/company/empty.test.ts'
  expect(known.sort(), place).toEqual(everyCommand().sort())
})

describe('of a company that has done nothing', () => {
  let company: LocalCompany
  beforeAll(async () => {
    company = await startLocalCompany()
    const { state } = company.books
    for (const one of state.companies) {
      for (const records of [one.deals, one.partners, one.items]) records.clear()
      Object.assign(one, { accountItems: [], taxCodes: [], walletables: [] })
    }
  }, PATIENCE)
  afterAll(() => company?.close())

  const lists = [
    ...Object.entries(LISTS).map(([path, { words = [], filledBy }]) => ({
      words: [...path.split(' '), ...words],
      filledBy,
    })),
    ...Object.entries(KINDS).map(([kind, filledBy]) => ({ words: ['accounting', 'list', kind], filledBy })),
  ]
  test.each(lists)('kura $words says what would fill it', async ({ words, filledBy }) => {
    const { out, status } = await company.kura(words)
    expect({ status, lines: out.trimEnd().split('\n') }).toEqual({
      status: 0,
      lines: [expect.stringMatching(filledBy)],
    })
  })

  test('kura accounting list companies says what would fill it', async () => {
    const { companies } = company.books.state
    const kept = companies as unknown[]
    const all = kept.splice(0)
    const { out } = await company.kura(['accounting', 'list', 'companies'])
    kept.push(...all)
    expect(out).toMatch(/create one at the accounting service/)
  })
})
