/** A list that is empty says what would fill it, whichever command shows it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCommand } from '../../docs/documented-commands.ts'
import { type LocalCompany, startLocalCompany } from './world.ts'

/** Milliseconds for a company to start on a machine that is busy. */
const PATIENCE = 60_000

interface EmptyList {
  readonly words?: readonly string[]
  /** What it says below its empty list. */
  readonly filledBy: RegExp
}

/** Every command that lists what may be empty. */
const LISTS: Readonly<Record<string, EmptyList>> = {
  'accounting account-items list': { filledBy: /add account items at the accounting service/ },
  'accounting cases': { filledBy: /--state all lists those that are done/ },
  'accounting companies': { filledBy: /create one at the accounting service/ },
  'accounting deals list': { filledBy: /kura accounting deal --write registers one/ },
  'accounting items list': { filledBy: /create items at the accounting service/ },
  'accounting partners list': { filledBy: /create partners at the accounting service/ },
  'accounting receipts list': { filledBy: /one whose upload is not certain is listed here/ },
  'accounting taxes list': { filledBy: /kura accounting learn-tax-codes --write learns the codes/ },
  'accounting walletables list': { filledBy: /register bank accounts and cards at the accounting service/ },
  'chat messages': { filledBy: /kura chat deliver --write sends messages/ },
  'devices list': { filledBy: /kura enrol makes the folder that sets one up/ },
  log: {
    words: ['--since', '2020-01-01', '--until', '2020-01-02'],
    filledBy: /every call that changes something is/,
  },
  'log export': { words: ['--out', 'exports'], filledBy: /one does when it is over, and has entries/ },
  notices: { filledBy: /what does, such as a deal to release, is listed here/ },
  'registrar deadlines': { filledBy: /a domain that is bought sets one/ },
  'registrar orders': { filledBy: /kura registrar buy --write makes one/ },
}

/** Commands that list something which is never empty, and why. */
const NEVER_EMPTY: Readonly<Record<string, string>> = {
  'key list': 'it has the key that asks',
  health: 'it has every daily job',
  doctor: 'it has every check',
  today: 'each of its three parts says if it has nothing',
  rollback: 'without a release it says that there is none (test/cli/publish/rollback.test.ts)',
  'accounting journal': "it is the service's own file, which has its header line",
  'registrar required-fields': 'every registration needs fields',
  'move lint': 'it says that nothing is wrong',
}

/** Commands that do or show one thing. */
const NO_LISTS = [
  ...['start', 'setup', 'publish', 'root init', 'root rotate', 'root add-key', 'enrol', 'sync', 'status'],
  ...['key issue', 'key webhook', 'key revoke', 'key restore', 'devices forget', 'probe', 'api', 'openapi'],
  ...['completion bash', 'completion zsh', 'move rules', 'move record', 'move check'],
  ...['log verify', 'log remove'],
  ...['check', 'deliver', 'summary', 'status', 'resolve'].map(name => `chat ${name}`),
  ...['quote', 'buy', 'order', 'spending', 'resolve', 'release', 'verified', 'mail', 'attach'].map(
    name => `registrar ${name}`,
  ),
  ...['authorize', 'token', 'recover', 'deal', 'import', 'first-deal', 'resolve', 'release', 'free'].map(
    name => `accounting ${name}`,
  ),
  ...['learn-tax-codes', 'deals show', 'deals delete', 'receipts resolve', 'receipts free'].map(
    name => `accounting ${name}`,
  ),
  'accounting partners stop-and-delete',
  'accounting items delete',
]

test('it is known of every command whether it lists something', () => {
  const known = [...Object.keys(LISTS), ...Object.keys(NEVER_EMPTY), ...NO_LISTS]
  expect(known.sort()).toEqual(everyCommand().sort())
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

  test.each(Object.entries(LISTS).filter(([path]) => path !== 'accounting companies'))(
    'kura %s says what would fill it',
    async (path, { words = [], filledBy }) => {
      const { out, status } = await company.kura([...path.split(' '), ...words])
      expect({ status, lines: out.trimEnd().split('\n') }).toEqual({
        status: 0,
        lines: [expect.stringMatching(filledBy)],
      })
    },
  )

  test('kura accounting companies says what would fill it', async () => {
    const { companies } = company.books.state
    const kept = companies as unknown[]
    const all = kept.splice(0)
    const { out } = await company.kura(['accounting', 'companies'])
    kept.push(...all)
    expect(out).toMatch(LISTS['accounting companies']?.filledBy ?? /x/)
  })
})
