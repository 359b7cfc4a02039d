/**
 * Runs with `--json` every command that can succeed on one machine: standard output contains only JSON, and so does
 * standard error, except for progress. Commands that change nothing run a second time (20 of them in a usual run), in a
 * terminal of 60 columns: their output fits it, with times in the company's time zone.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { displayWidth } from '../../../lib/cli/terminal/fitting.ts'
import { lostRequest } from '../../../sandbox/faults.ts'
import { commandOf, everyCommand } from '../../docs/documented-commands.ts'
import type { KuraOutcome } from '../../helpers/processes/run-kura.ts'
import { CONTACT } from '../../helpers/remotes/registrar-sandbox.ts'
import { drawn } from '../../helpers/run/sampled.ts'
import { type LocalCompany, startLocalCompany } from './world.ts'

/** Milliseconds for all commands on a busy machine. */
const PATIENCE = 180_000
const COLUMNS = 60

/** The commands that cannot succeed here, each with the test that runs it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  start: 'it makes a host of its own: test/cli/commands/start/start.test.ts',
  setup: 'it needs accounts at the remotes: test/cli/commands/setup/setup.test.ts',
  rollback: 'it needs a history in git: test/cli/commands/publish/rollback.test.ts',
  'registrar attach': 'a domain after its registration: test/cli/commands/registrar/attach.test.ts',
  'log verify': 'a month that is over: test/cli/commands/activity/archive.test.ts',
  'console revoke': 'a person with a passkey: test/cli/commands/console/console.test.ts',
  'key lock': 'it asks for a passphrase: test/cli/operator/lock.test.ts',
  mcp: 'it speaks a protocol of its own: test/cli/commands/mcp/mcp.test.ts',
  probe: 'it reads the files of a whole project: test/cli/commands/probe/probe.test.ts',
  'move record': 'a site on the network: test/cli/commands/move',
  'move check': 'a site on the network: test/cli/commands/move',
  'move accept': 'the report of a site on the network: test/cli/commands/move',
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
type Reply = any

interface Step {
  /** The words after `kura`. A word in capitals stands for a value from an earlier reply. */
  readonly words: string
  /** Whether the command changes something, so that it is not run a second time. */
  readonly changes?: true
  /** Runs before the command. */
  before?(company: LocalCompany): void
  /** The answers that a person types. */
  readonly answers?: readonly string[]
  /** The exit status of the command, if it is not 0. */
  readonly status?: number
  learn?(reply: Reply): Readonly<Record<string, string | number>>
}

const FIRST = '--date 2026-06-14 --account-item 消耗品費 --amount 1000 --rate 10 --qualified yes'
const DEAL = '--date 2026-06-15 --account-item 消耗品費 --amount 1100 --rate 10 --qualified yes'
const FLAGGED = '--date 2026-06-15 --account-item 消耗品費 --amount 1200 --tax-code 190'
const TERMS = '--auto-renew on --contact contact.json'
const BUY = `registrar buy example.com ${TERMS} --quote QUOTE`

