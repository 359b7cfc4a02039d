/** `kura accounting …`: the group; each of its files adds its own commands. */
import type { Command } from 'commander'
import { core, provideSurroundings } from '../app/core.ts'
import { tokensOf } from '../app/tokens.ts'
import type { AccountingTokens } from '../tokens/tokens.ts'
import { registerAccountingCases } from './accounting-cases.ts'
import { registerAccountingCompanies } from './accounting-companies.ts'
import { registerAccountingDeal } from './accounting-deal.ts'
import { registerAccountingFirstDeal } from './accounting-first-deal.ts'
import { registerAccountingJournal } from './accounting-journal.ts'
import { registerAccountingLearn } from './accounting-learn.ts'
import { registerAccountingPartners } from './accounting-partners.ts'
import { registerAccountingToken } from './accounting-token.ts'
import type { CliContext } from './context.ts'

/** What the commands of this group get beside the usual. */
export interface AccountingContext extends CliContext {
  /** The tokens of the accounting service, with the settings of this machine. */
  accountingTokens(): Promise<AccountingTokens>
}

export function registerAccounting(
  program: Command,
  context: CliContext & Partial<Pick<AccountingContext, 'accountingTokens'>>,
): void {
  const accounting = program
    .command('accounting')
    .description('the books: authorization, master data, deals, journals')
  registerAccountingToken(accounting, {
    ...context,
    accountingTokens: context.accountingTokens ?? tokensHere(context),
  })
  registerAccountingCompanies(accounting, context)
  registerAccountingDeal(accounting, context)
  registerAccountingFirstDeal(accounting, context)
  registerAccountingCases(accounting, context)
  registerAccountingLearn(accounting, context)
  registerAccountingJournal(accounting, context)
  registerAccountingPartners(accounting, context)
}

/** The tokens over this process's surroundings; changes of their state are not for the terminal. */
export function tokensHere(context: CliContext): AccountingContext['accountingTokens'] {
  return async () => {
    provideSurroundings({ env: context.env, now: context.now, log: () => undefined })
    return tokensOf(core(), { name: 'command line' })()
  }
}
