/**
 * `kura accounting authorize | token | recover`: the credential of the accounting service. They act in this process,
 * with the store and the seal keys of this machine's settings: a token is never asked for over the network.
 */
import type { Command } from 'commander'
import type { StoreSettings } from '../../config.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { RecoverReport } from '../../tokens/answers/recover.ts'
import type { BegunAuthorization } from '../../tokens/authorize.ts'
import type { TokenStatus } from '../../tokens/status.ts'
import { ageText, momentText } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'
import type { AccountingContext } from './context.ts'

interface AuthorizeOptions {
  code?: string
  json?: true
}

interface RecoverOptions {
  line?: string
  json?: true
}

export function registerAccountingToken(accounting: Command, context: AccountingContext): void {
  accounting
    .command('authorize')
    .description('let a person grant access, and store the tokens; needed once, and for scopes added later')
    .option(
      '--code <code>',
      'finish what was begun in the last ten minutes: the code, or the address the page led to',
    )
    .option('--json', 'print the result as JSON, and ask for nothing')
    .action((options: AuthorizeOptions) => authorize(context, options))
  accounting
    .command('token')
    .description('state, age and scopes of the credential; never a token')
    .option('--json', 'print the result as JSON')
    .action((options: { json?: true }) => showToken(context, options))
  accounting
    .command('recover')
    .description('put back an answer of the token endpoint that could not be stored')
    .option('--line <line>', "the line of the host's log whose event is token_unstored")
    .option('--json', 'print the result as JSON')
    .action((options: RecoverOptions) => recover(context, options))
}

async function authorize(context: AccountingContext, options: AuthorizeOptions): Promise<void> {
  const tokens = await context.accountingTokens()
  const output = context.output(options)
  if (options.code === undefined) {
    const begun = await tokens.begin()
    output.result(begun)
    if (output.json) return
    showPage(output, begun)
    const status = await tokens.finish(await askForCode(context, begun))
    showAuthorized(output, { status, store: context.config.store() })
  } else {
    const status = await tokens.finish(options.code)
    output.result(status)
    showAuthorized(output, { status, store: context.config.store() })
  }
}

function showPage(output: Output, { url, until }: BegunAuthorization): void {
  output.line('open this page, log in, choose the company and grant access:')
  output.line(url)
  output.line(`its code is taken until ${momentText(until)}`)
}

async function askForCode(context: AccountingContext, { showsCode }: BegunAuthorization): Promise<string> {
  try {
    return await context.ask(showsCode ? 'code: ' : 'the address that the page led to: ')
  } catch (error) {
    throw unasked(error)
  }
}

/** What was begun stays begun: the code may still come with --code. */
function unasked(cause: unknown): unknown {
  const hint = 'finish with: kura accounting authorize --code CODE'
  if (hasCode(cause, 'usage'))
    return new AppError('usage', 'Cannot ask for the code: there is no terminal', { hint, cause })
  const stopped = hasCode(cause, 'interrupted') || (cause instanceof Error && cause.name === 'AbortError')
  return stopped ? new AppError('interrupted', 'Stopped by Ctrl-C', { hint, cause }) : cause
}

/** Where it is stored is said too: a deployment finds only what lies in its own store. */
function showAuthorized(
  output: Output,
  { status, store }: { status: TokenStatus; store: StoreSettings },
): void {
  const where = store.kind === 'upstash' ? new URL(store.url).host : store.file
  output.line(`authorized: generation ${status.generation}, scopes ${scopesText(status.scopes)}`)
  output.line(`stored in ${where}`)
}

async function showToken(context: AccountingContext, options: { json?: true }): Promise<void> {
  const tokens = await context.accountingTokens()
  const status = await tokens.status()
  const output = context.output(options)
  output.result(status)
  output.table(statusRows(status, context.now()))
}

/** The status as rows of a name and a text; `now` in milliseconds since the epoch. */
export function statusRows(status: TokenStatus, now: number): (readonly [string, string])[] {
  const { access, refresh } = status
  if (!access || !refresh) return [['state', 'unauthorized: run kura accounting authorize']]
  return [
    ['state', stateText(status)],
    ...(status.obstacle ? [['of no use here', OBSTACLES[status.obstacle]] as const] : []),
    ['generation', String(status.generation)],
    ['access token', access.state === 'expired' ? endText(access) : `${access.state}, ${endText(access)}`],
    ['refresh token', `${refresh.ageDays} of ${refresh.lifetimeDays} days old, ${endText(refresh)}`],
    ['scopes', scopesText(status.scopes)],
    ['refreshed', `${ageText(refresh.issuedAt, now)} by ${status.refreshedBy}`],
  ]
}

function endText({ state, expiresAt }: { state: string; expiresAt: string }): string {
  return `${state === 'expired' ? 'expired' : 'expires'} ${momentText(expiresAt)}`
}

const OBSTACLES: Readonly<Record<NonNullable<TokenStatus['obstacle']>, string>> = {
  other_application: 'ACCOUNTING_CLIENT_ID names another application than it was issued to',
  sealed: 'KURA_SEAL_KEYS does not open it',
}

function stateText({ state, reason, until }: TokenStatus): string {
  if (state === 'reauthorize') return `reauthorize (${reason}): run kura accounting authorize`
  if (state === 'interrupted') return 'interrupted: a refresh never ended, the next call resolves it'
  return [state, reason && `(${reason})`, until && `until ${momentText(until)}`].filter(Boolean).join(' ')
}

function scopesText(scopes: readonly string[]): string {
  return scopes.length === 0 ? 'not told' : scopes.join(' ')
}

async function recover(context: AccountingContext, options: RecoverOptions): Promise<void> {
  const tokens = await context.accountingTokens()
  const report = await tokens.recover({ line: options.line })
  const output = context.output(options)
  output.result(report)
  for (const line of recoverLines(report)) output.line(line)
}

const OUTCOMES: Readonly<Record<RecoverReport['answers'][number]['outcome'], string>> = {
  stored: 'put back',
  already: 'stored before',
  superseded: 'of no use, a later one is stored',
  gone: 'kept, for no credential is stored that it could follow: run kura accounting authorize',
  sealed: 'kept, for KURA_SEAL_KEYS does not open it: put the key that sealed it back into the list',
}

function recoverLines({ answers, unreadable, token }: RecoverReport): string[] {
  const unread = unreadable.map(name => `cannot read "${name}": it holds no answer that this version knows`)
  if (answers.length === 0)
    return [
      ...unread,
      'no answer was put aside on this machine',
      "for one of the host's log: kura accounting recover --line LINE",
    ]
  return [
    ...unread,
    ...answers.map(
      ({ generation, issuedAt, by, outcome }) =>
        `generation ${generation} of ${momentText(issuedAt)} by ${by}: ${OUTCOMES[outcome]}`,
    ),
    `the credential is ${stateText(token)}`,
  ]
}
