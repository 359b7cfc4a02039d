import {
  AUTHORIZE_PATH,
  createAccountingSandbox,
  TOKEN_PATH,
} from '../../../../sandbox/accounting/sandbox.ts'
import type { Permission } from '../../../../sandbox/accounting/state.ts'
import { optionsOf, tokensOf } from '../../../app/accounting-access.ts'
import { core } from '../../../app/core.ts'
import type { Environment } from '../../../core/config/environment.ts'
import { english } from '../../../core/language/text.ts'
import { wholeYen } from '../../../services/accounting/fields/yen.ts'
import { exportJournal } from '../../../services/accounting/journals/stream.ts'
import { authorizeHere, type HereAuthorization } from '../../../services/accounting/tokens/authorize/here.ts'
import type { CliContext } from '../../context.ts'
import { operatorStream } from '../../operator/client.ts'
import { tableLines } from '../../terminal/rows.ts'
import { stoppableSleep } from '../../terminal/stoppable-sleep.ts'
import { ACCOUNTING_SCOPES, type AccountingApi, accountingApi, listCompanies } from '../accounting/call.ts'
import { linesOf, proxiedJournals, wholeFile } from '../accounting/journals/source.ts'
import { statusRows } from '../accounting/tokens/token.ts'
import { isServiceSet, type RunningSandbox, serveKept } from './sandbox.ts'

/** The sandbox may list tax codes, so that a dry run works without `kura accounting learn-tax-codes`. */
const PERMISSIONS: readonly Permission[] = [
  'companies',
  'users',
  'account_items',
  'taxes',
  'deals',
  'journals',
  'partners',
  'items',
  'walletables',
  'receipts',
]

/** Starts the accounting sandbox unless `env` names an application. The file `file` keeps the state of the sandbox. */
export async function startAccountingSandbox(
  env: Environment,
  file?: string,
): Promise<RunningSandbox | undefined> {
  if (isServiceSet('accounting', env)) return undefined
  const sandbox = createAccountingSandbox({ now: Date.now, permissions: PERMISSIONS })
  const served = await serveKept(sandbox, file)
  const { client_id, client_secret } = sandbox.state.application
  return {
    ...served,
    settings: {
      ACCOUNTING_CLIENT_ID: client_id,
      ACCOUNTING_CLIENT_SECRET: client_secret,
      ACCOUNTING_BASE_URL: served.url,
      ACCOUNTING_TOKEN_URL: served.url + TOKEN_PATH,
      ACCOUNTING_AUTHORIZE_URL: served.url + AUTHORIZE_PATH,
      ACCOUNTING_WRITES: env['ACCOUNTING_WRITES'] || 'on',
    },
  }
}

/** Authorizes the sandbox, and shows what the host's accounting function answers. Returns a summary in one line. */
export async function demonstrateAccounting(
  sandbox: RunningSandbox | undefined,
  context: CliContext,
): Promise<string> {
  const output = context.output({})
  const name = { name: 'npm start' }
  if (sandbox) await authorizeSandbox(authorizeHere(optionsOf(core(), name)))
  const service = sandbox
    ? `sandbox of the accounting service at ${sandbox.url}`
    : `the accounting service at ${context.config.accounting().baseUrl}`
  output.line(`accounting ${service}`)
  const status = await tokensOf(core(), name)().status()
  const rows = statusRows(status, { now: context.now(), timezone: context.config.locale().timezone })
  for (const line of tableLines(rows.map(cells => cells.map(english)))) output.line(`token      ${line}`)
  if (!sandbox) return `the service itself, token ${status.state}`
  const api = await accountingApi({}, context)
  const company = await showCompanies(api, context)
  await showDryRun({ api, company }, context)
  await showJournal({ api, company }, context)
  return `sandbox: token ${status.state}, a dry run of a deal, a journal`
}

async function authorizeSandbox(tokens: HereAuthorization): Promise<void> {
  const { url } = await tokens.begin()
  const page = await (await fetch(url)).text()
  await tokens.finish(/<code>([^<]+)<\/code>/.exec(page)?.[1] ?? '')
}

async function showCompanies(api: AccountingApi, context: CliContext): Promise<number> {
  const companies = await listCompanies(api)
  for (const { id, number, role } of companies)
    context.output({}).line(`companies  ${id}, office number ${number}, ${role}`)
  return companies.find(({ role }) => role === 'admin')?.id ?? 0
}

interface Shown {
  readonly api: AccountingApi
  readonly company: number
}

async function showDryRun({ api, company }: Shown, context: CliContext): Promise<void> {
  const line = { account_item: '消耗品費', rate: 10, qualified: false, amount: wholeYen.parse(1100) } as const
  const request = { company_id: company, issue_date: '令和8年4月28日', details: [line] }
  const { body, lines } = await api.registerDeal({ body: request })
  const output = context.output({})
  const { tax } = lines[0] ?? {}
  output.line(
    `deal       dry run, 10 %, issuer not qualified, ${request.issue_date}: ${tax?.code} ${tax?.name}`,
  )
  output.line(`deal       ${JSON.stringify(body)}`)
}

const COLUMNS = ['取引日', '借方勘定科目', '借方税区分', '借方金額', '取引ID']
const MOST_LINES = 3

async function showJournal({ api, company }: Shown, context: CliContext): Promise<void> {
  const stream = await operatorStream({ scopes: ACCOUNTING_SCOPES }, context)
  const { file } = await exportJournal(
    { companyId: company, from: '2026-04-01', until: '2026-04-30' },
    { source: proxiedJournals('jsonl', { api, stream }), sleep: stoppableSleep(context.signal) },
  )
  const rows: string[][] = []
  for await (const line of linesOf(wholeFile(file, { company, format: 'jsonl' }))) {
    const row = JSON.parse(line) as Record<string, string>
    rows.push(COLUMNS.map(name => row[name] ?? ''))
    if (rows.length === MOST_LINES) break
  }
  for (const line of tableLines(rows, { head: COLUMNS })) context.output({}).line(`journal    ${line}`)
}
