/** `kura accounting …`: the group; each of its files adds its own commands. */
import type { Command } from 'commander'
import type { AccountingTokens } from '../tokens/tokens.ts'
import { registerAccountingToken } from './accounting-token.ts'
import type { CliContext } from './context.ts'

/** What the commands of this group get beside the usual. */
export interface AccountingContext extends CliContext {
  /** The tokens of the accounting service, with the settings of this machine. */
  accountingTokens(): Promise<AccountingTokens>
}

export function registerAccounting(program: Command, context: AccountingContext): void {
  const accounting = program
    .command('accounting')
    .description('the books: authorization, master data, deals, journals')
  registerAccountingToken(accounting, context)
}
