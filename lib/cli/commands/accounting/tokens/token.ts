import type { Command } from '@commander-js/extra-typings'
import { phrase } from '../../../../core/language/catalogue.ts'
import type { Phrase, Reason } from '../../../../core/phrase.ts'
import { companyText } from '../../../../services/accounting/tokens/company.ts'
import { statusReply, type TokenStatus } from '../../../../services/accounting/tokens/status.ts'
import type { RecoverReport } from '../../../../services/accounting/tokens/storing/recover.ts'
import { CALL, type OptionsOf } from '../../../operator/options.ts'
import { ageOf, momentText } from '../../../terminal/moment.ts'
import type { AccountingContext } from '../call.ts'
import { HELP } from '../help.ts'
import { RECOVER, TOKEN } from './words.ts'

const tokenCommand = (accounting: Command) =>
  accounting.command('token').description(HELP.token.id).option('--json', CALL.json.id)

const recoverCommand = (accounting: Command) =>
  accounting
    .command('recover')
    .description(HELP.recover.id)
    .option('--line <line>', HELP.recoverLine.id)
    .option('--json', CALL.json.id)

/** Both commands run in this process with the settings of this machine, so that the host sends no token. */
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

/** Returns the rows to show, each a label and a text; `now` is in milliseconds since the epoch. */
export function statusRows(
  status: TokenStatus,
  { now, timezone }: { now: number; timezone: string },
): (readonly [Reason, Reason])[] {
  const { access, refresh } = status
  if (!access || !refresh) return [[phrase(TOKEN.state), phrase(TOKEN.unauthorized)]]
  const end = (at: string) => ({ at: momentText(at, timezone) })
  return [
    [phrase(TOKEN.state), stateText(status, timezone)],
    ...(status.obstacle ? [[phrase(TOKEN.unusable), phrase(OBSTACLES[status.obstacle])] as const] : []),
    [phrase(TOKEN.generation), String(status.generation)],
    ...(status.company ? [[phrase(TOKEN.company), companyText(status.company)] as const] : []),
    [phrase(TOKEN.access), phrase(TOKEN[access.state], end(access.expiresAt))],
    [
      phrase(TOKEN.refresh),
      phrase(TOKEN.age, {
        age: refresh.ageDays,
        lifetime: refresh.lifetimeDays,
        end: phrase(refresh.state === 'expired' ? TOKEN.expired : TOKEN.expires, end(refresh.expiresAt)),
      }),
    ],
    [phrase(TOKEN.scopes), scopesText(status.scopes)],
    [
      phrase(TOKEN.refreshed),
      phrase(TOKEN.by, { age: ageOf(refresh.issuedAt, now), name: status.refreshedBy ?? '' }),
    ],
  ]
}

const OBSTACLES = { other_application: TOKEN.otherApplication, sealed: TOKEN.sealed }

function stateText({ state, reason = '', until, failures }: TokenStatus, timezone: string): Phrase {
  const at = until === undefined ? '' : momentText(until, timezone)
  if (state === 'reauthorize' && until)
    return phrase(TOKEN.retried, { reason, count: failures?.count ?? 0, at })
  if (state === 'reauthorize') return phrase(TOKEN.reauthorize, { reason })
  if (state === 'paused') return phrase(TOKEN.paused, { reason, at })
  if (state === 'refreshing') return phrase(TOKEN.refreshing, { at })
  return phrase(TOKEN[state])
}

export function scopesText(scopes: readonly string[]): Reason {
  return scopes.length === 0 ? phrase(TOKEN.unknownScopes) : scopes.join(' ')
}

async function recover(options: OptionsOf<typeof recoverCommand>, context: AccountingContext): Promise<void> {
  const tokens = await context.accountingTokens()
  const report = await tokens.recover({ line: options.line })
  const output = context.output(options)
  output.result(report)
  for (const line of recoverLines(report, context.config.timezone)) output.line(line)
}

function recoverLines({ answers, unreadable, token }: RecoverReport, timezone: string): Phrase[] {
  const unread = unreadable.map(name => phrase(RECOVER.unreadable, { name }))
  if (answers.length === 0) return [...unread, phrase(RECOVER.none), phrase(RECOVER.byLine)]
  return [
    ...unread,
    ...answers.map(({ generation, issuedAt, by, outcome }) =>
      phrase(RECOVER.answer, {
        generation,
        at: momentText(issuedAt, timezone),
        by,
        outcome: phrase(RECOVER[outcome]),
      }),
    ),
    phrase(RECOVER.credential, { state: stateText(token, timezone) }),
  ]
}
