/**
 * The books at `npm start`: where no application of the accounting service is set, its stand-in runs on this machine and
 * everything works against it with no account. The stand-in forgets all when it ends; the store does not.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { exportJournal } from '../../accounting/journals/stream.ts'
import { companiesReply } from '../../accounting/remote/schema.ts'
import { core } from '../../app/core.ts'
import { tokensOf } from '../../app/tokens.ts'
import type { Environment } from '../../config/environment.ts'
import { listen } from '../../http/listen.ts'
import { AUTHORIZE_PATH, createAccountingSandbox, TOKEN_PATH } from '../../sandbox/accounting/sandbox.ts'
import type { Permission } from '../../sandbox/accounting/state.ts'
import type { AccountingTokens } from '../../tokens/tokens.ts'
import { dryRunAnswer } from '../accounting/answers.ts'
import { ACCOUNTING_SCOPES, BASE } from '../accounting/call.ts'
import { proxiedJournals, showLines, wholeFile } from '../accounting/journal.ts'
import { statusRows } from '../accounting/token.ts'
import type { CliContext } from '../context.ts'
import { type OperatorCall, operatorCall, operatorStream, readReply } from '../operator/client.ts'
import { tableLines } from '../terminal/output.ts'

/** The stand-in while it runs. */
export interface LocalBooks {
  readonly url: string
  /** What the functions and the other commands are told of it. */
  readonly settings: Environment
  close(): Promise<void>
}

/** With the tax listing, so that a dry run works at once; `kura accounting learn-tax-codes` does all the same. */
const PERMISSIONS: readonly Permission[] = [
  'companies',
  'users',
  'account_items',
  'taxes',
  'deals',
  'journals',
  'partners',
  'items',
]

/** Starts the stand-in unless `env` has an application of its own; `remembered` is what an earlier start has written. */
export async function startLocalBooks(
  env: Environment,
  remembered: Environment,
): Promise<LocalBooks | undefined> {
  const id = env['ACCOUNTING_CLIENT_ID']
  if (id && id !== remembered['ACCOUNTING_CLIENT_ID']) return undefined
  const sandbox = createAccountingSandbox({ now: Date.now, permissions: PERMISSIONS })
  const served = await listen(sandbox.fetch)
  const { client_id, client_secret } = sandbox.state.application
  return {
    url: served.url,
    settings: {
      ACCOUNTING_CLIENT_ID: client_id,
      ACCOUNTING_CLIENT_SECRET: client_secret,
      ACCOUNTING_BASE_URL: served.url,
      ACCOUNTING_TOKEN_URL: served.url + TOKEN_PATH,
      ACCOUNTING_AUTHORIZE_URL: served.url + AUTHORIZE_PATH,
      ACCOUNTING_WRITES: env['ACCOUNTING_WRITES'] || 'on',
    },
    close: () => served.close(),
  }
}

/** Shows the credential, and on the stand-in companies, a dry run and a journal, all through the host's function. */
export async function demonstrateAccounting(
  context: CliContext,
  books: LocalBooks | undefined,
): Promise<void> {
  const output = context.output({})
  const tokens = tokensOf(core(), { name: 'npm start' })()
  if (books) await authorizeHere(tokens)
  const where = books
    ? `the accounting service's stand-in at ${books.url}, for ACCOUNTING_CLIENT_ID is not set`
    : `the accounting service at ${context.config.accounting().baseUrl}`
  output.line(`books      ${where}`)
  const rows = statusRows(await tokens.status(), context.now())
  for (const line of tableLines(rows)) output.line(`token      ${line}`)
  if (!books) return
  const call = await operatorCall(context, { scopes: ACCOUNTING_SCOPES })
  const company = await showCompanies(context, call)
  await showDryRun(context, { call, company })
  await showJournal(context, { call, company })
}

/** Does what a person does: opens the page, and gives back the code that it shows. */
async function authorizeHere(tokens: AccountingTokens): Promise<void> {
  const { url } = await tokens.begin()
  const page = await (await fetch(url)).text()
  await tokens.finish(/<code>([^<]+)<\/code>/.exec(page)?.[1] ?? '')
}

/** Gives the first company of which the user is admin. */
async function showCompanies(context: CliContext, call: OperatorCall): Promise<number> {
  const companies = readReply(companiesReply, await call({ method: 'GET', path: `${BASE}/companies` }))
  for (const { id, number, role } of companies)
    context.output({}).line(`companies  ${id}, office number ${number}, ${role}`)
  return companies.find(({ role }) => role === 'admin')?.id ?? 0
}

interface Shown {
  readonly call: OperatorCall
  readonly company: number
}

async function showDryRun(context: CliContext, { call, company }: Shown): Promise<void> {
  const line = { account_item: '消耗品費', rate: 10, qualified: false, amount: 1100 }
  const json = { company_id: company, issue_date: '令和8年4月28日', details: [line] }
  const { body, lines } = readReply(dryRunAnswer, await call({ method: 'POST', path: `${BASE}/deals`, json }))
  const output = context.output({})
  const { tax } = lines[0] ?? {}
  output.line(`deal       dry run, 10 %, issuer not qualified, ${json.issue_date}: ${tax?.code} ${tax?.name}`)
  output.line(`deal       ${JSON.stringify(body)}`)
}

const COLUMNS = ['取引日', '借方勘定科目', '借方税区分', '借方金額', '取引ID']
const MOST_LINES = 3

async function showJournal(context: CliContext, { call, company }: Shown): Promise<void> {
  const stream = await operatorStream(context, { scopes: ACCOUNTING_SCOPES })
  const { file } = await exportJournal(
    proxiedJournals({ call, stream, format: 'jsonl' }),
    { companyId: company, from: '2026-04-01', until: '2026-04-30' },
    { sleep: milliseconds => delay(milliseconds) },
  )
  const rows: string[][] = []
  await showLines(wholeFile(file), {
    most: MOST_LINES,
    write: line => {
      const row = JSON.parse(line) as Record<string, string>
      rows.push(COLUMNS.map(name => row[name] ?? ''))
    },
  })
  for (const line of tableLines(rows, COLUMNS)) context.output({}).line(`journal    ${line}`)
}