const ACCOUNTING: readonly Step[] = [
  { words: 'accounting token' },
  { words: 'accounting recover' },
  { words: 'accounting authorize' },
  { words: 'accounting list companies' },
  { words: 'accounting list account-items' },
  { words: 'accounting list taxes' },
  { words: 'accounting list partners' },
  { words: 'accounting list items' },
  { words: 'accounting list walletables' },
  { words: `accounting first-deal ${FIRST} --by Mei`, changes: true, answers: ['yes', 'yes', 'no'] },
  { words: `accounting first-deal ${FIRST}` },
  { words: `accounting deal --case receipt-17 ${DEAL}` },
  {
    words: `accounting deal --case receipt-17 ${DEAL} --write`,
    changes: true,
    learn: ({ deal }) => ({ THIS_DEAL: deal }),
  },
  { words: 'accounting list deals' },
  { words: 'accounting show THIS_DEAL' },
  { words: 'accounting list cases --state all' },
  { words: 'settle receipt-17' },
  { words: 'accounting delete THIS_DEAL' },
  { words: 'accounting delete THIS_DEAL --write', changes: true },
  { words: 'settle receipt-17 --free --by Mei --reason deleted', changes: true, answers: ['yes'] },
  { words: 'accounting partners create 新しい店' },
  { words: 'accounting partners create 新しい店 --write', changes: true },
  { words: 'accounting import rows.csv' },
  { words: 'accounting import rows.csv --write', changes: true },
  { words: `accounting deal --case flagged ${FLAGGED} --write`, changes: true, status: 3 },
  { words: 'accounting list cases --state review', learn: ({ cases }) => ({ SHOWN: cases[0].operation }) },
  { words: 'settle flagged --release --by Mei --operation SHOWN', changes: true },
  {
    words: 'accounting import files.csv --write',
    changes: true,
    status: 3,
    before: ({ books }) => books.faults.arm('POST /api/1/receipts', lostRequest()),
  },
  { words: 'settle --list', learn: ({ items }) => ({ LOST: items[0].case }) },
  { words: 'settle LOST --look', status: 3 },
  { words: 'accounting import --template' },
  { words: 'accounting journal --from 2026-06-01 --until 2026-06-30', changes: true },
  { words: 'accounting learn-tax-codes' },
]

const REGISTRAR: readonly Step[] = [
  { words: 'registrar quote example.com --fields --contact contact.json' },
  { words: `registrar quote example.com ${TERMS}`, learn: ({ quote }) => ({ QUOTE: quote }) },
  { words: BUY },
  { words: `${BUY} --write --confirm example.com`, changes: true },
  { words: 'registrar orders example.com', learn: ({ operation }) => ({ OPERATION: operation }) },
  { words: 'registrar orders --all' },
  { words: 'settle example.com --look', status: 3 },
  { words: 'settle example.com --verified --by Mei --operation OPERATION' },
  { words: 'registrar mail message.eml' },
]

const CHAT: readonly Step[] = [
  { words: 'chat check GROUP' },
  { words: 'chat deliver friday --text Coming? --to hana' },
  { words: 'chat deliver friday --text Coming? --to hana --write', changes: true },
  { words: 'chat summary friday' },
  { words: 'today --status' },
]

const CONSOLE: readonly Step[] = [
  { words: 'console list' },
  { words: 'console invite mei --role viewer', changes: true },
  { words: 'console list' },
  { words: 'console vouch --restored' },
]

const DEVICES: readonly Step[] = [
  { words: 'enrol pc-1 --dir DEVICE', changes: true },
  { words: 'sync --dir DEVICE' },
  { words: 'status --dir DEVICE' },
  { words: 'devices' },
  { words: 'devices --forget pc-1', changes: true },
]

const PUBLISHING: readonly Step[] = [
  { words: 'publish payload --check' },
  { words: 'publish payload --force', changes: true },
  { words: 'root rotate', changes: true },
  { words: 'root rotate --add', changes: true },
  { words: 'root init --release other --keys other-keys', changes: true },
]

const CARE: readonly Step[] = [
  { words: 'key issue ops --scope admin --out ops.json', changes: true },
  { words: 'key webhook --out webhook.json', changes: true },
  { words: 'key revoke ops:admin:1' },
  { words: 'key list' },
  { words: 'key revoke ops:admin:1 --undo' },
  { words: 'key issue mei --scope admin,approve --out mei.json', changes: true },
  { words: 'people remove mei --yes' },
  // the file of the receipt needs a person
  { words: 'today', status: 3 },
  { words: 'notices' },
  { words: 'doctor' },
  { words: 'store restored' },
  { words: 'log' },
  { words: 'log export --out exports' },
  { words: 'move rules old.example new.example' },
  { words: 'move lint redirects.json --to new.example' },
  { words: 'api GET admin/devices' },
]

const STEPS = [...ACCOUNTING, ...REGISTRAR, ...CHAT, ...CONSOLE, ...DEVICES, ...CARE, ...PUBLISHING]

