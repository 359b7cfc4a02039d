/**
 * `kura accounting token | recover`: the credential of the accounting service. Both run in this process with the store
 * and seal keys of this machine's settings, so that no token crosses the network.
 */
import type { Command } from '@commander-js/extra-typings'
import { english } from '../../../core/language/text.ts'
import { companyText } from '../../../services/accounting/tokens/company.ts'
import { statusReply, type TokenStatus } from '../../../services/accounting/tokens/status.ts'
import type { RecoverReport } from '../../../services/accounting/tokens/storing/recover.ts'
import { CALL, type OptionsOf } from '../../operator/options.ts'
import { ageText, momentText } from '../../terminal/moment.ts'
import type { AccountingContext } from './call.ts'
import { HELP } from './help.ts'

const tokenCommand = (accounting: Command) =>
  accounting.command('token').description(HELP.token.id).option('--json', CALL.json.id)

const recoverCommand = (accounting: Command) =>
  accounting
    .command('recover')
    .description(HELP.recover.id)
    .option('--line <line>', HELP.recoverLine.id)
    .option('--json', CALL.json.id)

export function registerAccountingToken(accounting: Command, context: AccountingContext): void {
  tokenCommand(accounting).action(options => showToken(options, context))
  recoverCommand(accounting).action(options => recover(options, context))
}

async function showToken(options: OptionsOf<typeof tokenCommand>, context: AccountingContext): Promise<void> {
  const tokens = await context.accountingTokens()
  const status = await tokens.status()
  const output = context.output(options)
  output.result(statusReply(status))
  output.table(statusRows(status, { now: context.now(), timezone: context.config.timezone }))
}

/** Returns the status as rows of label and text; `now` in milliseconds since the epoch. */
export function statusRows(
  status: TokenStatus,
  { now, timezone }: { now: number; timezone: string },
): (readonly [string, string])[] {
  const { access, refresh } = status
  if (!access || !refresh) return [['state', 'unauthorized: run kura accounting authorize']]
  return [
    ['state', stateText(status, timezone)],
    ...(status.obstacle ? [['unusable here', OBSTACLES[status.obstacle]] as const] : []),
    ['generation', String(status.generation)],
    ...(status.company ? [['company', companyText(status.company)] as const] : []),
    [
      'access token',
      access.state === 'expired'
        ? endText(access, timezone)
        : `${access.state}, ${endText(access, timezone)}`,
    ],
    [
      'refresh token',
      `${refresh.ageDays} of ${refresh.lifetimeDays} days old, ${endText(refresh, timezone)}`,
    ],
    ['scopes', scopesText(status.scopes)],
    ['refreshed', `${ageText(refresh.issuedAt, now)} by ${status.refreshedBy}`],
  ]
}

function endText({ state, expiresAt }: { state: string; expiresAt: string }, timezone: string): string {
  return `${state === 'expired' ? 'expired' : 'expires'} ${momentText(expiresAt, timezone)}`
}

const OBSTACLES: Readonly<Record<NonNullable<TokenStatus['obstacle']>, string>> = {
  other_application: 'ACCOUNTING_CLIENT_ID names another application than it was issued to',
  sealed: 'KURA_SEAL_KEYS does not open it',
}

function stateText({ state, reason: why, until, failures }: TokenStatus, timezone: string): string {
  const reason = why && english(why)
  if (state === 'reauthorize' && until)
    return `reauthorize (${reason}, failed ${failures?.count}): tried again from ${momentText(until, timezone)}; if it goes on, run kura accounting authorize`
  if (state === 'reauthorize') return `reauthorize (${reason}): run kura accounting authorize`
  if (state === 'interrupted') return 'interrupted: a refresh did not end, the next call resolves it'
  return [state, reason && `(${reason})`, until && `until ${momentText(until, timezone)}`]
    .filter(Boolean)
    .join(' ')
}

export function scopesText(scopes: readonly string[]): string {
  return scopes.length === 0 ? 'not known' : scopes.join(' ')
}

async function recover(options: OptionsOf<typeof recoverCommand>, context: AccountingContext): Promise<void> {
  const tokens = await context.accountingTokens()
  const report = await tokens.recover({ line: options.line })
  const output = context.output(options)
  output.result(report)
  for (const line of recoverLines(report, context.config.timezone)) output.line(line)
}

const OUTCOMES: Readonly<Record<RecoverReport['answers'][number]['outcome'], string>> = {
  stored: 'put back',
  already: 'stored before',
  superseded: 'obsolete, because a later one is stored',
  gone: 'kept, because no credential is stored that it could follow: run kura accounting authorize',
  sealed: 'kept, because KURA_SEAL_KEYS does not open it: put the key that sealed it back into the list',
}

function recoverLines({ answers, unreadable, token }: RecoverReport, timezone: string): string[] {
  const unread = unreadable.map(name => `cannot read "${name}": it has no answer that this version knows`)
  if (answers.length === 0)
    return [
      ...unread,
      'no answer was put aside on this machine',
      "for an answer in the host's log: kura accounting recover --line LINE",
    ]
  return [
    ...unread,
    ...answers.map(
      ({ generation, issuedAt, by, outcome }) =>
        `generation ${generation} of ${momentText(issuedAt, timezone)} by ${by}: ${OUTCOMES[outcome]}`,
    ),
    `the credential is ${stateText(token, timezone)}`,
  ]
}