const HEAD = '日付,科目,税率,適格,金額,摘要,番号'
const FILES = {
  'contact.json': JSON.stringify(CONTACT),
  'rows.csv': `${HEAD}\n2026-06-16,消耗品費,10,yes,2200,紙,receipt-18\n`,
  'files.csv': `${HEAD},ファイル\n2026-06-17,消耗品費,10,yes,3300,紙,receipt-19,a.pdf\n`,
  'a.pdf': '%PDF a',
  'message.eml': 'From: a@registrar.example\nSubject: Verify example.com\n\nOpen the link.\n',
  'redirects.json': '{"redirects": []}',
}

let company: LocalCompany
const known: Record<string, string> = {}

beforeAll(async () => {
  company = await startLocalCompany()
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(company.cwd, name), text)
  Object.assign(known, { GROUP: company.people.group, DEVICE: join(company.cwd, 'pc-1') })
}, PATIENCE)
afterAll(() => company?.close())

const wordsOf = ({ words }: Step) => words.split(' ').map(word => known[word] ?? word)

test('every command is run here, or it is known where', () => {
  const run = STEPS.map(({ words }) => commandOf(words.split(' ')))
  const known = [...new Set([...run, ...Object.keys(ELSEWHERE)])]
  const place = 'each is a step or in ELSEWHERE of test/cli/company/json.test.ts'
  expect(known.sort(), place).toEqual(everyCommand().sort())
})

/** The commands that run a second time. */
const again = drawn(
  STEPS.filter(({ changes }) => !changes),
  20,
)

test('every command prints JSON, and fits 60 columns', { timeout: PATIENCE }, async () => {
  for (const step of STEPS) {
    const words = wordsOf(step)
    const { answers = [], status = 0 } = step
    step.before?.(company)
    const told = await company.kura([...words, '--json'], { answers })
    // a command that calls a new service needs its sandbox, and its scopes in `SCOPES`, of world.ts
    expect({ words, status: told.status, faults: jsonFaults(told) }, told.err).toEqual({
      words,
      status,
      faults: [],
    })
    Object.assign(known, textsOf(step.learn?.(JSON.parse(told.out)) ?? {}))
    if (!again.includes(step)) continue
    const { out, err } = await company.kura(words, { columns: COLUMNS })
    const lines = `${out}\n${err}`.split('\n')
    const faults = { wide: lines.filter(isTooWide), notInZone: lines.filter(hasOtherZone) }
    expect({ words, ...faults }).toEqual({ words, wide: [], notInZone: [] })
  }
})

function textsOf(learned: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(learned).map(([name, value]) => [name, String(value)]))
}

/**
 * Returns the parts of the output that are not JSON. Standard output must have one JSON value, or one on each line;
 * standard error must have one on each line, except for progress.
 */
function jsonFaults({ out, err }: KuraOutcome): string[] {
  const lines = (text: string) => text.split('\n').filter(line => line !== '')
  return [
    ...(isJson(out) ? [] : lines(out).filter(line => !isJson(line))),
    ...lines(err).filter(line => !isJson(line) && !PROGRESS.test(line)),
    ...(out === '' ? ['there is no result'] : []),
  ]
}

/** `fetching 3 of 7 files`, `reading 1.2 MB of 3.0 MB` */
const PROGRESS = /^[a-z][\w ]* [\d.]+(?: k?M?B)? of [\d.]+ \w+$/

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a line has a time in UTC, as in JSON, although the company is in another time zone. */
const hasOtherZone = (line: string) => /\dT\d\d:\d\d|\d UTC/.test(line)

/**
 * Whether a line is too wide. A command to copy, a word that is longer than a line, and a body that is shown as it is
 * sent may be wider than the terminal.
 */
function isTooWide(line: string): boolean {
  const text = line.trim()
  const mayBeWide = /^(?:npx --no kura |[{}"[\]])/.test(text) || !text.includes(' ')
  return !mayBeWide && displayWidth(line) > COLUMNS
}
